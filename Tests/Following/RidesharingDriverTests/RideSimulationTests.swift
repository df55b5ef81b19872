import FleetEngine
import Geo
import HTTPMessages
import RidesharingDriver
import TestSupport
import Testing

@Suite(.limited) @MainActor struct `A ride simulation` {
  private static let pickup = Fleet.start.destination(bearing: 90, meters: 400)
  private static let dropoff = pickup.destination(bearing: 0, meters: 700)

  private static func scenario(
    _ timing: RideScenario.Timing = .init(), vehicleID: String = "v"
  ) throws -> RideScenario {
    try RideScenario(
      trip: TripName(providerID: "p", tripID: "t"), vehicleID: vehicleID,
      pathToPickup: [Fleet.start, pickup], pathToDropoff: [pickup, dropoff], timing: timing)
  }

  private final class Course {
    var events: [(at: Duration, event: RideSimulation.Event)] = []
    var result: Result<Void, RideSimulation.Failure>?

    func time(_ event: RideSimulation.Event) -> Duration? { events.first { $0.event == event }?.at }
  }

  /// Plays a ride, advancing the clock whenever driver and reporter both sleep.
  private func play(
    _ fleet: Fleet, _ scenario: RideScenario, cancelAt end: Duration? = nil
  ) async -> Course {
    let course = Course()
    let ride = RideSimulation(
      scenario: scenario, backend: fleet.backend, reporter: fleet.reporter, driver: fleet.driver,
      clock: fleet.service
    ) { course.events.append((fleet.clock.now.offset, $0)) }
    let task = Task {
      do throws(RideSimulation.Failure) {
        try await ride.run()
        course.result = .success(())
      } catch { course.result = .failure(error) }
    }
    while course.result == nil, !Task.isCancelled {
      await waitWhile(course.result == nil && fleet.clock.sleeperCount < 2)
      if let end, fleet.clock.now.offset >= end { task.cancel() }
      if let wait = fleet.clock.waits.first { fleet.clock.advance(by: wait) }
    }
    await fleet.reporter.finishPendingUpdates()
    return course
  }

  @Test func `A ride simulation goes through every status in order, each long enough to be seen`()
    async throws
  {
    let fleet = try Fleet()
    let scenario = try Self.scenario()
    let course = await play(fleet, scenario)
    _ = try #require(course.result).get()
    let statuses: [TripStatus] = [
      .new, .enrouteToPickup, .arrivedAtPickup, .enrouteToDropoff, .complete,
    ]
    let seen = course.events.compactMap { event -> TripStatus? in
      if case .status(let status) = event.event { status } else { nil }
    }
    #expect(seen == statuses)
    for (status, next) in zip(statuses, statuses.dropFirst()) {
      let from = try #require(course.time(.status(status)))
      let to = try #require(course.time(.status(next)))
      #expect(to - from >= .seconds(8))
    }
    #expect(abs((fleet.clock.now.offset - scenario.duration).inSeconds) < 1)
  }

  @Test func `A ride creates an offline vehicle and a trip, drives, and takes the vehicle offline`()
    async throws
  {
    let fleet = try Fleet()
    _ = await play(fleet, try Self.scenario())
    let calls = fleet.calls
    #expect(calls.first == "POST vehicles ")
    #expect(try fleet.body(0).state == .offline)
    #expect(calls.contains("POST trips "))
    let tripMasks = calls.filter { $0.hasPrefix("PUT t ") }
    #expect(tripMasks == ["PUT t vehicleId"] + [String](repeating: "PUT t tripStatus", count: 4))
    #expect(calls.last == "PUT v vehicleState")
  }

  @Test func `A ride simulation reports remaining times that come true`() async throws {
    let fleet = try Fleet()
    let course = await play(fleet, try Self.scenario())
    let arrival = try #require(course.time(.status(.arrivedAtPickup)))
    let end = try #require(course.time(.status(.complete)))
    var checked = 0
    for update in fleet.listener.successes {
      guard let left = update.vehicle.remainingTimeSeconds, let moment = update.location?.updateTime
      else { continue }
      let now = moment - Timestamp(seconds: 1_700_000_000)
      let target = now < arrival ? arrival : end
      guard now < arrival || left > 0 else { continue }
      #expect(abs((now + .seconds(left) - target).inSeconds) <= 1.5)
      checked += 1
    }
    #expect(checked > 12)
  }

  @Test func `A ride simulation sends each status before the route that belongs to it`()
    async throws
  {
    let fleet = try Fleet()
    _ = await play(fleet, try Self.scenario())
    let calls = fleet.calls
    let routes = calls.indices.filter { calls[$0].contains("currentRouteSegment,") }
    let assignment = try #require(calls.firstIndex(of: "PUT t vehicleId"))
    let statuses = calls.indices.filter { calls[$0] == "PUT t tripStatus" }
    #expect(routes.count == 2)
    #expect(assignment < routes[0])
    #expect(statuses[2] < routes[1])
  }

  @Test func `A ride simulation reports the place of an arrival before its status`() async throws {
    let fleet = try Fleet()
    _ = await play(fleet, try Self.scenario(.init(speedFactor: 7)))
    let calls = fleet.calls
    let statuses = calls.indices.filter { calls[$0] == "PUT t tripStatus" }
    for (status, place) in [(statuses[1], Self.pickup), (statuses[3], Self.dropoff)] {
      let report = try #require(calls[..<status].lastIndex { $0.contains("lastLocation") })
      let location = try #require(try fleet.body(report).lastLocation?.location)
      #expect(location.meters(to: place) < 1)
    }
  }

  @Test func `A ride simulation can drive from the assignment on while the trip is new`()
    async throws
  {
    let fleet = try Fleet()
    let scenario = try Self.scenario(.init(unassigned: .zero, new: .seconds(9)))
    let course = await play(fleet, scenario)
    #expect(scenario.toPickup.moment(at: .zero).speed == scenario.timing.limits.cruising)
    #expect(course.time(.vehicleIsAssigned) == .zero)
    #expect(course.time(.status(.enrouteToPickup)) == .seconds(9))
    let arrival = try #require(course.time(.status(.arrivedAtPickup)))
    #expect(abs((arrival - scenario.toPickup.duration).inSeconds) < 1)
  }

  @Test func `A ride simulation is twenty times as fast in a world of speed 20`() async throws {
    let fleet = try Fleet()
    let slow = try Self.scenario()
    let fast = try Self.scenario(.init(speedFactor: 20))
    #expect(abs(slow.duration.inSeconds / 20 - fast.duration.inSeconds) < 0.01)
    let course = await play(fleet, fast)
    _ = try #require(course.result).get()
    #expect(abs((fleet.clock.now.offset - fast.duration).inSeconds) < 1)
  }

  @Test func `A ride simulation ends when it is cancelled, with the vehicle offline`() async throws
  {
    let fleet = try Fleet()
    let course = await play(fleet, try Self.scenario(), cancelAt: .seconds(20))
    guard case .failure(.cancelled)? = course.result else {
      Issue.record("The ride was not cancelled")
      return
    }
    #expect(fleet.calls.last == "PUT v vehicleState")
  }

  @Test func `A ride simulation uses an existing vehicle and fails for an existing trip`()
    async throws
  {
    let fleet = try Fleet { request, _ throws(HTTPTransportError) in
      guard request.method == .post else { return .json("{}") }
      return .json(#"{"error":{"code":409,"message":"x","status":"ALREADY_EXISTS"}}"#, status: 409)
    }
    let course = await play(fleet, try Self.scenario())
    guard case .failure(.call(let error))? = course.result else {
      Issue.record("The ride did not fail")
      return
    }
    #expect(error.operation == "CreateTrip")
    #expect(error.code == .alreadyExists)
  }

  @Test func `A ride simulation needs routes and a valid ID`() throws {
    #expect(throws: RideScenarioError.self) { try Self.scenario(vehicleID: "a/b") }
    #expect(throws: RideScenarioError.noRouteToDropoff) {
      try RideScenario(
        trip: TripName(providerID: "p", tripID: "t"), vehicleID: "v",
        pathToPickup: [Fleet.start, Self.pickup], pathToDropoff: [Self.pickup])
    }
  }
}
