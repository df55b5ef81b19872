internal import FleetEngine
internal import HTTPMessages
internal import ProviderBackend

extension FleetEmulator {
  /// Performs a request of the provider's backend.
  func backendResponse(
    to request: HTTPRequest,
    below path: Substring,
    at moment: Timestamp,
    _ record: inout CallRecord
  ) throws(RPCFailure) -> HTTPResponse {
    var response =
      request.method == .options
      ? ProviderResponse()
      : try perform(try ProviderRoute.find(request.method, path), request, at: moment, &record)
    if request.method == .head { response.body = [] }
    return response.response(at: moment)
  }

  /// The answer to a call of the backend that fails.
  static func failure(
    _ status: RPCStatus,
    _ method: HTTPMethod,
    ofBackend path: Substring,
    at moment: Timestamp
  ) -> HTTPResponse {
    var response = ProviderResponse(status, isOfTrips: ProviderRoute.parts(path).first == "trip")
    if method == .head { response.body = [] }
    return response.response(at: moment)
  }

  private func perform(
    _ route: ProviderRoute,
    _ request: HTTPRequest,
    at moment: Timestamp,
    _ record: inout CallRecord
  ) throws(RPCFailure) -> ProviderResponse {
    switch route {
    case .consumerToken(let id): return try token(.consumer, ["tripid": id], at: moment)
    case .driverToken(let id): return try token(.driver, ["vehicleid": id], at: moment)
    case .serverToken: return try token(.server, ["tripid": "*", "vehicleid": "*"], at: moment)
    case .createVehicle:
      let (body, id) = (try ProviderBody(request.body), providerID)
      return try vehicle(.createVehicle, at: moment, &record) { draft, queue throws(RPCFailure) in
        try draft.createBackendVehicle(id, body, queue)
      }
    case .vehicle(let id):
      return try vehicle(.getVehicle, at: moment, &record) { draft, queue throws(RPCFailure) in
        try draft.backendVehicle(id, queue)
      }
    case .updateVehicle(let id):
      let body = try ProviderBody(request.body)
      return try vehicle(.updateVehicle, at: moment, &record) { draft, queue throws(RPCFailure) in
        try draft.updateBackendVehicle(id, body, queue)
      }
    case .vehicles(let restaurantID):
      let vehicles = try execute(.listVehicles, at: moment, &record) { draft, _ in
        draft.backendVehicles(restaurantID: restaurantID)
      }
      return try ProviderResponse(vehicles.map(VehicleMessage.init))
    case .createTrip: return try createTrip(request, at: moment, &record)
    case .trip(let id):
      let trip = try execute(.getTrip, at: moment, &record) { draft, _ throws(RPCFailure) in
        try draft.backendTrip(id)
      }
      return try ProviderResponse(WrappedTripMessage(trip))
    case .updateTrip(let id):
      let body = try ProviderBody(request.body)
      let trip = try execute(.updateTrip, at: moment, &record) { draft, queue throws(RPCFailure) in
        try draft.updateBackendTrip(id, body, queue)
      }
      return try ProviderResponse(TripMessage(trip))
    }
  }

  private func createTrip(
    _ request: HTTPRequest,
    at moment: Timestamp,
    _ record: inout CallRecord
  ) throws(RPCFailure) -> ProviderResponse {
    let body = try ProviderBody(request.body)
    guard let id = provider?.newTripID(),
      let name = try? TripName(providerID: providerID, tripID: id)
    else { throw RPCFailure(.internal, "The new trip's id is none.") }
    let trip = try execute(.createTrip, at: moment, &record) { draft, queue throws(RPCFailure) in
      try draft.createBackendTrip(name, body, queue)
    }
    return try ProviderResponse(TripMessage(trip))
  }

  private func vehicle(
    _ procedure: Route.Procedure,
    at moment: Timestamp,
    _ record: inout CallRecord,
    _ work: (inout Draft, TripQueue?) throws(RPCFailure) -> Vehicle
  ) throws(RPCFailure) -> ProviderResponse {
    try ProviderResponse(VehicleMessage(try execute(procedure, at: moment, &record, work)))
  }

  /// Mints a token; whom it is for need not exist yet, as drivers' apps ask before they create.
  private func token(
    _ role: ServiceRole,
    _ claims: [String: String],
    at moment: Timestamp
  ) throws(RPCFailure) -> ProviderResponse {
    for id in claims.values where (try? TripName(providerID: providerID, tripID: id)) == nil {
      throw .invalid("The id has to be 1 to 64 characters without / : ? , # in them.")
    }
    // An asterisk would be good for all trips or vehicles.
    guard role == .server || !claims.values.contains("*") else {
      throw .invalid("A token of this kind is for one trip or vehicle.")
    }
    guard let signer = provider?.signers.first(where: { $0.role == role }) else {
      throw RPCFailure(.internal, "There is no key of the role \(role.rawValue).")
    }
    do {
      let (text, expiry) = try signer.token(for: claims, now: moment)
      return try ProviderResponse(
        TokenMessage(
          type: role.rawValue.uppercased(),
          jwt: text,
          createdAt: Timestamp(seconds: moment.seconds),
          expiresAt: expiry,
          audience: TokenVerifier.audience,
          claims: claims
        )
      )
    } catch let error as RPCFailure {
      throw error
    } catch {
      throw RPCFailure(.internal, "The token could not be signed.")
    }
  }
}
