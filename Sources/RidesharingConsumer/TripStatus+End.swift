public import FleetEngine

extension TripStatus {
  /// Whether the trip is over, at its drop-off or because it was given up.
  public var isTerminal: Bool { self == .complete || self == .canceled }
}
