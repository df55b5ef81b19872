internal import FleetEngine
internal import Geo

extension Draft {
  /// How near a reported route must end to a waypoint to lead to it, in metres.
  private static let nearWaypoint = 50.0

  /// Brings a vehicle's plan up to date with its trips.
  ///
  /// - Parameters:
  ///   - id: The vehicle's id.
  ///   - order: A new order of the waypoints, if one was given.
  mutating func replan(_ id: String, order: [PlannedWaypoint]? = nil) {
    guard var record = vehicle(id) else { return }
    record.tripIDs.removeAll { tripID in
      guard let trip = trip(tripID)?.trip else { return true }
      return trip.vehicleID != id || trip.status == .complete || trip.status == .canceled
    }
    let old = record.plan
    let trips = record.tripIDs.compactMap(trip)
    record.plan = Self.plan(
      order ?? old,
      wanted: trips.map(\.remaining),
      exclusive: Set(trips.filter { $0.trip.type == .exclusive }.map(\.id))
    )
    record.vehicle.currentTripIDs = record.tripIDs
    if record.plan != old {
      record.vehicle.waypointsVersion = version(after: record.vehicle.waypointsVersion)
      record.waypointsRouteVersion = version(after: record.waypointsRouteVersion)
      if record.plan.first != old.first { firstWaypointChanged(&record) }
    }
    put(record)
  }

  /// The plan that keeps the order so far and puts new waypoints where their trip wants them.
  ///
  /// Those of an exclusive trip stay together; of any other they go as far back as they may.
  private static func plan(
    _ order: [PlannedWaypoint],
    wanted: [[PlannedWaypoint]],
    exclusive: Set<String>
  ) -> [PlannedWaypoint] {
    let all = wanted.joined()
    var plan = order.compactMap { kept in all.first { $0.isSame(as: kept) } }
    for waypoints in wanted {
      for (index, waypoint) in waypoints.enumerated()
      where !plan.contains(where: { $0.isSame(as: waypoint) }) {
        let earlier = exclusive.contains(waypoint.tripID) ? waypoints[..<index] : []
        let later = waypoints[(index + 1)...]
        let last = plan.lastIndex { planned in earlier.contains { $0.isSame(as: planned) } }
        let before = plan.firstIndex { planned in later.contains { $0.isSame(as: planned) } }
        plan.insert(waypoint, at: last.map { $0 + 1 } ?? before ?? plan.endIndex)
      }
    }
    return plan
  }

  private func firstWaypointChanged(_ record: inout VehicleRecord) {
    guard let first = record.plan.first else {
      // The last trip has ended: distance and arrival stay behind, as on the real server.
      setSegment(nil, &record)
      record.isSegmentReported = false
      return
    }
    if record.isSegmentReported, let end = record.vehicle.route?.last,
      end.meters(to: first.point) <= Self.nearWaypoint
    {
      record.vehicle.currentRouteSegmentEndPoint = first.waypoint
      return
    }
    record.isSegmentReported = false
    estimateSegment(&record)
  }

  /// Puts a straight way to the first waypoint where no driver has reported one.
  func estimateSegment(_ record: inout VehicleRecord) {
    guard let first = record.plan.first,
      let location = record.vehicle.lastLocation?.location
    else {
      setSegment(nil, &record)
      record.vehicle.remainingDistanceMeters = nil
      record.vehicle.etaToFirstWaypoint = nil
      return
    }
    let line = [location, first.point]
    // As the wire will carry it, so that what is stored and what is sent are the same.
    setSegment((try? S2Polyline.decode(S2Polyline.encode(line))) ?? line, &record)
    record.vehicle.currentRouteSegmentTraffic = nil
    record.vehicle.currentRouteSegmentEndPoint = first.waypoint
    let leg = leg(from: location, to: first.point)
    record.vehicle.remainingDistanceMeters = leg.meters
    record.vehicle.etaToFirstWaypoint = now + leg.duration
  }

  /// Sets the way to the first waypoint, with new versions where it differs.
  func setSegment(_ route: [Coordinate]?, _ record: inout VehicleRecord) {
    guard record.vehicle.route != route else { return }
    record.vehicle.route = route
    record.vehicle.currentRouteSegmentVersion = version(
      after: record.vehicle.currentRouteSegmentVersion
    )
    record.trafficVersion = version(after: record.trafficVersion)
    record.waypointsRouteVersion = version(after: record.waypointsRouteVersion)
    if route == nil {
      record.vehicle.currentRouteSegmentTraffic = nil
      record.vehicle.currentRouteSegmentEndPoint = nil
    }
  }

  /// The estimate of a way between two places: 1.3 times the straight line.
  func leg(from start: Coordinate, to end: Coordinate) -> (meters: Int, duration: Duration) {
    let meters = start.meters(to: end) * 1.3
    guard meters.isFinite else { return (0, .zero) }
    return (Int(meters.rounded()), .seconds((meters / estimatedSpeed).rounded()))
  }

  /// Finds the plan's waypoints in a given order.
  ///
  /// - Parameters:
  ///   - waypoints: The order, of which trip, type and place are read.
  ///   - plan: The waypoints that it has to hold, each once.
  /// - Returns: The plan in that order.
  /// - Throws: Which rule the order breaks.
  func order(
    _ waypoints: [TripWaypoint],
    of plan: [PlannedWaypoint]
  ) throws(RPCFailure) -> [PlannedWaypoint] {
    var rest = plan
    var result: [PlannedWaypoint] = []
    for waypoint in waypoints {
      let index = rest.firstIndex { planned in
        guard planned.tripID == waypoint.tripID, planned.type == waypoint.type else { return false }
        guard let point = waypoint.location?.point else { return true }
        return point.meters(to: planned.point) <= 1
      }
      guard let index else {
        throw .invalid("The list of waypoints holds one that the vehicle does not visit.")
      }
      result.append(rest.remove(at: index))
    }
    guard rest.isEmpty else {
      throw .invalid("The list of waypoints must hold every remaining waypoint of the vehicle.")
    }
    try checkOrder(result)
    return result
  }

  private func checkOrder(_ plan: [PlannedWaypoint]) throws(RPCFailure) {
    for tripID in Set(plan.map(\.tripID)) {
      let own = plan.filter { $0.tripID == tripID }
      let wanted = trip(tripID)?.remaining ?? []
      guard zip(own, wanted).allSatisfy({ $0.isSame(as: $1) }) else {
        throw .invalid(
          "Each trip's pickup must come before its stops and they before its drop-off."
        )
      }
    }
    guard !mixesExclusiveTrip(plan) else {
      throw .invalid("The waypoints of an exclusive trip cannot be mixed with another trip's.")
    }
  }

  /// Whether another trip's waypoints lie among those of an exclusive one.
  func mixesExclusiveTrip(_ plan: [PlannedWaypoint]) -> Bool {
    Set(plan.map(\.tripID)).contains { tripID in
      guard trip(tripID)?.trip.type == .exclusive,
        let first = plan.firstIndex(where: { $0.tripID == tripID }),
        let last = plan.lastIndex(where: { $0.tripID == tripID })
      else { return false }
      return plan[first...last].contains { $0.tripID != tripID }
    }
  }
}
