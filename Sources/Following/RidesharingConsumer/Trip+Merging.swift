package import FleetEngine

extension Trip {
  /// Completes a response with the parts that the server left out because they did not change.
  ///
  /// If a part is absent, the last trip's is kept if it has the same version, and dropped
  /// otherwise. Older servers always send the waypoints, newer ones may leave them out. See
  /// docs/protocol.md, "GetTrip and versions".
  package func completed(from last: Trip?) -> Trip {
    guard let last else { return self }
    var whole = self
    if hasOlderLocation(than: last) { whole.lastLocation = last.lastLocation }
    if route == nil, isHeld(last, \.currentRouteSegmentVersion) { whole.route = last.route }
    if currentRouteSegmentTraffic == nil, isHeld(last, \.currentRouteSegmentTrafficVersion) {
      whole.currentRouteSegmentTraffic = last.currentRouteSegmentTraffic
    }
    let hasSamePaths = isHeld(last, \.remainingWaypointsRouteVersion)
    if remainingWaypoints.isEmpty, isHeld(last, \.remainingWaypointsVersion) {
      whole.remainingWaypoints = last.remainingWaypoints
      if !hasSamePaths { whole.dropPaths() }
    } else if hasSamePaths {
      whole.keepPaths(of: last.remainingWaypoints)
    }
    return whole
  }

  /// Whether the response is from a server machine with an outdated location.
  private func hasOlderLocation(than last: Trip) -> Bool {
    guard vehicleID == last.vehicleID, let new = lastLocation, let old = last.lastLocation
    else { return false }
    // Prefers the server's clock, because a phone's may be set back.
    if let newTime = new.serverTime, let oldTime = old.serverTime { return newTime < oldTime }
    guard new.serverTime == nil, old.serverTime == nil else { return false }
    guard let newTime = new.updateTime, let oldTime = old.updateTime else { return false }
    return newTime < oldTime
  }

  /// Whether the response to a request with `versions` omits a part that did change, so that the
  /// client must request the whole trip.
  ///
  /// This happens in two cases: the server's versions went back, so it takes its parts for older than
  /// the client's; or an older server leaves out waypoints whose places are the same but whose paths
  /// are not.
  func omitsChanges(since last: Trip, _ versions: TripVersions) -> Bool {
    let hasPaths = remainingWaypoints.contains { $0.path != nil || $0.traffic != nil }
    let parts = [
      (route == nil, currentRouteSegmentVersion, versions.currentRouteSegment),
      (
        currentRouteSegmentTraffic == nil, currentRouteSegmentTrafficVersion,
        versions.currentRouteSegmentTraffic
      ),
      (remainingWaypoints.isEmpty, remainingWaypointsVersion, versions.remainingWaypoints),
      (!hasPaths, remainingWaypointsRouteVersion, versions.remainingWaypointsRoute),
    ]
    let hasOlderPart = parts.contains { isMissing, version, sent in
      guard isMissing, let version, let sent else { return false }
      return version < sent
    }
    return hasOlderPart
      || remainingWaypoints.isEmpty && versions.remainingWaypoints != nil
        && versions.remainingWaypoints == remainingWaypointsVersion
        && remainingWaypointsRouteVersion != last.remainingWaypointsRouteVersion
  }

  private func isHeld(_ last: Trip, _ version: (Trip) -> Timestamp?) -> Bool {
    version(self) != nil && version(self) == version(last)
  }

  /// Drops all routes, so that the next request makes the server send them.
  mutating func dropRoutes() {
    (route, currentRouteSegmentTraffic) = (nil, nil)
    dropPaths()
    for index in vehicleWaypoints.indices {
      vehicleWaypoints[index].path = nil
      vehicleWaypoints[index].traffic = nil
    }
  }

  private mutating func dropPaths() {
    for index in remainingWaypoints.indices {
      remainingWaypoints[index].path = nil
      remainingWaypoints[index].traffic = nil
    }
  }

  /// Copies the paths of the same waypoints in the last trip, each once and in order.
  ///
  /// Matches from the end, because the vehicle leaves waypoints at the front. This distinguishes two
  /// visits of the same place.
  private mutating func keepPaths(of old: [TripWaypoint]) {
    var rest = old[...]
    for index in remainingWaypoints.indices.reversed() {
      let waypoint = remainingWaypoints[index]
      guard
        let match = rest.lastIndex(where: {
          $0.tripID == waypoint.tripID && $0.type == waypoint.type
            && $0.location == waypoint.location
        })
      else { continue }
      if waypoint.path == nil { remainingWaypoints[index].path = rest[match].path }
      if waypoint.traffic == nil { remainingWaypoints[index].traffic = rest[match].traffic }
      rest = rest[..<match]
    }
  }
}

extension TripVersions {
  /// The versions of the parts that a trip contains, so that the server sends the missing ones.
  init(heldIn trip: Trip?) {
    self.init()
    guard let trip else { return }
    if trip.route != nil { currentRouteSegment = trip.currentRouteSegmentVersion }
    if trip.currentRouteSegmentTraffic != nil {
      currentRouteSegmentTraffic = trip.currentRouteSegmentTrafficVersion
    }
    // Without the version of their paths it would be unknown whether an omitted list still has the
    // same paths.
    if !trip.remainingWaypoints.isEmpty, trip.remainingWaypointsRouteVersion != nil {
      remainingWaypoints = trip.remainingWaypointsVersion
    }
    if trip.remainingWaypoints.contains(where: { $0.path != nil || $0.traffic != nil }) {
      remainingWaypointsRoute = trip.remainingWaypointsRouteVersion
    }
  }
}
