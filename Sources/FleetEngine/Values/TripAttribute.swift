/// Something that a provider says of a trip.
///
/// Source: contract 1.2.
public struct TripAttribute: WireMessage {
  /// What it is about, without a colon.
  public var key: String?
  /// What is said, where it is text.
  public var stringValue: String?
  /// What is said, where it is true or false.
  public var boolValue: Bool?
  /// What is said, where it is a number.
  public var numberValue: Double?

  /// The message's fields.
  public static let wireFields = WireTable<TripAttribute>([
    .optional("key", \.key), .optional("stringValue", \.stringValue),
    .optional("boolValue", \.boolValue), .optional("numberValue", \.numberValue),
  ])

  /// Creates a message without fields.
  public init() {}

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
}
