import FleetEngine
import Geo

/// A trip with a number of route points, as JSON.
struct SampleTrip {
  static let name = "providers/demo-project/trips/long"

  /// Two consecutive responses; the second one's routes differ at their end.
  let answers: [[UInt8]]
  let points: Int

  /// Creates the responses.
  ///
  /// - Parameters:
  ///   - points: The points of all routes; half of them lead to the pickup.
  ///   - format: The routes' encoding.
  /// - Throws: The encoder's error.
  init(points: Int, format: RouteFormat) throws {
    self.points = points
    answers = try (0..<2).map { revision in
      try WireJSON.encode(Self.trip(points: points, revision: revision), routeFormat: format)
    }
  }

  private static func trip(points: Int, revision: Int) throws -> Trip {
    let version = Timestamp(seconds: 1_700_000_000 + Int64(revision))
    func path(_ count: Int, from start: Double) -> [Coordinate] {
      (0..<count).map { index in
        let isLast = index == count - 1
        return Coordinate(
          latitude: start + Double(index) * 0.000_013,
          longitude: 7.6 + Double(index) * 0.000_017 + (isLast ? Double(revision) * 0.001 : 0))
      }
    }
    let (route, rest) = (path(points / 2, from: 45), path(points - points / 2, from: 46))
    func waypoint(_ type: WaypointType, _ path: [Coordinate]) -> TripWaypoint {
      TripWaypoint(
        location: path.last.map { TerminalLocation(point: $0) }, tripID: "long", type: type,
        path: path, distanceMeters: path.count)
    }
    return try Trip.with {
      $0.name = try TripName(parsing: name)
      $0.vehicleID = "vehicle"
      $0.status = .enrouteToPickup
      $0.type = .exclusive
      $0.pickupPoint = route.last.map { TerminalLocation(point: $0) }
      $0.dropoffPoint = rest.last.map { TerminalLocation(point: $0) }
      $0.remainingWaypoints = [waypoint(.pickup, []), waypoint(.dropoff, rest)]
      $0.route = route
      $0.currentRouteSegmentVersion = version
      $0.remainingDistanceMeters = 1_000 - revision
      $0.etaToFirstWaypoint = version
      $0.remainingWaypointsVersion = version
      $0.remainingWaypointsRouteVersion = version
      $0.numberOfPassengers = 1
      $0.lastLocation = VehicleLocation(location: route.first, updateTime: version)
    }
  }
}
