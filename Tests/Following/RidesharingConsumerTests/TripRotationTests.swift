import HTTPMessages
import TestSupport
import Testing

@testable import FleetEngine
@testable import RidesharingConsumer

@Suite(.limited) struct `The rotation of many trips` {
  /// Plays a rotation whose requests all take the same time, within the rate limit.
  private struct Play {
    var rotation: TripRotation
    var pace: RequestPace
    var now: Duration = .zero
    var random = SeededGenerator(seed: 7)
    /// Each start of a poll, with its trip.
    var starts: [(number: Int, at: Duration)] = []
    private var underWay: [(number: Int, start: Duration)] = []

    private let step: Duration

    init(
      trips: Int, interval: Duration = .seconds(5), rate: Int = 50,
      step: Duration = .milliseconds(10)
    ) {
      self.step = step
      pace = RequestPace(requestsPerSecond: rate)
      rotation = TripRotation(interval: interval, requestsPerSecond: rate)
      for _ in 0..<trips { _ = rotation.add() }
    }

    /// Lets time pass in small steps; the answer to each request comes 40 ms after it.
    mutating func pass(
      _ time: Duration,
      _ answer: (_ number: Int, _ start: Duration) -> FleetEngineError? = { _, _ in nil }
    ) {
      let end = now + time
      while now < end {
        for (number, start) in underWay where start + .milliseconds(40) <= now {
          if let error = answer(number, start) {
            rotation.failed(number, error, askedAt: start, at: now, using: &random)
          } else {
            rotation.succeeded(number, askedAt: start, at: now)
          }
        }
        underWay.removeAll { $0.start + .milliseconds(40) <= now }
        pace.stretch = rotation.stretch
        let next = rotation.nextMoment(nextTurn: pace.earliest)
        let taken = rotation.takeDue(at: now) { most in
          var count = 0
          while count < most, pace.earliest ?? now <= now {
            pace.leave(at: now, since: now)
            count += 1
          }
          return count
        }
        // No trip may be due before the announced moment.
        if !taken.isEmpty { #expect(next.map { $0 <= now } ?? true) }
        for number in taken {
          starts.append((number, now))
          underWay.append((number, now))
        }
        now += step
      }
    }

    /// The most starts in any second.
    var mostInASecond: Int {
      starts.indices.map { first in
        starts[first...].prefix { $0.at < starts[first].at + .seconds(1) }.count
      }.max() ?? 0
    }

    /// The longest time between two starts of a trip after some moment.
    func longestWait(of number: Int, from moment: Duration = .zero) -> Duration {
      let times = starts.filter { $0.number == number && $0.at >= moment }.map(\.at)
      return zip(times, times.dropFirst()).map { $1 - $0 }.max() ?? .seconds(9_999)
    }
  }

  private static func error(_ code: RPCCode, retryAfter: Duration? = nil) -> FleetEngineError {
    FleetEngineError(operation: "GetTrip", code: code, message: "", retryAfter: retryAfter)
  }

  @Test func `The schedule of many trips polls each of a thousand once before any twice`() {
    var play = Play(trips: 1_000)
    play.pass(.seconds(25))
    #expect(Set(play.starts.prefix(1_000).map(\.number)).count == 1_000)
    #expect(play.mostInASecond <= 50)
  }

  @Test func `The schedule of many trips respects the limit per second during failures`() {
    var play = Play(trips: 400)
    play.pass(.seconds(30))
    #expect(play.mostInASecond <= 50)
    #expect(play.mostInASecond > 30)
    let counts = Dictionary(grouping: play.starts, by: \.number).mapValues(\.count)
    // All have waited alike.
    #expect((counts.values.max() ?? 0) - (counts.values.min() ?? 0) <= 1)
  }

  @Test func `The schedule of many trips polls prompt trips every 5 s and the others in turn`() {
    var play = Play(trips: 400)
    for number in 3..<400 { play.rotation.setUrgency(.inTurn, of: number) }
    play.pass(.seconds(60))
    for number in 0..<3 {
      #expect(play.longestWait(of: number, from: .seconds(30)) <= .milliseconds(5_500))
    }
    for number in [3, 200, 399] {
      let wait = play.longestWait(of: number)
      #expect(wait >= .seconds(19) && wait <= .seconds(22))
    }
    #expect(play.mostInASecond <= 50)
  }

  @Test func `The schedule of many trips leaves a fifth of its pace to regular polls`() {
    // Requests leave and end at multiples of 20 ms.
    var play = Play(trips: 1_000, step: .milliseconds(20))
    for number in 900..<1_000 { play.rotation.setUrgency(.inTurn, of: number) }
    play.pass(.seconds(120))
    let rest = play.starts.filter { $0.number >= 900 && $0.at > .seconds(30) }
    #expect(Double(rest.count) / 90 > 8)
    #expect(play.longestWait(of: 950) < .seconds(14))
  }

  @Test func `The schedule of many trips polls idle trips more rarely than the others`() {
    var play = Play(trips: 180)
    for number in 0..<180 { play.rotation.setUrgency(number < 40 ? .inTurn : .idle, of: number) }
    play.pass(.seconds(120))
    let rate = Double(play.starts.count { $0.at >= .seconds(20) }) / 100
    #expect(rate <= 15.1 && rate > 13)
    #expect(play.longestWait(of: 7, from: .seconds(20)) <= .milliseconds(5_500))
    let idle = play.longestWait(of: 100, from: .seconds(20))
    #expect(idle >= .seconds(19) && idle <= .seconds(21))
  }

  @Test func `The schedule of many trips promises no interval that it does not keep`() {
    var play = Play(trips: 1_000)
    play.pass(.milliseconds(500))
    // Those that were answered first are polled again only when all others were, and then in turn.
    #expect(play.rotation.plan(of: 0)?.interval == .seconds(50))
    for number in 0..<1_000 { play.rotation.setUrgency(.inTurn, of: number) }
    #expect(play.rotation.plan(of: 0)?.interval == .seconds(50))
    play.rotation.setUrgency(.byItself, of: 0)
    #expect(play.rotation.plan(of: 0) == nil)
  }

  @Test func `The schedule of many trips promises idle ones the time until all others are known`() {
    var play = Play(trips: 300)
    play.pass(.milliseconds(500))
    // The first that is known to wait for its vehicle; all others are new.
    play.rotation.setUrgency(.idle, of: 0)
    let promised = play.rotation.plan(of: 0)?.interval ?? .zero
    for number in 1..<300 { play.rotation.setUrgency(number < 150 ? .idle : .inTurn, of: number) }
    play.pass(.seconds(120))
    #expect(play.longestWait(of: 0, from: .zero) <= promised)
  }

  @Test func `The schedule of many trips promises no more answers than a slow server gives`() {
    var rotation = TripRotation(interval: .seconds(5), requestsPerSecond: 50)
    for _ in 0..<40 { _ = rotation.add() }
    let usual = rotation.longestWait
    #expect(usual == .seconds(5))
    rotation.succeeded(0, askedAt: .zero, at: .seconds(4))
    // Eight at once take 4 s, so forty take 20 s.
    #expect(rotation.longestWait >= .seconds(20))
    for _ in 0..<40 { rotation.succeeded(1, askedAt: .zero, at: .milliseconds(40)) }
    #expect(rotation.longestWait == usual)
  }

  @Test func `The schedule of up to twenty trips polls idle ones as often as the others`() {
    var play = Play(trips: 20)
    for number in 0..<20 { play.rotation.setUrgency(.idle, of: number) }
    play.pass(.seconds(61))
    #expect(play.starts.count { $0.number == 9 } == 13)
  }

  @Test func `The schedule of many trips polls a few trips as often as one`() {
    var play = Play(trips: 3)
    play.rotation.setUrgency(.inTurn, of: 1)
    play.rotation.setUrgency(.inTurn, of: 2)
    play.pass(.seconds(61))
    for number in 0..<3 {
      #expect(play.starts.count { $0.number == number } == 13)
      #expect(play.longestWait(of: number) >= .seconds(5))
    }
  }

  @Test(arguments: [TripUrgency.never, .byItself])
  func `The schedule of many trips skips trips that are over or poll by themselves`(
    urgency: TripUrgency
  ) {
    var play = Play(trips: 2)
    play.rotation.setUrgency(urgency, of: 0)
    play.pass(.seconds(30))
    #expect(play.starts.allSatisfy { $0.number == 1 })
    play.rotation.setUrgency(.prompt, of: 0)
    play.pass(.seconds(1))
    #expect(play.starts.contains { $0.number == 0 })
  }

  @Test func `The schedule of many trips forgets a removed trip, even during its poll`() {
    var play = Play(trips: 20)
    play.pass(.milliseconds(20))
    #expect(play.rotation.pollingCount > 0)
    for number in 0..<20 { play.rotation.remove(number) }
    #expect(play.rotation.pollingCount == 0)
    #expect(play.rotation.nextMoment(nextTurn: nil) == nil)
    #expect(play.rotation.add() == 0)
  }

  @Test func `The schedule of many trips pauses while the server is down, except for one trip`() {
    var play = Play(trips: 500)
    play.pass(.seconds(20))
    let start = play.starts.count
    play.pass(.seconds(60)) { _, _ in Self.error(.unavailable) }
    let sent = play.starts.count - start
    // Those on their way, and then one after each of the house's waits: 1 s, 1.6 s ... 30 s.
    #expect(sent <= 8 + 5 + 12)
    #expect(sent > 5)
    let before = play.starts.count
    play.pass(.seconds(40))
    #expect(play.starts.count - before > 150)
  }

  @Test func `The schedule of many trips does not wait for a single failing trip`() {
    var play = Play(trips: 100)
    play.pass(.seconds(60)) { number, _ in number == 7 ? Self.error(.internal) : nil }
    for number in [0, 50, 99] { #expect(play.longestWait(of: number) < .seconds(6)) }
    // The one itself waits longer and longer.
    #expect(play.starts.count { $0.number == 7 } <= 10)
  }

  @Test func `The schedule of many trips slows all trips while a quota is exhausted`() {
    var play = Play(trips: 200)
    play.pass(.seconds(10))
    let began = play.now
    play.pass(.seconds(1)) { _, _ in Self.error(.resourceExhausted, retryAfter: .seconds(8)) }
    play.pass(.milliseconds(6_900))
    let held = play.starts.filter { $0.at > began + .milliseconds(200) }
    #expect(held.isEmpty)
    #expect(play.rotation.stretch == 2)
    play.pass(.seconds(10))
    let slow = play.starts.filter { $0.at > play.now - .seconds(5) }
    #expect(slow.count <= 130)
    // It forgives after whole turns without another.
    play.pass(.seconds(60))
    #expect(play.rotation.stretch == 1)
  }

  @Test func `The schedule of many trips waits longer each time that the quota is exhausted`() {
    var play = Play(trips: 100)
    play.pass(.seconds(300)) { _, _ in Self.error(.resourceExhausted) }
    #expect(play.rotation.stretch == 12)
    #expect(play.starts.count { $0.at > .seconds(180) } <= 220)
  }

  @Test
  func `The schedule of many trips polls refused or missing trips as rarely as a single one`() {
    var play = Play(trips: 2)
    play.pass(.seconds(200)) { number, _ in
      number == 0 ? Self.error(.permissionDenied) : Self.error(.notFound)
    }
    #expect((3...6).contains(play.starts.count { $0.number == 0 }))
    // Every 5 s for 2 minutes, then every minute.
    #expect((25...28).contains(play.starts.count { $0.number == 1 }))
  }

  @Test func `The schedule of many trips polls on the user's request, at most every second`() {
    var play = Play(trips: 1)
    play.pass(.milliseconds(500))
    play.rotation.pollNow(0, at: play.now)
    play.pass(.milliseconds(400))
    #expect(play.starts.count == 1)
    play.pass(.milliseconds(300))
    #expect(play.starts.count == 2)
  }

  @Test func `The schedule of many trips has fewer large responses under way at once`() {
    var rotation = TripRotation(interval: .seconds(5), requestsPerSecond: 50)
    for _ in 0..<40 { _ = rotation.add() }
    let first = rotation.takeDue(at: .zero) { $0 }
    // No more than have a connection of their own.
    #expect(first.count == 8)
    for number in first {
      rotation.succeeded(number, askedAt: .zero, at: .seconds(1), bytes: 15 * 1_048_576)
    }
    #expect(rotation.takeDue(at: .seconds(1)) { $0 }.count == 2)
    #expect(rotation.takeDue(at: .seconds(1)) { $0 }.isEmpty)
  }
}
