import FleetEngine
import HTTPMessages
import RideTestSupport
import RidesharingConsumer
import TestSupport
import Testing

/// The server's answers, poll by poll, and the model's wait after each.
struct RetryRow: Sendable, CustomTestStringConvertible {
  let testDescription: String
  var interval = 0.0
  let steps: [(answer: TransportResponse?, wait: ClosedRange<Double>)]

  init(_ name: String, interval: Double = 0, _ steps: [(TransportResponse?, ClosedRange<Double>)]) {
    testDescription = name
    self.interval = interval
    self.steps = steps.map { ($0.0, $0.1) }
  }

  /// The same answer again and again.
  init(
    _ name: String, interval: Double = 0, _ answer: TransportResponse?,
    _ waits: [ClosedRange<Double>]
  ) { self.init(name, interval: interval, waits.map { (answer, $0) }) }

  static func about(_ seconds: Double) -> ClosedRange<Double> { seconds * 0.8...seconds * 1.2 }
  static func exactly(_ seconds: Double) -> ClosedRange<Double> { seconds...seconds }
}

@MainActor @Suite(.limited) struct `After a poll a trip model waits` {
  private nonisolated static let good = TripRig.answer(Trip.with { $0.status = .new })

  private nonisolated static var recoverable: [RetryRow] {
    let growing = [1, 1.6, 2.56, 4.096, 6.5536, 10.48576, 16.777216, 26.8435456, 30, 30]
    let codes: [RPCCode] = [
      .aborted, .cancelled, .deadlineExceeded, .unknown, .internal, .dataLoss,
    ]
    return [
      RetryRow("UNAVAILABLE", TripRig.failure(.unavailable), growing.map(RetryRow.about)),
      RetryRow("no network", nil, growing.map(RetryRow.about)),
      RetryRow("no trip", .json("<html>"), [RetryRow.about(1), RetryRow.about(1.6)]),
      RetryRow(
        "UNAVAILABLE with a long interval", interval: 120, TripRig.failure(.unavailable),
        [RetryRow.about(1), RetryRow.about(1.6)]),
      RetryRow(
        "success resets",
        [
          (TripRig.failure(.unavailable), RetryRow.about(1)),
          (TripRig.failure(.unavailable), RetryRow.about(1.6)),
          (good, RetryRow.exactly(5)),
          (TripRig.failure(.unavailable), RetryRow.about(1)),
        ]),
    ] + codes.map { RetryRow($0.name, TripRig.failure($0), [RetryRow.about(1)]) }
  }

  private nonisolated static var needsAction: [RetryRow] {
    let codes: [RPCCode] = [
      .invalidArgument, .permissionDenied, .unauthenticated, .failedPrecondition, .outOfRange,
      .unimplemented, .alreadyExists,
    ]
    let missing = TripRig.failure(.notFound)
    let early = Array(repeating: RetryRow.exactly(5), count: 24)
    let late = [RetryRow.about(60), RetryRow.about(60)]
    return codes.map {
      RetryRow($0.name, TripRig.failure($0), [RetryRow.about(60), RetryRow.about(60)])
    } + [
      RetryRow("NOT_FOUND", missing, early + late),
      RetryRow(
        "NOT_FOUND again after a success",
        early.map { (missing, $0) } + [(missing, RetryRow.about(60)), (good, RetryRow.exactly(5))]
          + early.map { (missing, $0) }),
      RetryRow("NOT_FOUND with a long interval", interval: 30, missing, [RetryRow.exactly(30)]),
      RetryRow(
        "PERMISSION_DENIED with a long interval", interval: 120, TripRig.failure(.permissionDenied),
        [RetryRow.exactly(120)]),
    ]
  }

  private nonisolated static var quota: [RetryRow] {
    let plain = TripRig.failure(.resourceExhausted)
    let doubling = [10.0, 20, 40, 60, 60].map(RetryRow.exactly)
    func told(_ header: String? = nil, _ body: Duration? = nil) -> TransportResponse {
      TripRig.failure(.resourceExhausted, retryAfter: header, retryDelay: body)
    }
    return [
      RetryRow("RESOURCE_EXHAUSTED", plain, doubling),
      RetryRow("after it, success", [(plain, RetryRow.exactly(10)), (good, RetryRow.exactly(5))]),
      RetryRow(
        "after it, no network",
        [
          (plain, RetryRow.exactly(10)), (plain, RetryRow.exactly(20)), (nil, RetryRow.exactly(20)),
          (nil, RetryRow.exactly(20)),
        ]
      ),
      RetryRow("Retry-After", told("7"), [RetryRow.exactly(10), RetryRow.exactly(20)]),
      RetryRow("Retry-After, long", told("9999"), [RetryRow.exactly(600)]),
      RetryRow("Retry-After, at once", told("0"), [RetryRow.exactly(10)]),
      RetryRow("RetryInfo", told(nil, .seconds(9)), [RetryRow.exactly(10)]),
      RetryRow("RetryInfo, long", told(nil, .seconds(9_999)), [RetryRow.exactly(600)]),
      RetryRow("a long interval", interval: 120, plain, [RetryRow.exactly(120)]),
      RetryRow("Retry-After in it", interval: 3_600, told("9999"), [RetryRow.exactly(3_600)]),
    ]
  }

  @Test(arguments: recoverable + needsAction + quota)
  func `After a poll a trip model waits as long as its interval`(row: RetryRow) async throws {
    let steps = row.steps
    let rig = TripRig(answering: { (_, index) async throws(HTTPTransportError) in
      guard let answer = steps[min(index, steps.count - 1)].answer else {
        throw HTTPTransportError(.unreachable)
      }
      return answer
    })
    rig.model.options.autoRefreshTimeInterval = row.interval
    rig.model.register(rig.recorder)
    for (index, step) in steps.enumerated() {
      await rig.settle(polls: index + 1)
      #expect(rig.transport.requests.count == index + 1)
      #expect(rig.clock.waits.count == 1)
      let wait = try #require(rig.clock.waits.first)
      let range = step.wait.lowerBound - 1e-6...step.wait.upperBound + 1e-6
      #expect(range.contains(wait.inSeconds), "\(wait) after poll \(index + 1)")
      rig.clock.advance(by: wait)
    }
  }

  @Test(arguments: [true, false])
  func `A trip model waits at most 10 s for a response, whatever the transport does`(
    takesCancelling: Bool
  ) async throws {
    let transport = HangingTransport(takesCancelling: takesCancelling)
    let clock = ManualClock()
    let model = TripRig.service(transport, clock).tripModel(forTripName: TripRig.name)
    let recorder = Recorder()
    model.register(recorder)
    await waitWhile(transport.requests == 0)
    await clock.sleepers(1)
    #expect(clock.waits == [.seconds(10)])
    model.refresh()
    clock.advance(by: .seconds(9.9))
    // The deadline's sleeper continues to sleep.
    #expect(clock.waits.count == 1)
    #expect(recorder.errors.isEmpty)
    #expect(transport.requests == 1)
    clock.advance(by: .seconds(0.1))
    await recorder.polls(1)
    #expect(recorder.errors.map(\.code) == [.deadlineExceeded])
    #expect(transport.cancellations == 1)
    await clock.sleepers(1)
    let wait = try #require(clock.waits.first)
    #expect(RetryRow.about(1).contains(wait.inSeconds))
    clock.advance(by: wait)
    await waitWhile(transport.requests < 2)
    transport.finish()
  }

  /// Starts a poll that waits for its token, with its deadline running.
  private func pollAtToken() async -> (HangingTransport, SlowTokens, ManualClock, Recorder) {
    let (transport, tokens, clock) = (HangingTransport(), SlowTokens(), ManualClock())
    let model = TripRig.service(transport, clock, tokens).tripModel(forTripName: TripRig.name)
    let recorder = Recorder()
    model.register(recorder)
    await tokens.wait()
    await clock.sleepers(1)
    return (transport, tokens, clock, recorder)
  }

  @Test func `A poll waits at most 10 s for a response, not counting the time for the token`()
    async throws
  {
    let (transport, tokens, clock, recorder) = await pollAtToken()
    clock.advance(by: .seconds(9))
    tokens.give()
    await waitWhile(transport.requests == 0)
    // The sleep that began with the poll ends, and another one until the server's time is over.
    clock.advance(by: .seconds(1))
    await clock.sleepers(1)
    #expect(clock.waits == [.seconds(9)])
    #expect(recorder.errors.isEmpty)
    clock.advance(by: .seconds(9))
    await recorder.polls(1)
    #expect(recorder.errors.map(\.code) == [.deadlineExceeded])
  }

  @Test func `A poll waits at most 10 s for a response after a token that came at once`() async {
    let (transport, tokens, clock, recorder) = await pollAtToken()
    tokens.give()
    await waitWhile(transport.requests == 0)
    clock.advance(by: .seconds(10))
    await recorder.polls(1)
    #expect(recorder.errors.map(\.code) == [.deadlineExceeded])
  }

  @Test func `A poll waits longer for a token, whose failure is not blamed on the server`()
    async throws
  {
    let (transport, tokens, clock, recorder) = await pollAtToken()
    clock.advance(by: .seconds(10))
    await clock.sleepers(1)
    #expect(clock.waits == [.seconds(5)])
    #expect(recorder.errors.isEmpty)
    clock.advance(by: .seconds(5))
    await recorder.polls(1)
    let error = try #require(recorder.errors.first)
    #expect(error.code == .unauthenticated && error.bucket == .recoverable)
    #expect(error.message == "The source of access tokens did not answer in time.")
    #expect(transport.requests == 0)
    tokens.give()
  }
}
