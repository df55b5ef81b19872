/// Something that a provider says of a vehicle.
///
/// Source: contract 1.6.
public struct VehicleAttribute: WireMessage {
  /// What it is about, without a colon.
  public var key: String?
  /// What is said, as text.
  public var value: String?
  /// What is said, where it is text.
  public var stringValue: String?
  /// What is said, where it is true or false.
  public var boolValue: Bool?
  /// What is said, where it is a number.
  public var numberValue: Double?

  /// The message's fields.
  public static let wireFields = WireTable<VehicleAttribute>([
    .optional("key", \.key), .optional("value", \.value),
    .optional("stringValue", \.stringValue), .optional("boolValue", \.boolValue),
    .optional("numberValue", \.numberValue),
  ])

  /// Creates a message without fields.
  public init() {}

  /// Creates a value from its fields, by default without any.
  public init(
    key: String? = nil,
    value: String? = nil,
    stringValue: String? = nil,
    boolValue: Bool? = nil,
    numberValue: Double? = nil
  ) {
    self.key = key
    self.value = value
    self.stringValue = stringValue
    self.boolValue = boolValue
    self.numberValue = numberValue
  }
}
