internal import FleetEngine
internal import HTTPMessages
internal import JSON

extension WorldTransaction {
  /// Performs an authorized call and returns its response.
  ///
  /// After an error the transaction is invalid. See docs/protocol.md, "Endpoints".
  mutating func perform(_ parsed: ParsedCall, by caller: Caller) throws(RPCFailure) -> JSONTree {
    let (call, fields) = (parsed.call, parsed.fields)
    switch call.route.procedure {
    case .createTrip: return try createTrip(parsed, caller)
    case .getTrip:
      let query = try TripQuery(fields)
      guard let record = trip(call.id) else { throw Self.noTrip(call.id) }
      return parsed.response(query.narrow(shown(record)), query.routeFormat)
    case .updateTrip:
      let mask = try UpdateMask(fields.text("updateMask") ?? "", schema: .trip)
      try updateTrip(call.id, ResourceBody(try call.resource(.trip)), mask: mask)
      return try changedTrip(call.id, parsed)
    case .deleteTrip: try deleteTrip(call.id)
    case .searchTrips:
      try caller.checkSearch(ofTripsOf: fields.text("vehicleId"))
      return parsed.response(try TripSearch(fields).response(from: self))
    case .reportBillableTrip: try checkBillableTrip(fields)
    case .createVehicle: return try createVehicle(parsed, caller)
    case .getVehicle: return try getVehicle(parsed, caller)
    case .updateVehicle:
      let mask = try UpdateMask(fields.text("updateMask") ?? "", schema: .vehicle)
      let body = try ResourceBody(vehicle: try call.resource(.vehicle))
      try updateVehicle(call.id, body, mask: mask)
      return try changedVehicle(call.id, parsed)
    case .deleteVehicle: try deleteVehicle(call.id)
    case .updateVehicleAttributes:
      try updateAttributes(call.id, fields.messages("attributes").map { $0.decode() })
      let attributes = vehicle(call.id)?.vehicle.attributes ?? []
      return parsed.response(AttributeList(attributes))
    case .updateVehicleLocation: return try updateVehicleLocation(parsed)
    case .listVehicles: return parsed.response(try VehicleList(fields).response(from: self))
    case .searchVehicles, .searchFuzzedVehicles:
      let isFuzzed = call.route.procedure == .searchFuzzedVehicles
      var response = try VehicleSearch(fields, isFuzzed: isFuzzed).response(from: self)
      if caller.role == .consumer { response.hideFromConsumers() }
      return parsed.response(response)
    }
    return .object([:])
  }

  // MARK: Trips

  private mutating func createTrip(
    _ parsed: ParsedCall, _ caller: Caller
  ) throws(RPCFailure) -> JSONTree {
    let call = parsed.call
    let id = try Self.newID("tripId", parsed, caller)
    guard let name = try? TripName(providerID: call.providerID, tripID: id) else {
      throw .invalidID("trip_id")
    }
    try createTrip(name, ResourceBody(try call.resource(.trip)))
    return try changedTrip(id, parsed)
  }

  private func changedTrip(_ id: String, _ parsed: ParsedCall) throws(RPCFailure) -> JSONTree {
    guard let record = trip(id) else { throw Self.noTrip(id) }
    return parsed.response(shownAfterChange(record))
  }

  /// Checks the report of a billable trip; nothing of it is stored.
  private func checkBillableTrip(_ request: SchemaMessage) throws(RPCFailure) {
    guard let country = request.text("countryCode"), country.utf8.count == 2,
      country.utf8.allSatisfy({ (0x41...0x5A).contains($0 & ~0x20) })
    else { throw .invalid("country_code has to be two letters.") }
    try require(request.texts("relatedIds").count <= 50, "related_ids holds more than 50.")
  }

  // MARK: Vehicles

  private mutating func createVehicle(
    _ parsed: ParsedCall, _ caller: Caller
  ) throws(RPCFailure) -> JSONTree {
    let call = parsed.call
    let id = try Self.newID("vehicleId", parsed, caller)
    guard let name = try? VehicleName(providerID: call.providerID, vehicleID: id) else {
      throw .invalidID("vehicle_id")
    }
    try createVehicle(name, try ResourceBody(vehicle: try call.resource(.vehicle)))
    return try changedVehicle(id, parsed)
  }

  private func getVehicle(_ parsed: ParsedCall, _ caller: Caller) throws(RPCFailure) -> JSONTree {
    let id = parsed.call.id
    guard let record = vehicle(id) else { throw Self.noVehicle(id) }
    var vehicle = VehicleQuery(parsed.fields).narrow(shown(record))
    if caller.role == .consumer {
      vehicle.lastLocation = vehicle.lastLocation.map(Self.forConsumers)
    }
    return parsed.response(vehicle)
  }

  private func changedVehicle(_ id: String, _ parsed: ParsedCall) throws(RPCFailure) -> JSONTree {
    guard let record = vehicle(id) else { throw Self.noVehicle(id) }
    return parsed.response(shown(record))
  }

  /// Does the same as an update of location and state.
  private mutating func updateVehicleLocation(_ parsed: ParsedCall) throws(RPCFailure) -> JSONTree {
    let (id, fields) = (parsed.call.id, parsed.fields)
    guard let location = fields.message("currentLocation") else {
      throw .invalid("current_location is required.")
    }
    let state: VehicleState = fields.choice("currentState")
    let body = SchemaMessage(["lastLocation": location.tree, "vehicleState": .text(state.wireName)])
    let mask = try UpdateMask(
      state.isUnspecified ? "lastLocation" : "lastLocation,vehicleState", schema: .vehicle)
    try updateVehicle(id, ResourceBody(body), mask: mask)
    guard let record = vehicle(id) else { throw Self.noVehicle(id) }
    return parsed.response(shown(record).lastLocation ?? VehicleLocation())
  }

  /// The ID of a new resource, which the caller may create.
  private static func newID(
    _ field: String, _ parsed: ParsedCall, _ caller: Caller
  ) throws(RPCFailure) -> String {
    guard let id = parsed.fields.text(field) else {
      throw .invalid("\(FieldName.snakeCase(field)) is required.")
    }
    try caller.check(parsed.call.route.procedure, id: id, tripsVehicleID: nil)
    return id
  }
}
