internal import FleetEngine

extension Draft {
  /// Changes a trip's status and the index of its stop, with what follows from that.
  ///
  /// Any order of statuses is accepted, as no source tells of one that the real server enforces.
  /// Source: contract 7.2 and 7.3.
  mutating func setStatus(
    _ id: String,
    _ body: ResourceBody<Trip>,
    _ mask: UpdateMask
  ) throws(RPCFailure) {
    guard var record = trip(id) else { throw Self.noTrip(id) }
    let given = body.resource
    let stops = record.trip.intermediateDestinations
    if let known = given.intermediateDestinationsVersion,
      known != record.trip.intermediateDestinationsVersion
    {
      throw RPCFailure(
        .failedPrecondition,
        "intermediate_destinations_version is not the present one; read the trip again."
      )
    }
    if mask.contains("intermediateDestinationIndex") {
      let index = try body.read(
        integer: "intermediateDestinationIndex",
        given.intermediateDestinationIndex
      )
      guard stops.isEmpty || stops.indices.contains(index) else {
        throw .invalid("intermediate_destination_index has to be 0 to \(stops.count - 1).")
      }
      if !stops.isEmpty { record.trip.intermediateDestinationIndex = index }
    }
    if mask.contains("tripStatus") {
      let status = try body.read(known: "trip_status", given.status)
      if status.isAtStop, stops.isEmpty {
        throw RPCFailure(.failedPrecondition, "The trip \(id) has no intermediate destinations.")
      }
      if status != record.trip.status { change(&record, to: status) }
    }
    put(record)
    if !record.isActive, let vehicleID = record.trip.vehicleID { replan(vehicleID) }
  }

  private func change(_ record: inout TripRecord, to status: TripStatus) {
    record.trip.status = status
    let location = record.trip.vehicleID.flatMap { vehicle($0)?.vehicle.lastLocation }
    let stop = location.flatMap { location in
      location.location.map {
        StopLocation(point: $0, timestamp: location.updateTime ?? location.serverTime)
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
    case .canceled, .unknown:
      return
    }
  }
}

extension TripStatus {
  /// Whether the trip is on its way to one of its stops or at it.
  fileprivate var isAtStop: Bool {
    self == .enrouteToIntermediateDestination || self == .arrivedAtIntermediateDestination
  }
}
