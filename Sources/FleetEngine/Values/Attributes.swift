/// A key and value that a provider attaches to a trip.
///
/// See docs/protocol.md, "Trip".
public struct TripAttribute: WireMessage {
  /// The key, without a colon.
  public var key: String?
  /// The value if it is text.
  public var stringValue: String?
  /// The value if it is true or false.
  public var boolValue: Bool?
  /// The value if it is a number.
  public var numberValue: Double?

  /// The message's fields.
  public static let wireFields = WireTable<TripAttribute>([
    .optional("key", \.key), .optional("stringValue", \.stringValue),
    .optional("boolValue", \.boolValue), .optional("numberValue", \.numberValue),
  ])

  /// Creates a message without fields.
  public init() {}
}

/// A key and value that a provider attaches to a vehicle.
///
/// See docs/protocol.md, "Vehicle".
public struct VehicleAttribute: WireMessage {
  /// The key, without a colon.
  public var key: String?
  /// The value as text.
  public var value: String?
  /// The value if it is text.
  public var stringValue: String?
  /// The value if it is true or false.
  public var boolValue: Bool?
  /// The value if it is a number.
  public var numberValue: Double?

  /// The message's fields.
  public static let wireFields = WireTable<VehicleAttribute>([
    .optional("key", \.key), .optional("value", \.value),
    .optional("stringValue", \.stringValue), .optional("boolValue", \.boolValue),
    .optional("numberValue", \.numberValue),
  ])

  /// Creates a message without fields.
  public init() {}
}
