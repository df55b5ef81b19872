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
  private let isStrict: Bool
  private let retention: Duration
  let now: @Sendable () -> Timestamp
  private let store: WorldStore?
  private var world: World
  private var calls: [CallRecord] = []
  private var meter: QuotaMeter?
  /// When something may be due to go; nil while there is nothing.
  private var nextExpiry: Timestamp?
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
    providerID = configuration.providerID
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
    if calls.count >= Self.historyLength { calls.removeFirst(Self.historyLength / 10) }
    calls.append(record)
    return HTTPResponse(status: status, headers: headers, body: body)
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
    try meter?.count(match.route.procedure, now: moment)
    try expire(at: moment)
    let parameters = try QueryParameters(request.url.query, schema: match.route.queryFields)
    let call = try IncomingCall(match, caller, parameters, request.body)
    let (body, changes) = try perform(call, at: moment)
    for (id, trip) in changes.trips where trip.trip.status != world.trips[id]?.trip.status {
      record.statusBefore = world.trips[id]?.trip.status
      record.statusAfter = trip.trip.status
    }
    record.warnings = changes.warnings
    do {
      try commit(changes, at: moment)
    } catch {
      (record.statusBefore, record.statusAfter) = (nil, nil)
      throw error
    }
    return body
  }

  /// Finds a call's answer and changes; the draft is gone then and shares no storage any more.
  private func perform(
    _ call: IncomingCall,
    at moment: Timestamp
  ) throws(RPCFailure) -> (body: [UInt8], changes: Changes) {
    var draft = Draft(of: world, now: moment, speed: speed, isStrict: isStrict)
    return (try draft.answer(call), draft.changes)
  }

  /// Removes what has been kept for long enough.
  private func expire(at moment: Timestamp) throws(RPCFailure) {
    guard let nextExpiry, nextExpiry <= moment else { return }
    let (next, changes) = {
      var draft = Draft(of: world, now: moment)
      return (draft.expire(after: retention), draft.changes)
    }()
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
  }
}
