import FleetEngine
import Geo
import HTTPMessages
import RidesharingDriver
import TestSupport
import Testing

@MainActor @Suite(.limited) struct `A vehicle reporter with a sequence of fixes` {
  private static func fix(_ second: Int64, meters: Double) -> LocationFix {
    LocationFix(
      Fleet.start.destination(bearing: 90, meters: meters),
      time: Timestamp(seconds: 1_600_000_000 + second))
  }

  private static let track = (0..<60).map { fix(Int64($0), meters: Double($0) * 10) }

  /// Lets time pass as it is waited for, until a body has ended.
  ///
  /// What was started before a wait is sent before the wait ends.
  private func passing(
    _ fleet: Fleet, _ body: @escaping @MainActor () async throws -> Void
  ) async throws {
    let passing = Task {
      while !Task.isCancelled {
        let isWaitedFor = !fleet.clock.waits.isEmpty
        await Task.yield()
        guard isWaitedFor else { continue }
        await fleet.reporter.finishPendingUpdates()
        if let wait = fleet.clock.waits.min() { fleet.clock.advance(by: wait) }
      }
    }
    defer { passing.cancel() }
    try await body()
  }

  @Test func `A reporter takes a vehicle online, along the fixes at their times, and offline`()
    async throws
  {
    let fleet = try Fleet()
    try await passing(fleet) {
      try await fleet.reporter.report(PacedFixes(Self.track, clock: fleet.service))
    }
    #expect(fleet.clock.now.offset >= .seconds(59))
    #expect(!fleet.reporter.locationTrackingEnabled)
    let bodies = try (0..<fleet.transport.requests.count).map(fleet.body)
    #expect(bodies.first?.state == .online)
    #expect(bodies.last?.state == .offline)
    let times = bodies.compactMap(\.lastLocation?.updateTime)
    #expect(times.first == Self.track.first?.time)
    #expect(times.last == Self.track.last?.time)
    #expect((6...9).contains(times.count))
  }

  @Test func `A reporter's results are a sequence`() async throws {
    let fleet = try Fleet { _, index in
      index == 1 ? TransportResponse(status: 503) : .json("{}")
    }
    let reports = fleet.reporter.reports
    let reading = Task {
      var results: [Bool] = []
      for await result in reports {
        if case .success = result { results.append(true) } else { results.append(false) }
      }
      return results
    }
    try await passing(fleet) {
      try await fleet.reporter.report(
        PacedFixes(Self.track, clock: fleet.service), every: .seconds(20))
    }
    reading.cancel()
    let results = await reading.value
    try #require(results.count >= 4)
    #expect(results[1] == false && results.filter { !$0 }.count == 1)
  }

  @Test func `A reporter stops at a failure that no retry cures`() async throws {
    let fleet = try Fleet { _, _ in
      TransportResponse(status: 404, body: RPCStatus(code: .notFound, message: "No vehicle.").body)
    }
    let error = await #expect(throws: VehicleReporterError.self) {
      try await passing(fleet) {
        try await fleet.reporter.report(PacedFixes(Self.track, clock: fleet.service))
      }
    }
    #expect(error?.underlyingError?.code == .notFound)
    #expect(fleet.clock.now.offset < .seconds(59))
    #expect(!fleet.reporter.locationTrackingEnabled)
  }

  @Test func `A reporter throws if the server does not get the last location`() async throws {
    let fleet = try Fleet { _, index in
      index == 0 ? .json("{}") : TransportResponse(status: 503)
    }
    let error = await #expect(throws: VehicleReporterError.self) {
      try await fleet.reporter.report(PacedFixes([Self.track[0]], clock: fleet.service))
    }
    #expect(error?.underlyingError?.code == .unavailable)
  }

  @Test func `A reporter goes offline when its task is cancelled`() async throws {
    let fleet = try Fleet()
    let (fixes, feed) = AsyncStream.makeStream(of: LocationFix.self)
    let task = Task { try await fleet.reporter.report(fixes) }
    feed.yield(Self.track[0])
    await fleet.settled(1)
    task.cancel()
    try await task.value
    #expect(fleet.masks.last == "vehicleState")
    #expect(!fleet.reporter.locationTrackingEnabled)
  }

  @Test func `A reporter stays offline if that is wanted while fixes come`() async throws {
    let fleet = try Fleet()
    let (fixes, feed) = AsyncStream.makeStream(of: LocationFix.self)
    let task = Task { try await fleet.reporter.report(fixes) }
    feed.yield(Self.track[0])
    await fleet.settled(1)
    try await fleet.reporter.setState(.offline)
    feed.yield(Self.track[1])
    feed.finish()
    try await task.value
    let states = try (0..<fleet.transport.requests.count).map { try fleet.body($0).state }
    #expect(states.count { $0 == .online } == 1)
    #expect(states.last == .offline)
  }

  @Test func `A reporter reports nothing in a task that was cancelled`() async throws {
    let fleet = try Fleet()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await fleet.reporter.report(PacedFixes(Self.track, clock: fleet.service))
    }
    try await task.value
    #expect(fleet.transport.requests.isEmpty)
  }

  @Test func `A reporter does not repeat the failure of an earlier drive`() async throws {
    let fleet = try Fleet { _, _ in
      TransportResponse(status: 404, body: RPCStatus(code: .notFound, message: "m").body)
    }
    await #expect(throws: VehicleReporterError.self) {
      try await fleet.reporter.report(PacedFixes([Self.track[0]], clock: fleet.service))
    }
    try await fleet.reporter.report(PacedFixes([], clock: fleet.service))
  }

  @Test func `A reporter without fixes never goes online`() async throws {
    let fleet = try Fleet()
    try await fleet.reporter.report(PacedFixes([], clock: fleet.service))
    #expect(fleet.transport.requests.isEmpty)
  }

  @Test func `Paced fixes come at the times of their measurement, divided by a factor`() async {
    let clock = ManualClock()
    let service = ServiceClock(clock) { Timestamp(seconds: 0) }
    let fixes = [
      Self.fix(0, meters: 0), Self.fix(8, meters: 10), Self.fix(4, meters: 20),
      LocationFix(Fleet.start), Self.fix(20, meters: 30),
    ]
    for (times, speed, expected) in [
      (PacedFixes.Times.measured, 1.0, [0, 8, 8, 9, 10] as [Double]),
      (.present, 4.0, [0, 2, 2, 2.25, 2.5]),
    ] {
      let start = clock.now.offset
      let paced = PacedFixes(fixes, speedFactor: speed, times: times, clock: service)
      let reading = Task {
        var seen: [(Duration, Timestamp?)] = []
        for await fix in paced { seen.append((clock.now.offset - start, fix.time)) }
        return seen
      }
      let passing = Task {
        while !Task.isCancelled {
          if let wait = clock.waits.first { clock.advance(by: wait) }
          await Task.yield()
        }
      }
      let seen = await reading.value
      passing.cancel()
      await passing.value
      #expect(seen.map(\.0) == expected.map { .seconds($0) })
      #expect(
        seen.map(\.1) == (times == .measured ? fixes.map(\.time) : [nil, nil, nil, nil, nil]))
    }
  }
}
