import FleetEngine
import Geo
import RidesharingDriver
import TestSupport
import Testing

@Suite(.limited) @MainActor struct `A recorded drive` {
  /// Records the time of each location.
  private final class Log: RoadSnappedLocationProviderListener {
    let clock: ManualClock
    var entries: [(at: Duration, location: VehicleLocation)] = []

    init(_ clock: ManualClock) { self.clock = clock }

    func locationProvider(
      _ provider: RoadSnappedLocationProvider, didUpdate location: VehicleLocation
    ) { entries.append((clock.now.offset, location)) }
  }

  private static func fix(_ meters: Double, at seconds: Int64?) -> LocationFix {
    LocationFix(
      Fleet.start.destination(bearing: 90, meters: meters),
      time: seconds.map { Timestamp(seconds: 1_500_000_000 + $0) }, speed: 10)
  }

  /// Plays fixes to their end, advancing the clock whenever the driver sleeps.
  private static func play(
    _ fixes: [LocationFix], speedFactor: Double = 1, route: NavigationRoute? = nil
  ) async throws -> [(at: Duration, location: VehicleLocation)] {
    let fleet = try Fleet()
    let log = Log(fleet.clock)
    fleet.driver.provider.add(log)
    if let route { fleet.navigator.setDestination(route) }
    var isOver = false
    let task = Task {
      defer { isOver = true }
      try await fleet.driver.drive(fixes, speedFactor: speedFactor)
    }
    while !isOver, !Task.isCancelled {
      await waitWhile(!isOver && fleet.clock.sleeperCount == 0)
      if let wait = fleet.clock.waits.first { fleet.clock.advance(by: wait) }
    }
    try await task.value
    return log.entries
  }

  @Test func `A recorded drive keeps the times between its locations`() async throws {
    let fixes = [
      Self.fix(0, at: 0), Self.fix(50, at: 5), Self.fix(20, at: 3), Self.fix(60, at: nil),
      Self.fix(70, at: nil),
    ]
    let entries = try await Self.play(fixes)
    #expect(entries.map(\.at) == [.zero, .seconds(5), .seconds(5), .seconds(6), .seconds(7)])
    #expect(entries.map(\.location.rawLocation) == fixes.map(\.place))
    let last = try #require(entries.last).location
    #expect(last.updateTime == Timestamp(seconds: 1_700_000_007))
    #expect(last.isRoadSnapped == false)
  }

  @Test func `A recorded drive is played faster`() async throws {
    let fixes = [Self.fix(0, at: 0), Self.fix(100, at: 10)]
    let entries = try await Self.play(fixes, speedFactor: 4)
    #expect(entries.map(\.at) == [.zero, .seconds(2.5)])
    #expect(entries[1].location.speed == 10)
  }

  @Test func `A recorded drive follows the route if there is one`() async throws {
    let route = try Fleet.route()
    let beside = LocationFix(
      Fleet.start.destination(bearing: 90, meters: 200).destination(bearing: 0, meters: 20))
    let entries = try await Self.play([Self.fix(0, at: nil), beside], route: route)
    #expect(entries[1].location.isRoadSnapped == true)
    #expect(entries[1].location.heading == 90)
    #expect(entries[1].location.rawLocation == beside.place)
  }

  @Test func `A recorded drive ends when it is cancelled`() async throws {
    let fleet = try Fleet()
    let fixes = [Self.fix(0, at: 0), Self.fix(10, at: 3_600)]
    let task = Task { try await fleet.driver.drive(fixes) }
    await fleet.clock.sleepers(1)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
