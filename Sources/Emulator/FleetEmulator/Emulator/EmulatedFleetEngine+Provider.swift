internal import FleetEngine
internal import HTTPMessages
internal import ProviderBackend

extension EmulatedFleetEngine {
  func backendResponse(
    to request: TransportRequest, below path: Substring, at moment: Timestamp,
    _ record: inout CallRecord
  ) throws(RPCFailure) -> TransportResponse {
    var response = ProviderResponse()
    if request.method != .options {
      let route = try ProviderRoute.find(request.method, path)
      response = try perform(route, request, at: moment, &record)
    }
    if request.method == .head { response.body = [] }
    return response.response(at: moment)
  }

  static func failure(
    _ status: RPCStatus, _ method: TransportMethod, ofBackend path: Substring, at moment: Timestamp
  ) -> TransportResponse {
    var response = ProviderResponse(status, isOfTrips: ProviderRoute.parts(path).first == "trip")
    if method == .head { response.body = [] }
    return response.response(at: moment)
  }

  private func perform(
    _ route: ProviderRoute, _ request: TransportRequest, at moment: Timestamp,
    _ record: inout CallRecord
  ) throws(RPCFailure) -> ProviderResponse {
    let procedure: Route.Procedure
    switch route {
    case .consumerToken(let id): return try token(.consumer, ["tripid": id], at: moment)
    case .driverToken(let id): return try token(.driver, ["vehicleid": id], at: moment)
    case .serverToken: return try token(.server, ["tripid": "*", "vehicleid": "*"], at: moment)
    case .createVehicle: procedure = .createVehicle
    case .vehicle: procedure = .getVehicle
    case .updateVehicle: procedure = .updateVehicle
    case .vehicles: procedure = .listVehicles
    case .createTrip: procedure = .createTrip
    case .trip: procedure = .getTrip
    case .updateTrip: procedure = .updateTrip
    }
    let body = try ProviderBody(request.body)
    let (providerID, newTripID) = (providerID, route == .createTrip ? provider?.newTripID() : nil)
    return try execute(procedure, at: moment, &record) { transaction, queue throws(RPCFailure) in
      switch route {
      case .createVehicle: try transaction.createBackendVehicle(providerID, body, queue)
      case .vehicle(let id): try transaction.backendVehicle(id, queue)
      case .updateVehicle(let id): try transaction.updateBackendVehicle(id, body, queue)
      case .vehicles(let restaurantID): try transaction.backendVehicles(restaurantID: restaurantID)
      case .trip(let id): try ProviderResponse(WrappedTripMessage(try transaction.backendTrip(id)))
      case .updateTrip(let id): try transaction.updateBackendTrip(id, body, queue)
      default: try transaction.createBackendTrip(providerID, newTripID ?? "", body, queue)
      }
    }
  }

  /// Mints a token; its trip or vehicle need not exist yet, as drivers' apps fetch it before.
  private func token(
    _ role: ServiceRole, _ claims: [String: String], at moment: Timestamp
  ) throws(RPCFailure) -> ProviderResponse {
    for id in claims.values where (try? TripName(providerID: providerID, tripID: id)) == nil {
      throw .invalid("The id has to be 1 to 64 characters without / : ? , # in them.")
    }
    // An asterisk would be valid for all trips or vehicles.
    guard role == .server || !claims.values.contains("*") else {
      throw .invalid("A token of this kind is for one trip or vehicle.")
    }
    guard let signer = provider?.signers.first(where: { $0.role == role }) else {
      throw RPCFailure(.internal, "There is no key of the role \(role.rawValue).")
    }
    guard let (text, expiry) = try? signer.token(for: claims, now: moment) else {
      throw RPCFailure(.internal, "The token could not be signed.")
    }
    return try ProviderResponse(
      TokenMessage(
        type: role.rawValue.uppercased(), jwt: text, createdAt: moment.inWholeSeconds,
        expiresAt: expiry, audience: TokenVerifier.audience, claims: claims))
  }
}

extension EmulatedFleetEngine {
  /// Whether a request comes from no web page, or from one with an allowed origin.
  ///
  /// A web page may not use Fleet Engine, and may use the backend only if its origin is allowed.
  /// Some requests have no origin, such as an image's; browsers mark them by `Sec-Fetch-Site`.
  nonisolated func allowsPage(_ headers: TransportHeaders, path: String) -> Bool {
    let origins = headers.values("Origin")
    guard origins.isEmpty else {
      guard path != ServiceAccount.tokenPath, let provider, provider.path(below: path) != nil else {
        return false
      }
      return origins.allSatisfy(provider.allowedOrigins.contains)
    }
    return headers.values("Sec-Fetch-Site").allSatisfy { $0 == "none" || $0 == "same-origin" }
  }

  nonisolated func mintsTokens(at path: String) -> Bool {
    if path == ServiceAccount.tokenPath { return true }
    guard let provider, let rest = provider.path(below: path) else { return false }
    return ProviderRoute.parts(rest).first == "token"
  }

  nonisolated func bodyType(at path: String) -> String {
    path == ServiceAccount.tokenPath ? "application/x-www-form-urlencoded" : "application/json"
  }
}
