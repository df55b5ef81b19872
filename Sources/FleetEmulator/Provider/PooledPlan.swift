internal import FleetEngine
internal import Geo

/// A plan of pooled rides with one more among them.
///
/// The new trip's waypoints go in before the plan's last one, a drop-off, where every seat that
/// they need is free, and where they make the way shortest. Source: contract 7.4 and 8.3.
struct PooledPlan: Sendable {
  /// The whole plan.
  let order: [PlannedWaypoint]
  /// The way to the new trip's pickup in straight lines.
  let metersToPickup: Double

  /// Finds the best plan; nil where the vehicle is too full all the way.
  init?(
    adding record: StoredTrip,
    to plan: [PlannedWaypoint],
    from location: Coordinate,
    trips: [StoredTrip],
    capacity: Int
  ) {
    let added = record.remaining
    guard added.count == 2, plan.last?.type == .dropoff else { return nil }
    let free = Self.seatsTaken(plan, trips).map { capacity - $0 }
    // Who stands at a pickup already is not sent elsewhere before it.
    let atPickup = trips.contains { $0.trip.status == .arrivedAtPickup && $0.id == plan[0].tripID }
    var best: (length: Double, order: [PlannedWaypoint], pickup: Int)?
    for pickup in (atPickup ? 1 : 0)..<plan.count {
      for dropoff in pickup..<plan.count {
        // The passengers are aboard on the way to each waypoint from the one to the other.
        guard free[dropoff] >= record.trip.numberOfPassengers else { break }
        var order = plan
        order.insert(added[1], at: dropoff)
        order.insert(added[0], at: pickup)
        let length = Self.length(order, from: location)
        if length < best?.length ?? .infinity { best = (length, order, pickup) }
      }
    }
    guard let best else { return nil }
    order = best.order
    metersToPickup = Self.length(best.order[...best.pickup], from: location)
  }

  /// How many passengers are aboard on the way to each of the plan's waypoints.
  static func seatsTaken(_ plan: [PlannedWaypoint], _ trips: [StoredTrip]) -> [Int] {
    var seats: [String: Int] = [:]
    for trip in trips { seats[trip.id] = trip.trip.numberOfPassengers }
    let toPickUp = Set(plan.lazy.filter { $0.type == .pickup }.map(\.tripID))
    var taken = trips.reduce(0) { toPickUp.contains($1.id) ? $0 : $0 + $1.trip.numberOfPassengers }
    return plan.map { waypoint in
      defer {
        if waypoint.type == .pickup { taken += seats[waypoint.tripID] ?? 0 }
        if waypoint.type == .dropoff { taken -= seats[waypoint.tripID] ?? 0 }
      }
      return taken
    }
  }

  private static func length(
    _ waypoints: some Collection<PlannedWaypoint>,
    from location: Coordinate
  ) -> Double {
    var last = location
    return waypoints.reduce(0) { length, waypoint in
      defer { last = waypoint.point }
      return length + last.meters(to: waypoint.point)
    }
  }
}
