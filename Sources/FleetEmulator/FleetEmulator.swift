internal import FleetEngine
public import HTTPMessages
internal import TrustLimits

/// A Fleet Engine of one's own: the trips and vehicles of one provider.
///
/// It answers requests, value to value; what carries them is beside it. A change is stored before
/// it is answered. Source: contract 2.
public actor FleetEmulator {
  /// The most calls that the history keeps.
  public static let historyLength = 10_000

  /// The provider that it serves.
  public nonisolated let providerID: String
  private let verifier: TokenVerifier
  private let speed: Double
  let now: @Sendable () -> Timestamp
  private let store: WorldStore?
  private var world: World
  private var calls: [CallRecord] = []
  private var openStatusChange: (before: TripStatus?, after: TripStatus)?
  /// The script of faults that its edges carry out.
  var faults = FaultQueue()

  /// Creates an emulator and reads what its directory keeps.
  ///
  /// - Parameter configuration: What it is to be.
  /// - Throws: Why its configuration or its directory cannot be used.
  public init(_ configuration: EmulatorConfiguration) throws(EmulatorError) {
    guard configuration.speed.isFinite, (1...Limits.Simulation.speed).contains(configuration.speed)
    else {
      throw EmulatorError(
        .configuration,
        "The speed has to be 1 to \(Int(Limits.Simulation.speed))."
      )
    }
    do {
      _ = try TripName(providerID: configuration.providerID, tripID: "trip")
    } catch {
      throw EmulatorError(.configuration, "The provider's id is not valid; name another one.")
    }
    providerID = configuration.providerID
    verifier = TokenVerifier(accounts: configuration.accounts)
    speed = configuration.speed
    now = configuration.now
    if let directory = configuration.directory {
      let store = try WorldStore(directory: directory, providerID: configuration.providerID)
      world = try store.load()
      self.store = store
    } else {
      store = nil
      world = World()
    }
  }

  /// The latest calls, oldest first.
  public var history: [CallRecord] { calls }

  /// Answers a request of Fleet Engine's REST interface.
  ///
  /// - Parameter request: The request; of its address only path and query are read.
  /// - Returns: The answer, an error's as google.rpc.Status.
  public func respond(to request: HTTPRequest) async -> HTTPResponse {
    let moment = now()
    openStatusChange = nil
    var record = CallRecord(
      time: moment,
      procedure: nil,
      resource: String(request.url.path.prefix(512)),
      httpStatus: 200
    )
    let status: Int
    let body: [UInt8]
    do {
      let match = try Route.match(request.method, request.url.path)
      record.procedure = match.route.procedure.rawValue
      body = try answer(match, request, at: moment)
      status = 200
    } catch {
      record.error = error.status
      status = error.status.code.httpStatus
      body = error.status.body
    }
    record.httpStatus = status
    record.statusBefore = openStatusChange?.before
    record.statusAfter = openStatusChange?.after
    if calls.count >= Self.historyLength { calls.removeFirst(Self.historyLength / 10) }
    calls.append(record)
    return HTTPResponse(
      status: status,
      headers: [
        "Content-Type": "application/json; charset=utf-8",
        "Date": HTTPDate.text(moment),
        "Cache-Control": "private",
        "X-Content-Type-Options": "nosniff",
      ],
      body: body
    )
  }

  /// Finds out who calls, and that it may.
  func caller(
    _ match: Route.Match,
    _ request: HTTPRequest,
    at moment: Timestamp
  ) throws(RPCFailure) -> Caller {
    let caller = try verifier.caller(request.headers, now: moment)
    try caller.checkClaims()
    guard Caller.roles(match.route.procedure).contains(caller.role) else {
      throw RPCFailure(
        .permissionDenied,
        "The role \(caller.role.rawValue) may not call \(match.route.procedure.rawValue)."
      )
    }
    guard match.providerID == providerID else {
      throw RPCFailure(.permissionDenied, "The token's project is not the provider in the path.")
    }
    if let id = match.id { try check(caller, match.route.procedure, id) }
    return caller
  }

  private func answer(
    _ match: Route.Match,
    _ request: HTTPRequest,
    at moment: Timestamp
  ) throws(RPCFailure) -> [UInt8] {
    let caller = try caller(match, request, at: moment)
    var draft = Draft(of: world, now: moment, speed: speed)
    switch match.route.procedure {
    case .createTrip: return try createTrip(match, request, caller, &draft)
    case .getTrip: return try getTrip(match, request, draft)
    case .updateTrip: return try updateTrip(match, request, &draft)
    case .createVehicle: return try createVehicle(match, request, caller, &draft)
    case .updateVehicle: return try updateVehicle(match, request, &draft)
    case .deleteTrip, .searchTrips, .reportBillableTrip, .getVehicle, .deleteVehicle,
      .updateVehicleAttributes, .listVehicles, .searchVehicles, .updateVehicleLocation,
      .searchFuzzedVehicles:
      throw RPCFailure(
        .unimplemented,
        "\(match.route.procedure.rawValue) is not implemented by this emulator."
      )
    }
  }

  private func check(
    _ caller: Caller,
    _ procedure: Route.Procedure,
    _ id: String
  ) throws(RPCFailure) {
    try caller.check(procedure, id: id, tripsVehicleID: world.trips[id]?.trip.vehicleID)
  }

  private func getTrip(
    _ match: Route.Match,
    _ request: HTTPRequest,
    _ draft: Draft
  ) throws(RPCFailure) -> [UInt8] {
    let query = try TripQuery(try parameters(match, request))
    let id = match.id ?? ""
    guard let record = draft.trip(id) else { throw Draft.noTrip(id) }
    return try encode(query.narrow(draft.answer(record)), query.routeFormat)
  }

  /// The id that a creation gives its resource, for which the caller may act.
  private func newID(
    _ parameter: String,
    _ match: Route.Match,
    _ request: HTTPRequest,
    _ caller: Caller
  ) throws(RPCFailure) -> String {
    guard let id = try parameters(match, request)[parameter], !id.isEmpty else {
      throw .invalid("\(FieldName.snakeCase(parameter)) is required.")
    }
    try check(caller, match.route.procedure, id)
    return id
  }

  private static func malformed(_ parameter: String) -> RPCFailure {
    .invalid(
      "\(FieldName.snakeCase(parameter)) has to be 1 to 64 characters without / : ? , # in them."
    )
  }

  private func createTrip(
    _ match: Route.Match,
    _ request: HTTPRequest,
    _ caller: Caller,
    _ draft: inout Draft
  ) throws(RPCFailure) -> [UInt8] {
    let id = try newID("tripId", match, request, caller)
    guard let name = try? TripName(providerID: providerID, tripID: id) else {
      throw Self.malformed("tripId")
    }
    try draft.createTrip(name, try ResourceBody(request.body, known: TripFields.all))
    return try commit(trip: id, &draft)
  }

  private func updateTrip(
    _ match: Route.Match,
    _ request: HTTPRequest,
    _ draft: inout Draft
  ) throws(RPCFailure) -> [UInt8] {
    let parameters = try parameters(match, request)
    let mask = try UpdateMask(
      parameters["updateMask"] ?? "",
      writable: TripFields.writable,
      readOnly: TripFields.readOnly
    )
    let id = match.id ?? ""
    try draft.updateTrip(id, try ResourceBody(request.body, known: TripFields.all), mask: mask)
    return try commit(trip: id, &draft)
  }

  private func createVehicle(
    _ match: Route.Match,
    _ request: HTTPRequest,
    _ caller: Caller,
    _ draft: inout Draft
  ) throws(RPCFailure) -> [UInt8] {
    let id = try newID("vehicleId", match, request, caller)
    guard let name = try? VehicleName(providerID: providerID, vehicleID: id) else {
      throw Self.malformed("vehicleId")
    }
    try draft.createVehicle(name, try ResourceBody(request.body, known: VehicleFields.all))
    return try commit(vehicle: id, &draft)
  }

  private func updateVehicle(
    _ match: Route.Match,
    _ request: HTTPRequest,
    _ draft: inout Draft
  ) throws(RPCFailure) -> [UInt8] {
    let parameters = try parameters(match, request)
    let mask = try UpdateMask(
      parameters["updateMask"] ?? "",
      writable: VehicleFields.writable,
      readOnly: VehicleFields.readOnly
    )
    let id = match.id ?? ""
    try draft.updateVehicle(
      id,
      try ResourceBody(request.body, known: VehicleFields.all),
      mask: mask
    )
    return try commit(vehicle: id, &draft)
  }

  private func parameters(
    _ match: Route.Match,
    _ request: HTTPRequest
  ) throws(RPCFailure) -> QueryParameters {
    try QueryParameters(request.url.query, known: match.route.parameters)
  }

  private func commit(trip id: String, _ draft: inout Draft) throws(RPCFailure) -> [UInt8] {
    guard let record = draft.trip(id) else { throw Draft.noTrip(id) }
    let before = world.trips[id]?.trip.status
    let body = try encode(draft.answerToChange(record), .encodedPolyline)
    try commit(draft)
    if before != record.trip.status { openStatusChange = (before, record.trip.status) }
    return body
  }

  private func commit(vehicle id: String, _ draft: inout Draft) throws(RPCFailure) -> [UInt8] {
    guard let record = draft.vehicle(id) else {
      throw RPCFailure(.internal, "The vehicle \(id) is not there after its change.")
    }
    let body = try encode(draft.answer(record))
    try commit(draft)
    return body
  }

  private func commit(_ draft: Draft) throws(RPCFailure) {
    if let store {
      do {
        try store.save(
          trips: Array(draft.changedTrips.values),
          vehicles: Array(draft.changedVehicles.values)
        )
      } catch {
        throw RPCFailure(.unavailable, "The change could not be stored: \(error.description)")
      }
    }
    world.trips.merge(draft.changedTrips) { _, new in new }
    world.vehicles.merge(draft.changedVehicles) { _, new in new }
  }

  private func encode(
    _ value: some Encodable,
    _ routeFormat: RouteFormat = .coordinates
  ) throws(RPCFailure) -> [UInt8] {
    do {
      return try WireJSON.encode(value, routeFormat: routeFormat)
    } catch {
      throw RPCFailure(.internal, "The answer cannot be written.")
    }
  }
}
