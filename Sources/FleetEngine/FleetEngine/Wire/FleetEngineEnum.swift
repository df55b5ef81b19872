package import JSON

/// A known value of an enumeration, with its name and number on the wire.
public struct KnownValue<Value: Sendable>: Sendable {
  /// The value.
  public let value: Value
  /// The value's name in JSON.
  public let name: String
  /// The value's number in protocol buffers.
  public let number: Int

  package init(_ value: Value, _ name: String, _ number: Int) {
    self.value = value
    self.name = name
    self.number = number
  }
}

/// An enumeration that arrives as a name or a number and keeps unknown values.
///
/// See docs/protocol.md, "JSON encoding".
public protocol FleetEngineEnum: Sendable, Hashable, Codable {
  /// The known values except the unspecified one.
  static var knownValues: [KnownValue<Self>] { get }
  /// The name of the unspecified value, number 0.
  static var unspecifiedName: String { get }
  /// The enumeration's name in protocol buffers, below the package of Fleet Engine.
  static var typeName: String { get }
  /// The value for an unknown name or number, with its text.
  static func unknown(_ wireText: String) -> Self
}

extension FleetEngineEnum {
  /// The name of the Swift type.
  public static var typeName: String { "\(Self.self)" }

  /// The unspecified value.
  public static var unspecified: Self { .unknown(unspecifiedName) }

  /// Creates a value from a name or a number in digits; an unknown one becomes `.unknown`.
  public init(wireName name: String) {
    if let known = Self.knownValues.first(where: { $0.name == name }) {
      self = known.value
    } else if let number = Int(name) {
      self.init(wireNumber: number)
    } else {
      self = .unknown(name)
    }
  }

  /// Creates a value from a number; an unknown one becomes `.unknown`.
  public init(wireNumber number: Int) {
    let known = Self.knownValues.first { $0.number == number }
    self = known?.value ?? (number == 0 ? .unspecified : .unknown(String(number)))
  }

  /// The name in JSON, or the text of an unknown value.
  public var wireName: String { known?.name ?? unknownText ?? Self.unspecifiedName }

  /// Whether the value is in ``FleetEngineEnum/knownValues``.
  public var isKnown: Bool { known != nil }

  /// Whether this is the unspecified value, which messages leave out.
  public var isUnspecified: Bool { self == .unspecified }

  /// The number in protocol buffers; nil for an unknown name.
  var wireNumber: Int? { known?.number ?? (isUnspecified ? 0 : unknownText.flatMap { Int($0) }) }

  private var known: KnownValue<Self>? { Self.knownValues.first { $0.value == self } }

  private var unknownText: String? { Mirror(reflecting: self).children.first?.value as? String }

  /// Reads a name, a number, or a number in quotes.
  package init?(wire tree: JSONTree) {
    switch tree {
    case .text(let name): self.init(wireName: name)
    case .number(let number):
      guard let number = Int(exactly: number) else { return nil }
      self.init(wireNumber: number)
    case .integer(let number): self.init(wireNumber: Int(number))
    case .null, .flag, .list, .object: return nil
    }
  }

  /// Decodes a name, a number, or a number in quotes.
  public init(from decoder: any Decoder) throws {
    guard let value = Self(wire: try JSONTree(from: decoder)) else {
      throw DecodingError.typeMismatch(
        Self.self,
        .init(codingPath: decoder.codingPath, debugDescription: "Expected a name or number."))
    }
    self = value
  }

  /// Encodes the name, or the number if the message is written with numbers.
  public func encode(to encoder: any Encoder) throws {
    if encoder.wireSettings.enumNumbers, let wireNumber {
      try wireNumber.encode(to: encoder)
    } else {
      try wireName.encode(to: encoder)
    }
  }
}
