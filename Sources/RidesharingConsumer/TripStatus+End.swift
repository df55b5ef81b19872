public import FleetEngine

extension TripStatus {
  /// Whether the trip is over, at its drop-off or because it was given up.
  public var isTerminal: Bool {
    switch self {
    case .complete, .canceled: true
    case .new, .enrouteToPickup, .arrivedAtPickup, .enrouteToIntermediateDestination,
      .arrivedAtIntermediateDestination, .enrouteToDropoff, .unknown:
      false
    }
  }
}
