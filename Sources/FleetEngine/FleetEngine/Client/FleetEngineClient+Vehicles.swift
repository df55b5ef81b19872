internal import HTTPMessages

extension FleetEngineClient {
  /// Reads a vehicle with its trips and waypoints.
  public func getVehicle(
    _ name: VehicleName, header: RequestHeader? = nil
  ) async throws(FleetEngineError) -> FleetEngineResponse<Vehicle> {
    var call = Call("GetVehicle", .get, name, on: self)
    call.add(header)
    return try await send(call, about: name)
  }

  /// Creates a vehicle and returns it as the server stored it.
  @discardableResult public func createVehicle(
    _ name: VehicleName, _ vehicle: Vehicle, header: RequestHeader? = nil
  ) async throws(FleetEngineError) -> FleetEngineResponse<Vehicle> {
    let call = Call("CreateVehicle", .post, name, on: self, creates: true)
    return try await write(vehicle, name, call, ("vehicleId", name.vehicleID), header)
  }

  /// Changes the fields of a vehicle that a closure assigns, and returns the vehicle.
  ///
  /// A field that only the server writes is an error without a request.
  @discardableResult public func updateVehicle(
    _ name: VehicleName, header: RequestHeader? = nil,
    _ assign: (inout FieldChanges<Vehicle>) -> Void
  ) async throws(FleetEngineError) -> FleetEngineResponse<Vehicle> {
    let changes = FieldChanges(assign)
    let mask = try changes.mask(of: Call("UpdateVehicle", .put, name, on: self))
    return try await updateVehicle(name, changes.message, mask: mask, header: header)
  }

  /// Changes the fields of a vehicle that `mask` names, in the wire's spelling, and returns it.
  package func updateVehicle(
    _ name: VehicleName, _ vehicle: Vehicle, mask: [String], header: RequestHeader? = nil
  ) async throws(FleetEngineError) -> FleetEngineResponse<Vehicle> {
    let call = Call("UpdateVehicle", .put, name, on: self)
    return try await write(vehicle, name, call, ("updateMask", mask.joined(separator: ",")), header)
  }

  /// Sets attributes of a vehicle and leaves its others; returns all that it has.
  @discardableResult public func updateVehicleAttributes(
    _ name: VehicleName, _ attributes: [VehicleAttribute], header: RequestHeader? = nil
  ) async throws(FleetEngineError) -> FleetEngineResponse<[VehicleAttribute]> {
    var call = Call(
      "UpdateVehicleAttributes", .post, VehicleName.collection, ofProvider: name.providerID,
      name.context, on: self, id: name.vehicleID, verb: "updateAttributes",
      resource: name.description)
    try call.setBody(UpdateVehicleAttributesRequest(attributes), header)
    let response: FleetEngineResponse<AttributeList> = try await exchange(call)
    return response.map(\.attributes)
  }

  /// Sets the location and the state of a vehicle, by a method that Google's newer clients lack.
  @discardableResult public func updateVehicleLocation(
    _ name: VehicleName, _ location: VehicleLocation, state: VehicleState = .unspecified,
    header: RequestHeader? = nil
  ) async throws(FleetEngineError) -> FleetEngineResponse<VehicleLocation> {
    var call = Call(
      "UpdateVehicleLocation", .put, VehicleName.collection, ofProvider: name.providerID,
      name.context, on: self, id: name.vehicleID, verb: "updateLocation",
      resource: name.description)
    try call.setBody(UpdateVehicleLocationRequest(location, state), header)
    return try await exchange(call)
  }

  /// Deletes a vehicle, which must not have active trips.
  public func deleteVehicle(
    _ name: VehicleName, header: RequestHeader? = nil
  ) async throws(FleetEngineError) {
    var call = Call("DeleteVehicle", .delete, name, on: self)
    call.add(header)
    try await sendForNothing(call)
  }

  /// Reads a page of a provider's vehicles.
  ///
  /// Needs a token of a server. See ``VehiclePage`` for the following pages, and
  /// ``vehicles(_:ofProvider:)`` for all of them.
  ///
  /// - Parameters:
  ///   - request: The vehicles to list.
  ///   - providerID: The provider, by default the client's.
  ///   - pageToken: The token that the page before brought; nil for the first page.
  ///   - header: The facts about the caller.
  public func listVehicles(
    _ request: ListVehiclesRequest = ListVehiclesRequest(), ofProvider providerID: String? = nil,
    pageToken: String? = nil, header: RequestHeader? = nil
  ) async throws(FleetEngineError) -> FleetEngineResponse<VehiclePage> {
    var call = try call("ListVehicles", .get, VehicleName.collection, of: providerID, .allVehicles)
    var request = request
    request.pageToken = pageToken
    try call.check(request.filter)
    try call.add(fieldsOf: request)
    call.add(header)
    return try await exchange(call) { page throws(FleetEngineError) in
      try call.check(page.vehicles.lazy.map(\.excess))
      try call.check(next: page.next, after: pageToken)
    }
  }

  /// The vehicles of a list, page by page as they are read.
  public func vehicles(
    _ request: ListVehiclesRequest = ListVehiclesRequest(), ofProvider providerID: String? = nil
  ) -> PagedSequence<Vehicle> {
    PagedSequence { token throws(FleetEngineError) in
      let page = try await listVehicles(request, ofProvider: providerID, pageToken: token).value
      return (page.vehicles, page.next)
    }
  }

  /// Finds vehicles near a pickup, in the order that the request asks for.
  ///
  /// - Parameters:
  ///   - request: The pickup and the vehicles to find.
  ///   - providerID: The provider, by default the client's.
  ///   - isFuzzed: Whether places are inexact, for apps of riders; Google's newer clients lack that method.
  ///   - header: The facts about the caller.
  public func searchVehicles(
    _ request: SearchVehiclesRequest, ofProvider providerID: String? = nil, isFuzzed: Bool = false,
    header: RequestHeader? = nil
  ) async throws(FleetEngineError) -> FleetEngineResponse<[VehicleMatch]> {
    var call = try call(
      isFuzzed ? "SearchFuzzedVehicles" : "SearchVehicles", .post, VehicleName.collection,
      of: providerID, .allVehicles, verb: isFuzzed ? "searchFuzzed" : "search")
    try call.check(request.filter)
    try call.setBody(request, header)
    let response: FleetEngineResponse<VehicleMatches> = try await exchange(call) {
      found throws(FleetEngineError) in
      try call.check(found.matches.lazy.map { $0.vehicle?.excess })
    }
    return response.map(\.matches)
  }
}
