internal import FleetEngine
internal import Geo

/// A waypoint on a vehicle's plan.
struct PlannedWaypoint: Codable, Sendable, Hashable {
  let tripID: String
  let type: WaypointType
  /// Which of the trip's stops it is; 0 for a pickup or drop-off.
  let stopIndex: Int
  let location: TerminalLocation

  /// The waypoint in the wire's terms, without what is derived.
  var waypoint: TripWaypoint {
    TripWaypoint(location: location, tripID: tripID, type: type)
  }

  /// The place; a plan holds no waypoint without one.
  var point: Coordinate { location.point ?? Coordinate(latitude: 0, longitude: 0) }

  /// Whether this is the same waypoint, wherever it lies.
  func isSame(as other: PlannedWaypoint) -> Bool {
    tripID == other.tripID && type == other.type && stopIndex == other.stopIndex
  }
}
