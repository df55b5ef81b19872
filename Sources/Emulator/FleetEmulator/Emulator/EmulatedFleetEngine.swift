internal import FleetEngine
public import HTTPMessages

/// A local Fleet Engine with the trips and vehicles of one provider.
///
/// It maps requests to responses, without any transport. Each change is stored before its response
/// is returned. See docs/protocol.md, "Methods".
public actor EmulatedFleetEngine {
  /// The header field `Server` of its responses, by which a client recognizes it.
  public static let serverName = "ridealong-emulator"
  /// The path whose response, with the server's name, shows that an emulator runs.
  package static let healthPath = "/healthz"
  /// The most calls in the history.
  public static let historyLength = 10_000

  /// The provider that it serves.
  public nonisolated let providerID: String
  nonisolated let provider: ProviderConfiguration?
  private(set) var verifier: TokenVerifier
  let accessTokenKey: AccessTokenKey
  private let speed: Double
  private let isStrict: Bool
  let routeTexts = RouteTexts()
  /// The clock that everything in the emulator reads.
  public nonisolated let clock: EmulatorClock
  let store: WorldStore?
  private(set) var world = World()
  private var calls: [CallRecord] = []
  /// The number of calls since the start or the last reset.
  private(set) var callCount = 0
  /// The changes that the observer has not seen; nil if it has to see everything.
  private var unseen: UnseenChanges?
  private let quotas: EmulatorQuotas?
  private var meter: QuotaMeter?
  /// The time that retention counts.
  let runningTime: RunningTime
  private let retention: Duration
  /// The running time at which the next trip or vehicle may be removed.
  private var nextExpiry: Timestamp
  /// The backend's trips without a vehicle; nil without a backend.
  private var queue: TripQueue?
  /// The faults that still apply, with the number of requests left for each.
  public internal(set) var remainingFaults = FaultScript()

  /// Creates an emulator and reads its directory.
  public init(_ configuration: EmulatorConfiguration) throws(EmulatorError) {
    try configuration.check()
    providerID = configuration.providerID
    provider = configuration.provider
    accessTokenKey = configuration.accessTokenKey
    verifier = TokenVerifier(accounts: configuration.accounts, accessTokenKey: accessTokenKey)
    speed = configuration.speed
    isStrict = configuration.isStrict
    quotas = configuration.quotas
    meter = configuration.quotas.map(QuotaMeter.init)
    retention = configuration.retention
    let wallNow = configuration.now
    let clock = EmulatorClock(
      now: wallNow,
      monotonicNow: configuration.monotonicNow ?? { wallNow() - Timestamp(seconds: 0) })
    self.clock = clock
    let monotonicNow: @Sendable () -> Duration = { clock.monotonicNow }
    var world = World()
    if let directory = configuration.directory {
      let store = try WorldStore(directory, providerID: configuration.providerID)
      world = try store.load()
      runningTime = RunningTime(after: try store.runningSeconds(), clock: monotonicNow)
      world.stampUndated(at: wallNow(), runningNow: runningTime.now)
      self.store = store
    } else {
      store = nil
      runningTime = RunningTime(after: 0, clock: monotonicNow)
    }
    nextExpiry = runningTime.now
    if provider != nil {
      // The settings of vehicles and trips may allow matches that they did not allow before.
      var queue = TripQueue(world)
      var transaction = WorldTransaction(
        of: world, now: wallNow(), runningNow: runningTime.now, speed: speed, isStrict: isStrict)
      transaction.matchTrips(of: queue, tryingAll: true)
      try store?.save(transaction.changes)
      world.apply(transaction.changes)
      queue.apply(transaction.changes)
      self.queue = queue
    }
    self.world = world
  }

  /// The latest calls, oldest first.
  public var history: [CallRecord] { calls }

  nonisolated func now() -> Timestamp { clock.now }

  /// Responds to a request of Fleet Engine's REST interface, the provider's backend or the token
  /// endpoint.
  ///
  /// Only the path and query of the URL are read. An error of Fleet Engine is a google.rpc.Status.
  public func respond(to request: TransportRequest) -> TransportResponse {
    respond(to: FleetRequest(request, provider)).http
  }

  /// Responds to a request, whose caller may already have been authorized or refused, and records it.
  func respond(
    to asked: FleetRequest, by caller: Result<Caller, RPCFailure>? = nil
  ) -> FleetResponse {
    let (request, moment) = (asked.request, now())
    let start = clock.realMonotonicNow()
    var record = CallRecord(
      time: moment, resource: request.url.path,
      experienceIDs: CallRecord.experienceIDs(request.headers))
    let response: FleetResponse
    do throws(RPCFailure) {
      switch asked.target {
      case .call(let call): response = try perform(try call.get(), by: caller, at: moment, &record)
      case .refused(let route, let failure):
        record.procedure = route.procedure.rawValue
        throw failure
      case .backend(let path):
        let http = try backendResponse(to: request, below: path, at: moment, &record)
        response = FleetResponse(http: http)
      case .tokens: response = FleetResponse(http: tokenResponse(to: request, at: moment, &record))
      }
    } catch {
      record.error = error.status
      record.warnings += [error.cure].compactMap(\.self)
      if case .backend(let path) = asked.target {
        let http = Self.failure(error.status, request.method, ofBackend: path, at: moment)
        response = FleetResponse(http: http)
      } else {
        response = FleetResponse(error, at: moment)
      }
    }
    record.httpStatus = response.http.status
    record.duration = max(.zero, clock.realMonotonicNow() - start)
    // The token endpoint's bodies hold tokens, and the backend's may.
    if case .call = asked.target {
      record.requestBody = CallRecord.start(of: asked.call?.body ?? request.body)
      record.responseBody = CallRecord.start(of: response.http.body)
    }
    append(record)
    return response
  }

  func append(_ record: CallRecord) {
    let record = record.bounded
    if calls.count >= Self.historyLength { calls.removeFirst(Self.historyLength / 10) }
    callCount += 1
    calls.append(record)
    calls[calls.count - 1].number = callCount
    let old = calls.count - 1 - CallRecord.keptBodies
    guard old >= 0 else { return }
    (calls[old].requestBody, calls[old].responseBody) = ([], [])
  }

  private func perform(
    _ call: FleetCall, by caller: Result<Caller, RPCFailure>?, at moment: Timestamp,
    _ record: inout CallRecord
  ) throws(RPCFailure) -> FleetResponse {
    record.procedure = call.route.procedure.rawValue
    switch call.route.collection {
    case "vehicles": record.vehicleID = call.resourceID
    default: record.tripID = call.resourceID
    }
    let caller = if let caller { try caller.get() } else { try authorize(call, at: moment) }
    record.role = caller.role
    record.warnings += [caller.warning].compactMap(\.self)
    return try execute(call.route.procedure, at: moment, &record) {
      transaction, queue throws(RPCFailure) in
      if call.route.hasID { try RPCFailure.checkID(call.id, call.route.idField) }
      let message = try transaction.perform(try ParsedCall(call, routeTexts), by: caller)
      transaction.matchTrips(of: queue)
      return try FleetResponse(message, at: moment)
    }
  }

  /// Verifies a call's token and returns its caller, who may make the call.
  func authorize(_ call: FleetCall, at moment: Timestamp) throws(RPCFailure) -> Caller {
    let procedure = call.route.procedure
    let caller = try caller(of: call.request, call.route, at: moment)
    if call.route.hasID {
      let vehicleID = world.trips[call.id]?.trip.vehicleID
      try caller.check(procedure, id: call.id, tripsVehicleID: vehicleID)
    }
    guard Caller.roles(procedure).contains(caller.role) else {
      throw RPCFailure(
        .permissionDenied, "The role \(caller.role.rawValue) may not call \(procedure.rawValue).")
    }
    guard call.providerID == providerID else {
      throw RPCFailure(.permissionDenied, "The token's project is not the provider in the path.")
    }
    return caller
  }

  /// Verifies the token of a request whose message is not read yet, as far as that goes.
  func caller(
    of request: TransportRequest, _ route: Route, at moment: Timestamp
  ) throws(RPCFailure) -> Caller {
    let caller = try verifier.caller(request, service: route.service, now: moment)
    try caller.checkClaims(route.procedure)
    return caller
  }

  /// Executes an authorized call of Fleet Engine, or one of the backend.
  func execute<Value>(
    _ procedure: Route.Procedure, at moment: Timestamp, _ record: inout CallRecord,
    _ work: (inout WorldTransaction, TripQueue?) throws(RPCFailure) -> Value
  ) throws(RPCFailure) -> Value {
    try meter?.count(procedure, now: moment)
    try expire(at: moment)
    let (value, changes) = try withTransaction(at: moment, work)
    let changed = changes.trips.values.first { $0.trip.status != world.trips[$0.id]?.trip.status }
    let statusBefore = changed.flatMap { world.trips[$0.id]?.trip.status }
    try commit(changes)
    (record.statusBefore, record.statusAfter) = (statusBefore, changed?.trip.status)
    record.warnings += changes.warnings
    return value
  }

  /// Applies changes that no call makes, and matches waiting trips.
  func change(_ work: (inout WorldTransaction) throws(RPCFailure) -> Void) throws(RPCFailure) {
    let (_, changes) = try withTransaction(at: now()) { transaction, queue throws(RPCFailure) in
      try work(&transaction)
      transaction.matchTrips(of: queue)
    }
    try commit(changes)
  }

  /// Replaces all trips and vehicles, and resets the counters of quotas.
  func replace(_ new: World) throws(EmulatorError) {
    try store?.replace(new)
    world = new
    unseen = nil
    meter = quotas.map(QuotaMeter.init)
    nextExpiry = runningTime.now
    if provider != nil { queue = TripQueue(new) }
  }

  func forgetCalls() { (calls, callCount) = ([], 0) }

  /// Returns what changed since the last time; nil for everything.
  func takeUnseenChanges() -> UnseenChanges? {
    defer { unseen = UnseenChanges() }
    return unseen
  }

  /// Runs work on a transaction, which no longer shares storage with the world when this returns.
  private func withTransaction<Value, Failure>(
    at moment: Timestamp, _ work: (inout WorldTransaction, TripQueue?) throws(Failure) -> Value
  ) throws(Failure) -> (value: Value, changes: Changes) {
    var transaction = WorldTransaction(
      of: world, now: moment, runningNow: runningTime.now, speed: speed, isStrict: isStrict)
    return (try work(&transaction, queue), transaction.changes)
  }

  /// Removes trips and vehicles whose retention has ended, at most once a second.
  private func expire(at moment: Timestamp) throws(RPCFailure) {
    let runningNow = runningTime.now
    guard runningNow >= nextExpiry else { return }
    let (next, changes) = withTransaction(at: moment) { transaction, queue in
      let next = transaction.expire(after: retention)
      transaction.matchTrips(of: queue)
      return next
    }
    try commit(changes)
    nextExpiry = max(next, runningNow + .seconds(1))
  }

  /// Stores changes and then applies them, so that no response reports what a kill would lose.
  private func commit(_ changes: Changes) throws(RPCFailure) {
    guard !changes.isEmpty else { return }
    do throws(EmulatorError) {
      try store?.save(changes, routeTexts, runningSeconds: Int(runningTime.now.seconds))
    } catch {
      throw RPCFailure(.unavailable, "The change could not be stored: \(error.description)")
    }
    world.apply(changes)
    queue?.apply(changes)
    unseen?.insert(changes)
  }
}
