internal import JSON

/// One value of an enumeration of the wire, with its name and number.
public struct WireValue<Value: Sendable>: Sendable {
  /// The value.
  public let value: Value
  /// Its name in JSON.
  public let name: String
  /// Its number in protocol buffers.
  public let number: Int

  /// Creates a value of an enumeration.
  package init(_ value: Value, _ name: String, _ number: Int) {
    self.value = value
    self.name = name
    self.number = number
  }
}

/// An enumeration that arrives as a name or a number, some of them unknown.
///
/// Source: contract 1.9.
public protocol WireEnum: Sendable, Hashable, Codable {
  /// The known values but the unspecified one.
  static var wireValues: [WireValue<Self>] { get }
  /// The name of the unspecified value, number 0.
  static var unspecifiedName: String { get }
  /// The value for a name or number that is not known, with its text.
  static func unknown(_ wireText: String) -> Self
}

extension WireEnum {
  /// The unspecified value.
  public static var unspecified: Self { .unknown(unspecifiedName) }

  /// Creates a value from a name, a number in digits, or keeps what is not known.
  public init(wireName name: String) {
    if let known = Self.wireValues.first(where: { $0.name == name }) {
      self = known.value
    } else if let number = Int(name) {
      self.init(wireNumber: number)
    } else {
      self = .unknown(name)
    }
  }

  /// Creates a value from a number, or keeps what is not known.
  public init(wireNumber number: Int) {
    if let known = Self.wireValues.first(where: { $0.number == number }) {
      self = known.value
    } else {
      self = number == 0 ? .unspecified : .unknown(String(number))
    }
  }

  /// The name in JSON; for a value that is not known the text that came.
  public var wireName: String {
    if let known = Self.wireValues.first(where: { $0.value == self }) { return known.name }
    return unknownText ?? Self.unspecifiedName
  }

  /// Whether this is one of the known values.
  public var isKnown: Bool { Self.wireValues.contains { $0.value == self } }

  /// Whether this is the unspecified value, which the wire leaves out.
  public var isUnspecified: Bool { self == .unspecified }

  private var unknownText: String? {
    guard let child = Mirror(reflecting: self).children.first else { return nil }
    return child.value as? String
  }

  /// Decodes a name, a number, or a number in quotes.
  public init(from decoder: any Decoder) throws {
    guard let value = Self(wire: try JSONTree(from: decoder)) else {
      throw DecodingError.typeMismatch(
        Self.self,
        .init(codingPath: decoder.codingPath, debugDescription: "Expected a name or number.")
      )
    }
    self = value
  }

  /// Encodes the name, or the number where the message is written with numbers.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if encoder.wireSettings.enumNumbers, let wireNumber {
      try container.encode(wireNumber)
    } else {
      try container.encode(wireName)
    }
  }

  /// The number in protocol buffers; nil for a name that is not known.
  var wireNumber: Int? {
    if let known = Self.wireValues.first(where: { $0.value == self }) { return known.number }
    return isUnspecified ? 0 : unknownText.flatMap { Int($0) }
  }
}
