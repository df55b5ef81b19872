internal import FleetEngine

/// The parts of a trip that a client requests, by the versions that it has.
///
/// See docs/protocol.md, "GetTrip and versions".
struct TripQuery: Sendable {
  let routeFormat: RouteFormat
  private let view: TripView
  private let segment: Timestamp?
  private let traffic: Timestamp?
  private let waypointsRoute: Timestamp?

  init(_ request: SchemaMessage) throws(RPCFailure) {
    routeFormat =
      request.text("routeFormatType") == RouteFormat.encodedPolyline.rawValue
      ? .encodedPolyline : .coordinates
    view = request.choice("view")
    segment = request.moment("currentRouteSegmentVersion")
    traffic = request.moment("currentRouteSegmentTrafficVersion")
    waypointsRoute = request.moment("remainingWaypointsRouteVersion")
    // remainingWaypointsVersion changes nothing: responses always have the waypoints.
  }

  func narrow(_ trip: Trip) -> Trip {
    var trip = trip
    if view.isKnown { trip.view = view }
    if !trip.currentRouteSegmentVersion.isNewer(than: segment) { trip.route = nil }
    if !trip.currentRouteSegmentTrafficVersion.isNewer(than: traffic) {
      trip.currentRouteSegmentTraffic = nil
    }
    if !trip.remainingWaypointsRouteVersion.isNewer(than: waypointsRoute) {
      for index in trip.remainingWaypoints.indices {
        trip.remainingWaypoints[index].path = nil
        trip.remainingWaypoints[index].traffic = nil
      }
    }
    return trip
  }
}

/// The parts of a vehicle that a client requests, by the versions that it has.
///
/// See docs/protocol.md, "Endpoints".
struct VehicleQuery: Sendable {
  private let segment: Timestamp?
  private let waypoints: Timestamp?

  init(_ request: SchemaMessage) {
    segment = request.moment("currentRouteSegmentVersion")
    waypoints = request.moment("waypointsVersion")
  }

  func narrow(_ vehicle: Vehicle) -> Vehicle {
    var vehicle = vehicle
    if !vehicle.currentRouteSegmentVersion.isNewer(than: segment) { vehicle.route = nil }
    if !vehicle.waypointsVersion.isNewer(than: waypoints) { vehicle.waypoints = [] }
    return vehicle
  }
}

extension Timestamp? {
  /// Whether this version is newer than a client's; a missing version counts as newer.
  fileprivate func isNewer(than known: Timestamp?) -> Bool {
    guard let known, let self else { return true }
    return self > known
  }
}
