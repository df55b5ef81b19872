internal import FleetEngine
internal import TrustLimits

extension WorldTransaction {
  /// The most trips of a vehicle with pooled trips, the same as for a search.
  ///
  /// See docs/protocol.md, "Shared and back-to-back trips".
  private static let mostPooledTrips = 5
  /// The longest way to a pickup, in meters.
  private static let longestWay = 100_000

  /// Assigns waiting trips to vehicles, as far as the changes so far allow.
  ///
  /// A new waiting trip is tried with all vehicles, and a vehicle that can do more than before with
  /// all waiting trips, or with those whose pickups it has come near; the rest has not changed and is
  /// not tried again. The oldest trip comes first and gets the vehicle with the shortest route to its
  /// pickup. See docs/protocol.md, "Matching".
  ///
  /// `queue` has the trips that waited before the changes, and is nil without a backend. `callerID`
  /// is the vehicle whose driver is polling for trips. `tryingAll` tries every trip with every
  /// vehicle.
  mutating func matchTrips(of queue: TripQueue?, callerID: String? = nil, tryingAll: Bool = false) {
    guard let queue else { return }
    let changedTrips = Set(changes.trips.values.lazy.filter(\.isWaiting).map(\.id))
    guard !changedTrips.isEmpty || !queue.waiting.isEmpty else { return }
    var changedVehicles = Set(changes.vehicles.values.lazy.filter(hasNewChances).map(\.id))
    if let callerID { changedVehicles.insert(callerID) }
    let moved = changes.vehicles.values.filter {
      !changedVehicles.contains($0.id) && formerVehicle($0.id)?.place != $0.place
    }
    guard tryingAll || !changedTrips.isEmpty || !changedVehicles.isEmpty || !moved.isEmpty else {
      return
    }
    let waiting = queue.waiting.union(changedTrips).compactMap(trip).filter(\.isWaiting)
      .sorted { ($0.providerNumber ?? 0, $0.id) < ($1.providerNumber ?? 0, $1.id) }
    // One warning for a call, however many trips wait; none while a driver only polls.
    var hasWarned = false
    for record in waiting {
      let isTriedWithAll = tryingAll || changedTrips.contains(record.id)
      let candidates =
        isTriedWithAll
        ? vehicles : changedVehicles.compactMap(vehicle) + moved.filter { hasComeNear(record, $0) }
      // A vehicle that just lost a trip does not get it back immediately.
      let former = formerTrip(record.id)?.trip.vehicleID
      let placements = candidates.compactMap { candidate in
        candidate.id != former && (candidate.id == callerID || hasLocation(candidate))
          ? placement(of: record, on: candidate) : nil
      }
      guard let best = placements.min(by: { $0.rank < $1.rank }) else { continue }
      if best.meters <= Self.longestWay {
        assign(record, best)
      } else if !hasWarned, isTriedWithAll || changes.vehicles[best.vehicleID] != nil {
        hasWarned = true
        warn(
          "The trip \(record.id) waits: its pickup is \(best.meters / 1_000) km from the nearest "
            + "vehicle, \(best.vehicleID), and the backend assigns none beyond "
            + "\(Self.longestWay / 1_000) km.")
      }
    }
  }

  /// Whether a vehicle has moved from too far away to a place near a trip's pickup.
  private func hasComeNear(_ record: StoredTrip, _ vehicle: StoredVehicle) -> Bool {
    guard let pickup = record.trip.pickupPoint?.point, let place = vehicle.place,
      let former = formerVehicle(vehicle.id)?.place
    else { return false }
    return leg(from: place, to: pickup).meters <= Self.longestWay
      && leg(from: former, to: pickup).meters > Self.longestWay
  }

  /// A trip's place on a vehicle's plan.
  private struct Placement {
    let vehicleID: String
    /// The distance to the pickup, in meters.
    let meters: Int
    /// The whole plan; nil appends the trip.
    var order: [PlannedWaypoint]?

    var rank: (Int, String) { (meters, vehicleID) }
  }

  private func hasLocation(_ record: StoredVehicle) -> Bool {
    record.hasLocation(within: VehicleSearch.defaultStaleness, of: now)
  }

  /// Whether a vehicle may be able to accept trips that it could not before the call.
  private func hasNewChances(_ record: StoredVehicle) -> Bool {
    guard record.vehicle.state == .online, hasLocation(record) else { return false }
    guard let former = formerVehicle(record.id), hasLocation(former) else { return true }
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
      // With more trips neither a pooled nor a following trip is possible.
      vehicle.tripIDs.count < Self.mostPooledTrips,
      vehicle.plan.count + record.trip.intermediateDestinations.count + 2
        <= Limits.Response.waypoints, let pickup = record.trip.pickupPoint?.point,
      record.trip.numberOfPassengers <= vehicle.vehicle.maximumCapacity
    else { return nil }
    let trips = vehicle.tripIDs.compactMap(trip)
    if trips.isEmpty {
      return Placement(vehicleID: vehicle.id, meters: leg(from: location, to: pickup).meters)
    }
    if record.trip.type == .shared, trips.allSatisfy({ $0.trip.type == .shared }),
      trips.count < Self.mostPooledTrips,
      let pooled = PooledPlan(
        adding: record, to: vehicle.plan, from: location, trips: trips,
        capacity: vehicle.vehicle.maximumCapacity)
    {
      return Placement(
        vehicleID: vehicle.id, meters: Int((pooled.metersToPickup * 1.3).rounded()),
        order: pooled.order)
    }
    guard trips.count == 1, trips[0].isPickedUp, vehicle.vehicle.isBackToBackEnabled else {
      return nil
    }
    let end = endOfPlan(vehicle)
    let last = leg(from: end?.point ?? location, to: pickup)
    return Placement(vehicleID: vehicle.id, meters: (end?.meters ?? 0) + last.meters)
  }

  /// Assigns a trip by an update of the trip, like the sample backend.
  private mutating func assign(_ record: StoredTrip, _ placement: Placement) {
    var trip = Trip.with { $0.vehicleID = placement.vehicleID }
    var mask = "vehicleId"
    if let order = placement.order {
      trip.vehicleWaypoints = order.map(\.waypoint)
      mask += ",vehicleWaypoints"
    }
    // A copy, so that a failed update changes nothing.
    var attempt = self
    do {
      try attempt.updateTrip(
        record.id, ResourceBody(trip), mask: try UpdateMask(mask, schema: .trip))
      self = attempt
    } catch {
      warn(
        "The trip \(record.id) cannot go to the vehicle \(placement.vehicleID): "
          + error.status.message)
    }
  }
}
