import FleetEngine
import TestSupport
import Testing

@testable import RidesharingConsumer

@Suite(.limited) struct `The polling machine` {
  private var machine = PollingMachine(interval: .seconds(5))
  private var random = SeededGenerator(seed: 1)

  private mutating func handle(
    _ event: PollingMachine.Event, at seconds: Double
  ) -> PollingMachine.Action? { machine.handle(event, at: .seconds(seconds), using: &random) }

  @Test mutating func `The polling machine polls from start to start`() {
    #expect(handle(.started, at: 0) == .poll)
    #expect(handle(.succeeded, at: 2) == .wait(until: .seconds(5)))
    #expect(handle(.waited, at: 5) == .poll)
    #expect(handle(.succeeded, at: 6) == .wait(until: .seconds(10)))
    #expect(handle(.stopped, at: 7) == .rest)
    #expect(machine.nextPollAt == nil)
  }

  @Test
  mutating func
    `The polling machine polls at once after an answer that took longer than the interval`()
  {
    #expect(handle(.started, at: 0) == .poll)
    #expect(handle(.succeeded, at: 8) == .poll)
  }

  @Test mutating func `The polling machine continues to wait when it is woken early`() {
    _ = handle(.started, at: 0)
    _ = handle(.succeeded, at: 1)
    #expect(handle(.waited, at: 4) == .wait(until: .seconds(5)))
  }

  @Test mutating func `The polling machine never has two requests in flight`() {
    #expect(handle(.started, at: 0) == .poll)
    #expect(handle(.refreshRequested, at: 3) == nil)
    #expect(handle(.waited, at: 5) == nil)
    #expect(handle(.started, at: 6) == nil)
  }

  @Test mutating func `The polling machine refreshes at once, at most every second`() {
    _ = handle(.started, at: 0)
    _ = handle(.succeeded, at: 0.1)
    #expect(handle(.refreshRequested, at: 0.5) == .wait(until: .seconds(1)))
    #expect(handle(.refreshRequested, at: 0.7) == nil)
    #expect(handle(.waited, at: 1) == .poll)
    #expect(handle(.succeeded, at: 1.2) == .wait(until: .seconds(6)))
    #expect(handle(.refreshRequested, at: 3) == .poll)
  }

  @Test mutating func `The polling machine ignores events after the end`() {
    _ = handle(.started, at: 0)
    _ = handle(.stopped, at: 1)
    #expect(handle(.succeeded, at: 2) == nil)
    #expect(handle(.failed(.unavailable), at: 2) == nil)
    #expect(handle(.waited, at: 2) == nil)
    #expect(handle(.refreshRequested, at: 2) == nil)
    #expect(handle(.stopped, at: 2) == nil)
    #expect(handle(.started, at: 3) == .poll)
  }

  @Test mutating func `The polling machine polls only on request without an interval`() {
    machine = PollingMachine(interval: nil)
    #expect(handle(.started, at: 0) == nil)
    #expect(handle(.refreshRequested, at: 1) == .poll)
    #expect(handle(.failed(.unavailable), at: 2) == nil)
    #expect(handle(.refreshRequested, at: 3) == .poll)
    #expect(handle(.succeeded, at: 4) == nil)
    #expect(handle(.intervalChanged(.seconds(10)), at: 6) == .wait(until: .seconds(13)))
    #expect(handle(.intervalChanged(nil), at: 7) == .rest)
    #expect(handle(.intervalChanged(nil), at: 7) == nil)
  }

  @Test mutating func `The polling machine keeps a retry when the interval changes`() {
    _ = handle(.started, at: 0)
    _ = handle(.failed(.unavailable), at: 1)
    let due = machine.nextPollAt
    #expect(handle(.intervalChanged(.seconds(20)), at: 1.1) == nil)
    #expect(machine.nextPollAt == due)
  }

  @Test(arguments: 0..<200)
  func `The polling machine retries after 1 s, then 1.6 times longer, at most 30 s`(seed: UInt64) {
    var machine = PollingMachine(interval: .seconds(5))
    var random = SeededGenerator(seed: seed)
    var now = Duration.zero
    #expect(machine.handle(.started, at: now, using: &random) == .poll)
    for expected in [1, 1.6, 2.56, 4.096, 6.5536, 10.48576, 16.777216, 26.8435456, 30, 30] {
      let action = machine.handle(.failed(.unavailable), at: now, using: &random)
      guard case .wait(let due) = action else {
        Issue.record("no wait but \(String(describing: action))")
        return
      }
      let ratio = (due - now).inSeconds / expected
      #expect(ratio > 0.7999 && ratio < 1.2001)
      now = due
      #expect(machine.handle(.waited, at: now, using: &random) == .poll)
    }
    #expect(machine.totalRetries == 10)
    let start = now
    #expect(
      machine.handle(.succeeded, at: now, using: &random) == .wait(until: start + .seconds(5)))
    #expect(machine.consecutiveFailures == 0)
  }

  @Test func `The polling machine spreads the retries of many clients`() {
    var waits: Set<Duration> = []
    for seed in 0..<200 {
      var machine = PollingMachine(interval: .seconds(5))
      var random = SeededGenerator(seed: UInt64(seed))
      _ = machine.handle(.started, at: .zero, using: &random)
      _ = machine.handle(.failed(.unavailable), at: .zero, using: &random)
      if let due = machine.nextPollAt { waits.insert(due) }
    }
    let seconds = waits.map(\.inSeconds).sorted()
    #expect(waits.count > 190)
    #expect((seconds.last ?? 0) - (seconds.first ?? 0) > 0.38)
  }

  @Test(arguments: [RPCCode.permissionDenied, .unauthenticated, .invalidArgument, .unimplemented])
  func `The polling machine waits about a minute for someone to act`(code: RPCCode) throws {
    var machine = PollingMachine(interval: .seconds(5))
    var random = SeededGenerator(seed: 7)
    _ = machine.handle(.started, at: .zero, using: &random)
    _ = machine.handle(.failed(.of(code)), at: .zero, using: &random)
    let due = try #require(machine.nextPollAt)
    #expect((48...72).contains(due.inSeconds))
  }

  @Test mutating func `The polling machine polls a missing trip every 5 s for 2 minutes`() throws {
    var now = 0.0
    #expect(handle(.started, at: now) == .poll)
    for _ in 0..<24 {
      #expect(handle(.failed(.of(.notFound)), at: now + 0.2) == .wait(until: .seconds(now + 5)))
      now += 5
      #expect(handle(.waited, at: now) == .poll)
    }
    _ = handle(.failed(.of(.notFound)), at: now + 0.2)
    let due = try #require(machine.nextPollAt)
    #expect((48...72).contains(due.inSeconds - now - 0.2))
  }

  @Test mutating func `The polling machine waits as long as the server asks, at most 10 minutes`() {
    _ = handle(.started, at: 0)
    #expect(
      handle(.failed(.of(.resourceExhausted, retryAfter: .seconds(12))), at: 1)
        == .wait(until: .seconds(13)))
    #expect(machine.presentInterval == .seconds(10))
    _ = handle(.waited, at: 13)
    #expect(
      handle(.failed(.of(.resourceExhausted, retryAfter: .seconds(99_999))), at: 14)
        == .wait(until: .seconds(614)))
    _ = handle(.waited, at: 614)
    // Told to come back at once, it still asks less often each time.
    #expect(
      handle(.failed(.of(.resourceExhausted, retryAfter: .zero)), at: 615)
        == .wait(until: .seconds(654)))
  }

  @Test func `The polling machine never waits under 80 % of the schedule, in 10,000 runs`() {
    var random = SeededGenerator(seed: 11)
    var shares: [Double] = []
    for _ in 0..<1_000 {
      var machine = PollingMachine(interval: .seconds(5))
      var now = Duration.zero
      _ = machine.handle(.started, at: now, using: &random)
      for failure in 1...10 {
        guard case .wait(let due) = machine.handle(.failed(.unavailable), at: now, using: &random)
        else { continue }
        shares.append((due - now).inSeconds / RetryPolicy.backoff(failure: failure).inSeconds)
        now = due
        _ = machine.handle(.waited, at: now, using: &random)
      }
    }
    #expect(shares.count == 10_000)
    #expect(shares.allSatisfy { (0.7999...1.2001).contains($0) })
    // Spread evenly: a fifth of them in each fifth of the range.
    for fifth in 0..<5 {
      let range = 0.8 + 0.08 * Double(fifth)..<0.88 + 0.08 * Double(fifth)
      #expect((1_800...2_200).contains(shares.count { range.contains($0) }))
    }
  }

  @Test
  mutating func
    `The polling machine polls once after a sleep of two hours, and not for what it missed`()
  {
    _ = handle(.started, at: 0)
    _ = handle(.succeeded, at: 1)
    #expect(handle(.waited, at: 7_200) == .poll)
    #expect(handle(.waited, at: 7_200) == nil)
    #expect(handle(.succeeded, at: 7_201) == .wait(until: .seconds(7_205)))
  }

  @Test func `The polling machine spreads two hundred viewers over two fifths of the wait`() {
    // All lost the server at once and have failed eight times when it is back, after 57 s.
    let outage = Duration.seconds(57)
    var polls: [Duration] = []
    for seed in 0..<200 {
      var machine = PollingMachine(interval: .seconds(5))
      var random = SeededGenerator(seed: UInt64(seed))
      var action = machine.handle(.started, at: .zero, using: &random)
      var now = Duration.zero
      while now < outage + .seconds(45) {
        if action == .poll {
          if now >= outage { polls.append(now) }
          action = machine.handle(
            now < outage ? .failed(.unavailable) : .succeeded, at: now, using: &random)
        } else if case .wait(let due)? = action {
          now = due
          action = machine.handle(.waited, at: now, using: &random)
        } else {
          Issue.record("no action")
          return
        }
      }
    }
    let first = polls.sorted().prefix(200).map(\.inSeconds)
    #expect((first.last ?? 0) - (first.first ?? 0) >= 0.4 * 26)
    // The steady rate of 200 viewers that ask every 5 s is 200 polls in 5 s.
    let early = polls.count { $0 < outage + .seconds(5) }
    #expect(Double(early) <= 1.4 * 200)
  }

  @Test mutating func `The polling machine polls less and less often while a quota is exhausted`() {
    var now = 0.0
    _ = handle(.started, at: now)
    for interval in [10.0, 20, 40, 60, 60] {
      #expect(
        handle(.failed(.of(.resourceExhausted)), at: now) == .wait(until: .seconds(now + interval)))
      #expect(machine.presentInterval == .seconds(interval))
      now += interval
      #expect(handle(.waited, at: now) == .poll)
    }
    #expect(handle(.succeeded, at: now) == .wait(until: .seconds(now + 5)))
    #expect(machine.presentInterval == .seconds(5))
  }

  @Test mutating func `The polling machine restarts its backoff when the kind of failure changes`()
    throws
  {
    _ = handle(.started, at: 0)
    for second in 0..<3 {
      _ = handle(.failed(.unavailable), at: Double(second) * 100)
      _ = handle(.waited, at: Double(second) * 100 + 99)
    }
    _ = handle(.failed(.of(.permissionDenied)), at: 300)
    _ = handle(.waited, at: 400)
    _ = handle(.failed(.unavailable), at: 400)
    let due = try #require(machine.nextPollAt)
    #expect(due <= .seconds(401.2))
    #expect(machine.consecutiveFailures == 5)
    #expect(machine.failingSince == .zero)
  }
}

extension FleetEngineError {
  static let unavailable = FleetEngineError.of(.unavailable)

  static func of(_ code: RPCCode, retryAfter: Duration? = nil) -> FleetEngineError {
    FleetEngineError(
      operation: "GetTrip", code: code, message: "said by a test", httpStatus: code.httpStatus,
      retryAfter: retryAfter)
  }
}
