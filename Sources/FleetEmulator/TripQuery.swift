internal import FleetEngine

/// What a client asks of a trip and has of it already.
///
/// Source: contract 2.3.
struct TripQuery: Sendable {
  let routeFormat: RouteFormat
  private let segment: Timestamp?
  private let traffic: Timestamp?
  private let waypointsRoute: Timestamp?

  init(_ query: QueryParameters) throws(RPCFailure) {
    let format = try query.choice(
      "routeFormatType",
      ["UNKNOWN_FORMAT_TYPE", "LAT_LNG_LIST_TYPE", "ENCODED_POLYLINE_TYPE"]
    )
    routeFormat = format == 2 ? .encodedPolyline : .coordinates
    _ = try query.choice("view", ["TRIP_VIEW_UNSPECIFIED", "SDK", "JOURNEY_SHARING_V1S"])
    segment = try query.timestamp("currentRouteSegmentVersion")
    traffic = try query.timestamp("currentRouteSegmentTrafficVersion")
    waypointsRoute = try query.timestamp("remainingWaypointsRouteVersion")
    // Read for its form only: the waypoints themselves are always told.
    _ = try query.timestamp("remainingWaypointsVersion")
  }

  /// The trip without the parts that the client has.
  func narrow(_ trip: Trip) -> Trip {
    var trip = trip
    if !Self.isNewer(trip.currentRouteSegmentVersion, than: segment) { trip.route = nil }
    if !Self.isNewer(trip.currentRouteSegmentTrafficVersion, than: traffic) {
      trip.currentRouteSegmentTraffic = nil
    }
    if !Self.isNewer(trip.remainingWaypointsRouteVersion, than: waypointsRoute) {
      for index in trip.remainingWaypoints.indices {
        trip.remainingWaypoints[index].path = nil
        trip.remainingWaypoints[index].traffic = nil
      }
    }
    return trip
  }

  private static func isNewer(_ stored: Timestamp?, than known: Timestamp?) -> Bool {
    guard let known, let stored else { return true }
    return stored > known
  }
}
