/// The names and types of one message's fields, by which a server checks requests.
///
/// See docs/protocol.md, "Trip" to "JSON encoding".
package struct MessageSchema: Sendable {
  /// A field that replaces a deprecated one, and the factor that converts the old value.
  package struct Successor: Sendable {
    package let name: String
    package let factor: Double

    package init(_ name: String, factor: Double = 1) {
      self.name = name
      self.factor = factor
    }
  }

  package let fields: [String: FieldType]
  /// The fields that only the server writes; an update must not name them.
  package var readOnly: Set<String> = []
  /// The replacements of deprecated fields.
  package var successors: [String: Successor] = [:]

  package init(
    _ fields: [String: FieldType],
    readOnly: Set<String> = [],
    successors: [String: Successor] = [:]
  ) {
    self.fields = fields
    self.readOnly = readOnly
    self.successors = successors
  }

  /// The fields that an update may name.
  package var writable: Set<String> { Set(fields.keys).subtracting(readOnly) }
}

/// The type of a field.
package indirect enum FieldType: Sendable {
  case text
  case flag
  /// A whole number of 32 bits.
  case integer
  /// A finite number, within bounds if given.
  case number(ClosedRange<Double>? = nil)
  case moment
  case duration
  /// A path in the S2 compressed polyline format or as Google's encoded polyline.
  ///
  /// See docs/protocol.md, "Encoded routes".
  case path
  case name(EnumNames)
  case message(MessageSchema)
  case list(FieldType)
  /// A deprecated field of any type, which is ignored.
  case unread
}

/// The names and numbers of an enumeration.
package struct EnumNames: Sendable {
  package let numbers: [String: Int]
  package let names: [Int: String]

  package init<Value: WireEnum>(_ type: Value.Type) {
    let known = Value.wireValues.map { ($0.name, $0.number) }
    self.init(Dictionary(uniqueKeysWithValues: known + [(Value.unspecifiedName, 0)]))
  }

  /// Creates an enumeration whose numbers are the indices of the names.
  package init(_ names: String...) {
    self.init(Dictionary(uniqueKeysWithValues: zip(names, names.indices)))
  }

  private init(_ numbers: [String: Int]) {
    self.numbers = numbers
    names = Dictionary(uniqueKeysWithValues: numbers.map { ($1, $0) })
  }
}
