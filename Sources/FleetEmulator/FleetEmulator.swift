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
  /// The provider's backend beside Fleet Engine; nil for none.
  nonisolated let provider: ProviderConfiguration?
  private var verifier: TokenVerifier
  private let speed: Double
  private let isStrict: Bool
  let routeTexts = RouteTexts()
  let now: @Sendable () -> Timestamp
  let store: WorldStore?
  private var world: World
  private var calls: [CallRecord] = []
  private var meter: QuotaMeter?
  /// The time that retention counts by.
  let runningTime: RunningTime
  /// What is to go when.
  private var retention: Retention
  /// The trips of the provider's backend that have no vehicle yet; nil without a backend.
  private var queue: TripQueue?
  /// The faults that still apply, with the number of requests left for each.
  public internal(set) var remainingFaults = FaultScript()

  /// Creates an emulator and reads what its directory keeps.
  ///
  /// - Throws: Why its configuration or its directory cannot be used.
  public init(_ configuration: EmulatorConfiguration) throws(EmulatorError) {
    guard configuration.speed.isFinite, (1...Limits.Simulation.speed).contains(configuration.speed)
    else {
      throw EmulatorError(
        .configuration,
        "The speed has to be 1 to \(Int(Limits.Simulation.speed))."
      )
    }
    guard configuration.retention >= .seconds(1) else {
      throw EmulatorError(.configuration, "Trips have to be kept for a second or more.")
    }
    do {
      _ = try TripName(providerID: configuration.providerID, tripID: "trip")
    } catch {
      throw EmulatorError(.configuration, "The provider's id is not valid; name another one.")
    }
    try configuration.provider?.check()
    providerID = configuration.providerID
    provider = configuration.provider
    verifier = TokenVerifier(accounts: configuration.accounts)
    speed = configuration.speed
    isStrict = configuration.isStrict
    meter = configuration.quotas.map(QuotaMeter.init)
    now = configuration.now
    var world = World()
    let wallNow = configuration.now
    let monotonicNow = configuration.monotonicNow ?? { wallNow() - Timestamp(seconds: 0) }
    if let directory = configuration.directory {
      let store = try WorldStore(directory, providerID: configuration.providerID)
      world = try store.load()
      let runningTime = RunningTime(after: try store.runningSeconds(), clock: monotonicNow)
      self.runningTime = runningTime
      world.stampUndated(at: configuration.now(), runningNow: runningTime.now)
      if provider != nil {
        queue = try TripQueue(matching: &world, store, configuration, runningTime.now)
      }
      self.store = store
    } else {
      store = nil
      runningTime = RunningTime(after: 0, clock: monotonicNow)
      if provider != nil { queue = TripQueue(world) }
    }
    retention = Retention(of: configuration.retention, for: world)
    self.world = world
  }

  /// The latest calls, oldest first.
  public var history: [CallRecord] { calls }

  /// Answers a request of Fleet Engine's REST interface, or of the provider's backend.
  ///
  /// - Parameter request: The request; of its address only path and query are read.
  /// - Returns: The answer, an error of Fleet Engine's as google.rpc.Status.
  public func respond(to request: HTTPRequest) -> HTTPResponse {
    respond(to: RoutedRequest(request))
  }

  func respond(to routed: RoutedRequest) -> HTTPResponse {
    let request = routed.request
    let moment = now()
    var record = CallRecord(
      time: moment,
      procedure: nil,
      resource: request.url.path.utf8.count > 512
        ? String(request.url.path.prefix(512)) : request.url.path,
      httpStatus: 200
    )
    record.experienceIDs = CallRecord.experienceIDs(request.headers)
    let path = provider?.path(below: request.url.path)
    let response: HTTPResponse
    do throws(RPCFailure) {
      if let path {
        response = try backendResponse(to: request, below: path, at: moment, &record)
      } else {
        response = try fleetEngineResponse(to: routed, at: moment, &record)
      }
    } catch {
      record.error = error.status
      response =
        path.map { Self.failure(error.status, request.method, ofBackend: $0, at: moment) }
        ?? Self.response(error.status.code.httpStatus, error.status.body, error.status, at: moment)
    }
    record.httpStatus = response.status
    keep(record)
    return response
  }

  private func fleetEngineResponse(
    to routed: RoutedRequest,
    at moment: Timestamp,
    _ record: inout CallRecord
  ) throws(RPCFailure) -> HTTPResponse {
    let match = try routed.match.get()
    let request = routed.request
    record.procedure = match.route.procedure.rawValue
    let caller = try caller(match, request, at: moment)
    let body = try execute(match.route.procedure, at: moment, &record) {
      draft,
      queue throws(RPCFailure) in
      try match.checkID()
      let parameters = try QueryParameters(request.url.query, schema: match.route.queryFields)
      let call = try IncomingCall(match, caller, parameters, request.body, routeTexts)
      let body = try draft.perform(call)
      draft.matchTrips(of: queue)
      return body
    }
    return Self.response(200, body, at: moment)
  }

  private static func response(
    _ status: Int,
    _ body: [UInt8],
    _ error: RPCStatus? = nil,
    at moment: Timestamp
  ) -> HTTPResponse {
    var headers: HTTPHeaders = [
      "Content-Type": "application/json; charset=utf-8",
      "Date": HTTPDate.text(moment),
      "Cache-Control": "private",
      "X-Content-Type-Options": "nosniff",
    ]
    if let delay = error?.retryDelay {
      headers["Retry-After"] = String(max(1, Int(delay.inSeconds.rounded(.up))))
    }
    return HTTPResponse(status: status, headers: headers, body: body)
  }

  /// Adds a call to the history.
  func keep(_ record: CallRecord) {
    if calls.count >= Self.historyLength { calls.removeFirst(Self.historyLength / 10) }
    calls.append(record)
  }

  /// Finds out who calls, and that it may.
  func caller(
    _ match: Route.Match,
    _ request: HTTPRequest,
    at moment: Timestamp
  ) throws(RPCFailure) -> Caller {
    let caller = try verifier.caller(request.headers, now: moment)
    try caller.checkClaims()
    if let id = match.id {
      try caller.check(
        match.route.procedure,
        id: id,
        tripsVehicleID: world.trips[id]?.trip.vehicleID
      )
    }
    guard Caller.roles(match.route.procedure).contains(caller.role) else {
      throw RPCFailure(
        .permissionDenied,
        "The role \(caller.role.rawValue) may not call \(match.route.procedure.rawValue)."
      )
    }
    guard match.providerID == providerID else {
      throw RPCFailure(.permissionDenied, "The token's project is not the provider in the path.")
    }
    return caller
  }

  /// Executes an authorized call of Fleet Engine, or of the backend in its place.
  func execute<Value>(
    _ procedure: Route.Procedure,
    at moment: Timestamp,
    _ record: inout CallRecord,
    _ work: (inout Draft, TripQueue?) throws(RPCFailure) -> Value
  ) throws(RPCFailure) -> Value {
    try meter?.count(procedure, now: moment)
    try expire(at: moment)
    let (value, changes) = try withDraft(at: moment, work)
    let changed = changes.trips.values.first { $0.trip.status != world.trips[$0.id]?.trip.status }
    let statusBefore = changed.flatMap { world.trips[$0.id]?.trip.status }
    try commit(changes)
    (record.statusBefore, record.statusAfter) = (statusBefore, changed?.trip.status)
    record.warnings = changes.warnings
    return value
  }

  /// Runs work on a draft, which shares no storage with the world any more when this returns.
  private func withDraft<Value, Failure>(
    at moment: Timestamp,
    _ work: (inout Draft, TripQueue?) throws(Failure) -> Value
  ) throws(Failure) -> (value: Value, changes: Changes) {
    var draft = Draft(
      of: world,
      now: moment,
      runningNow: runningTime.now,
      speed: speed,
      isStrict: isStrict
    )
    return (try work(&draft, queue), draft.changes)
  }

  /// Removes what has been kept for long enough.
  private func expire(at moment: Timestamp) throws(RPCFailure) {
    guard let due = retention.removeDue(at: runningTime.now) else { return }
    var (rest, changes) = withDraft(at: moment) { draft, queue in
      let rest = draft.expire(due, after: retention.time)
      draft.matchTrips(of: queue)
      return rest
    }
    defer { retention.putBack(rest) }
    do {
      try commit(changes)
    } catch {
      // What could not be removed is due again at the next call.
      for id in changes.removedTrips { rest.add(.trip(id), world.trips[id]?.keptAt) }
      for id in changes.removedVehicles { rest.add(.vehicle(id), world.vehicles[id]?.keptAt) }
      throw error
    }
  }

  /// Stores changes and then makes them, so that no response reports what a kill would lose.
  private func commit(_ changes: Changes) throws(RPCFailure) {
    guard !changes.isEmpty else { return }
    do throws(EmulatorError) {
      try store?.save(changes, routeTexts, runningSeconds: Int(runningTime.now.seconds))
    } catch {
      throw RPCFailure(.unavailable, "The change could not be stored: \(error.description)")
    }
    world.apply(changes)
    queue?.apply(changes)
    retention.apply(changes)
  }
}
