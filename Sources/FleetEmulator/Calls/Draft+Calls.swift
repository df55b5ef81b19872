internal import FleetEngine
internal import JSON

extension Draft {
  /// Performs a call and returns its response's body.
  ///
  /// After an error the draft is invalid. Source: contract 2.1.
  mutating func perform(_ call: IncomingCall) throws(RPCFailure) -> [UInt8] {
    switch call.procedure {
    case .createTrip: return try createTrip(call)
    case .getTrip: return try getTrip(call)
    case .updateTrip: return try updateTrip(call)
    case .deleteTrip:
      try deleteTrip(call.id)
      return IncomingCall.nothing
    case .searchTrips: return try call.encode(try TripSearch(call.request).response(from: self))
    case .reportBillableTrip: return try reportBillableTrip(call)
    case .createVehicle: return try createVehicle(call)
    case .getVehicle: return try getVehicle(call)
    case .updateVehicle: return try updateVehicle(call)
    case .deleteVehicle:
      try deleteVehicle(call.id)
      return IncomingCall.nothing
    case .updateVehicleAttributes: return try updateVehicleAttributes(call)
    case .updateVehicleLocation: return try updateVehicleLocation(call)
    case .listVehicles: return try call.encode(try VehicleList(call.request).response(from: self))
    case .searchVehicles: return try searchVehicles(call, isFuzzed: false)
    case .searchFuzzedVehicles: return try searchVehicles(call, isFuzzed: true)
    }
  }

  // MARK: Trips

  private mutating func createTrip(_ call: IncomingCall) throws(RPCFailure) -> [UInt8] {
    let id = try Self.newID("tripId", call)
    guard let name = try? TripName(providerID: call.match.providerID, tripID: id) else {
      throw IDRules.invalid("trip_id")
    }
    try createTrip(name, try ResourceBody(call.bytes, schema: .trip))
    return try changed(trip: id, call)
  }

  private func getTrip(_ call: IncomingCall) throws(RPCFailure) -> [UInt8] {
    let query = try TripQuery(call.request)
    guard let record = trip(call.id) else { throw Self.noTrip(call.id) }
    return try call.encode(query.narrow(response(record)), query.routeFormat)
  }

  private mutating func updateTrip(_ call: IncomingCall) throws(RPCFailure) -> [UInt8] {
    let mask = try UpdateMask(call.request.text("updateMask") ?? "", schema: .trip)
    try updateTrip(call.id, try ResourceBody(call.bytes, schema: .trip), mask: mask)
    return try changed(trip: call.id, call)
  }

  private func changed(trip id: String, _ call: IncomingCall) throws(RPCFailure) -> [UInt8] {
    guard let record = trip(id) else { throw Self.noTrip(id) }
    return try call.encode(responseAfterChange(record))
  }

  /// Accepts the report of a trip that is to be paid for, of which nothing is kept.
  private func reportBillableTrip(_ call: IncomingCall) throws(RPCFailure) -> [UInt8] {
    guard let country = call.request.text("countryCode"), country.utf8.count == 2,
      country.utf8.allSatisfy({ (0x41...0x5A).contains($0 & ~0x20) })
    else { throw .invalid("country_code has to be two letters.") }
    guard call.request.texts("relatedIds").count <= 50 else {
      throw .invalid("related_ids holds more than 50.")
    }
    return IncomingCall.nothing
  }

  // MARK: Vehicles

  private mutating func createVehicle(_ call: IncomingCall) throws(RPCFailure) -> [UInt8] {
    let id = try Self.newID("vehicleId", call)
    guard let name = try? VehicleName(providerID: call.match.providerID, vehicleID: id) else {
      throw IDRules.invalid("vehicle_id")
    }
    try createVehicle(name, try ResourceBody(call.bytes, schema: .vehicle))
    return try changed(vehicle: id, call)
  }

  private func getVehicle(_ call: IncomingCall) throws(RPCFailure) -> [UInt8] {
    guard let record = vehicle(call.id) else { throw Self.noVehicle(call.id) }
    var vehicle = VehicleQuery(call.request).narrow(response(record))
    if call.caller.role == .consumer {
      vehicle.lastLocation = vehicle.lastLocation.map(Self.forConsumers)
    }
    return try call.encode(vehicle)
  }

  private mutating func updateVehicle(_ call: IncomingCall) throws(RPCFailure) -> [UInt8] {
    let mask = try UpdateMask(call.request.text("updateMask") ?? "", schema: .vehicle)
    try updateVehicle(call.id, try ResourceBody(call.bytes, schema: .vehicle), mask: mask)
    return try changed(vehicle: call.id, call)
  }

  private func changed(vehicle id: String, _ call: IncomingCall) throws(RPCFailure) -> [UInt8] {
    guard let record = vehicle(id) else { throw Self.noVehicle(id) }
    return try call.encode(response(record))
  }

  private mutating func updateVehicleAttributes(
    _ call: IncomingCall
  ) throws(RPCFailure) -> [UInt8] {
    var given: [VehicleAttribute] = []
    for message in call.request.messages("attributes") { given.append(message.decode()) }
    try updateAttributes(call.id, given)
    return try call.encode(AttributesAnswer(attributes: vehicle(call.id)?.vehicle.attributes ?? []))
  }

  /// Does what an update of location and state would do.
  private mutating func updateVehicleLocation(_ call: IncomingCall) throws(RPCFailure) -> [UInt8] {
    guard let location = call.request.message("currentLocation") else {
      throw .invalid("current_location is required.")
    }
    let state: VehicleState = call.request.choice("currentState")
    let body = Message(["lastLocation": location.tree, "vehicleState": .text(state.wireName)])
    let mask = try UpdateMask(
      state.isUnspecified ? "lastLocation" : "lastLocation,vehicleState",
      schema: .vehicle
    )
    try updateVehicle(call.id, ResourceBody(body), mask: mask)
    guard let record = vehicle(call.id) else { throw Self.noVehicle(call.id) }
    return try call.encode(response(record).lastLocation ?? VehicleLocation())
  }

  private func searchVehicles(_ call: IncomingCall, isFuzzed: Bool) throws(RPCFailure) -> [UInt8] {
    let search = try VehicleSearch(call.request, isFuzzed: isFuzzed)
    var response = search.response(from: self)
    if call.caller.role == .consumer { response.hideFromConsumers() }
    return try call.encode(response)
  }

  // MARK: Ids

  /// The id that a creation gives its resource, for which the caller may act.
  private static func newID(
    _ parameter: String,
    _ call: IncomingCall
  ) throws(RPCFailure) -> String {
    guard let id = call.request.text(parameter) else {
      throw .invalid("\(FieldName.snakeCase(parameter)) is required.")
    }
    try call.caller.check(call.procedure, id: id, tripsVehicleID: nil)
    return id
  }
}

/// The response of an update of attributes.
private struct AttributesAnswer: WireMessage {
  var attributes: [VehicleAttribute] = []

  static let wireFields = WireTable<AttributesAnswer>([.messages("attributes", \.attributes)])
}
