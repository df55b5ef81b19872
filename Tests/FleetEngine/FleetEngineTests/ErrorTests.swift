@testable import FleetEngine
import HTTPMessages
import TestSupport
import Testing

@Suite(.limited) struct `An error of Fleet Engine` {
  private let name = try? TripName(parsing: "providers/p/trips/t1")

  /// The error that a call ends with when the server answers so.
  private func error(
    _ response: TransportResponse, token: String = "T", wall: Timestamp = Timestamp(seconds: 0)
  ) async throws -> FleetEngineError {
    let client = FleetEngineClient(
      endpoint: HTTPURL(scheme: .https, host: "example.com"),
      transport: ScriptedTransport { _, _ in response }, tokens: FixedTokens(token),
      clock: ServiceClock(ContinuousClock()) { wall })
    let name = try #require(name)
    do throws(FleetEngineError) {
      _ = try await client.getTrip(name, header: RequestHeader(traceID: "x"))
    } catch { return error }
    throw NoError()
  }

  private struct NoError: Error {}

  @Test func `An error of Fleet Engine has the domain of the SDK and gRPC's numbers`() {
    #expect(FleetEngineError.domain == "io.grpc")
    #expect(RPCCode.resourceExhausted.rawValue == 8)
    #expect(RPCCode.unauthenticated.rawValue == 16)
  }

  @Test(arguments: [
    (404, "<html>Not Found</html>", true), (404, "", true),
    (404, #"{"message":"Not Found"}"#, true),
    (405, #"{"error":"Method Not Allowed"}"#, true), (404, #"{"error":{"code":404}}"#, false),
    (503, "<html>Later</html>", false), (400, "", false),
  ])
  func `An unknown path without an error of Fleet Engine is of another server`(
    status: Int,
    body: String,
    isOther: Bool
  ) async throws {
    let error = try await error(TransportResponse(status: status, body: Array(body.utf8)))
    #expect(error.cause == (isOther ? .otherServer : .server))
    #expect(error.code == (isOther ? .unimplemented : RPCCode(httpStatus: status)))
    if isOther { #expect(error.bucket == .needsAction) }
  }

  @Test(arguments: ["", "{", #"{"error"#, "{\n  \"error\": {\n    \"code\": 4"])
  func `A refusal that is cut is of Fleet Engine`(body: String) async throws {
    let headers: TransportHeaders = ["Content-Type": "application/json; charset=UTF-8"]
    let response = TransportResponse(status: 404, headers: headers, body: Array(body.utf8))
    let error = try await error(response)
    #expect(error.cause == .server && error.code == .notFound)
  }

  @Test(arguments: ["{}", #"{"message":"ok"}"#, #"{"trip":{"tripStatus":"NEW"}}"#, "[]"])
  func `A response without a trip's name and status is of another server`(
    body: String
  ) async throws {
    let error = try await error(.json(body))
    guard body != "[]" else {
      return #expect(error.cause == .unreadableAnswer(contentType: "application/json"))
    }
    #expect(error.cause == .otherServer)
    #expect(error.message == "The response has neither the name nor the status of a trip.")
  }

  @Test func `An error of Fleet Engine contains the request but no token`() async throws {
    let error = try await error(.json("{}", status: 500), token: "SECRET-CANARY")
    let request = try #require(error.request)
    #expect(request.method == .get)
    #expect(request.url.path == "/v1/providers/p/trips/t1")
    #expect(request.url.values("header.traceId") == ["x"])
    var text = "\(error)"
    dump(error, to: &text)
    #expect(!text.contains("CANARY"))
  }

  @Test func `An error of Fleet Engine contains the request that got no response`() async throws {
    let name = try #require(name)
    let transport = ScriptedTransport { (_, _) async throws(HTTPTransportError) in
      throw HTTPTransportError(.connectionLost, detail: "gone")
    }
    let client = FleetEngineClient(transport: transport, tokens: FixedTokens())
    do throws(FleetEngineError) {
      _ = try await client.getTrip(name)
      Issue.record("The call brought a trip.")
    } catch {
      #expect(error.request?.url.path == "/v1/providers/p/trips/t1")
      #expect(error.label == "INTERRUPTED")
      #expect(error.code == .unavailable)
      #expect(error.bucket == .recoverable)
    }
  }

  @Test func `An error of Fleet Engine contains known details, and only the type of others`()
    async throws
  {
    let body = #"""
      {"error":{"code":429,"message":"no more","status":"RESOURCE_EXHAUSTED","details":[
        {"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"7.5s"},
        {"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"RATE_LIMIT_EXCEEDED",
         "domain":"googleapis.com","metadata":{"service":"fleetengine.googleapis.com"}},
        {"@type":"type.googleapis.com/google.rpc.BadRequest",
         "fieldViolations":[{"field":"trip.name","description":"is bad"},7]},
        {"@type":"type.googleapis.com/google.rpc.QuotaFailure",
         "violations":[{"subject":"project:acme","description":"per minute"}]},
        {"@type":"type.googleapis.com/google.rpc.PreconditionFailure",
         "violations":[{"type":"TOS","subject":"acme","description":"accept it"}]},
        {"@type":"type.googleapis.com/google.rpc.ResourceInfo","resourceType":"trip",
         "resourceName":"t1","description":"gone"},
        {"@type":"type.googleapis.com/google.rpc.RequestInfo","requestId":"r1"},
        {"@type":"type.googleapis.com/google.rpc.LocalizedMessage","locale":"it",
         "message":"basta"},
        {"@type":"type.googleapis.com/google.rpc.Help",
         "links":[{"description":"Quotas","url":"https://example.com/q"}]},
        {"@type":"type.googleapis.com/google.rpc.DebugInfo","detail":"stack"},
        {"@type":"type.googleapis.com/google.rpc.RetryInfo"},
        {"other":1},
        5
      ]}}
      """#
    let error = try await error(.json(body, status: 429))
    #expect(
      error.details == [
        .retryInfo(delay: .seconds(7.5)),
        .errorInfo(
          reason: "RATE_LIMIT_EXCEEDED", domain: "googleapis.com",
          metadata: ["service": "fleetengine.googleapis.com"]),
        .badRequest([.init(field: "trip.name", description: "is bad")]),
        .quotaFailure([.init(subject: "project:acme", description: "per minute")]),
        .preconditionFailure([.init(type: "TOS", subject: "acme", description: "accept it")]),
        .resourceInfo(type: "trip", name: "t1", owner: "", description: "gone"),
        .requestInfo(requestID: "r1", servingData: ""),
        .localizedMessage(locale: "it", message: "basta"),
        .help([.init(description: "Quotas", url: "https://example.com/q")]),
        .unknown(typeURL: "type.googleapis.com/google.rpc.DebugInfo"),
        .unknown(typeURL: "type.googleapis.com/google.rpc.RetryInfo"),
        .unknown(typeURL: ""),
      ])
    #expect(error.retryAfter == .seconds(7.5))
  }

  @Test func `An error of Fleet Engine is the same after writing and reading`() throws {
    let status = RPCStatus(
      code: .permissionDenied, message: "no",
      details: [
        .errorInfo(reason: "SERVICE_DISABLED", domain: "googleapis.com", metadata: ["a": "b"]),
        .badRequest([.init(field: "f", description: "d")]),
        .quotaFailure([.init(subject: "s", description: "d")]),
        .preconditionFailure([.init(type: "t", subject: "s", description: "d")]),
        .resourceInfo(type: "t", name: "n", owner: "o", description: "d"),
        .requestInfo(requestID: "r", servingData: "s"),
        .localizedMessage(locale: "fr", message: "non"),
        .help([.init(description: "d", url: "u")]),
        .retryInfo(delay: .seconds(3)),
        .unknown(typeURL: "type.example.com/x"),
      ])
    #expect(RPCStatus(body: status.body, httpStatus: 403) == status)
    #expect(status.retryDelay == .seconds(3))
    #expect(
      RPCStatus(code: .unavailable, message: "", retryDelay: .seconds(1)).details
        == [.retryInfo(delay: .seconds(1))]
    )
  }

  @Test func `An error of Fleet Engine is limited in size for any response`() async throws {
    let long = String(repeating: "è", count: 100_000)
    let link = #"{"description":"\#(long)","url":"u"}"#
    let help =
      #"{"@type":"type.googleapis.com/google.rpc.Help","links":[\#(Array(repeating: link, count: 70).joined(separator: ","))]}"#
    let other = Array(repeating: #"{"@type":"x"}"#, count: 1_000).joined(separator: ",")
    let metadata = (0..<200).map { #""\#($0)":"v""# }.joined(separator: ",")
    let info = #"{"@type":"type.googleapis.com/google.rpc.ErrorInfo","metadata":{\#(metadata)}}"#
    let error = try await error(
      .json(
        #"{"error":{"status":"INTERNAL","message":"\#(long)","details":[\#(help),\#(info),\#(other)]}}"#,
        status: 500))
    #expect(error.message.utf8.count == 4_096)
    #expect(error.message.allSatisfy { $0 == "è" })
    #expect(error.details.count == 32)
    guard case .help(let links) = error.details[0] else {
      Issue.record("The first detail is \(error.details[0].typeURL).")
      return
    }
    #expect(links.count == 64)
    #expect(links.allSatisfy { $0.description.utf8.count == 4_096 })
    guard case .errorInfo(_, _, let metadata) = error.details[1] else {
      Issue.record("The second detail is \(error.details[1].typeURL).")
      return
    }
    #expect(metadata.count == 64)
  }

  @Test(
    "a body of nothing but the token is scrubbed in one pass",
    arguments: [
      String(repeating: "abcdefghij", count: 4), String(repeating: "a", count: 800) + "b",
    ]
  )
  func manyTokens(_ token: String) async throws {
    let count = 2 * 1_048_576 / token.utf8.count
    let body =
      #"{"error":{"status":"UNAVAILABLE","message":"\#(String(repeating: token, count: count))"}}"#
    let error = try await error(.json(body, status: 503), token: token)
    #expect(error.code == .unavailable)
    #expect(error.message.allSatisfy { $0 == "…" })
    #expect(!error.message.isEmpty)
  }

  @Test func `An error of Fleet Engine omits a token that begins within a false start`()
    async throws
  {
    let token = "aaaaaaaaaaaaaaaaaaaab"
    let text = "aaaaaaa" + token + "aab" + token + "!"
    let body = #"{"error":{"status":"UNAVAILABLE","message":"\#(text)"}}"#
    let error = try await error(.json(body, status: 503), token: token)
    #expect(error.message == "aaaaaaa…aab…!")
  }

  @Test(arguments: [
    #"a\/b-SECRET-CANARY"#, #"a\u002fb-\u0053ECRET-CANARY"#, "a/b-SEC\u{200B}RET\u{2060}-CANARY",
    #"a/b-\u200BSECRET\u00AD-CANARY"#, #"a/b-SECRET\u0007-CANARY"#, "a/b-SECRET\u{FEFF}-CANARY",
    #"a/b-SEC\bRET\f-\nCA\tNARY\r"#, "a/b-SECRET\u{FE0F}-CAN\u{E0041}ARY",
    #"a/b-SECRET-\uDB40\uDC41CANARY"#,
  ]) func `An error of Fleet Engine omits a token that is written in another way`(
    written: String
  ) async throws {
    let text = #"before \" a/b \\ \#(written) é \u12 \#(written) after \ud800"#
    let body = #"{"error":{"status":"UNAVAILABLE","message":"\#(text)"}}"#
    let error = try await error(.json(body, status: 503), token: "a/b-SECRET-CANARY")
    let readable = error.message.unicodeScalars.filter { $0.isASCII }
    #expect(!String(String.UnicodeScalarView(readable)).contains("CANARY"))
    var dumped = ""
    dump(error, to: &dumped)
    #expect(!"\(error)\(dumped)".contains("CANARY"))
  }

  @Test func `An error of Fleet Engine omits a token in the header fields that it shows`()
    async throws
  {
    let token = "SECRET-CANARY-SECRET-CANARY"
    for status in [200, 302, 503] {
      var response = TransportResponse(status: status, body: Array("<p>".utf8))
      response.headers["Location"] = "https://example.com/?access_token=\(token)"
      response.headers["Content-Type"] = "text/html; charset=\(token)"
      response.headers["Date"] = "Sun \(token)"
      let error = try await error(response, token: token)
      #expect(error.serverDate == "Sun …")
      var dumped = ""
      dump(error, to: &dumped)
      #expect(!"\(error)\(dumped)\(error.message)".contains("CANARY"))
      if status == 302 { #expect(error.message.contains("?access_token=…;")) }
      if status == 200 {
        #expect(error.cause == .unreadableAnswer(contentType: "text/html; charset=…"))
      }
    }
  }

  private static let date = "Sun, 06 Nov 1994 08:49:37 GMT"

  @Test(
    arguments: [
      ("7", nil, 7), ("0", nil, 0), ("599", nil, 599), ("601", nil, 600),
      ("99999999999999999999999", nil, 600), ("-7", nil, nil), ("1.5", nil, nil),
      ("soon", nil, nil),
      ("", nil, nil),
      ("Sun, 06 Nov 1994 08:50:37 GMT", date, 60), ("Sunday, 06-Nov-94 08:50:37 GMT", date, 60),
      ("Sun Nov  6 08:50:37 1994", date, 60), ("Sun, 06 Nov 1994 08:49:00 GMT", date, 0),
      ("Mon, 07 Nov 1994 08:50:37 GMT", date, 600), ("Sun, 06 Foo 1994 08:50:37 GMT", date, nil),
      ("Sun, 31 Feb 1994 08:50:37 GMT", date, nil), ("Sun, 06 Nov 1994 08:50:37", date, nil),
      // Without the server's clock the wall's is taken, 20 s before.
      ("Sun, 06 Nov 1994 08:49:37 GMT", nil, 20), ("Sun, 06 Nov 1994 08:49:37 GMT", "now", 20),
    ] as [(String, String?, Int?)])
  func `An error of Fleet Engine has the server's wait, in seconds or until a date`(
    _ retryAfter: String, _ date: String?, _ seconds: Int?
  ) async throws {
    var response = TransportResponse.json("{}", status: 429)
    response.headers["Retry-After"] = retryAfter
    response.headers["Date"] = date
    let wall = Timestamp(seconds: 784_111_757)
    let error = try await error(response, wall: wall)
    #expect(error.retryAfter == seconds.map { .seconds($0) })
    #expect(error.bucket == .quota)
  }

  @Test func `An error of Fleet Engine prefers the header's wait to the body's`() async throws {
    var response = TransportResponse(
      status: 429,
      body: RPCStatus(code: .resourceExhausted, message: "", retryDelay: .seconds(9)).body)
    #expect(try await error(response).retryAfter == .seconds(9))
    response.headers["Retry-After"] = "3"
    #expect(try await error(response).retryAfter == .seconds(3))
    response.headers["Retry-After"] = "later"
    #expect(try await error(response).retryAfter == .seconds(9))
  }

  @Test(arguments: [
    (RPCCode.aborted, FleetEngineError.Bucket.recoverable), (.cancelled, .recoverable),
    (.deadlineExceeded, .recoverable), (.unavailable, .recoverable), (.unknown, .recoverable),
    (.internal, .recoverable), (.dataLoss, .recoverable), (.invalidArgument, .needsAction),
    (.notFound, .needsAction), (.permissionDenied, .needsAction),
    (.unauthenticated, .needsAction), (.failedPrecondition, .needsAction),
    (.outOfRange, .needsAction), (.unimplemented, .needsAction), (.alreadyExists, .needsAction),
    (.resourceExhausted, .quota),
  ])
  func `An error of Fleet Engine belongs to one class`(
    _ code: RPCCode,
    _ bucket: FleetEngineError.Bucket
  ) async throws {
    let body = RPCStatus(code: code, message: "m").body
    let error = try await error(TransportResponse(status: code.httpStatus, body: body))
    #expect(error.code == code)
    #expect(error.bucket == bucket)
    #expect(error.label == code.name)
  }

  @Test func `An error of Fleet Engine describes itself in one line`() async throws {
    let body = RPCStatus(code: .notFound, message: "The trip none\u{1B}[2J\n does not exist.").body
    let error = try await error(TransportResponse(status: 404, body: body))
    #expect("\(error)" == "GetTrip: NOT_FOUND: The trip none[2J does not exist.")
    func failed(_ cause: FleetEngineError.Cause, _ message: String = "") -> String {
      "\(FleetEngineError(operation: "GetTrip", code: .unavailable, message: message, cause: cause))"
    }
    #expect(
      failed(.transport(HTTPTransportError(.connectionLost, detail: "reset\u{7}")))
        == "GetTrip: INTERRUPTED: The connection broke before the response was complete: reset")
    #expect(
      failed(.token(AccessTokenError(reason: "There is no key.", advice: ["Make one."])), "x")
        == "GetTrip: UNAVAILABLE: There is no key. Make one.")
    #expect(failed(.server) == "GetTrip: UNAVAILABLE")
    #expect(failed(.server, String(repeating: "é", count: 5_000)).count == 323)
  }

  @Test func `An error of Fleet Engine is compared without its date`() async throws {
    func failure(_ message: String, date: String) async throws -> FleetEngineError {
      var response = TransportResponse(
        status: 404, body: RPCStatus(code: .notFound, message: message).body)
      response.headers["Date"] = date
      return try await error(response)
    }
    let first = try await failure("m", date: "Thu, 26 Nov 2026 10:00:00 GMT")
    let second = try await failure("m", date: "Thu, 26 Nov 2026 10:00:05 GMT")
    #expect(first != second)
    #expect(first.isSameProblem(as: second))
    let other = try await failure("n", date: "")
    #expect(!first.isSameProblem(as: other))
  }

  @Test func `An error of Fleet Engine is compared without the time that a connection took`() {
    func failure(_ kind: HTTPTransportError.Kind, _ detail: String) -> FleetEngineError {
      FleetEngineError(
        operation: "GetTrip", code: .unavailable, message: detail,
        cause: .transport(HTTPTransportError(kind, detail: detail)))
    }
    let first = failure(.unreachable, "no connection after 23 ms")
    #expect(first.isSameProblem(as: failure(.unreachable, "no connection after 25 ms")))
    #expect(!first.isSameProblem(as: failure(.connectionLost, "no connection after 23 ms")))
    func failure(_ error: AccessTokenError) -> FleetEngineError {
      FleetEngineError(
        operation: "GetTrip", code: .unauthenticated, message: error.reason, cause: .token(error))
    }
    let expired = failure(AccessTokenError(reason: "expired 5 s ago", problem: .expired))
    let later = AccessTokenError(reason: "expired 9 s ago", problem: .expired)
    #expect(expired.isSameProblem(as: failure(later)))
    #expect(!expired.isSameProblem(as: failure(AccessTokenError(reason: "expired 5 s ago"))))
  }

  @Test func `A cancelled call is neither recoverable nor the server's answer`() async throws {
    let transport = ScriptedTransport { _, _ throws(HTTPTransportError) in
      throw HTTPTransportError(.cancelled)
    }
    let name = try TripName(providerID: "p", tripID: "t")
    let client = FleetEngineClient(transport: transport, tokens: FixedTokens())
    let failure = await #expect(throws: FleetEngineError.self) {
      _ = try await client.getTrip(name)
    }
    #expect(failure?.isCancellation == true)
    #expect(failure?.bucket == .cancelled && failure?.code == .cancelled)
    let body = RPCStatus(code: .cancelled, message: "m").body
    #expect(try await !error(TransportResponse(status: 499, body: body)).isCancellation)
  }

  @Test func `A call whose task is cancelled while it waits for a token is cancelled`()
    async throws
  {
    /// A provider that passes on a cancellation as any other failure, as it has to.
    struct SlowTokens: AccessTokenProvider {
      func accessToken(
        for context: AuthorizationContext
      ) async throws(AccessTokenError) -> AccessToken {
        while !Task.isCancelled { await Task.yield() }
        throw AccessTokenError(reason: "\(CancellationError())", isRecoverable: true)
      }
    }
    let name = try TripName(providerID: "p", tripID: "t")
    let transport = ScriptedTransport { _, _ in .json("{}") }
    let client = FleetEngineClient(transport: transport, tokens: SlowTokens())
    let call = Task { _ = try await client.getTrip(name) }
    call.cancel()
    let failure = await #expect(throws: FleetEngineError.self) { try await call.value }
    #expect(failure?.isCancellation == true)
    #expect(failure?.bucket == .cancelled && failure?.code == .cancelled)
    #expect(transport.requests.isEmpty)
  }

  @Test(arguments: [" ", "\u{200B}", "\u{1B}", "x"])
  func `An error of a library describes a long text shortly`(unit: String) {
    let error = AccessTokenError(reason: String(repeating: unit, count: 1_000_000))
    #expect("\(error)".count <= 1_001)
    #expect("\(error)".hasSuffix("…"))
  }

  @Test(
    arguments: [
      HTTPTransportError(.timedOut), HTTPTransportError(.refused, detail: "a\nb"),
      HTTPTransportError(.timedOut, detail: "No whole response came in time."),
      AccessTokenError(reason: "a\nb", advice: ["c"]),
      ResourceNameError(text: "a\nb", reason: .form, expectedForm: "providers/PROVIDER"),
      ResourceNameError(text: "https://x/?\u{301}key=(SECRET)", reason: .form, expectedForm: "a/B"),
      ResourceNameError(text: "", reason: .empty, expectedForm: "providers/PROVIDER"),
    ] as [any Error])
  func `An error of a library describes itself in one line`(error: any Error) {
    let text = "\(error)"
    #expect(!text.contains("\n") && !text.contains("("))
    #expect(text.hasSuffix(".") || text.hasSuffix(" b") || text.hasSuffix(" c"))
  }

  @Test(arguments: [
    (HTTPTransportError.Kind.nameNotResolved, FleetEngineError.Bucket.recoverable),
    (.unreachable, .recoverable), (.connectionLost, .recoverable), (.timedOut, .recoverable),
    (.cancelled, .cancelled), (.answerTooLarge, .recoverable), (.malformedAnswer, .recoverable),
    (.insecure, .needsAction), (.refused, .needsAction),
  ]) func `An error of Fleet Engine belongs to a class without a response too`(
    _ kind: HTTPTransportError.Kind, _ bucket: FleetEngineError.Bucket
  ) {
    let error = FleetEngineError(
      operation: "GetTrip", code: .unavailable, message: "",
      cause: .transport(HTTPTransportError(kind)))
    #expect(error.bucket == bucket)
  }

  @Test(arguments: [
    (400, RPCCode.invalidArgument), (401, .unauthenticated), (403, .permissionDenied),
    (404, .unimplemented), (409, .aborted), (418, .invalidArgument), (429, .resourceExhausted),
    (499, .cancelled), (500, .internal), (501, .unimplemented), (503, .unavailable),
    (504, .deadlineExceeded), (599, .internal),
  ]) func `An error of Fleet Engine gets its code from the HTTP status if the body has none`(
    _ status: Int, _ code: RPCCode
  ) async throws { #expect(try await error(.json("{}", status: status)).code == code) }
}
