internal import FleetEngine
internal import JSON
internal import HTTPMessages
internal import TrustLimits

/// What rules an emulator from beside it: its script of faults, its latest calls, its health.
struct AdminEndpoint: RequestHandler {
  /// How many calls are told where nobody says how many.
  private static let usualCalls = 100

  let emulator: FleetEmulator

  /// Whether a request is none of a web page's; no page may use it.
  func allowsPage(_ headers: HTTPHeaders, path: String) -> Bool {
    headers.values("Origin").isEmpty && headers.values("Sec-Fetch-Site").allSatisfy { $0 == "none" }
  }

  func mintsTokens(at path: String) -> Bool { false }

  func handle(
    _ request: RoutedRequest,
    waitingBy wait: @Sendable (Duration) async -> Bool
  ) async -> RequestOutcome {
    let status: Int
    var body: [UInt8]
    do {
      body = try await perform(request.request)
      status = 200
    } catch {
      body = error.status.body
      status = error.status.code.httpStatus
    }
    body.append(UInt8(ascii: "\n"))
    let headers: HTTPHeaders = [
      "Content-Type": "application/json; charset=utf-8",
      "Date": HTTPDate.text(emulator.now()),
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
    ]
    return .respond(HTTPResponse(status: status, headers: headers, body: body), .whole)
  }

  private func perform(_ request: HTTPRequest) async throws(RPCFailure) -> [UInt8] {
    switch (request.method, request.url.path) {
    case (.get, "/faults"): try checkQuery(request, [])
    case (.put, "/faults"):
      try checkQuery(request, [])
      try await set(request.body)
    case (.delete, "/faults"):
      try checkQuery(request, [])
      try await set(FaultScript())
    case (.get, "/calls"):
      try checkQuery(request, ["limit"])
      return try await calls(request.url.values("limit"))
    case (.get, "/health"):
      try checkQuery(request, [])
      return try Self.encoded(
        Health(
          provider: emulator.providerID,
          faults: await emulator.remainingFaults.faults.count,
          calls: await emulator.history.count
        )
      )
    case (_, "/faults"), (_, "/calls"), (_, "/health"):
      throw RPCFailure(.notFound, "The method \(request.method.rawValue) is not served here.")
    default: throw RPCFailure(.notFound, "The admin endpoint serves /faults, /calls and /health.")
    }
    return try Self.encoded(Faults(faults: await emulator.remainingFaults))
  }

  private func set(_ json: [UInt8]) async throws(RPCFailure) {
    let script: FaultScript
    do {
      script = try FaultScript(json: json)
    } catch {
      throw .invalid(error.description)
    }
    try await set(script)
  }

  private func set(_ script: FaultScript) async throws(RPCFailure) {
    do {
      try await emulator.setFaults(script)
    } catch {
      throw .invalid(error.description)
    }
  }

  private func calls(_ limits: [String]) async throws(RPCFailure) -> [UInt8] {
    var limit = Self.usualCalls
    if let text = limits.first {
      let most = Limits.Emulator.listedCalls
      guard limits.count == 1, let number = Int(text), (1...most).contains(number) else {
        throw .invalid("The limit has to be a number from 1 to \(most).")
      }
      limit = number
    }
    return try Self.encoded(Calls(calls: await emulator.history.suffix(limit).map(Call.init)))
  }

  private func checkQuery(_ request: HTTPRequest, _ known: Set<String>) throws(RPCFailure) {
    guard request.url.query.allSatisfy({ known.contains($0.name) }) else {
      throw .invalid(
        known.isEmpty ? "There is no query here." : "The only query here is limit=NUMBER."
      )
    }
  }

  private static func encoded(_ value: some Encodable) throws(RPCFailure) -> [UInt8] {
    do {
      return try JSONCoding.encode(value)
    } catch {
      throw RPCFailure(.internal, "The answer cannot be written.")
    }
  }
}

// The answers' forms.

private struct Faults: Encodable {
  let faults: FaultScript
}

private struct Health: Encodable {
  var status = "ok"
  let provider: String
  let faults: Int
  let calls: Int
}

private struct Calls: Encodable {
  let calls: [Call]
}

/// A call, its texts bounded and its path without what may be a token.
private struct Call: Encodable {
  let time: String
  let procedure: String?
  let resource: String
  let httpStatus: Int
  let error: String?
  let message: String?
  let statusBefore: String?
  let statusAfter: String?
  let warnings: [String]
  let experienceIds: [String]?

  init(_ record: CallRecord) {
    time = record.time.description
    procedure = record.procedure
    resource = LoggedText.path(record.resource)
    httpStatus = record.httpStatus
    error = record.error?.code.name
    message = record.error?.message
    statusBefore = record.statusBefore?.wireName
    statusAfter = record.statusAfter?.wireName
    warnings = record.warnings
    experienceIds = record.experienceIDs.isEmpty ? nil : record.experienceIDs
  }
}
