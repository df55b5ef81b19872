public import FleetEngine
public import RidesharingConsumer

/// An enumeration with the SDK's numbers, which differ from those of the wire.
public protocol GMTSEnum: RawRepresentable<Int>, CaseIterable, Sendable where AllCases == [Self] {
  /// The library's enumeration.
  associatedtype Value: FleetEngineEnum
  /// The library's values in the order of the cases.
  static var values: [Value] { get }
}

extension GMTSEnum {
  /// Converts a value of the library; the first case stands for unknown values.
  public init(_ value: Value) { self = Self.allCases[Self.values.firstIndex(of: value) ?? 0] }

  /// The library's value.
  public var value: Value { Self.values[rawValue] }
}

/// The status of a trip.
///
/// See docs/protocol.md, "SDK data types".
public enum GMTSTripStatus: Int, GMTSEnum {
  case unknown, new, enrouteToPickup, arrivedAtPickup
  case enrouteToIntermediateDestination, arrivedAtIntermediateDestination
  case enrouteToDropoff, complete, canceled

  /// The library's values in the order of the cases.
  public static let values: [TripStatus] = [
    .unspecified, .new, .enrouteToPickup, .arrivedAtPickup, .enrouteToIntermediateDestination,
    .arrivedAtIntermediateDestination, .enrouteToDropoff, .complete, .canceled,
  ]
}

/// Whether a trip shares its vehicle.
///
/// See docs/protocol.md, "SDK data types".
public enum GMTSTripType: Int, GMTSEnum {
  case unknown, shared, exclusive

  /// The library's values in the order of the cases.
  public static let values: [TripType] = [.unspecified, .shared, .exclusive]
}

/// The kind of a waypoint.
///
/// See docs/protocol.md, "SDK data types".
public enum GMTSTripWaypointType: Int, GMTSEnum {
  case unknown, pickUp, dropOff, intermediateDestination

  /// The library's values in the order of the cases.
  public static let values: [WaypointType] = [
    .unspecified, .pickup, .dropoff, .intermediateDestination,
  ]
}

/// The speed of traffic on a part of a route.
///
/// See docs/protocol.md, "SDK data types".
public enum GMTSSpeedType: Int, GMTSEnum {
  case noData, normal, slow, trafficJam

  /// The library's values in the order of the cases.
  public static let values: [SpeedReading] = [.unspecified, .normal, .slow, .trafficJam]
}

/// Whether a vehicle accepts trips, with the consumer SDK's numbers.
///
/// See docs/protocol.md, "SDK data types".
public enum GMTSVehicleState: Int, GMTSEnum {
  case unknown, offline, online

  /// The library's values in the order of the cases.
  public static let values: [VehicleState] = [.unspecified, .offline, .online]
}

/// Whether a vehicle accepts trips, with the driver SDK's numbers; an unknown state is offline.
///
/// See docs/protocol.md, "Driver entry points".
public enum GMTDVehicleState: Int, GMTSEnum {
  case offline, online

  /// The library's values in the order of the cases.
  public static let values: [VehicleState] = [.offline, .online]
}

/// Properties of a trip, as a set; only those of the SDK are reported.
public typealias GMTSTripPropertyFields = TripPropertyFields

extension TripPropertyFields {
  /// All properties that the SDK has; the library adds its own.
  static let sdk = TripPropertyFields(rawValue: (1 << 19) - 1)
}
