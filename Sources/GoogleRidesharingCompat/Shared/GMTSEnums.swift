public import FleetEngine

/// The status of a trip, with the SDK's numbers, which are not those of the wire.
///
/// Source: contract 5.4.
public enum GMTSTripStatus: Int, Sendable {
  case unknown = 0
  case new = 1
  case enrouteToPickup = 2
  case arrivedAtPickup = 3
  case enrouteToIntermediateDestination = 4
  case arrivedAtIntermediateDestination = 5
  case enrouteToDropoff = 6
  case complete = 7
  case canceled = 8

  /// The SDK's name of a status.
  public init(_ value: TripStatus) {
    switch value {
    case .new: self = .new
    case .enrouteToPickup: self = .enrouteToPickup
    case .arrivedAtPickup: self = .arrivedAtPickup
    case .enrouteToIntermediateDestination: self = .enrouteToIntermediateDestination
    case .arrivedAtIntermediateDestination: self = .arrivedAtIntermediateDestination
    case .enrouteToDropoff: self = .enrouteToDropoff
    case .complete: self = .complete
    case .canceled: self = .canceled
    case .unknown: self = .unknown
    }
  }
}

/// Whether a trip shares its vehicle.
///
/// Source: contract 5.4.
public enum GMTSTripType: Int, Sendable {
  case unknown = 0
  case shared = 1
  case exclusive = 2

  /// The SDK's name of a type.
  public init(_ value: TripType) {
    switch value {
    case .shared: self = .shared
    case .exclusive: self = .exclusive
    case .unknown: self = .unknown
    }
  }
}

/// What happens at a waypoint.
///
/// Source: contract 5.4.
public enum GMTSTripWaypointType: Int, Sendable {
  case unknown = 0
  case pickUp = 1
  case dropOff = 2
  case intermediateDestination = 3

  /// The SDK's name of a type.
  public init(_ value: WaypointType) {
    switch value {
    case .pickup: self = .pickUp
    case .dropoff: self = .dropOff
    case .intermediateDestination: self = .intermediateDestination
    case .unknown: self = .unknown
    }
  }

  /// The library's type.
  public var value: WaypointType {
    switch self {
    case .pickUp: .pickup
    case .dropOff: .dropoff
    case .intermediateDestination: .intermediateDestination
    case .unknown: .unspecified
    }
  }
}

/// How fast traffic moves on a part of a path.
///
/// Source: contract 5.4.
public enum GMTSSpeedType: Int, Sendable {
  case noData = 0
  case normal = 1
  case slow = 2
  case trafficJam = 3

  /// The SDK's name of a speed.
  public init(_ value: SpeedReading) {
    switch value {
    case .normal: self = .normal
    case .slow: self = .slow
    case .trafficJam: self = .trafficJam
    case .unknown: self = .noData
    }
  }

  /// The library's speed.
  public var value: SpeedReading {
    switch self {
    case .normal: .normal
    case .slow: .slow
    case .trafficJam: .trafficJam
    case .noData: .unspecified
    }
  }
}

/// Whether a vehicle takes trips, as the consumer's side numbers it.
///
/// Source: contract 5.4.
public enum GMTSVehicleState: Int, Sendable {
  case unknown = 0
  case offline = 1
  case online = 2

  /// The SDK's name of a state.
  public init(_ value: VehicleState) {
    switch value {
    case .offline: self = .offline
    case .online: self = .online
    case .unknown: self = .unknown
    }
  }
}
