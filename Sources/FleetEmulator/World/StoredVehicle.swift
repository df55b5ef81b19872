internal import FleetEngine

/// A vehicle as the emulator keeps it.
///
/// The vehicle's own fields hold the way to the first waypoint: route, its traffic, end point,
/// distance and arrival, whether reported or computed.
struct StoredVehicle: Codable, Sendable, Hashable {
  let id: String
  var vehicle: Vehicle
  /// All that it still visits, in order.
  var plan: [PlannedWaypoint] = []
  /// Whether the driver has reported the way to the present first waypoint.
  var isSegmentReported = false
  /// Where the last way that the driver reported ends.
  var lastReportedEnd: TerminalLocation?
  /// When the traffic on that way last changed.
  var trafficVersion: Timestamp?
  /// When the ways between the waypoints last changed.
  var waypointsRouteVersion: Timestamp?
  /// When it was last created or updated, by the wall clock.
  var updatedAt: Timestamp?
  /// When that was in the emulator's running time, from which retention counts.
  var keptAt: Timestamp?

  init(id: String, vehicle: Vehicle) {
    self.id = id
    self.vehicle = vehicle
  }

  /// The IDs of its active trips, oldest first.
  var tripIDs: [String] {
    get { vehicle.currentTripIDs }
    set { vehicle.currentTripIDs = newValue }
  }

  /// Whether a location came in a while up to a moment.
  func wasHeardOf(within age: Duration, of now: Timestamp) -> Bool {
    vehicle.lastLocation?.serverTime.map { $0 >= now - age } ?? false
  }
}
