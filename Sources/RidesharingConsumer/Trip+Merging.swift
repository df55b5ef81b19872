package import FleetEngine

extension Trip {
  /// Completes an answer with what the server left out of it because it has not changed.
  ///
  /// A part that is absent while its version is the one that is held already is kept; absent with
  /// another version or with none it is gone. A server of either generation is understood: one that
  /// always sends the waypoints, and one that leaves them out. Source: contract 2.3.
  ///
  /// - Parameter last: The trip as it is held; nil before the first answer.
  /// - Returns: The whole trip.
  package func completed(from last: Trip?) -> Trip {
    guard let last else { return self }
    var whole = self
    if route == nil, isHeld(last, \.currentRouteSegmentVersion) {
      whole.route = last.route
    }
    if currentRouteSegmentTraffic == nil, isHeld(last, \.currentRouteSegmentTrafficVersion) {
      whole.currentRouteSegmentTraffic = last.currentRouteSegmentTraffic
    }
    if remainingWaypoints.isEmpty, isHeld(last, \.remainingWaypointsVersion) {
      whole.remainingWaypoints = last.remainingWaypoints
    }
    if isHeld(last, \.remainingWaypointsRouteVersion) {
      whole.keepPaths(of: last.remainingWaypoints)
    }
    return whole
  }

  private func isHeld(_ last: Trip, _ version: (Trip) -> Timestamp?) -> Bool {
    version(self) != nil && version(self) == version(last)
  }

  /// Takes the paths of the waypoints that were there before, each once and in their order.
  private mutating func keepPaths(of old: [TripWaypoint]) {
    var rest = old[...]
    for index in remainingWaypoints.indices {
      let waypoint = remainingWaypoints[index]
      guard
        let match = rest.firstIndex(where: {
          $0.tripID == waypoint.tripID && $0.type == waypoint.type
            && $0.location == waypoint.location
        })
      else { continue }
      if waypoint.path == nil { remainingWaypoints[index].path = rest[match].path }
      if waypoint.traffic == nil { remainingWaypoints[index].traffic = rest[match].traffic }
      rest = rest[(match + 1)...]
    }
  }
}

extension TripVersions {
  /// The versions of the parts that a trip really holds, so that a missing one is asked for anew.
  ///
  /// - Parameter trip: The trip as it is held; nil before the first answer.
  init(heldIn trip: Trip?) {
    self.init()
    guard let trip else { return }
    if trip.route != nil { currentRouteSegment = trip.currentRouteSegmentVersion }
    if trip.currentRouteSegmentTraffic != nil {
      currentRouteSegmentTraffic = trip.currentRouteSegmentTrafficVersion
    }
    if !trip.remainingWaypoints.isEmpty { remainingWaypoints = trip.remainingWaypointsVersion }
    if trip.remainingWaypoints.contains(where: { $0.path != nil }) {
      remainingWaypointsRoute = trip.remainingWaypointsRouteVersion
    }
  }
}
