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
  private let verifier: TokenVerifier
  private let speed: Double
  private let isStrict: Bool
  private let retention: Duration
  let now: @Sendable () -> Timestamp
  private let store: WorldStore?
  private var world: World
  private var calls: [CallRecord] = []
  private var meter: QuotaMeter?
  /// When something may be due to go; nil while there is nothing.
  private var nextExpiry: Timestamp?
  /// The trips of the provider's backend that have no vehicle yet; nil without a backend.
  private var queue: TripQueue?
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
    retention = configuration.retention
    meter = configuration.quotas.map(QuotaMeter.init)
    now = configuration.now
    if let directory = configuration.directory {
      let store = try WorldStore(directory: directory, providerID: configuration.providerID)
      world = try store.load()
      self.store = store
      nextExpiry = world.stampUndated(at: configuration.now())
      if provider != nil { queue = try TripQueue(matching: &world, store, configuration) }
    } else {
      store = nil
      world = World()
      if provider != nil { queue = TripQueue(world) }
    }
  }

  /// The latest calls, oldest first.
  public var history: [CallRecord] { calls }

  /// Answers a request of Fleet Engine's REST interface, or of the provider's backend.
  ///
  /// - Parameter request: The request; of its address only path and query are read.
  /// - Returns: The answer, an error of Fleet Engine's as google.rpc.Status.
  public func respond(to request: HTTPRequest) async -> HTTPResponse {
    if let provider, let path = provider.path(below: request.url.path) {
      return answer(request, ofBackend: provider, path: path)
    }
    let moment = now()
    var record = CallRecord(
      time: moment,
      procedure: nil,
      resource: String(request.url.path.prefix(512)),
      httpStatus: 200
    )
    var headers: HTTPHeaders = [
      "Content-Type": "application/json; charset=utf-8",
      "Date": HTTPDate.text(moment),
      "Cache-Control": "private",
      "X-Content-Type-Options": "nosniff",
    ]
    let status: Int
    let body: [UInt8]
    do {
      let match = try Route.match(request.method, request.url.path)
      record.procedure = match.route.procedure.rawValue
      body = try answer(match, request, at: moment, &record)
      status = 200
    } catch {
      record.error = error.status
      status = error.status.code.httpStatus
      body = error.status.body
      if let delay = error.status.retryDelay {
        headers["Retry-After"] = String(max(1, Int(delay.inSeconds.rounded(.up))))
      }
    }
    record.httpStatus = status
    keep(record)
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

  private func answer(
    _ match: Route.Match,
    _ request: HTTPRequest,
    at moment: Timestamp,
    _ record: inout CallRecord
  ) throws(RPCFailure) -> [UInt8] {
    let caller = try caller(match, request, at: moment)
    return try answer(match.route.procedure, at: moment, &record) {
      draft,
      queue throws(RPCFailure) in
      let parameters = try QueryParameters(request.url.query, schema: match.route.queryFields)
      let call = try IncomingCall(match, caller, parameters, request.body)
      let body = try draft.answer(call)
      draft.matchTrips(of: queue)
      return body
    }
  }

  /// Carries out a call that may be made, of Fleet Engine's or of the backend that would call it.
  ///
  /// - Parameters:
  ///   - procedure: The procedure of Fleet Engine's.
  ///   - moment: The moment of the call.
  ///   - record: What is told of the call in the history.
  ///   - work: Finds the answer and makes the changes; it is given the trips without a vehicle.
  /// - Returns: The answer.
  /// - Throws: Why the call fails.
  func answer<Value>(
    _ procedure: Route.Procedure,
    at moment: Timestamp,
    _ record: inout CallRecord,
    _ work: (inout Draft, TripQueue?) throws(RPCFailure) -> Value
  ) throws(RPCFailure) -> Value {
    try meter?.count(procedure, now: moment)
    try expire(at: moment)
    let (value, changes) = try perform(at: moment, work)
    try commit(changes, at: moment, &record)
    return value
  }

  /// Finds an answer and its changes; the draft is gone then and shares no storage any more.
  private func perform<Value>(
    at moment: Timestamp,
    _ work: (inout Draft, TripQueue?) throws(RPCFailure) -> Value
  ) throws(RPCFailure) -> (value: Value, changes: Changes) {
    var draft = Draft(of: world, now: moment, speed: speed, isStrict: isStrict)
    return (try work(&draft, queue), draft.changes)
  }

  /// Keeps what a call changes, and tells the history of it.
  private func commit(
    _ changes: Changes,
    at moment: Timestamp,
    _ record: inout CallRecord
  ) throws(RPCFailure) {
    var statuses: (before: TripStatus?, after: TripStatus?)
    for (id, trip) in changes.trips where trip.trip.status != world.trips[id]?.trip.status {
      statuses = (world.trips[id]?.trip.status, trip.trip.status)
    }
    record.warnings = changes.warnings
    try commit(changes, at: moment)
    (record.statusBefore, record.statusAfter) = statuses
  }

  /// Removes what has been kept for long enough.
  private func expire(at moment: Timestamp) throws(RPCFailure) {
    guard let nextExpiry, nextExpiry <= moment else { return }
    let (next, changes) = try perform(at: moment) { draft, queue in
      let next = draft.expire(after: retention)
      draft.matchTrips(of: queue)
      return next
    }
    try commit(changes, at: moment)
    self.nextExpiry = next
  }

  private func commit(_ changes: Changes, at moment: Timestamp) throws(RPCFailure) {
    guard !changes.isEmpty else { return }
    if let store {
      do {
        try store.save(changes)
      } catch {
        throw RPCFailure(.unavailable, "The change could not be stored: \(error.description)")
      }
    }
    // A trip that lets go of its vehicle may have been all that kept it.
    let isDue = !changes.removedTrips.isEmpty || !changes.trips.isEmpty
    nextExpiry = isDue ? moment : min(nextExpiry ?? moment + retention, moment + retention)
    world.take(changes)
    queue?.take(changes)
  }
}
