import FleetEngine
import Geo

extension Coordinate {
  static func at(_ latitude: Double, _ longitude: Double) -> Coordinate {
    Coordinate(latitude: latitude, longitude: longitude)
  }
}

extension Timestamp {
  static func at(_ seconds: Int64) -> Timestamp { Timestamp(seconds: seconds) }
}

extension TripWaypoint {
  static func sample(
    _ type: WaypointType, at latitude: Double, trip: String = "t1", path: [Coordinate]? = nil,
    traffic: TrafficPolyline? = nil, meters: Int? = nil
  ) -> TripWaypoint {
    TripWaypoint(
      location: TerminalLocation(point: .at(latitude, 0)), tripID: trip, type: type, path: path,
      traffic: traffic, distanceMeters: meters)
  }
}
