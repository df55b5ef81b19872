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
  var waypoint: TripWaypoint { TripWaypoint(location: location, tripID: tripID, type: type) }

  /// The place; a plan holds no waypoint without one.
  var point: Coordinate { location.point ?? Coordinate(latitude: 0, longitude: 0) }

  /// Which waypoint it is, whatever its place.
  struct Identity: Hashable {
    let tripID: String
    let type: WaypointType
    let stopIndex: Int
  }

  /// Which waypoint it is, whatever its place.
  var identity: Identity { Identity(tripID: tripID, type: type, stopIndex: stopIndex) }

  /// Whether this is the same waypoint, whatever its place.
  func isSame(as other: PlannedWaypoint) -> Bool { identity == other.identity }
}
