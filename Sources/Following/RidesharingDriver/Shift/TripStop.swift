public import FleetEngine
public import Geo

/// A waypoint of a trip that a vehicle visits.
public struct TripStop: Sendable, Hashable {
  /// The trip's ID.
  public var tripID: String
  /// The purpose of the stop.
  public var type: WaypointType
  /// The index among the trip's intermediate destinations; 0 for other stops.
  public var index = 0
  /// The position.
  public var place: Coordinate

  var waypoint: TripWaypoint {
    TripWaypoint(location: TerminalLocation(point: place), tripID: tripID, type: type)
  }

  /// Whether this is the same stop, even if it has moved.
  func isSame(as other: TripStop) -> Bool {
    tripID == other.tripID && type == other.type && index == other.index
  }

  /// Returns a vehicle's remaining stops in order, without waypoints that lack a trip, place or type.
  ///
  /// `stopCounts` has the number of all intermediate destinations of each trip, visited or not.
  static func stops(of vehicle: Vehicle, stopCounts: [String: Int]) -> [TripStop] {
    var stops = vehicle.waypoints.compactMap { waypoint -> TripStop? in
      guard let tripID = waypoint.tripID, let place = waypoint.location?.point, place.isValid,
        waypoint.type.isKnown
      else { return nil }
      return TripStop(tripID: tripID, type: waypoint.type, place: place)
    }
    // The remaining stops are a trip's last ones, so they are numbered from the end.
    let intermediate = stops.indices.filter { stops[$0].type == .intermediateDestination }
    for (id, indices) in Dictionary(grouping: intermediate, by: { stops[$0].tripID }) {
      let first = max((stopCounts[id] ?? indices.count) - indices.count, 0)
      for (number, index) in indices.enumerated() { stops[index].index = first + number }
    }
    return stops
  }
}
