/// The lines of a trip on a map.
public enum PolylineType: Int, Sendable, Hashable, CaseIterable {
  /// From the vehicle to the next waypoint.
  case activeRoute = 0
  /// From the next waypoint to the drop-off.
  case remainingRoute = 1
}

/// The markers of a map.
public enum CustomizableMarkerType: Int, Sendable, Hashable, CaseIterable {
  /// What belongs to no trip, such as the user's own place.
  case unknown = -1
  /// Where the trip begins.
  case tripPickupPoint = 0
  /// Where the trip ends.
  case tripDropoffPoint = 1
  /// The vehicle.
  case tripVehicle = 2
  /// A stop on the way.
  case intermediateDestination = 3
}
