import HTTPMessages
import Synchronization
import TestSupport
import Testing

@testable import FleetEngine

/// A schedule whose requests record when they left.
private struct Stage {
  let clock = ManualClock()
  let departures = Departures()
  let schedule: FleetSchedule

  final class Departures: Sendable {
    let times = Mutex<[(path: String, time: Duration)]>([])
    var paths: [String] { times.withLock { $0.map(\.path) } }
    var moments: [Duration] { times.withLock { $0.map(\.time) } }
  }

  init(requestsPerSecond: Int) {
    let clock = clock
    schedule = FleetSchedule(
      requestsPerSecond: requestsPerSecond, clock: ServiceClock(clock) { Timestamp(seconds: 0) })
  }

  func send(_ path: String = "/") -> Task<Void, any Error> { Task { try await leave(path) } }

  func leave(_ path: String) async throws {
    try await schedule.turn()
    departures.times.withLock { $0.append((path, clock.now.offset)) }
  }

  /// Sends requests in a known order; the first may leave immediately.
  func sendInOrder(_ count: Int) async -> [Task<Void, any Error>] {
    var tasks = [send("/0")]
    _ = await tasks[0].result
    for number in 1..<count {
      tasks.append(send("/\(number)"))
      await waitWhile(schedule.waitingCount < number)
    }
    return tasks
  }
}

@Suite(.limited) struct `A fleet schedule` {
  @Test func `A fleet schedule sends a single request immediately`() async throws {
    let stage = Stage(requestsPerSecond: 50)
    try await stage.send().value
    stage.clock.advance(by: .seconds(5))
    try await stage.send().value
    #expect(stage.departures.moments == [.zero, .seconds(5)])
  }

  @Test func `A fleet schedule sends requests at an even pace in the order of their arrival`()
    async throws
  {
    let stage = Stage(requestsPerSecond: 4)
    let tasks = await stage.sendInOrder(9)
    for task in tasks.dropFirst() {
      await stage.clock.sleepers()
      #expect(stage.clock.waits == [.milliseconds(250)])
      stage.clock.advance(by: .milliseconds(250))
      try await task.value
    }
    #expect(stage.departures.paths == (0..<9).map { "/\($0)" })
    #expect(stage.departures.moments == (0..<9).map { .milliseconds(250) * $0 })
  }

  @Test func `A fleet schedule compensates a late clock within the limit of a second`() throws {
    var pace = RequestPace(requestsPerSecond: 50)
    var departures: [Duration] = []
    var now = Duration.zero
    for number in 0..<1_000 {
      now = max(now, pace.earliest ?? .zero) + (number % 7 == 6 ? .milliseconds(70) : .zero)
      pace.leave(at: now, since: .zero)
      departures.append(now)
    }
    for (one, other) in zip(departures, departures.dropFirst(50)) {
      #expect(other - one >= .seconds(1))
    }
    // 199 batches of 100 ms after the first; 142 times 70 ms would be ten seconds more.
    #expect(try #require(departures.last) < .seconds(20.5))
  }

  @Test func `A fleet schedule does not save up unused turns`() {
    var pace = RequestPace(requestsPerSecond: 50)
    pace.leave(at: .zero, since: .zero)
    for _ in 0..<5 { pace.leave(at: .seconds(60), since: .seconds(60)) }
    #expect(pace.earliest == .seconds(60) + .milliseconds(100))
    // Requests that waited while the machine slept go on about as before.
    for _ in 0..<5 { pace.leave(at: .seconds(90), since: .seconds(60)) }
    #expect(pace.earliest == .seconds(90) - .milliseconds(150))
  }

  @Test func `A fleet schedule gives the turn of a cancelled request to the next`() async throws {
    let stage = Stage(requestsPerSecond: 1)
    let tasks = await stage.sendInOrder(5)
    for number in [1, 3] {
      tasks[number].cancel()
      let error = await #expect(throws: HTTPTransportError.self) { try await tasks[number].value }
      #expect(error?.kind == .cancelled)
    }
    for number in [2, 4] {
      await stage.clock.sleepers()
      stage.clock.advance(by: .seconds(1))
      try await tasks[number].value
    }
    #expect(stage.departures.paths == ["/0", "/2", "/4"])
    #expect(stage.departures.moments == [.zero, .seconds(1), .seconds(2)])
    #expect(stage.schedule.waitingCount == 0)
  }

  @Test func `A fleet schedule sends nothing for a cancelled task`() async throws {
    let stage = Stage(requestsPerSecond: 1)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await stage.leave("/")
    }
    let error = await #expect(throws: HTTPTransportError.self) { try await task.value }
    #expect(error?.kind == .cancelled)
    #expect(stage.departures.paths.isEmpty)
  }

  @Test func `A fleet schedule serves a thousand concurrent callers`() async throws {
    let departures = Stage.Departures()
    // Sleeping takes no time at all on this clock, and each sleep moves it.
    let moment = Mutex(Duration.zero)
    let schedule = FleetSchedule(
      clock: ServiceClock(
        monotonicNow: { moment.withLock { $0 } }, wallNow: { Timestamp(seconds: 0) },
        sleep: { wait in moment.withLock { $0 += wait } }))
    try await withThrowingTaskGroup { group in
      for _ in 0..<1_000 {
        group.addTask {
          try await schedule.turn()
          departures.times.withLock { $0.append(("/", .zero)) }
        }
      }
      try await group.waitForAll()
    }
    #expect(departures.paths.count == 1_000)
    // 199 batches of five after the first.
    #expect(moment.withLock { $0 } == .milliseconds(19_900))
  }

  @Test func `A fleet schedule gives free turns only while no request waits`() async throws {
    let stage = Stage(requestsPerSecond: 20)
    #expect(stage.schedule.takeTurns(most: 5, at: .zero) == 2)
    #expect(stage.schedule.nextTurn(at: .zero) == .milliseconds(100))
    let task = stage.send("/waiting")
    await stage.clock.sleepers()
    #expect(stage.schedule.takeTurns(most: 5, at: .milliseconds(100)) == 0)
    stage.clock.advance(by: .milliseconds(100))
    try await task.value
    #expect(stage.schedule.takeTurns(most: 5, at: .milliseconds(100)) == 1)
  }

  @Test
  func `A fleet schedule sends a request that has its turn immediately, and its retry in turn`()
    async throws
  {
    let stage = Stage(requestsPerSecond: 1)
    #expect(stage.schedule.takeTurns(most: 1, at: .zero) == 1)
    let steps = Mutex<[ExchangeObserver.Step]>([])
    let client = FleetEngineClient(
      transport: ScriptedTransport { request, _ in
        stage.departures.times.withLock { $0.append((request.url.path, stage.clock.now.offset)) }
        return TransportResponse(status: stage.departures.moments.count == 1 ? 401 : 500)
      },
      tokens: ChangingTokens(),
      schedule: stage.schedule
    )
    let call = Task {
      let name = try TripName(providerID: "p", tripID: "t")
      let observer = ExchangeObserver { step in steps.withLock { $0.append(step) } }
      return try await client.getTrip(name, TripVersions(), nil, observer, hasTurn: true)
    }
    await stage.clock.sleepers()
    #expect(steps.withLock { $0 } == [.token, .connecting, .token, .turn])
    stage.clock.advance(by: .seconds(1))
    await #expect(throws: FleetEngineError.self) { try await call.value }
    #expect(steps.withLock { $0 }.last == .connecting)
    #expect(stage.departures.moments == [.zero, .seconds(1)])
  }

  @Test func `A fleet schedule sends requests less often while it is stretched`() {
    var pace = RequestPace(requestsPerSecond: 50)
    pace.stretch = 4
    for _ in 0..<5 { pace.leave(at: .zero, since: .zero) }
    #expect(pace.earliest == .milliseconds(400))
  }
}
