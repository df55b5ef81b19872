public import FleetEngine
public import RidesharingConsumer

// The raw values are the SDK's numbers, which differ from those of the wire.

/// The status of a trip.
///
/// Source: contract 5.4.
public enum GMTSTripStatus: Int, Sendable {
  case unknown, new
  case enrouteToPickup, arrivedAtPickup
  case enrouteToIntermediateDestination, arrivedAtIntermediateDestination
  case enrouteToDropoff, complete, canceled

  /// Converts a status of the library.
  public init(_ value: TripStatus) {
    self =
      switch value {
      case .new: .new
      case .enrouteToPickup: .enrouteToPickup
      case .arrivedAtPickup: .arrivedAtPickup
      case .enrouteToIntermediateDestination: .enrouteToIntermediateDestination
      case .arrivedAtIntermediateDestination: .arrivedAtIntermediateDestination
      case .enrouteToDropoff: .enrouteToDropoff
      case .complete: .complete
      case .canceled: .canceled
      case .unknown: .unknown
      }
  }
}

/// Whether a trip shares its vehicle.
///
/// Source: contract 5.4.
public enum GMTSTripType: Int, Sendable {
  case unknown, shared, exclusive

  /// Converts a type of the library.
  public init(_ value: TripType) {
    self =
      switch value {
      case .shared: .shared
      case .exclusive: .exclusive
      case .unknown: .unknown
      }
  }
}

/// The kind of a waypoint.
///
/// Source: contract 5.4.
public enum GMTSTripWaypointType: Int, Sendable {
  case unknown, pickUp, dropOff, intermediateDestination

  private static let values: [WaypointType] = [
    .unspecified, .pickup, .dropoff, .intermediateDestination,
  ]

  /// Converts a type of the library.
  public init(_ value: WaypointType) {
    self = Self.values.firstIndex(of: value).flatMap(Self.init) ?? .unknown
  }

  /// The library's type.
  public var value: WaypointType { Self.values[rawValue] }
}

/// The speed of traffic on a part of a route.
///
/// Source: contract 5.4.
public enum GMTSSpeedType: Int, Sendable {
  case noData, normal, slow, trafficJam

  private static let values: [SpeedReading] = [.unspecified, .normal, .slow, .trafficJam]

  /// Converts a speed of the library.
  public init(_ value: SpeedReading) {
    self = Self.values.firstIndex(of: value).flatMap(Self.init) ?? .noData
  }

  /// The library's speed.
  public var value: SpeedReading { Self.values[rawValue] }
}

/// Whether a vehicle accepts trips, with the consumer SDK's numbers.
///
/// Source: contract 5.4.
public enum GMTSVehicleState: Int, Sendable {
  case unknown, offline, online

  /// Converts a state of the library.
  public init(_ value: VehicleState) {
    self =
      switch value {
      case .offline: .offline
      case .online: .online
      case .unknown: .unknown
      }
  }
}

/// Properties of a trip, as a set; only those of the SDK are reported.
public typealias GMTSTripPropertyFields = TripPropertyFields

extension TripPropertyFields {
  /// All properties that the SDK has; the library adds its own.
  static let sdk = TripPropertyFields(rawValue: (1 << 19) - 1)
}
