internal import FleetEngine

extension WorldTransaction {
  /// Changes a trip's status and the index of its stop, and what follows from that.
  ///
  /// Unless the emulator is strict, any order of statuses is accepted: no source documents an order
  /// that the real server enforces. See docs/protocol.md, "Accepted transitions" and
  /// "Contents at each stage".
  mutating func setStatus(_ id: String, _ given: Trip, _ mask: UpdateMask) throws(RPCFailure) {
    guard var record = trip(id) else { throw Self.noTrip(id) }
    let old = record.trip
    let stops = old.intermediateDestinations
    if mask.contains("intermediateDestinationIndex") {
      let index = given.intermediateDestinationIndex
      guard stops.isEmpty || stops.indices.contains(index) else {
        throw .invalid("intermediate_destination_index has to be 0 to \(stops.count - 1).")
      }
      if !stops.isEmpty { record.trip.intermediateDestinationIndex = index }
    }
    if mask.contains("tripStatus") {
      let status = try given.status.known("trip_status")
      if status.isAboutStop, stops.isEmpty {
        throw .failedPrecondition("The trip \(id) has no intermediate destinations.")
      }
      try checkVehicle(old, status)
      if isStrict { try checkOrder(old, to: status, record.trip.intermediateDestinationIndex) }
      if status != old.status { change(&record, to: status) }
    } else if isStrict {
      try checkOrder(old, to: old.status, record.trip.intermediateDestinationIndex)
    }
    put(record)
    if !record.isActive, let vehicleID = record.trip.vehicleID { replan(vehicleID) }
  }

  private mutating func checkVehicle(_ trip: Trip, _ status: TripStatus) throws(RPCFailure) {
    guard trip.vehicleID == nil, status != trip.status, status != .new, status != .canceled else {
      return
    }
    let text = "The trip becomes \(status.wireName) without a vehicle."
    if isStrict { throw .failedPrecondition(text + " Assign one first.") }
    warn(text)
  }

  /// Checks a change of status and stop against the order of Google's sample apps.
  ///
  /// See docs/protocol.md, "Statuses" and "Accepted transitions".
  private func checkOrder(_ trip: Trip, to status: TripStatus, _ index: Int) throws(RPCFailure) {
    let present = trip.intermediateDestinationIndex
    let count = trip.intermediateDestinations.count
    if status == .canceled { return }
    let isNext =
      switch (trip.status, status) {
      case let (old, new) where old == new: index == present
      case (.new, let new): new == .enrouteToPickup
      case (.enrouteToPickup, let new): new == .arrivedAtPickup
      case (.arrivedAtPickup, .enrouteToIntermediateDestination): index == 0
      case (.arrivedAtPickup, let new): new == .enrouteToDropoff && count == 0
      case (.enrouteToIntermediateDestination, let new):
        new == .arrivedAtIntermediateDestination && index == present
      case (.arrivedAtIntermediateDestination, .enrouteToIntermediateDestination):
        index == present + 1
      case (.arrivedAtIntermediateDestination, let new):
        new == .enrouteToDropoff && present == count - 1
      case (.enrouteToDropoff, let new): new == .complete
      case (.complete, _), (.canceled, _), (.unknown, _): false
      }
    guard isNext else {
      throw .failedPrecondition(
        "A trip that is \(trip.status.wireName) at stop \(present) of \(count) cannot become "
          + "\(status.wireName) at stop \(index).")
    }
  }

  private func change(_ record: inout StoredTrip, to status: TripStatus) {
    record.trip.status = status
    let location = record.trip.vehicleID.flatMap { vehicle($0)?.vehicle.lastLocation }
    let stop = location.flatMap { location in
      location.location.map {
        StopLocation(
          point: $0,
          timestamp: location.updateTime ?? location.rawLocationTime ?? location.serverTime)
      }
    }
    switch status {
    case .new, .enrouteToPickup, .arrivedAtPickup:
      record.isPickedUp = false
      record.trip.pickupTime = nil
      record.trip.actualPickupPoint = nil
    case .enrouteToIntermediateDestination, .arrivedAtIntermediateDestination, .enrouteToDropoff:
      guard !record.isPickedUp else { return }
      record.isPickedUp = true
      record.trip.pickupTime = now
      if record.trip.actualPickupPoint == nil { record.trip.actualPickupPoint = stop }
    case .complete:
      record.trip.dropoffTime = now
      if record.trip.actualDropoffPoint == nil { record.trip.actualDropoffPoint = stop }
      record.trip.lastLocation = (location?.location).map { VehicleLocation(location: $0) }
    case .canceled, .unknown: return
    }
  }
}
