internal import FleetEngine
internal import HTTPMessages
internal import JSON
internal import TrustLimits

/// Handles the requests of the admin endpoint: the script of faults, the latest calls, health.
///
/// It runs in a second ``EmulatorServer``, so that the same checks protect both.
struct AdminEndpoint: RequestHandler {
  private static let defaultLimit = 100

  let emulator: FleetEmulator

  /// Refuses every web page's request.
  func allowsPage(_ headers: HTTPHeaders, path: String) -> Bool {
    headers.values("Origin").isEmpty && headers.values("Sec-Fetch-Site").allSatisfy { $0 == "none" }
  }

  func mintsTokens(at path: String) -> Bool { false }

  func handle(
    _ request: RoutedRequest,
    waitingBy wait: @Sendable (Duration) async -> Bool
  ) async -> RequestOutcome {
    let status: Int
    let body: [UInt8]
    do {
      var writer = JSONWriter()
      writer.write(try await perform(request.request))
      (status, body) = (200, writer.bytes)
    } catch {
      (status, body) = (error.status.code.httpStatus, error.status.body)
    }
    let headers = HTTPHeaders(at: emulator.now(), cache: "no-store")
    let response = HTTPResponse(status: status, headers: headers, body: body + "\n".utf8)
    return .respond(response, .whole)
  }

  private func perform(_ request: HTTPRequest) async throws(RPCFailure) -> JSONTree {
    switch (request.method, request.url.path) {
    case (.get, "/calls"): return try await calls(request.url.query)
    case (.get, "/health"), (.get, "/faults"), (.put, "/faults"), (.delete, "/faults"):
      try require(request.url.query.isEmpty, "There is no query here.")
    case (_, "/faults"), (_, "/calls"), (_, "/health"):
      throw RPCFailure(.notFound, "The method \(request.method.rawValue) is not served here.")
    default: throw RPCFailure(.notFound, "The admin endpoint serves /faults, /calls and /health.")
    }
    if request.url.path == "/health" { return await health }
    do throws(FaultScriptError) {
      switch request.method {
      case .put: try await emulator.setFaults(try FaultScript(json: request.body))
      case .delete: try await emulator.setFaults(FaultScript())
      default: break
      }
    } catch {
      throw .invalid(error.description)
    }
    return .object(["faults": await emulator.remainingFaults.tree])
  }

  private var health: JSONTree {
    get async {
      .object([
        "status": .text("ok"), "provider": .text(emulator.providerID),
        "faults": .number(Double(await emulator.remainingFaults.faults.count)),
        "calls": .number(Double(await emulator.history.count)),
      ])
    }
  }

  private func calls(_ query: [HTTPURL.QueryItem]) async throws(RPCFailure) -> JSONTree {
    guard query.allSatisfy({ $0.name == "limit" }) else {
      throw .invalid("The only query here is limit=NUMBER.")
    }
    let limit = query.first.map { Int($0.value) } ?? Self.defaultLimit
    let most = Limits.Emulator.listedCalls
    guard query.count <= 1, let limit, (1...most).contains(limit) else {
      throw .invalid("The limit has to be a number from 1 to \(most).")
    }
    return .object(["calls": .list(await emulator.history.suffix(limit).map(Self.call))])
  }

  /// A call as JSON, its texts bounded and its path without possible tokens.
  private static func call(_ record: CallRecord) -> JSONTree {
    func texts(_ texts: [String]) -> JSONTree { .list(texts.map { .text($0) }) }
    var call: JSONObject = [
      "time": .text(record.time.description),
      "resource": .text(LoggedText.path(record.resource)),
      "httpStatus": .number(Double(record.httpStatus)),
      "warnings": texts(record.warnings),
    ]
    call["procedure"] = record.procedure.map { .text($0) }
    call["error"] = record.error.map { .text($0.code.name) }
    call["message"] = record.error.map { .text($0.message) }
    call["statusBefore"] = record.statusBefore.map { .text($0.wireName) }
    call["statusAfter"] = record.statusAfter.map { .text($0.wireName) }
    if !record.experienceIDs.isEmpty { call["experienceIds"] = texts(record.experienceIDs) }
    return .object(call)
  }
}
