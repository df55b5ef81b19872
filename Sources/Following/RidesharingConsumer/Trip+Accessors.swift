public import FleetEngine
public import Geo

/// The properties that the SDK's trip computes from the wire's fields.
///
/// See docs/protocol.md, "SDK data types".
extension Trip {
  /// The trip's ID, the last part of its name.
  public var tripID: String? { name?.tripID }

  /// Whether the trip is neither complete nor canceled.
  public var isActive: Bool { !status.isTerminal }

  /// The vehicle's next waypoint, which may be another trip's.
  public var nextTripWaypoint: TripWaypoint? { remainingWaypoints.first }

  /// Whether a waypoint belongs to this trip; a waypoint without a trip ID does.
  public func isOwnWaypoint(_ waypoint: TripWaypoint) -> Bool {
    guard let owner = waypoint.tripID, !owner.isEmpty, let tripID else { return true }
    return owner == tripID
  }

  /// Whether the vehicle's next waypoint is another trip's.
  public var isFinishingAnotherTrip: Bool { nextTripWaypoint.map { !isOwnWaypoint($0) } ?? false }

  /// The path from the vehicle to the next waypoint.
  public var activeRoute: [Coordinate]? { route }

  /// The path from the next waypoint to this trip's drop-off; nil if no part of it is known.
  public var remainingRoute: [Coordinate]? {
    var path: [Coordinate] = []
    for waypoint in waypointsAfterNext {
      var part = (waypoint.path ?? [])[...]
      if let last = path.last, part.first == last { part = part.dropFirst() }
      path += part
    }
    return path.isEmpty ? nil : path
  }

  /// The traffic on the active route.
  public var activeRouteTraffic: TrafficPolyline? { currentRouteSegmentTraffic }

  /// The traffic on the remaining route; nil if unknown.
  ///
  /// The path includes parts without traffic data; no interval covers them.
  public var remainingRouteTraffic: TrafficPolyline? {
    let waypoints = waypointsAfterNext
    guard waypoints.contains(where: { $0.traffic != nil }) else { return nil }
    var path: [Coordinate] = []
    var intervals: [SpeedReadingInterval] = []
    for waypoint in waypoints {
      let offset = path.count
      path += waypoint.traffic?.path ?? waypoint.path ?? []
      intervals += (waypoint.traffic?.intervals ?? []).map {
        SpeedReadingInterval(
          startIndex: $0.startIndex + offset, endIndex: $0.endIndex + offset, speed: $0.speed)
      }
    }
    return TrafficPolyline(path: path, intervals: intervals)
  }

  /// Meters to the next waypoint, 0 if unknown.
  public var remainingDistanceOfActiveRouteInMeters: Int32 {
    Int32(clamping: remainingDistanceMeters ?? 0)
  }

  /// Meters from the next waypoint to this trip's drop-off, without unknown parts.
  public var distanceOfRemainingRouteInMeters: Int32 {
    let total = waypointsAfterNext.reduce(0) { sum, waypoint in
      let (total, overflow) = sum.addingReportingOverflow(waypoint.distanceMeters ?? 0)
      return overflow ? Int.max : total
    }
    return Int32(clamping: total)
  }

  /// The waypoints after the next one, up to and including this trip's drop-off.
  private var waypointsAfterNext: ArraySlice<TripWaypoint> {
    let end = remainingWaypoints.firstIndex { isOwnWaypoint($0) && $0.type == .dropoff }
    let last = end ?? remainingWaypoints.count - 1
    guard last >= 1 else { return [] }
    return remainingWaypoints[1...last]
  }
}
