internal import FleetEngine
internal import Geo
internal import TrustLimits

extension Draft {
  /// Creates a trip; what a creation does not read is ignored.
  ///
  /// Source: contract 2.2.
  mutating func createTrip(
    _ name: TripName,
    _ body: ResourceBody<Trip>
  ) throws(RPCFailure) {
    guard trip(name.tripID) == nil else {
      throw RPCFailure(.alreadyExists, "The trip \(name.tripID) exists already.")
    }
    let given = body.resource
    guard given.type.isKnown else { throw .invalid("trip_type is required.") }
    guard given.pickupPoint?.point != nil else { throw .invalid("pickup_point is required.") }
    let passengers = try body.read(integer: "numberOfPassengers", given.numberOfPassengers)
    guard (0...1_000).contains(passengers) else {
      throw .invalid("number_of_passengers has to be 0 to 1000.")
    }
    var trip = Trip(
      name: name,
      status: .new,
      type: given.type,
      pickupPoint: given.pickupPoint,
      numberOfPassengers: passengers
    )
    trip.dropoffPoint = try Self.location("dropoffPoint", given.dropoffPoint, body)
    try setStops(body, &trip)
    put(TripRecord(id: name.tripID, trip: trip))
    guard let vehicleID = try body.read("vehicleId", given.vehicleID) else { return }
    try assign(name.tripID, to: vehicleID)
    if !given.vehicleWaypoints.isEmpty { try reorder(vehicleID, given.vehicleWaypoints) }
  }

  /// Changes the fields of a trip that the mask names.
  ///
  /// Source: contract 2.4, 7.1 to 7.3.
  mutating func updateTrip(
    _ id: String,
    _ body: ResourceBody<Trip>,
    mask: UpdateMask
  ) throws(RPCFailure) {
    guard var record = trip(id) else { throw Self.noTrip(id) }
    let given = body.resource
    guard record.isActive else {
      guard mask.paths == ["tripStatus"], given.status == record.trip.status else {
        throw RPCFailure(
          .failedPrecondition,
          "The trip \(id) is \(record.trip.status.wireName) and cannot be changed."
        )
      }
      return
    }
    try setFields(body, mask, &record)
    put(record)
    if mask.contains("vehicleId") {
      if let vehicleID = try body.read("vehicleId", given.vehicleID) {
        try assign(id, to: vehicleID)
      } else {
        unassign(id)
      }
    }
    if mask.contains("tripStatus") || mask.contains("intermediateDestinationIndex") {
      try setStatus(id, body, mask)
    }
    guard let vehicleID = trip(id)?.trip.vehicleID else { return }
    replan(vehicleID)
    if mask.contains("vehicleWaypoints") { try reorder(vehicleID, given.vehicleWaypoints) }
  }

  static func noTrip(_ id: String) -> RPCFailure {
    RPCFailure(.notFound, "The trip \(id) does not exist.")
  }

  private func setFields(
    _ body: ResourceBody<Trip>,
    _ mask: UpdateMask,
    _ record: inout TripRecord
  ) throws(RPCFailure) {
    let given = body.resource
    if mask.contains("tripType") {
      record.trip.type = try body.read(known: "trip_type", given.type)
      if record.trip.type != .exclusive, !record.trip.intermediateDestinations.isEmpty {
        throw RPCFailure(.failedPrecondition, "Only an exclusive trip can have stops.")
      }
    }
    if mask.contains("pickupPoint") {
      guard let point = try Self.location("pickupPoint", given.pickupPoint, body) else {
        throw .invalid("pickup_point cannot be cleared.")
      }
      record.trip.pickupPoint = point
    }
    if mask.contains("dropoffPoint") {
      record.trip.dropoffPoint = try Self.location("dropoffPoint", given.dropoffPoint, body)
    }
    if mask.contains("actualPickupPoint") {
      record.trip.actualPickupPoint = try body.read("actualPickupPoint", given.actualPickupPoint)
    }
    if mask.contains("actualPickupArrivalPoint") {
      record.trip.actualPickupArrivalPoint = try body.read(
        "actualPickupArrivalPoint",
        given.actualPickupArrivalPoint
      )
    }
    if mask.contains("actualDropoffPoint") {
      record.trip.actualDropoffPoint = try body.read("actualDropoffPoint", given.actualDropoffPoint)
    }
    if mask.contains("actualIntermediateDestinations") {
      record.trip.actualIntermediateDestinations = try body.read(
        list: "actualIntermediateDestinations",
        given.actualIntermediateDestinations
      )
    }
    if mask.contains("actualIntermediateDestinationArrivalPoints") {
      record.trip.actualIntermediateDestinationArrivalPoints = try body.read(
        list: "actualIntermediateDestinationArrivalPoints",
        given.actualIntermediateDestinationArrivalPoints
      )
    }
    if mask.contains("intermediateDestinations") { try setStops(body, &record.trip) }
  }

  private func setStops(_ body: ResourceBody<Trip>, _ trip: inout Trip) throws(RPCFailure) {
    let stops = try body.read(
      list: "intermediateDestinations",
      body.resource.intermediateDestinations
    )
    guard stops.allSatisfy({ $0.point != nil }) else {
      throw .invalid("Every one of intermediate_destinations has to have a valid point.")
    }
    guard stops.isEmpty || trip.type == .exclusive else {
      throw .invalid("Only an exclusive trip can have intermediate_destinations.")
    }
    guard stops.count <= Limits.Reply.waypoints - 2 else {
      throw .invalid("A trip has at most \(Limits.Reply.waypoints - 2) intermediate_destinations.")
    }
    guard stops != trip.intermediateDestinations else { return }
    trip.intermediateDestinations = stops
    trip.intermediateDestinationsVersion = version(after: trip.intermediateDestinationsVersion)
    trip.intermediateDestinationIndex = min(
      trip.intermediateDestinationIndex,
      max(0, stops.count - 1)
    )
  }

  private mutating func reorder(
    _ vehicleID: String,
    _ waypoints: [TripWaypoint]
  ) throws(RPCFailure) {
    guard let plan = vehicle(vehicleID)?.plan else { return }
    replan(vehicleID, order: try order(waypoints, of: plan))
  }

  private mutating func assign(_ id: String, to vehicleID: String) throws(RPCFailure) {
    guard var record = trip(id), var vehicle = vehicle(vehicleID) else {
      throw RPCFailure(.notFound, "The vehicle \(vehicleID) does not exist.")
    }
    guard record.trip.vehicleID != vehicleID else { return }
    guard vehicle.vehicle.supportedTripTypes.contains(record.trip.type) else {
      throw RPCFailure(
        .failedPrecondition,
        "The vehicle \(vehicleID) does not take trips of type \(record.trip.type.wireName)."
      )
    }
    unassign(id)
    record.trip.vehicleID = vehicleID
    put(record)
    vehicle.tripIDs.append(id)
    put(vehicle)
    replan(vehicleID)
  }

  private mutating func unassign(_ id: String) {
    guard var record = trip(id), let vehicleID = record.trip.vehicleID else { return }
    record.trip.vehicleID = nil
    put(record)
    replan(vehicleID)
  }

  private static func location(
    _ field: String,
    _ value: TerminalLocation?,
    _ body: ResourceBody<Trip>
  ) throws(RPCFailure) -> TerminalLocation? {
    guard let location = try body.read(field, value) else { return nil }
    guard location.point != nil else { throw .invalid("\(field) has to have a valid point.") }
    return location
  }
}
