/// Whether a vehicle accepts trips: only while it is online.
///
/// See docs/protocol.md, "Enumerations".
public enum VehicleState: FleetEngineEnum {
  case offline, online
  /// The unspecified value or an unknown one, with its text on the wire.
  case unknown(String)

  /// The known values.
  public static let knownValues: [KnownValue<Self>] = [
    KnownValue(.offline, "OFFLINE", 1), KnownValue(.online, "ONLINE", 2),
  ]

  /// The name of the unspecified value.
  public static let unspecifiedName = "UNKNOWN_VEHICLE_STATE"
}

/// The kind of vehicle.
///
/// See docs/protocol.md, "Enumerations".
public enum VehicleCategory: FleetEngineEnum {
  case auto, taxi, truck, twoWheeler, bicycle, pedestrian
  /// The unspecified value or an unknown one, with its text on the wire.
  case unknown(String)

  /// The known values.
  public static let knownValues: [KnownValue<Self>] = [
    KnownValue(.auto, "AUTO", 1), KnownValue(.taxi, "TAXI", 2), KnownValue(.truck, "TRUCK", 3),
    KnownValue(.twoWheeler, "TWO_WHEELER", 4), KnownValue(.bicycle, "BICYCLE", 5),
    KnownValue(.pedestrian, "PEDESTRIAN", 6),
  ]

  /// The name of the unspecified value.
  public static let unspecifiedName = "UNKNOWN"

  /// The name in protocol buffers.
  public static let typeName = "Vehicle.VehicleType.Category"
}

/// The state of a vehicle's navigation.
///
/// See docs/protocol.md, "Enumerations".
public enum NavigationStatus: FleetEngineEnum {
  /// Guidance is off.
  case noGuidance
  /// The driver receives guidance to a destination.
  case enrouteToDestination
  /// The vehicle has left its route.
  case offRoute
  /// The vehicle is within about 50 m of its destination.
  case arrivedAtDestination
  /// The unspecified value or an unknown one, with its text on the wire.
  case unknown(String)

  /// The known values.
  public static let knownValues: [KnownValue<Self>] = [
    KnownValue(.noGuidance, "NO_GUIDANCE", 1),
    KnownValue(.enrouteToDestination, "ENROUTE_TO_DESTINATION", 2),
    KnownValue(.offRoute, "OFF_ROUTE", 3),
    KnownValue(.arrivedAtDestination, "ARRIVED_AT_DESTINATION", 4),
  ]

  /// The name of the unspecified value.
  public static let unspecifiedName = "UNKNOWN_NAVIGATION_STATUS"
}

/// The part of a vehicle's license plate that providers share.
///
/// See docs/protocol.md, "Vehicle".
public struct LicensePlate: FleetEngineMessage, WireMessage {
  /// The country that issued the plate, a CLDR region code.
  public var countryCode: String?
  /// The plate's last character, or `-1` if it has none.
  public var lastCharacter: String?

  /// The message's fields.
  package static let wireFields = WireTable<LicensePlate>(
    "LicensePlate",
    [
      .optional(1, "countryCode", \.countryCode), .optional(2, "lastCharacter", \.lastCharacter),
    ]
  )

  /// Creates a message without fields.
  public init() {}
}
