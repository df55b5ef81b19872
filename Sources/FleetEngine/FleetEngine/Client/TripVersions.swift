/// The versions of a trip's larger parts that a client already has.
///
/// The server leaves out a part that is not newer than the version sent. See docs/protocol.md,
/// "GetTrip and versions".
public struct TripVersions: Sendable, Hashable {
  /// The version of the path to the first waypoint.
  public var currentRouteSegment: Timestamp?
  /// The version of the traffic on that path.
  public var currentRouteSegmentTraffic: Timestamp?
  /// The version of the list of waypoints.
  public var remainingWaypoints: Timestamp?
  /// The version of the paths between the waypoints.
  public var remainingWaypointsRoute: Timestamp?

  /// Creates versions.
  public init(
    currentRouteSegment: Timestamp? = nil, currentRouteSegmentTraffic: Timestamp? = nil,
    remainingWaypoints: Timestamp? = nil, remainingWaypointsRoute: Timestamp? = nil
  ) {
    self.currentRouteSegment = currentRouteSegment
    self.currentRouteSegmentTraffic = currentRouteSegmentTraffic
    self.remainingWaypoints = remainingWaypoints
    self.remainingWaypointsRoute = remainingWaypointsRoute
  }
}
