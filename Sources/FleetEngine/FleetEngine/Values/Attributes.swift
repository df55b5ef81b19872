/// A key and value that a provider attaches to a trip.
///
/// See docs/protocol.md, "Trip".
public struct TripAttribute: FleetEngineMessage, WireMessage {
  /// The key, without a colon.
  public var key: String?
  /// The value if it is text.
  public var stringValue: String?
  /// The value if it is true or false.
  public var boolValue: Bool?
  /// The value if it is a number.
  public var numberValue: Double?

  /// The message's fields.
  package static let wireFields = WireTable<TripAttribute>(
    "TripAttribute",
    [
      .optional(1, "key", \.key), .optional(2, "stringValue", \.stringValue),
      .optional(3, "boolValue", \.boolValue, type: .flag),
      .optional(4, "numberValue", \.numberValue, type: .number()),
    ])

  /// Creates a message without fields.
  public init() {}
}

/// A key and value that a provider attaches to a vehicle.
///
/// See docs/protocol.md, "Vehicle".
public struct VehicleAttribute: FleetEngineMessage, WireMessage {
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
  package static let wireFields = WireTable<VehicleAttribute>(
    "VehicleAttribute",
    [
      .optional(1, "key", \.key), .optional(2, "value", \.value),
      .optional(3, "stringValue", \.stringValue),
      .optional(4, "boolValue", \.boolValue, type: .flag),
      .optional(5, "numberValue", \.numberValue, type: .number()),
    ])

  /// Creates a message without fields.
  public init() {}
}
