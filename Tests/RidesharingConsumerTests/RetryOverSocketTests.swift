import CurlTransport
import FleetEmulator
import FleetEngine
import HTTPMessages
import RidesharingConsumer
import Testing

/// A fault that a poll recovers from by itself, and as what it is told.
struct RecoverableCase: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let answer: FaultAnswer?
  let delivery: FaultDelivery
  let code: RPCCode
  let isCause: @Sendable (FleetEngineError.Cause) -> Bool

  init(
    _ description: String,
    _ answer: FaultAnswer? = nil,
    ending end: FaultDelivery.End = .whole,
    _ code: RPCCode,
    _ isCause: @escaping @Sendable (FleetEngineError.Cause) -> Bool
  ) {
    testDescription = description
    self.answer = answer
    delivery = FaultDelivery(end: end)
    self.code = code
    self.isCause = isCause
  }

  private static func literal(
    _ status: Int,
    _ text: String,
    type: String = "application/json",
    headers: HTTPHeaders = [:]
  ) -> FaultAnswer {
    FaultAnswer(
      status: status,
      body: .literal(Array(text.utf8), contentType: type),
      headers: headers
    )
  }

  private static func isLost(
    _ kind: HTTPTransportError.Kind
  )
    -> @Sendable (
      FleetEngineError.Cause
    ) -> Bool
  {
    { if case .transport(let error) = $0 { error.kind == kind } else { false } }
  }

  private static let isUnreadable: @Sendable (FleetEngineError.Cause) -> Bool = {
    if case .unreadableAnswer = $0 { true } else { false }
  }

  private static let isServer: @Sendable (FleetEngineError.Cause) -> Bool = { $0 == .server }

  static let all: [RecoverableCase] = [
    RecoverableCase(
      "a truncated body",
      ending: .truncated(afterBytes: 30),
      .unavailable,
      isLost(.connectionLost)
    ),
    RecoverableCase(
      "a reset before the answer",
      ending: .resetBeforeAnswer,
      .unavailable,
      isLost(.connectionLost)
    ),
    RecoverableCase(
      "a reset amid the answer",
      ending: .reset(afterBytes: 30),
      .unavailable,
      isLost(.connectionLost)
    ),
    RecoverableCase(
      "a page of a gateway",
      literal(502, "<html><h1>Bad gateway</h1></html>", type: "text/html"),
      .unavailable,
      isServer
    ),
    RecoverableCase(
      "a page that says all is well",
      literal(200, "<html>Sign in</html>", type: "text/html"),
      .internal,
      isUnreadable
    ),
    RecoverableCase(
      "half of a JSON text",
      literal(200, #"{"name":"providers/demo/tri"#),
      .internal,
      isUnreadable
    ),
    RecoverableCase(
      "another trip",
      literal(200, #"{"name":"providers/demo/trips/t2","tripStatus":"COMPLETE"}"#),
      .internal,
      { $0 == .otherResource }
    ),
    RecoverableCase(
      "a body that is not gzip",
      literal(200, "{}", headers: ["Content-Encoding": "gzip"]),
      .unavailable,
      isLost(.malformedAnswer)
    ),
    RecoverableCase(
      "bytes that are no UTF-8",
      FaultAnswer(
        status: 200,
        body: .literal([0x7B, 0x22, 0xFF, 0xFE, 0x22, 0x7D], contentType: "application/json")
      ),
      .internal,
      isUnreadable
    ),
    RecoverableCase(
      "a body that is too large",
      FaultAnswer(status: 200, body: .filler(bytes: 1_000_000)),
      .unavailable,
      isLost(.answerTooLarge)
    ),
    RecoverableCase(
      "a redirect",
      literal(302, "", headers: ["Location": "http://127.0.0.1:1/elsewhere"]),
      .unavailable,
      isServer
    ),
    RecoverableCase(
      "nothing new",
      literal(304, ""),
      .unavailable,
      isServer
    ),
    RecoverableCase("an internal error", FaultAnswer(.internal), .internal, isServer),
  ]
}

/// An answer over the quota, and the seconds until the next polls.
struct QuotaCase: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let answer: FaultAnswer
  let waits: [Double]

  init(_ description: String, _ waits: [Double], _ answer: FaultAnswer) {
    testDescription = description
    self.waits = waits
    self.answer = answer
  }

  private static func answer(
    _ retryAfter: FaultAnswer.RetryAfter?,
    _ retryDelay: Duration? = nil
  ) -> FaultAnswer {
    FaultAnswer(.resourceExhausted, retryDelay: retryDelay, retryAfter: retryAfter)
  }

  static let all: [QuotaCase] = [
    QuotaCase("with Retry-After in seconds", [7, 7], answer(.seconds(7))),
    QuotaCase("with RetryInfo", [9.5, 9.5], answer(nil, .milliseconds(9_500))),
    QuotaCase("with both", [7, 7], answer(.seconds(7), .seconds(20))),
    QuotaCase("with less than the interval", [5, 5], answer(.seconds(1))),
    QuotaCase("with more than it may", [600, 600], answer(.seconds(86_400))),
    QuotaCase("with neither", [10, 20, 40, 60, 60], answer(nil)),
  ]
}

/// The trip service, libcurl and the emulator with a script of faults, over a socket of loopback.
@MainActor
@Suite(.timeLimit(.minutes(1))) struct `Polling over a socket` {
  private static let retry = 0.8...1.2
  private static let needsAction = 48.0...72.0

  @Test func `asks again after 1 s and 1.6 s when the server is unavailable`() async throws {
    let rig = try await SocketRig()
    try await rig.setFaults(Fault(requests: 2, answer: FaultAnswer(.unavailable)))
    rig.follow()
    #expect(Self.retry.contains(await rig.settle(polls: 1)))
    #expect(rig.model.polling.lastError?.httpStatus == 503)
    rig.wake()
    #expect((1.28...1.92).contains(await rig.settle(polls: 2)))
    #expect(rig.model.polling.consecutiveFailures == 2)
    rig.wake()
    #expect(await rig.settle(polls: 3) == 5)
    #expect(rig.recorder.errors.map(\.code) == [.unavailable, .unavailable])
    #expect(rig.model.polling.consecutiveFailures == 0)
    #expect(rig.model.currentTrip?.status == .new)
    #expect(rig.model.polling.totalRetries == 2)
    await rig.end()
  }

  @Test(arguments: QuotaCase.all)
  func `obeys a quota`(_ test: QuotaCase) async throws {
    let rig = try await SocketRig()
    try await rig.setFaults(Fault(requests: test.waits.count, answer: test.answer))
    rig.follow()
    for (index, wait) in test.waits.enumerated() {
      #expect(await rig.settle(polls: index + 1) == wait)
      rig.wake()
    }
    #expect(await rig.settle(polls: test.waits.count + 1) == 5)
    #expect(rig.recorder.errors.allSatisfy { $0.code == .resourceExhausted })
    #expect(rig.recorder.statuses == [.new])
    await rig.end()
  }

  @Test func `takes a fresh token for one that has expired, within the same poll`() async throws {
    let rig = try await SocketRig()
    rig.model.options.autoRefreshTimeInterval = 4_000
    rig.follow()
    #expect(await rig.settle(polls: 1) == 4_000)
    #expect(rig.tokens.count == 1)
    rig.wake()
    #expect(await rig.settle(polls: 2) == 4_000)
    #expect(rig.tokens.count == 2)
    #expect(rig.recorder.errors.isEmpty)
    #expect(await rig.emulator.history.suffix(3).map(\.httpStatus) == [200, 401, 200])
    await rig.end()
  }

  @Test func `tells that no token is good after one repetition`() async throws {
    let rig = try await SocketRig()
    try await rig.setFaults(Fault(requests: 2, answer: FaultAnswer(.unauthenticated)))
    rig.follow()
    #expect(Self.needsAction.contains(await rig.settle(polls: 1)))
    #expect(rig.recorder.errors.map(\.code) == [.unauthenticated])
    #expect(rig.tokens.count == 2)
    #expect(await rig.emulator.remainingFaults.faults.isEmpty)
    rig.wake()
    #expect(await rig.settle(polls: 2) == 5)
    #expect(rig.model.currentTrip != nil)
    await rig.end()
  }

  @Test func `waits for somebody to act when the token is another trip's`() async throws {
    let rig = try await SocketRig()
    rig.tokens.sign(forTrip: "t2")
    rig.follow()
    #expect(Self.needsAction.contains(await rig.settle(polls: 1)))
    #expect(rig.recorder.errors.map(\.code) == [.permissionDenied])
    #expect(rig.recorder.errors.map(\.bucket) == [.needsAction])
    #expect(await rig.emulator.history.suffix(2).map(\.httpStatus) == [403, 403])
    rig.tokens.sign(forTrip: nil)
    rig.wake()
    #expect(await rig.settle(polls: 2) == 5)
    #expect(rig.model.currentTrip?.status == .new)
    await rig.end()
  }

  @Test func `asks every 5 s for 2 minutes for a trip that is not there yet`() async throws {
    let rig = try await SocketRig(hasTrip: false)
    rig.follow()
    for poll in 1...24 {
      #expect(await rig.settle(polls: poll) == 5)
      rig.wake()
    }
    #expect(Self.needsAction.contains(await rig.settle(polls: 25)))
    #expect(rig.recorder.errors.count == 25)
    #expect(rig.recorder.errors.allSatisfy { $0.code == .notFound })
    try await rig.createTrip()
    rig.wake()
    #expect(await rig.settle(polls: 26) == 5)
    #expect(rig.model.currentTrip?.status == .new)
    await rig.end()
  }

  @Test(arguments: RecoverableCase.all)
  func `keeps the trip and recovers from`(_ test: RecoverableCase) async throws {
    let rig = try await SocketRig(
      CurlTransport.Configuration(totalTime: .seconds(60), bodyBytes: 100_000)
    )
    rig.follow()
    #expect(await rig.settle(polls: 1) == 5)
    let trip = rig.model.currentTrip
    // More than one, as libcurl itself asks again where a kept connection breaks without a byte.
    try await rig.setFaults(Fault(requests: 9, answer: test.answer, delivery: test.delivery))
    rig.wake()
    #expect(Self.retry.contains(await rig.settle(polls: 2)))
    let error = try #require(rig.recorder.errors.first)
    #expect(error.code == test.code)
    #expect(error.bucket == .recoverable)
    #expect(test.isCause(error.cause), "\(error)")
    #expect(rig.model.currentTrip == trip)
    try await rig.setFaults()
    rig.wake()
    #expect(await rig.settle(polls: 3) == 5)
    #expect(rig.recorder.errors.count == 1)
    #expect(rig.recorder.statuses == [.new])
    await rig.end()
  }

  @Test func `says that an address may be wrong where a page answers`() async throws {
    let rig = try await SocketRig()
    let page = Array("<html></html>".utf8)
    try await rig.setFaults(
      Fault(answer: FaultAnswer(status: 404, body: .literal(page, contentType: "text/html")))
    )
    rig.follow()
    #expect(await rig.settle(polls: 1) == 5)
    #expect(rig.recorder.errors.first?.code == .notFound)
    #expect(rig.recorder.errors.first?.message.contains("check its address") == true)
    await rig.end()
  }

  @Test func `gives up an answer that takes longer than it may`() async throws {
    let rig = try await SocketRig(CurlTransport.Configuration(totalTime: .milliseconds(300)))
    try await rig.setFaults(
      Fault(
        answer: FaultAnswer(.internal),
        delivery: FaultDelivery(pieceBytes: 1, pause: .milliseconds(40))
      )
    )
    rig.follow()
    #expect(Self.retry.contains(await rig.settle(polls: 1)))
    let error = try #require(rig.recorder.errors.first)
    #expect(error.code == .deadlineExceeded)
    #expect(error.bucket == .recoverable)
    await rig.clientsAreGone()
    await rig.end()
  }

  @Test func `hangs up at once when the last subscriber leaves`() async throws {
    let rig = try await SocketRig()
    try await rig.setFaults(Fault(delay: .seconds(600)))
    rig.follow()
    await rig.faultsAreOver()
    #expect(rig.server.openConnections > 0)
    rig.model.unregisterSubscriber(rig.recorder)
    #expect(rig.model.state == .inactive)
    // Both the fault and the transport would wait longer than the suite may.
    await rig.clientsAreGone()
    #expect(rig.recorder.errors.isEmpty)
    #expect(await rig.emulator.history.filter { $0.procedure == "GetTrip" }.isEmpty)
    await rig.end()
  }
}
