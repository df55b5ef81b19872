internal import FleetEngine
internal import Geo

/// A vehicle as the emulator stores it.
///
/// The vehicle's own fields describe the segment to the first waypoint: route, traffic, end point,
/// distance and arrival, whether reported or estimated.
struct StoredVehicle: Codable, Sendable, Hashable {
  let id: String
  var vehicle: Vehicle
  /// The waypoints that it still has to visit, in order.
  var plan: [PlannedWaypoint] = []
  /// Whether the driver has reported the segment to the first waypoint.
  var isSegmentReported = false
  /// The end of the segment that the driver reported last.
  var lastReportedEnd: TerminalLocation?
  /// When the segment's traffic last changed.
  var trafficVersion: Timestamp?
  /// When the routes between the waypoints last changed.
  var waypointsRouteVersion: Timestamp?
  /// When it was created or last updated, by the wall clock.
  var updatedAt: Timestamp?
  /// The same in the emulator's ``RunningTime``, for retention.
  var keptAt: Timestamp?

  /// The IDs of its active trips, oldest first.
  var tripIDs: [String] {
    get { vehicle.currentTripIDs }
    set { vehicle.currentTripIDs = newValue }
  }

  var place: Coordinate? { vehicle.lastLocation?.location }

  /// Whether its location was reported recently.
  func hasLocation(within age: Duration, of now: Timestamp) -> Bool {
    vehicle.lastLocation?.serverTime.map { $0 >= now - age } ?? false
  }
}
