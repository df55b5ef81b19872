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
    if hasOlderLocation(than: last) { whole.lastLocation = last.lastLocation }
    if route == nil, isHeld(last, \.currentRouteSegmentVersion) {
      whole.route = last.route
    }
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

  /// Whether another of the server's machines answered with where the vehicle was before.
  private func hasOlderLocation(than last: Trip) -> Bool {
    guard vehicleID == last.vehicleID, let new = lastLocation, let old = last.lastLocation
    else { return false }
    // The server's own clock first: a telephone's may be set back.
    if let newTime = new.serverTime, let oldTime = old.serverTime { return newTime < oldTime }
    guard new.serverTime == nil, old.serverTime == nil else { return false }
    guard let newTime = new.updateTime, let oldTime = old.updateTime else { return false }
    return newTime < oldTime
  }

  /// Whether the answer leaves out what has changed all the same, so that it has to be asked for as
  /// a whole.
  ///
  /// That is so in two cases. A server whose versions went back takes what it has for older than
  /// what was asked for. And one of the older generation leaves out the waypoints while their places
  /// are the same, with paths that are not.
  ///
  /// - Parameters:
  ///   - last: The trip as it is held.
  ///   - versions: The versions that were sent.
  /// - Returns: Whether a part is missing that is neither held nor gone.
  func withholds(since last: Trip, _ versions: TripVersions) -> Bool {
    func wentBack(_ version: Timestamp?, from sent: Timestamp?) -> Bool {
      guard let version, let sent else { return false }
      return version < sent
    }
    let hasPaths = remainingWaypoints.contains { $0.path != nil || $0.traffic != nil }
    return route == nil && wentBack(currentRouteSegmentVersion, from: versions.currentRouteSegment)
      || currentRouteSegmentTraffic == nil
        && wentBack(currentRouteSegmentTrafficVersion, from: versions.currentRouteSegmentTraffic)
      || remainingWaypoints.isEmpty
        && wentBack(remainingWaypointsVersion, from: versions.remainingWaypoints)
      || !hasPaths
        && wentBack(remainingWaypointsRouteVersion, from: versions.remainingWaypointsRoute)
      || remainingWaypoints.isEmpty && versions.remainingWaypoints != nil
        && versions.remainingWaypoints == remainingWaypointsVersion
        && remainingWaypointsRouteVersion != last.remainingWaypointsRouteVersion
  }

  private func isHeld(_ last: Trip, _ version: (Trip) -> Timestamp?) -> Bool {
    version(self) != nil && version(self) == version(last)
  }

  private mutating func dropPaths() {
    for index in remainingWaypoints.indices {
      remainingWaypoints[index].path = nil
      remainingWaypoints[index].traffic = nil
    }
  }

  /// Takes the paths of the waypoints that were there before, each once and in their order.
  ///
  /// Waypoints are left behind at the front, so that two visits of one place are told apart from
  /// the end.
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
    // Without a version of their paths nobody could tell whether a list that is left out still has
    // the same.
    if !trip.remainingWaypoints.isEmpty, trip.remainingWaypointsRouteVersion != nil {
      remainingWaypoints = trip.remainingWaypointsVersion
    }
    if trip.remainingWaypoints.contains(where: { $0.path != nil || $0.traffic != nil }) {
      remainingWaypointsRoute = trip.remainingWaypointsRouteVersion
    }
  }
}
