internal import FleetEngine
internal import Geo

struct PlannedWaypoint: Codable, Sendable, Hashable {
  let tripID: String
  let type: WaypointType
  /// The index among the trip's stops; 0 for a pickup or drop-off.
  let stopIndex: Int
  let location: TerminalLocation

  /// The waypoint of the interface, without derived fields.
  ///
  /// The real server rounds the places of waypoints, and no others.
  var waypoint: TripWaypoint {
    var location = location
    location.point = location.point?.roundedToE7
    return TripWaypoint(location: location, tripID: tripID, type: type)
  }

  /// The location's point, which every waypoint of a plan has.
  var point: Coordinate { location.point ?? Coordinate(latitude: 0, longitude: 0) }

  /// Identifies a waypoint regardless of its location.
  struct Identity: Hashable {
    let tripID: String
    let type: WaypointType
    let stopIndex: Int
  }

  var identity: Identity { Identity(tripID: tripID, type: type, stopIndex: stopIndex) }

  /// Whether this is the same waypoint, regardless of its location.
  func isSame(as other: PlannedWaypoint) -> Bool { identity == other.identity }
}

extension Coordinate {
  /// The coordinate in degrees with seven digits after the point.
  var roundedToE7: Coordinate {
    func rounded(_ degrees: Double) -> Double { (degrees * 1e7).rounded() / 1e7 }
    return Coordinate(latitude: rounded(latitude), longitude: rounded(longitude))
  }
}
