internal import FleetEngine
internal import HTTPMessages
internal import JSON
internal import TrustLimits

/// Handles the requests of the admin endpoint: faults, calls, the clock, and the whole state.
///
/// It runs in a second ``LocalServer``, so that the same checks protect both.
struct AdminEndpoint: RequestHandler {
  let emulator: EmulatedFleetEngine

  var bodyBytes: Int { Limits.Emulator.snapshotBytes }

  func handle(
    _ request: TransportRequest, waitingBy wait: @Sendable (Duration) async -> Bool
  ) async -> RequestOutcome<TransportResponse> {
    let status: Int
    let body: [UInt8]
    do { (status, body) = (200, try await perform(request, wait)) } catch {
      (status, body) = (error.status.code.httpStatus, error.status.body)
    }
    let headers = TransportHeaders(at: emulator.now(), cache: "no-store")
    let response = TransportResponse(status: status, headers: headers, body: body + "\n".utf8)
    return .respond(response, .whole)
  }

  /// The paths of the endpoint.
  private enum Path: String, CaseIterable {
    case health = "/health"
    case faults = "/faults"
    case calls = "/calls"
    case reset = "/reset"
    case snapshot = "/snapshot"
    case seed = "/seed"
    case clock = "/clock"
    case advance = "/clock/advance"

    /// The methods that the path takes, for an error.
    var methods: String {
      switch self {
      case .health, .calls: "GET"
      case .faults, .clock: "GET, PUT, DELETE"
      case .snapshot: "GET, PUT"
      case .reset, .seed, .advance: "POST"
      }
    }
  }

  private func perform(
    _ request: TransportRequest, _ wait: @Sendable (Duration) async -> Bool
  ) async throws(RPCFailure) -> [UInt8] {
    guard let path = Path(rawValue: request.url.path) else {
      let paths = Path.allCases.map(\.rawValue).joined(separator: ", ")
      throw RPCFailure(.notFound, "The admin endpoint serves \(paths).")
    }
    if path != .calls { try require(request.url.query.isEmpty, "There is no query here.") }
    switch (request.method, path) {
    case (.get, .health): return encode(await health)
    case (.get, .calls):
      let query = try CallQuery(request.url.query)
      let calls = try await emulator.calls(query, waitingBy: wait)
      return encode(["calls": .list(calls.map { Self.call($0, query.showsBodies) })])
    case (.get, .faults): return await faults
    case (.put, .faults):
      try await set(request.body)
      return await faults
    case (.delete, .faults):
      try await set(nil)
      return await faults
    case (.post, .reset):
      do { try await emulator.reset() } catch {
        throw RPCFailure(.unavailable, "The reset could not be stored: \(error.description)")
      }
      return encode([:])
    case (.get, .snapshot): return try await emulator.snapshotJSON()
    case (.put, .snapshot):
      try await emulator.restore(request.body)
      return encode([:])
    case (.post, .seed):
      let (vehicles, trips) = try await emulator.seed(request.body)
      return encode(["vehicles": .number(Double(vehicles)), "trips": .number(Double(trips))])
    case (.get, .clock): return encode(clock)
    case (.put, .clock), (.post, .advance), (.delete, .clock):
      try setClock(request)
      return encode(clock)
    default:
      throw RPCFailure(
        .notFound,
        "The method \(request.method.rawValue) is not served at this path, which takes "
          + "\(path.methods).")
    }
  }

  private func encode(_ object: JSONObject) -> [UInt8] {
    var writer = JSONWriter()
    writer.write(.object(object))
    return writer.bytes
  }

  private var faults: [UInt8] {
    get async { encode(["faults": await emulator.remainingFaults.tree]) }
  }

  private func set(_ faults: [UInt8]?) async throws(RPCFailure) {
    do throws(FaultScriptError) {
      var script = FaultScript()
      if let faults { script = try FaultScript(json: faults) }
      try await emulator.setFaults(script)
    } catch { throw .invalid(error.description) }
  }

  private var clock: JSONObject {
    [
      "time": .text(emulator.clock.now.description), "rate": .number(emulator.clock.rate),
      "isReal": .flag(emulator.clock.isReal),
    ]
  }

  private static let clockSchema = MessageSchema(json: [
    "time": .moment, "rate": .number(EmulatorClock.rates),
  ])
  private static let advanceSchema = MessageSchema(json: ["by": .duration])

  private func setClock(_ request: TransportRequest) throws(RPCFailure) {
    switch request.method {
    case .delete: emulator.clock.reset()
    case .post:
      let most = EmulatorClock.longestAdvance
      guard let by = try Self.advanceSchema.read(request.body).duration("by"),
        (.zero...most).contains(by)
      else { throw .invalid("by has to be 0s to \(most.components.seconds)s.") }
      emulator.clock.advance(by: by)
    default:
      let message = try Self.clockSchema.read(request.body)
      let (time, rate) = (message.moment("time"), message.number("rate"))
      try require(time != nil || rate != nil, "time, rate or both are required.")
      emulator.clock.set(to: time, rate: rate)
    }
  }

  private var health: JSONObject {
    get async {
      [
        "status": .text("ok"), "provider": .text(emulator.providerID),
        "faults": .number(Double(await emulator.remainingFaults.faults.count)),
        "calls": .number(Double(await emulator.history.count)),
      ]
    }
  }

  /// A call as JSON, its texts bounded and its path without possible tokens.
  private static func call(_ record: CallRecord, _ showsBodies: Bool) -> JSONTree {
    func texts(_ texts: [String]) -> JSONTree { .list(texts.map { .text($0) }) }
    /// A body as JSON; as a text if it is not JSON or was cut.
    func body(_ bytes: [UInt8]) -> JSONTree? {
      guard showsBodies, !bytes.isEmpty else { return nil }
      return (try? JSONTree(parsing: bytes)) ?? .text(String(decoding: bytes, as: UTF8.self))
    }
    var call: JSONObject = [
      "number": .number(Double(record.number)), "time": .text(record.time.description),
      "resource": .text(LoggedText.path(record.resource)),
      "httpStatus": .number(Double(record.httpStatus)), "warnings": texts(record.warnings),
    ]
    call["procedure"] = record.procedure.map { .text($0) }
    call["role"] = record.role.map { .text($0.rawValue) }
    call["trip"] = record.tripID.map { .text(String($0.prefix(64))) }
    call["vehicle"] = record.vehicleID.map { .text(String($0.prefix(64))) }
    call["error"] = record.error.map { .text($0.code.name) }
    call["message"] = record.error.map { .text($0.message) }
    call["statusBefore"] = record.statusBefore.map { .text($0.wireName) }
    call["statusAfter"] = record.statusAfter.map { .text($0.wireName) }
    if !record.experienceIDs.isEmpty { call["experienceIds"] = texts(record.experienceIDs) }
    call["request"] = body(record.requestBody)
    call["response"] = body(record.responseBody)
    return .object(call)
  }
}
