internal import FleetEngine
internal import Geo
internal import TrustLimits

extension WorldTransaction {
  /// Creates a trip; other fields than those of a creation are ignored.
  ///
  /// See docs/protocol.md, "Creating trips and vehicles".
  mutating func createTrip(_ name: TripName, _ body: ResourceBody<Trip>) throws(RPCFailure) {
    guard trip(name.tripID) == nil else {
      throw RPCFailure(.alreadyExists, "The trip \(name.tripID) exists already.")
    }
    let given = body.resource
    try require(given.type.isKnown, "trip_type is required.")
    guard given.pickupPoint?.point != nil || given.pickupPoint?.place != nil else {
      throw .invalid("pickup_point is required.")
    }
    guard (0...1_000).contains(given.numberOfPassengers) else {
      throw .invalid("number_of_passengers has to be 0 to 1000.")
    }
    var trip = Trip.with {
      $0.name = name
      $0.status = .new
      $0.type = given.type
      $0.numberOfPassengers = given.numberOfPassengers
    }
    let near = PlaceRules.reference(given.places)
    trip.pickupPoint = try PlaceRules.completed(given.pickupPoint, "pickup_point", near: near)
    trip.dropoffPoint = try PlaceRules.completed(given.dropoffPoint, "dropoff_point", near: near)
    try setStops(given.intermediateDestinations, near: near, &trip)
    var record = StoredTrip(id: name.tripID, trip: trip)
    (record.updatedAt, record.keptAt) = (now, runningNow)
    put(record)
    guard let vehicleID = given.vehicleID else { return }
    try assign(name.tripID, to: vehicleID)
    if !given.vehicleWaypoints.isEmpty { try reorder(vehicleID, given.vehicleWaypoints) }
    try checkPlanSize(vehicleID)
  }

  /// Changes the fields of a trip that the mask names.
  ///
  /// See docs/protocol.md, "Update masks", "Statuses", "Accepted transitions" and
  /// "Contents at each stage".
  mutating func updateTrip(
    _ id: String, _ body: ResourceBody<Trip>, mask: UpdateMask
  ) throws(RPCFailure) {
    guard var record = trip(id) else { throw Self.noTrip(id) }
    guard record.isActive else {
      guard mask.fields == ["tripStatus"], body.resource.status == record.trip.status else {
        throw .failedPrecondition(
          "The trip \(id) is \(record.trip.status.wireName) and cannot be changed.")
      }
      return
    }
    let given = body.completed(mask, from: record.trip).resource
    let changesStops = ["tripStatus", "intermediateDestinationIndex", "intermediateDestinations"]
      .contains(where: mask.contains)
    if changesStops, let known = given.intermediateDestinationsVersion,
      known != record.trip.intermediateDestinationsVersion
    {
      throw .failedPrecondition(
        "intermediate_destinations_version is not the current one; read the trip again.")
    }
    try setFields(given, mask, &record)
    (record.updatedAt, record.keptAt) = (now, runningNow)
    put(record)
    if mask.contains("vehicleId") {
      if let vehicleID = given.vehicleID { try assign(id, to: vehicleID) } else { unassign(id) }
    }
    if mask.contains("tripStatus") || mask.contains("intermediateDestinationIndex") {
      try setStatus(id, given, mask)
    }
    guard let vehicleID = trip(id)?.trip.vehicleID else { return }
    replan(vehicleID)
    try checkPlanSize(vehicleID)
    // No response to a get has these waypoints, so a whole trip may leave them out.
    if mask.contains("vehicleWaypoints"), !mask.isWhole || body.has("vehicleWaypoints") {
      try reorder(vehicleID, given.vehicleWaypoints)
    }
    if mask.contains("tripType"), let plan = vehicle(vehicleID)?.plan, mixesExclusiveTrip(plan) {
      throw .failedPrecondition(
        "The waypoints of an exclusive trip cannot be mixed with another trip's.")
    }
  }

  /// Deletes a trip.
  ///
  /// See docs/protocol.md, "Update masks".
  mutating func deleteTrip(_ id: String) throws(RPCFailure) {
    guard let record = trip(id) else { throw Self.noTrip(id) }
    guard !record.isActive || record.trip.vehicleID == nil else {
      throw .failedPrecondition(
        "The trip \(id) is active and assigned to a vehicle; complete or cancel it first.")
    }
    // As the trip's ID was written, because the request may write é in another way.
    remove(trip: record.id)
  }

  static func noTrip(_ id: String) -> RPCFailure {
    RPCFailure(.notFound, "The trip \(id) does not exist.")
  }

  private func setFields(
    _ given: Trip, _ mask: UpdateMask, _ record: inout StoredTrip
  ) throws(RPCFailure) {
    if mask.contains("tripType") {
      record.trip.type = try given.type.known("trip_type")
      if record.trip.type != .exclusive, !record.trip.intermediateDestinations.isEmpty {
        throw .failedPrecondition("Only an exclusive trip can have stops.")
      }
      if let vehicle = record.trip.vehicleID.flatMap({ vehicle($0) }) {
        try checkType(record.trip.type, vehicle)
      }
    }
    let near = PlaceRules.reference(record.trip.places + given.places)
    if mask.contains("pickupPoint") {
      guard
        let point = try PlaceRules.completed(
          given.pickupPoint, "pickup_point", former: record.trip.pickupPoint, near: near)
      else { throw .invalid("pickup_point cannot be cleared.") }
      record.trip.pickupPoint = point
    }
    if mask.contains("dropoffPoint") {
      record.trip.dropoffPoint = try PlaceRules.completed(
        given.dropoffPoint, "dropoff_point", former: record.trip.dropoffPoint, near: near)
    }
    try setActualPoints(given, mask, &record.trip)
    if mask.contains("intermediateDestinations") {
      try setStops(given.intermediateDestinations, near: near, &record.trip)
    }
    if mask.contains("view") { record.trip.view = try given.view.knownIfAny("view") }
    if mask.contains("attributes") {
      record.trip.attributes = try AttributeRules.checked(given.attributes)
    }
  }

  /// Sets the reported places of the vehicle's stops.
  private func setActualPoints(
    _ given: Trip, _ mask: UpdateMask, _ trip: inout Trip
  ) throws(RPCFailure) {
    func set(_ name: String, _ path: WritableKeyPath<Trip, StopLocation?>) throws(RPCFailure) {
      guard mask.contains(name) else { return }
      trip[keyPath: path] = try Self.stops(name, given[keyPath: path].map { [$0] } ?? []).first
    }
    func set(_ name: String, _ path: WritableKeyPath<Trip, [StopLocation]>) throws(RPCFailure) {
      guard mask.contains(name) else { return }
      trip[keyPath: path] = try Self.stops(name, given[keyPath: path])
    }
    try set("actualPickupPoint", \.actualPickupPoint)
    try set("actualPickupArrivalPoint", \.actualPickupArrivalPoint)
    try set("actualDropoffPoint", \.actualDropoffPoint)
    try set("actualIntermediateDestinations", \.actualIntermediateDestinations)
    try set(
      "actualIntermediateDestinationArrivalPoints", \.actualIntermediateDestinationArrivalPoints)
  }

  private static func stops(
    _ name: String, _ stops: [StopLocation]
  ) throws(RPCFailure) -> [StopLocation] {
    guard stops.allSatisfy({ $0.point != nil }) else {
      throw .invalid("\(FieldName.snakeCase(name)) has to have a point.")
    }
    return stops
  }

  private func setStops(
    _ given: [TerminalLocation], near reference: Coordinate, _ trip: inout Trip
  ) throws(RPCFailure) {
    var stops: [TerminalLocation] = []
    for (index, location) in given.enumerated() {
      let former = trip.intermediateDestinations
      let stop = try PlaceRules.completed(
        location, "intermediate_destinations[\(index)]",
        former: former.indices.contains(index) ? former[index] : nil, near: reference)
      if let stop { stops.append(stop) }
    }
    guard stops.isEmpty || trip.type == .exclusive else {
      throw .invalid("Only an exclusive trip can have intermediate_destinations.")
    }
    guard stops.count <= Limits.Response.waypoints - 2 else {
      throw .invalid(
        "A trip has at most \(Limits.Response.waypoints - 2) intermediate_destinations.")
    }
    guard stops != trip.intermediateDestinations else { return }
    trip.intermediateDestinations = stops
    trip.intermediateDestinationsVersion = version(after: trip.intermediateDestinationsVersion)
    trip.intermediateDestinationIndex = min(
      trip.intermediateDestinationIndex, max(0, stops.count - 1))
  }

  private mutating func reorder(
    _ vehicleID: String,
    _ waypoints: [TripWaypoint]
  ) throws(RPCFailure) {
    guard let plan = vehicle(vehicleID)?.plan else { return }
    replan(vehicleID, order: try order(waypoints, of: plan))
  }

  private mutating func assign(_ id: String, to vehicleID: String) throws(RPCFailure) {
    try RPCFailure.checkID(vehicleID, "vehicle_id")
    guard var record = trip(id), var vehicle = vehicle(vehicleID) else {
      throw RPCFailure(.notFound, "The vehicle \(vehicleID) does not exist.")
    }
    guard record.trip.vehicleID != vehicleID else { return }
    try checkType(record.trip.type, vehicle)
    // The flag is documented for searches, not for assignments.
    if isStrict, record.trip.type == .exclusive, !vehicle.tripIDs.isEmpty,
      !vehicle.vehicle.isBackToBackEnabled
    {
      throw .failedPrecondition(
        "The vehicle \(vehicleID) is busy and not enabled for back-to-back trips.")
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

  private func checkType(_ type: TripType, _ vehicle: StoredVehicle) throws(RPCFailure) {
    guard vehicle.vehicle.supportedTripTypes.contains(type) else {
      throw .failedPrecondition(
        "The vehicle \(vehicle.id) does not accept trips of type \(type.wireName).")
    }
  }
}

extension Trip {
  /// The locations that a client sets, in the order of the ride.
  fileprivate var places: [TerminalLocation?] {
    [pickupPoint] + intermediateDestinations + [dropoffPoint]
  }
}
