internal import FleetEngine
internal import Geo

/// A plan of pooled rides with one more ride.
///
/// The new waypoints go before the plan's last one, a drop-off, where enough seats are free and the
/// route becomes shortest. See docs/protocol.md, "Shared and back-to-back trips" and "Matching".
struct PooledPlan: Sendable {
  let order: [PlannedWaypoint]
  /// The distance to the new trip's pickup in straight lines.
  let metersToPickup: Double

  /// Finds the best plan; nil if the vehicle never has enough seats.
  init?(
    adding record: StoredTrip, to plan: [PlannedWaypoint], from location: Coordinate,
    trips: [StoredTrip], capacity: Int
  ) {
    let added = record.remaining
    guard added.count == 2, plan.last?.type == .dropoff else { return nil }
    let free = Self.seatsTaken(plan, trips).map { capacity - $0 }
    // A vehicle at a pickup does not leave without its passengers.
    let atPickup = trips.contains { $0.trip.status == .arrivedAtPickup && $0.id == plan[0].tripID }
    var best: (length: Double, order: [PlannedWaypoint], pickup: Int)?
    for pickup in (atPickup ? 1 : 0)..<plan.count {
      for dropoff in pickup..<plan.count {
        // The passengers are in the vehicle from the pickup to the drop-off.
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

  /// The number of passengers on the way to each of the plan's waypoints.
  static func seatsTaken(_ plan: [PlannedWaypoint], _ trips: [StoredTrip]) -> [Int] {
    let seats = Dictionary(trips.map { ($0.id, $0.trip.numberOfPassengers) }) { $1 }
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
    _ waypoints: some Collection<PlannedWaypoint>, from location: Coordinate
  ) -> Double {
    var last = location
    return waypoints.reduce(0) { length, waypoint in
      defer { last = waypoint.point }
      return length + last.meters(to: waypoint.point)
    }
  }
}
