/// Header fields in order, with case-insensitive names.
public struct TransportHeaders: Sendable, Hashable, ExpressibleByDictionaryLiteral {
  /// One header field.
  ///
  /// Neither printing nor reflection shows the value of a field with credentials.
  public struct Field: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// The field's name as written.
    public var name: String
    /// The field's value, without surrounding white space.
    public var value: String

    /// Creates a field.
    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }

    /// Whether the name is a token and the value has no control characters.
    ///
    /// A malformed field could smuggle other fields or a second request into a request.
    public var isWellFormed: Bool {
      !name.isEmpty
        && name.utf8.allSatisfy { $0.isAlphanumeric || "!#$%&'*+-.^_`|~".utf8.contains($0) }
        && value.utf8.allSatisfy { $0 == 0x09 || ($0 >= 0x20 && $0 != 0x7F) }
    }

    /// The field as a line, without credentials.
    public var description: String { name + ": " + shownValue }

    /// A mirror without credentials.
    public var customMirror: Mirror { Mirror(self, children: ["name": name, "value": shownValue]) }

    private var shownValue: String {
      let secret = ["Authorization", "Proxy-Authorization", "Cookie", "Set-Cookie"]
      return secret.contains { TransportHeaders.sameName($0, name) } ? "…" : value
    }
  }

  /// The fields in order.
  public private(set) var fields: [Field]

  /// Creates headers from fields.
  public init(_ fields: [Field] = []) { self.fields = fields }

  /// Creates headers from names and values.
  public init(dictionaryLiteral elements: (String, String)...) {
    self.init(elements.map { Field(name: $0.0, value: $0.1) })
  }

  /// The first value with a name; setting replaces all fields with the name.
  public subscript(name: String) -> String? {
    get { fields.first { Self.sameName($0.name, name) }?.value }
    set {
      fields.removeAll { Self.sameName($0.name, name) }
      if let newValue { fields.append(Field(name: name, value: newValue)) }
    }
  }

  /// All values with a name, in order.
  public func values(_ name: String) -> [String] {
    fields.filter { Self.sameName($0.name, name) }.map(\.value)
  }

  /// Appends a field.
  public mutating func append(_ name: String, _ value: String) {
    fields.append(Field(name: name, value: value))
  }

  private static func sameName(_ one: String, _ other: String) -> Bool {
    one.utf8.count == other.utf8.count
      && zip(one.utf8, other.utf8).allSatisfy { lowercase($0) == lowercase($1) }
  }

  private static func lowercase(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
  }
}
