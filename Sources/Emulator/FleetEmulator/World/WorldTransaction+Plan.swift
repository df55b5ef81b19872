internal import FleetEngine
internal import Geo
internal import TrustLimits

extension WorldTransaction {
  /// The most meters between a waypoint and the end of a reported route that leads to it.
  private static let nearWaypoint = 50.0

  mutating func replan(_ id: String, order: [PlannedWaypoint]? = nil) {
    guard var record = vehicle(id) else { return }
    record.tripIDs.removeAll { tripID in
      guard let trip = trip(tripID)?.trip else { return true }
      return trip.vehicleID != id || trip.status.isTerminal
    }
    let old = record.plan
    let trips = record.tripIDs.compactMap(trip)
    record.plan = PlanOrder.plan(
      keeping: order ?? old, wanted: trips.map(\.remaining),
      exclusive: Set(trips.filter { $0.trip.type == .exclusive }.map(\.id)))
    if record.plan != old {
      record.vehicle.waypointsVersion = version(after: record.vehicle.waypointsVersion)
      record.waypointsRouteVersion = version(after: record.waypointsRouteVersion)
      if record.plan.first != old.first { firstWaypointChanged(&record, from: old.first) }
    }
    put(record)
  }

  private func firstWaypointChanged(_ record: inout StoredVehicle, from old: PlannedWaypoint?) {
    guard let first = record.plan.first else {
      // Distance and arrival stay after a trip is complete, but not after it is canceled, as on the real server.
      setSegment(nil, &record)
      record.isSegmentReported = false
      if let old, trip(old.tripID)?.trip.status == .canceled {
        record.vehicle.remainingDistanceMeters = nil
        record.vehicle.etaToFirstWaypoint = nil
      }
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

  /// Sets a straight segment to the first waypoint, for lack of a reported one.
  func estimateSegment(_ record: inout StoredVehicle) {
    guard let first = record.plan.first, let location = record.vehicle.lastLocation?.location else {
      setSegment(nil, &record)
      record.vehicle.remainingDistanceMeters = nil
      record.vehicle.etaToFirstWaypoint = nil
      return
    }
    let line = [location, first.point]
    // Rounded as on the wire, so that the stored route equals the one that is sent.
    setSegment((try? S2Polyline.decode(S2Polyline.encode(line))) ?? line, &record)
    record.vehicle.currentRouteSegmentTraffic = nil
    record.vehicle.currentRouteSegmentEndPoint = first.waypoint
    let leg = leg(from: location, to: first.point)
    record.vehicle.remainingDistanceMeters = leg.meters
    record.vehicle.etaToFirstWaypoint = now + leg.duration
  }

  /// Sets the route to the first waypoint, with new versions if it differs.
  func setSegment(_ route: [Coordinate]?, _ record: inout StoredVehicle) {
    guard record.vehicle.route != route else { return }
    record.vehicle.route = route
    record.vehicle.currentRouteSegmentVersion = version(
      after: record.vehicle.currentRouteSegmentVersion)
    record.trafficVersion = version(after: record.trafficVersion)
    record.waypointsRouteVersion = version(after: record.waypointsRouteVersion)
    if route == nil {
      record.vehicle.currentRouteSegmentTraffic = nil
      record.vehicle.currentRouteSegmentEndPoint = nil
    }
  }

  typealias Leg = (meters: Int, duration: Duration)

  /// Estimates the route between two places as 1.3 times the straight line.
  func leg(from start: Coordinate, to end: Coordinate) -> Leg {
    leg(straight: start.meters(to: end))
  }

  /// Estimates the route between two places at a distance in meters.
  func leg(straight: Double) -> Leg {
    let meters = straight * 1.3
    guard meters.isFinite else { return (0, .zero) }
    return (Int(meters.rounded()), .seconds((meters / estimatedSpeed).rounded()))
  }

  func order(
    _ waypoints: [TripWaypoint], of plan: [PlannedWaypoint]
  ) throws(RPCFailure) -> [PlannedWaypoint] {
    struct Group: Hashable {
      let tripID: String
      let type: WaypointType
    }
    let groups = Dictionary(grouping: plan) { Group(tripID: $0.tripID, type: $0.type) }
    var rests = groups.mapValues { $0[...] }
    var result: [PlannedWaypoint] = []
    for waypoint in waypoints {
      let group = Group(tripID: waypoint.tripID ?? "", type: waypoint.type)
      // A trip's stops keep their order, so only the first of the rest can be next.
      guard let rest = rests[group], let next = rest.first, Self.isAt(waypoint, next) else {
        guard rests[group]?.contains(where: { Self.isAt(waypoint, $0) }) ?? false else {
          throw .invalid("The list of waypoints holds one that the vehicle does not visit.")
        }
        throw Self.wrongOrder
      }
      rests[group] = rest.dropFirst()
      result.append(next)
    }
    guard result.count == plan.count else {
      throw .invalid("The list of waypoints must hold every remaining waypoint of the vehicle.")
    }
    try checkOrder(result)
    return result
  }

  private func checkOrder(_ plan: [PlannedWaypoint]) throws(RPCFailure) {
    for (tripID, own) in Dictionary(grouping: plan, by: \.tripID) {
      let wanted = trip(tripID)?.remaining ?? []
      guard zip(own, wanted).allSatisfy({ $0.isSame(as: $1) }) else { throw Self.wrongOrder }
    }
    guard !mixesExclusiveTrip(plan) else {
      throw .invalid("The waypoints of an exclusive trip cannot be mixed with another trip's.")
    }
  }

  private static let wrongOrder = RPCFailure.invalid(
    "Each trip's pickup must come before its stops and they before its drop-off.")

  /// Whether a given waypoint matches a planned one; a waypoint without a location matches any.
  private static func isAt(_ waypoint: TripWaypoint, _ planned: PlannedWaypoint) -> Bool {
    if let point = waypoint.location?.point { return point.meters(to: planned.point) <= 1 }
    return waypoint.location?.place.map { $0 == planned.location.place } ?? true
  }

  /// Whether another trip's waypoints are between those of an exclusive one.
  func mixesExclusiveTrip(_ plan: [PlannedWaypoint]) -> Bool {
    var ended: Set<String> = []
    var previous: String?
    for waypoint in plan where waypoint.tripID != previous {
      if ended.contains(waypoint.tripID), trip(waypoint.tripID)?.trip.type == .exclusive {
        return true
      }
      if let previous { ended.insert(previous) }
      previous = waypoint.tripID
    }
    return false
  }

  /// Checks that a client can read a vehicle's plan and trips, by their numbers.
  func checkPlanSize(_ id: String) throws(RPCFailure) {
    guard let record = vehicle(id) else { return }
    let former = formerVehicle(id)
    // A vehicle that an older version stored may exceed the bounds, and can still become smaller.
    guard record.plan.count <= max(Limits.Response.waypoints, former?.plan.count ?? 0) else {
      throw .failedPrecondition(
        "The vehicle \(id) would have \(record.plan.count) waypoints to visit; a vehicle has at "
          + "most \(Limits.Response.waypoints).")
    }
    guard record.tripIDs.count <= max(Limits.Response.vehicleTrips, former?.tripIDs.count ?? 0)
    else {
      throw .failedPrecondition(
        "The vehicle \(id) would have \(record.tripIDs.count) active trips; a vehicle has at most "
          + "\(Limits.Response.vehicleTrips).")
    }
  }
}
