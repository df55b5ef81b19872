import FleetEngine
import HTTPMessages
import RouteSources
import Synchronization
import TestSupport
import Testing

@Suite(.limited) struct `A replay's schedule` {
  private static func schedule(_ options: ReplayOptions) throws -> ReplaySchedule {
    try ReplaySchedule(
      LoggedChanges(
        LogTimeline(json: Array(LogFixture.whole.utf8), file: "log.json"), file: "log.json"),
      options: options)
  }

  private static let timings: [(Double, Duration?, [Double])] = [
    (1, .seconds(10), [0, 4, 6.5, 8, 18]),
    (1, .seconds(60), [0, 4, 6.5, 8, 68]),
    (1, nil, [0, 4, 6.5, 8, 68]),
    (4, .seconds(10), [0, 1, 1.625, 2, 4.5]),
    (1, .zero, [0, 0, 0, 0, 0]),
  ]

  @Test(arguments: timings)
  func `A replay's schedule keeps the log's timing, shortens long gaps, then divides`(
    speed: Double, gap: Duration?, offsets: [Double]
  ) throws {
    let schedule = try Self.schedule(ReplayOptions(speed: speed, maximumGap: gap))
    #expect(schedule.items.map(\.offset.inSeconds) == offsets)
  }

  @Test func `A replay's schedule creates the vehicles that the log does not`() throws {
    let missing = try Self.schedule(ReplayOptions()).missingVehicles
    #expect(missing.map(\.name.description) == ["providers/acme/vehicles/v1"])
    #expect(missing.first?.vehicle.category == .taxi)
  }

  @Test func `A replay's schedule moves everything to another provider`() throws {
    let schedule = try Self.schedule(ReplayOptions(providerID: "demo"))
    let names = schedule.items.map {
      $0.call.tripName?.description ?? $0.call.vehicleName?.description ?? ""
    }
    #expect(names.allSatisfy { $0.hasPrefix("providers/demo/") })
    #expect(schedule.missingVehicles.map(\.name.providerID) == ["demo"])
    #expect(throws: ResourceNameError.self) { try Self.schedule(ReplayOptions(providerID: "a/b")) }
  }

  @Test
  func `A replay's schedule moves times to now and gives locations without a time their entry's`()
    throws
  {
    let schedule = try Self.schedule(ReplayOptions(speed: 2))
    let start = Timestamp(seconds: 1_800_000_000)
    let call = schedule.shifted(schedule.items[3], start: start)
    guard case .updateVehicle(_, let vehicle, _) = call.operation else { throw CancellationError() }
    #expect(call.time == start + .seconds(4))
    #expect(vehicle.lastLocation?.updateTime == start + .seconds(4))
    #expect(vehicle.lastLocation?.rawLocationTime == start + .milliseconds(3_500))
  }

  @Test func `A replay's schedule divides the remaining time and keeps the driven speeds`() throws {
    let schedule = try Self.schedule(ReplayOptions(speed: 4))
    let call = schedule.shifted(schedule.items[3], start: Timestamp(seconds: 0))
    guard case .updateVehicle(_, let vehicle, _) = call.operation else { throw CancellationError() }
    #expect(vehicle.remainingTimeSeconds == 13)
    #expect(vehicle.remainingDistanceMeters == 266)
    #expect(vehicle.lastLocation?.speed == 8.5)
  }

  @Test(arguments: [(0.5, 1.0), (21, 20), (.nan, 1)])
  func `A replay's schedule has a speed of 1 to 20`(asked: Double, used: Double) {
    #expect(ReplayOptions(speed: asked).speed == used)
  }
}

@Suite(.limited) struct `A log replay` {
  private static func replay(
    _ clock: ManualClock, _ options: ReplayOptions = ReplayOptions(maximumGap: .zero),
    _ transport: ScriptedTransport
  ) throws -> LogReplay {
    let export = try LoggedChanges(
      LogTimeline(json: Array(LogFixture.whole.utf8), file: "log.json"), file: "log.json")
    return LogReplay(
      try ReplaySchedule(export, options: options),
      client: FleetEngineClient(transport: transport, tokens: FixedTokens()),
      clock: ServiceClock(clock) { Timestamp(seconds: 1_800_000_000) + clock.now.offset })
  }

  private static func paths(_ transport: ScriptedTransport) -> [String] {
    transport.requests.map { "\($0.method.rawValue) \($0.url.path)" }
  }

  @Test func `A log replay sends the missing vehicle and then the calls in their order`()
    async throws
  {
    let transport = ScriptedTransport { _, _ in .json("{}") }
    let summary = try await Self.replay(ManualClock(), ReplayOptions(maximumGap: .zero), transport)
      .run()
    #expect(
      Self.paths(transport) == [
        "POST /v1/providers/acme/vehicles", "POST /v1/providers/acme/trips",
        "PUT /v1/providers/acme/trips/t1", "PUT /v1/providers/acme/trips/t1",
        "PUT /v1/providers/acme/vehicles/v1", "PUT /v1/providers/acme/vehicles/v1",
      ])
    #expect(transport.requests[1].url.values("tripId") == ["t1"])
    #expect(transport.requests[3].url.values("updateMask") == ["tripStatus"])
    #expect(summary.vehicleCallsSent == 2)
    #expect(summary.tripCallsSent == 3)
    #expect(summary.createdVehicles == 1)
    #expect(summary.isComplete)
  }

  @Test func `A log replay waits between the calls as the log did`() async throws {
    let clock = ManualClock()
    let transport = ScriptedTransport { _, _ in .json("{}") }
    let replay = try Self.replay(clock, ReplayOptions(speed: 2), transport)
    async let summary = replay.run()
    for (sent, wait) in [(2, 2.0), (3, 1.25), (4, 0.75), (5, 5)] {
      await clock.sleepers(1)
      #expect(transport.requests.count == sent)
      #expect(clock.waits == [.seconds(wait)])
      clock.advance(by: .seconds(wait))
    }
    #expect(try await summary.isComplete)
    #expect(transport.requests.count == 6)
  }

  @Test func `A log replay reports existing resources and failures, and continues`() async throws {
    let transport = ScriptedTransport { request, index in
      switch (request.method, index) {
      case (.post, _):
        .json(#"{"error":{"code":409,"message":"there","status":"ALREADY_EXISTS"}}"#, status: 409)
      case (_, 2):
        .json(#"{"error":{"code":404,"message":"no","status":"NOT_FOUND"}}"#, status: 404)
      default: .json("{}")
      }
    }
    let replay = try Self.replay(ManualClock(), ReplayOptions(maximumGap: .zero), transport)
    let events = Mutex<[LogReplay.Event]>([])
    let summary = try await replay.run { event in events.withLock { $0.append(event) } }
    let seen = events.withLock { $0 }
    #expect(seen.count == 6)
    #expect(seen[0] == .vehicleExists(try VehicleName(parsing: "providers/acme/vehicles/v1")))
    guard case .tripExists(let name, let error) = seen[1], case .failed(_, 2, let other) = seen[2]
    else { throw CancellationError() }
    #expect(name.tripID == "t1")
    #expect(error.code == .alreadyExists)
    #expect(other.code == .notFound)
    #expect(summary.tripCallsFailed == 2)
    #expect(summary.tripCallsSent == 1)
    #expect(summary.vehicleCallsSent == 2)
    #expect(!summary.isComplete)
  }

  @Test func `A log replay ends when it is cancelled`() async throws {
    let clock = ManualClock()
    let replay = try Self.replay(clock, ReplayOptions(), ScriptedTransport { _, _ in .json("{}") })
    let task = Task { try await replay.run() }
    await clock.sleepers(1)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
