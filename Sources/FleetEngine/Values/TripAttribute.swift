/// Something that a provider says of a trip.
///
/// Source: contract 1.2.
public struct TripAttribute: Sendable, Hashable, Codable {
  /// What it is about, without a colon.
  public var key: String?
  /// What is said, where it is text.
  public var stringValue: String?
  /// What is said, where it is true or false.
  public var boolValue: Bool?
  /// What is said, where it is a number.
  public var numberValue: Double?

  /// Creates a value from its fields, by default without any.
  public init(
    key: String? = nil,
    stringValue: String? = nil,
    boolValue: Bool? = nil,
    numberValue: Double? = nil
  ) {
    self.key = key
    self.stringValue = stringValue
    self.boolValue = boolValue
    self.numberValue = numberValue
  }

  /// Decodes the wire's form.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: When it is no message.
  public init(from decoder: any Decoder) throws {
    let fields = try WireFields(decoder)
    key = fields.text("key")
    stringValue = fields.text("stringValue")
    boolValue = fields.flag("boolValue")
    numberValue = fields.number("numberValue")
  }

  /// Encodes the wire's form.
  ///
  /// - Parameter encoder: The encoder to write to.
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var writer = WireWriter(encoder)
    try writer.write("key", key)
    try writer.write("stringValue", stringValue)
    try writer.write("boolValue", boolValue)
    try writer.write("numberValue", numberValue)
  }
}
