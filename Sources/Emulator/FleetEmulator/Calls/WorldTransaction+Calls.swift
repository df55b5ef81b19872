internal import FleetEngine
internal import HTTPMessages
internal import JSON

extension WorldTransaction {
  /// Performs an authorized call and returns its response's body.
  ///
  /// After an error the transaction is invalid. See docs/protocol.md, "Endpoints".
  mutating func perform(_ call: FleetCall, by caller: Caller) throws(RPCFailure) -> [UInt8] {
    var call = call
    try call.readFields()
    let fields = call.fields
    switch call.route.procedure {
    case .createTrip: return try createTrip(call, caller)
    case .getTrip:
      let query = try TripQuery(fields)
      guard let record = trip(call.id) else { throw Self.noTrip(call.id) }
      return try call.encode(query.narrow(shown(record)), query.routeFormat)
    case .updateTrip:
      let mask = try UpdateMask(fields.text("updateMask") ?? "", schema: .trip)
      try updateTrip(
        call.id,
        ResourceBody(try MessageSchema.trip.read(call.request.body)),
        mask: mask
      )
      return try changedTrip(call.id, call)
    case .deleteTrip: try deleteTrip(call.id)
    case .searchTrips: return try call.encode(try TripSearch(fields).response(from: self))
    case .reportBillableTrip: try checkBillableTrip(fields)
    case .createVehicle: return try createVehicle(call, caller)
    case .getVehicle: return try getVehicle(call, caller)
    case .updateVehicle:
      let mask = try UpdateMask(fields.text("updateMask") ?? "", schema: .vehicle)
      let body = try ResourceBody(vehicle: try MessageSchema.vehicle.read(call.request.body))
      try updateVehicle(call.id, body, mask: mask)
      return try changedVehicle(call.id, call)
    case .deleteVehicle: try deleteVehicle(call.id)
    case .updateVehicleAttributes:
      try updateAttributes(call.id, fields.messages("attributes").map { $0.decode() })
      let attributes = vehicle(call.id)?.vehicle.attributes ?? []
      return try call.encode(AttributesResponse(attributes: attributes))
    case .updateVehicleLocation: return try updateVehicleLocation(call)
    case .listVehicles: return try call.encode(try VehicleList(fields).response(from: self))
    case .searchVehicles, .searchFuzzedVehicles:
      let isFuzzed = call.route.procedure == .searchFuzzedVehicles
      var response = try VehicleSearch(fields, isFuzzed: isFuzzed).response(from: self)
      if caller.role == .consumer { response.hideFromConsumers() }
      return try call.encode(response)
    }
    return Array("{}".utf8)
  }

  // MARK: Trips

  private mutating func createTrip(
    _ call: FleetCall,
    _ caller: Caller
  ) throws(RPCFailure) -> [UInt8] {
    let id = try Self.newID("tripId", call, caller)
    guard let name = try? TripName(providerID: call.providerID, tripID: id) else {
      throw .invalidID("trip_id")
    }
    try createTrip(name, ResourceBody(try MessageSchema.trip.read(call.request.body)))
    return try changedTrip(id, call)
  }

  private func changedTrip(_ id: String, _ call: FleetCall) throws(RPCFailure) -> [UInt8] {
    guard let record = trip(id) else { throw Self.noTrip(id) }
    return try call.encode(shownAfterChange(record))
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
    _ call: FleetCall,
    _ caller: Caller
  ) throws(RPCFailure) -> [UInt8] {
    let id = try Self.newID("vehicleId", call, caller)
    guard let name = try? VehicleName(providerID: call.providerID, vehicleID: id) else {
      throw .invalidID("vehicle_id")
    }
    try createVehicle(
      name,
      try ResourceBody(vehicle: try MessageSchema.vehicle.read(call.request.body))
    )
    return try changedVehicle(id, call)
  }

  private func getVehicle(_ call: FleetCall, _ caller: Caller) throws(RPCFailure) -> [UInt8] {
    guard let record = vehicle(call.id) else { throw Self.noVehicle(call.id) }
    var vehicle = VehicleQuery(call.fields).narrow(shown(record))
    if caller.role == .consumer {
      vehicle.lastLocation = vehicle.lastLocation.map(Self.forConsumers)
    }
    return try call.encode(vehicle)
  }

  private func changedVehicle(_ id: String, _ call: FleetCall) throws(RPCFailure) -> [UInt8] {
    guard let record = vehicle(id) else { throw Self.noVehicle(id) }
    return try call.encode(shown(record))
  }

  /// Does the same as an update of location and state.
  private mutating func updateVehicleLocation(_ call: FleetCall) throws(RPCFailure) -> [UInt8] {
    guard let location = call.fields.message("currentLocation") else {
      throw .invalid("current_location is required.")
    }
    let state: VehicleState = call.fields.choice("currentState")
    let body = SchemaMessage(["lastLocation": location.tree, "vehicleState": .text(state.wireName)])
    let mask = try UpdateMask(
      state.isUnspecified ? "lastLocation" : "lastLocation,vehicleState",
      schema: .vehicle
    )
    try updateVehicle(call.id, ResourceBody(body), mask: mask)
    guard let record = vehicle(call.id) else { throw Self.noVehicle(call.id) }
    return try call.encode(shown(record).lastLocation ?? VehicleLocation())
  }

  /// The ID of a new resource, which the caller may create.
  private static func newID(
    _ field: String,
    _ call: FleetCall,
    _ caller: Caller
  ) throws(RPCFailure) -> String {
    guard let id = call.fields.text(field) else {
      throw .invalid("\(FieldName.snakeCase(field)) is required.")
    }
    try caller.check(call.route.procedure, id: id, tripsVehicleID: nil)
    return id
  }
}

/// The response of an update of attributes.
struct AttributesResponse: WireMessage {
  var attributes: [VehicleAttribute] = []

  static let wireFields = WireTable<AttributesResponse>(
    "UpdateVehicleAttributesResponse",
    [.messages(1, "attributes", \.attributes)]
  )
}
