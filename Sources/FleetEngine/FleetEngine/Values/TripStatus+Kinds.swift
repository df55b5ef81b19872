// Each switch lists every status, so that the compiler reports those that a new status must be added to.
extension TripStatus {
  /// The part of a ride to which a status belongs.
  private enum Part {
    case beforePickup
    case onBoard
    case complete
    case canceled
    case unknown
  }

  private var part: Part {
    switch self {
    case .new, .enrouteToPickup, .arrivedAtPickup: .beforePickup
    case .enrouteToIntermediateDestination, .arrivedAtIntermediateDestination, .enrouteToDropoff:
      .onBoard
    case .complete: .complete
    case .canceled: .canceled
    case .unknown: .unknown
    }
  }

  /// Whether the trip is complete or canceled.
  public var isTerminal: Bool { part == .complete || part == .canceled }

  /// Whether the vehicle has not left the pickup with the rider.
  package var isBeforePickup: Bool { part == .beforePickup }

  /// Whether the rider is in the vehicle.
  package var isOnBoard: Bool { part == .onBoard }

  /// Whether the vehicle has left the pickup with the rider, also when the trip is complete.
  package var isAfterPickup: Bool { part == .onBoard || part == .complete }

  /// Whether the vehicle drives to a place of the trip.
  package var isEnroute: Bool {
    switch self {
    case .enrouteToPickup, .enrouteToIntermediateDestination, .enrouteToDropoff: true
    case .new, .arrivedAtPickup, .arrivedAtIntermediateDestination, .complete, .canceled, .unknown:
      false
    }
  }

  /// Whether a vehicle has set out for the pickup, or the trip has gone further or ended.
  package var isBegun: Bool {
    switch self {
    case .new, .unknown: false
    case .enrouteToPickup, .arrivedAtPickup, .enrouteToIntermediateDestination,
      .arrivedAtIntermediateDestination, .enrouteToDropoff, .complete, .canceled:
      true
    }
  }

  /// Whether the trip may have stops that the vehicle has not left.
  package var mayHaveStopsAhead: Bool {
    switch self {
    case .new, .enrouteToPickup, .arrivedAtPickup, .enrouteToIntermediateDestination,
      .arrivedAtIntermediateDestination, .unknown:
      true
    case .enrouteToDropoff, .complete, .canceled: false
    }
  }

  /// Whether the vehicle waits at the pickup or at a stop.
  package var isArrival: Bool {
    switch self {
    case .arrivedAtPickup, .arrivedAtIntermediateDestination: true
    case .new, .enrouteToPickup, .enrouteToIntermediateDestination, .enrouteToDropoff, .complete,
      .canceled, .unknown:
      false
    }
  }

  /// Whether the status is about the stop of the trip's ``Trip/intermediateDestinationIndex``.
  package var isAboutStop: Bool {
    switch self {
    case .enrouteToIntermediateDestination, .arrivedAtIntermediateDestination: true
    case .new, .enrouteToPickup, .arrivedAtPickup, .enrouteToDropoff, .complete, .canceled,
      .unknown:
      false
    }
  }
}
