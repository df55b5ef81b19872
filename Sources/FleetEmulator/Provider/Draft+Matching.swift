internal import FleetEngine
internal import Geo
internal import TrustLimits

extension Draft {
  /// The most trips that a vehicle has of which some are pooled; as many as a search covers.
  ///
  /// Source: contract 7.4.
  private static let mostPooledTrips = 5

  /// Gives vehicles to waiting trips, as far as the changes so far allow.
  ///
  /// A trip is tried with all vehicles once it waits; a vehicle is tried with all waiting trips
  /// once it can do more than before. So nothing has to ask for a match, and what has not changed
  /// costs nothing. The oldest trip comes first and takes the vehicle with the shortest way to its
  /// pickup, among equals the one whose id comes first. Source: contract 8.3.
  ///
  /// - Parameters:
  ///   - queue: The trips that waited before the changes; nil where there is no backend.
  ///   - callerID: The vehicle whose driver asks for trips right now, if one does.
  ///   - tryingAll: Whether to try all trips with all vehicles, as at a start.
  mutating func matchTrips(of queue: TripQueue?, callerID: String? = nil, tryingAll: Bool = false) {
    guard let queue else { return }
    let changedTrips = Set(changes.trips.values.lazy.filter(\.isWaiting).map(\.id))
    guard !changedTrips.isEmpty || !queue.waiting.isEmpty else { return }
    var changedVehicles = Set(changes.vehicles.values.lazy.filter(hasNewChances).map(\.id))
    if let callerID { changedVehicles.insert(callerID) }
    guard tryingAll || !changedTrips.isEmpty || !changedVehicles.isEmpty else { return }
    let waiting = queue.waiting.union(changedTrips).compactMap(trip).filter(\.isWaiting)
      .sorted { ($0.providerNumber ?? 0, $0.id) < ($1.providerNumber ?? 0, $1.id) }
    for record in waiting {
      let isTriedWithAll = tryingAll || changedTrips.contains(record.id)
      let candidates = isTriedWithAll ? vehicles : changedVehicles.compactMap(vehicle)
      // Who was just relieved of a trip does not get it back at once.
      let relieved = formerTrip(record.id)?.trip.vehicleID
      let placements = candidates.compactMap { candidate in
        candidate.id != relieved && (candidate.id == callerID || isHeardOf(candidate))
          ? placement(of: record, on: candidate) : nil
      }
      guard let best = placements.min(by: { $0.rank < $1.rank }) else { continue }
      assign(record, best)
    }
  }

  /// Where a trip would go on a vehicle's plan.
  private struct Placement {
    let vehicleID: String
    /// The way to the pickup, in metres.
    let meters: Int
    /// The whole plan, where the trip does not go to its end.
    var order: [PlannedWaypoint]?

    var rank: (Int, String) { (meters, vehicleID) }
  }

  private func isHeardOf(_ record: StoredVehicle) -> Bool {
    record.wasHeardOf(within: VehicleSearch.defaultStaleness, of: now)
  }

  /// Whether a vehicle may be able to take what it could not before the call.
  private func hasNewChances(_ record: StoredVehicle) -> Bool {
    guard record.vehicle.state == .online, isHeardOf(record) else { return false }
    guard let former = formerVehicle(record.id), isHeardOf(former) else { return true }
    let (new, old) = (record.vehicle, former.vehicle)
    return old.state != .online || new.supportedTripTypes != old.supportedTripTypes
      || new.maximumCapacity != old.maximumCapacity
      || new.isBackToBackEnabled != old.isBackToBackEnabled
      || record.tripIDs != former.tripIDs || record.plan != former.plan
  }

  private func placement(of record: StoredTrip, on vehicle: StoredVehicle) -> Placement? {
    guard vehicle.vehicle.state == .online,
      vehicle.vehicle.supportedTripTypes.contains(record.trip.type),
      let location = vehicle.vehicle.lastLocation?.location,
      // Neither a pooled nor a next trip is possible with as many; a vehicle may have a thousand.
      vehicle.tripIDs.count < Self.mostPooledTrips,
      vehicle.plan.count + record.trip.intermediateDestinations.count + 2 <= Limits.Reply.waypoints,
      let pickup = record.trip.pickupPoint?.point,
      record.trip.numberOfPassengers <= vehicle.vehicle.maximumCapacity
    else { return nil }
    let trips = vehicle.tripIDs.compactMap(trip)
    if trips.isEmpty {
      return Placement(vehicleID: vehicle.id, meters: leg(from: location, to: pickup).meters)
    }
    if record.trip.type == .shared, trips.allSatisfy({ $0.trip.type == .shared }),
      trips.count < Self.mostPooledTrips,
      let pooled = PooledPlan(
        adding: record,
        to: vehicle.plan,
        from: location,
        trips: trips,
        capacity: vehicle.vehicle.maximumCapacity
      )
    {
      return Placement(
        vehicleID: vehicle.id,
        meters: Int((pooled.metersToPickup * 1.3).rounded()),
        order: pooled.order
      )
    }
    guard trips.count == 1, trips[0].isPickedUp, vehicle.vehicle.isBackToBackEnabled else {
      return nil
    }
    let end = endOfPlan(vehicle)
    let last = leg(from: end?.point ?? location, to: pickup)
    return Placement(vehicleID: vehicle.id, meters: (end?.meters ?? 0) + last.meters)
  }

  /// Assigns a trip as the sample backend does: by an update of Fleet Engine's.
  private mutating func assign(_ record: StoredTrip, _ placement: Placement) {
    var trip = Trip(vehicleID: placement.vehicleID)
    var mask = "vehicleId"
    if let order = placement.order {
      trip.vehicleWaypoints = order.map(\.waypoint)
      mask += ",vehicleWaypoints"
    }
    // A copy, so that an update that fails changes nothing.
    var attempt = self
    do {
      try attempt.updateTrip(
        record.id,
        ResourceBody(writing: trip, schema: .trip),
        mask: try UpdateMask(mask, schema: .trip)
      )
      self = attempt
    } catch {
      warn(
        "The trip \(record.id) cannot go to the vehicle \(placement.vehicleID): "
          + error.status.message
      )
    }
  }
}
