import CurlTransport
import FleetEmulator
import FleetEngine
import HTTPMessages
import RideTestSupport
import RidesharingConsumer
import TestSupport
import Testing

/// The trip service, libcurl and the emulator with a script of faults, over a socket of loopback.
@MainActor @Suite(.limited) struct `Polling over a socket` {
  private static let retry = 0.8...1.2
  private static let needsAction = 48.0...72.0

  @Test func `Polling over a socket retries after 1 s and 1.6 s when the server is unavailable`()
    async throws
  {
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
  func `Polling over a socket obeys a quota`(_ test: QuotaCase) async throws {
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

  @Test func `Polling over a socket replaces an expired token within the same poll`() async throws {
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

  @Test(arguments: [RPCCode.unauthenticated, .permissionDenied])
  func `Polling over a socket reports a refused token after one retry`(
    _ code: RPCCode
  ) async throws {
    let rig = try await SocketRig()
    try await rig.setFaults(Fault(requests: 2, answer: FaultAnswer(code)))
    rig.follow()
    #expect(Self.needsAction.contains(await rig.settle(polls: 1)))
    #expect(rig.recorder.errors.map(\.code) == [code])
    #expect(rig.tokens.count == 2)
    #expect(await rig.emulator.remainingFaults.faults.isEmpty)
    rig.wake()
    #expect(await rig.settle(polls: 2) == 5)
    #expect(rig.model.currentTrip != nil)
    await rig.end()
  }

  @Test func `Polling over a socket waits for the user when the token is another trip's`()
    async throws
  {
    let rig = try await SocketRig()
    rig.tokens.sign(forTrip: "t2")
    rig.follow()
    #expect(Self.needsAction.contains(await rig.settle(polls: 1)))
    #expect(rig.recorder.errors.map(\.code) == [.permissionDenied])
    #expect(rig.recorder.errors.map(\.bucket) == [.needsAction])
    // It is seen before it is sent.
    #expect(await !rig.emulator.history.contains { $0.httpStatus == 403 })
    rig.tokens.sign(forTrip: nil)
    rig.wake()
    #expect(await rig.settle(polls: 2) == 5)
    #expect(rig.model.currentTrip?.status == .new)
    await rig.end()
  }

  @Test func `Polling over a socket retries every 5 s for 2 minutes for a missing trip`()
    async throws
  {
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
  func `Polling over a socket keeps the trip and recovers from a fault`(
    _ test: RecoverableCase
  ) async throws {
    let rig = try await SocketRig(
      LibcurlTransport.Configuration(totalTime: .seconds(60), bodyBytes: 100_000))
    rig.follow()
    #expect(await rig.settle(polls: 1) == 5)
    let trip = rig.model.currentTrip
    // More than one, because libcurl itself retries if a kept connection breaks without a byte.
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

  @Test func `Polling over a socket suggests a wrong address if a web page responds`() async throws
  {
    let rig = try await SocketRig()
    let page = Array("<html></html>".utf8)
    try await rig.setFaults(
      Fault(answer: FaultAnswer(status: 404, body: .literal(page, contentType: "text/html"))))
    rig.follow()
    #expect(Self.needsAction.contains(await rig.settle(polls: 1)))
    #expect(rig.recorder.errors.first?.code == .unimplemented)
    #expect(rig.recorder.errors.first?.message.contains("check its address") == true)
    await rig.end()
  }

  @Test func `Polling over a socket aborts a response that takes too long`() async throws {
    let rig = try await SocketRig(LibcurlTransport.Configuration(totalTime: .milliseconds(300)))
    try await rig.setFaults(
      Fault(
        answer: FaultAnswer(.internal),
        delivery: FaultDelivery(pieceBytes: 1, pause: .milliseconds(40))))
    rig.follow()
    #expect(Self.retry.contains(await rig.settle(polls: 1)))
    let error = try #require(rig.recorder.errors.first)
    #expect(error.code == .deadlineExceeded)
    #expect(error.bucket == .recoverable)
    await rig.clientsAreGone()
    await rig.end()
  }

  @Test func `Polling over a socket hangs up at once when the last subscriber leaves`() async throws
  {
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
