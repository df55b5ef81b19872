import FleetEngine
import Geo
import HTTPMessages
import RidesharingDriver
import TestSupport
import Testing

@Suite(.limited) @MainActor struct `A vehicle reporter` {
  private static let idle = "vehicleState,lastLocation,navigationStatus,deviceSettings"
  private static let tick = "vehicleState,lastLocation,deviceSettings"
  private static let onRoute =
    "vehicleState,lastLocation,remainingTimeSeconds,remainingDistanceMeters,deviceSettings"
  private static let newRoute =
    "vehicleState,lastLocation,navigationStatus,currentRouteSegment,currentRouteSegmentEndPoint,"
    + "currentRouteSegmentTraffic,remainingTimeSeconds,remainingDistanceMeters,deviceSettings"

  @Test(arguments: [(10.0, 10.0), (1, 5), (5, 5), (61, 60), (-.infinity, 5), (.infinity, 60)])
  func `A vehicle reporter clamps its interval`(asked: Double, used: Double) throws {
    let reporter = try Fleet().reporter
    #expect(reporter.locationReportingInterval == 10)
    reporter.locationReportingInterval = asked
    #expect(reporter.locationReportingInterval == used)
    reporter.locationReportingInterval = .nan
    #expect(reporter.locationReportingInterval == used)
  }

  @Test func `A vehicle reporter reports at its interval with a driver's header, at first offline`()
    async throws
  {
    let fleet = try Fleet()
    fleet.driver.provider.report(Fleet.location())
    fleet.reporter.locationTrackingEnabled = true
    await fleet.settled(1)
    #expect(fleet.clock.waits == [.seconds(10)])
    fleet.clock.advance(by: .seconds(10))
    await fleet.settled(2)
    #expect(fleet.masks == [Self.idle, Self.tick])
    let url = fleet.transport.requests[0].url
    #expect(url.path == "/v1/providers/p/vehicles/v")
    #expect(url.values("header.sdkType") == ["DRIVER"])
    #expect(url.values("header.traceId") == ["trace"])
    #expect(try fleet.body(0).state == .offline)
    #expect(try fleet.body(0).lastLocation == Fleet.location())
    #expect(fleet.listener.successes.count == 2)
    fleet.reporter.locationTrackingEnabled = false
  }

  @Test func `A vehicle reporter goes online at once while it tracks`() async throws {
    let fleet = try Fleet()
    fleet.driver.provider.report(Fleet.location())
    fleet.reporter.locationTrackingEnabled = true
    await fleet.settled(1)
    fleet.reporter.update(.online)
    await fleet.settled(2)
    #expect(try fleet.body(1).state == .online)
    fleet.reporter.locationTrackingEnabled = false
  }

  @Test func `A vehicle reporter cannot go online while it does not track`() async throws {
    let fleet = try Fleet()
    fleet.reporter.update(.online)
    fleet.reporter.update(.unknown("PARKED"))
    await fleet.reporter.finishPendingUpdates()
    #expect(fleet.listener.failures == [.trackingIsOff, .unsupportedState])
    #expect(fleet.transport.requests.isEmpty)
  }

  @Test func `A vehicle reporter says when the server has its state`() async throws {
    let fleet = try Fleet()
    fleet.driver.provider.report(Fleet.location())
    fleet.reporter.locationTrackingEnabled = true
    try await fleet.reporter.setState(.online)
    #expect(try fleet.body(fleet.transport.requests.count - 1).state == .online)
    try await fleet.reporter.setState(.offline)
    #expect(try fleet.body(fleet.transport.requests.count - 1).state == .offline)
    let count = fleet.transport.requests.count
    try await fleet.reporter.stopTracking()
    #expect(fleet.masks.last == "vehicleState")
    try await fleet.reporter.stopTracking()
    try await fleet.reporter.setState(.offline)
    #expect(fleet.transport.requests.count == count + 2)
  }

  @Test func `A vehicle reporter says that it could not set a state`() async throws {
    let fleet = try Fleet { _, _ throws(HTTPTransportError) in
      throw HTTPTransportError(.unreachable)
    }
    await #expect(throws: VehicleReporterError.trackingIsOff) {
      try await fleet.reporter.setState(.online)
    }
    await #expect(throws: VehicleReporterError.unsupportedState) {
      try await fleet.reporter.setState(.unknown("PARKED"))
    }
    fleet.reporter.locationTrackingEnabled = true
    for _ in 0..<2 {
      let error = await #expect(throws: VehicleReporterError.self) {
        try await fleet.reporter.setState(.online)
      }
      #expect(error?.underlyingError?.code == .unavailable)
    }
    let error = await #expect(throws: VehicleReporterError.self) {
      try await fleet.reporter.stopTracking()
    }
    #expect(error?.underlyingError?.code == .unavailable)
    #expect(fleet.masks.last == "vehicleState")
  }

  @Test func `A vehicle reporter says that tracking ended before it was online`() async throws {
    let fleet = try Fleet()
    fleet.reporter.locationTrackingEnabled = true
    let online = Task { try await fleet.reporter.setState(.online) }
    let offline = Task { try await fleet.reporter.stopTracking() }
    await #expect(throws: VehicleReporterError.trackingIsOff) { try await online.value }
    try await offline.value
    #expect(fleet.reporter.vehicleState == .offline)
  }

  @Test func `A vehicle reporter tells each caller about its own change`() async throws {
    let fleet = try Fleet()
    fleet.reporter.locationTrackingEnabled = true
    let first = Task { try await fleet.reporter.setState(.online) }
    let second = Task { try await fleet.reporter.setState(.offline) }
    await #expect(throws: VehicleReporterError.superseded) { try await first.value }
    try await second.value
    // The farewell of the tracking before is no answer to this change.
    fleet.reporter.locationTrackingEnabled = false
    fleet.reporter.locationTrackingEnabled = true
    try await fleet.reporter.setState(.online)
    #expect(try fleet.body(fleet.transport.requests.count - 1).state == .online)
    fleet.reporter.locationTrackingEnabled = false
    await fleet.reporter.finishPendingUpdates()
  }

  @Test
  func `A reporter goes offline once when tracking ends, and stays offline when it begins again`()
    async throws
  {
    let fleet = try Fleet()
    fleet.driver.provider.report(Fleet.location())
    fleet.reporter.locationTrackingEnabled = true
    fleet.reporter.update(.online)
    await fleet.settled(1)
    fleet.reporter.locationTrackingEnabled = false
    await fleet.settled(2)
    #expect(fleet.masks[1] == "vehicleState")
    #expect(try fleet.body(1) == Vehicle.with { $0.state = .offline })
    fleet.reporter.locationTrackingEnabled = true
    await fleet.settled(3)
    #expect(try fleet.body(2).state == .offline)
    fleet.reporter.locationTrackingEnabled = false
  }

  @Test func `A vehicle reporter does not repeat a failed last update, but can still go offline`()
    async throws
  {
    let fleet = try Fleet { _, _ throws(HTTPTransportError) in
      throw HTTPTransportError(.unreachable)
    }
    fleet.reporter.locationTrackingEnabled = true
    fleet.reporter.locationTrackingEnabled = false
    await fleet.reporter.finishPendingUpdates()
    let farewells = fleet.masks.count { $0 == "vehicleState" }
    #expect(farewells == 1)
    fleet.reporter.update(.offline)
    await fleet.reporter.finishPendingUpdates()
    #expect(fleet.masks.count { $0 == "vehicleState" } == 2)
    guard case .call(let error)? = fleet.listener.failures.last else {
      Issue.record("The failure is not a call's")
      return
    }
    #expect(error.code == .unavailable)
  }

  @Test func `A vehicle reporter sends a route once, with its end point, traffic and the rest`()
    async throws
  {
    let fleet = try Fleet()
    fleet.driver.provider.report(Fleet.location())
    fleet.reporter.locationTrackingEnabled = true
    await fleet.settled(1)
    let route = try Fleet.route()
    fleet.navigator.setDestination(route)
    await fleet.settled(2)
    fleet.driver.provider.report(Fleet.location(200))
    fleet.clock.advance(by: .seconds(10))
    await fleet.settled(3)
    #expect(fleet.masks == [Self.idle, Self.newRoute, Self.onRoute])
    let sent = try fleet.body(1)
    #expect(sent.navigationStatus == .enrouteToDestination)
    #expect(sent.currentRouteSegmentEndPoint == route.endPoint)
    #expect(sent.currentRouteSegmentTraffic == route.traffic)
    #expect(sent.route?.count == 2)
    #expect(sent.remainingDistanceMeters == 500)
    #expect(sent.remainingTimeSeconds == Int(route.profile.duration.inSeconds.rounded()))
    #expect(try fleet.body(2).remainingDistanceMeters == 300)
    fleet.reporter.locationTrackingEnabled = false
  }

  @Test func `A vehicle reporter reports the arrival immediately`() async throws {
    let fleet = try Fleet()
    fleet.driver.provider.report(Fleet.location())
    fleet.navigator.setDestination(try Fleet.route())
    fleet.reporter.locationTrackingEnabled = true
    await fleet.settled(1)
    fleet.driver.provider.report(Fleet.location(455))
    await fleet.settled(2)
    #expect(try fleet.body(1).navigationStatus == .arrivedAtDestination)
    #expect(fleet.clock.now.offset == .zero)
    fleet.reporter.locationTrackingEnabled = false
  }

  @Test func `A vehicle reporter sends the newest data after a failure, with the route again`()
    async throws
  {
    let fleet = try Fleet { _, index throws(HTTPTransportError) in
      if index == 0 { throw HTTPTransportError(.timedOut) }
      return .json("{}")
    }
    fleet.driver.provider.report(Fleet.location())
    fleet.navigator.setDestination(try Fleet.route())
    fleet.reporter.locationTrackingEnabled = true
    await fleet.settled(1)
    fleet.driver.provider.report(Fleet.location(100))
    fleet.driver.provider.report(Fleet.location(120))
    fleet.clock.advance(by: .seconds(10))
    await fleet.settled(2)
    #expect(fleet.masks == [Self.newRoute, Self.newRoute])
    #expect(try fleet.body(1).lastLocation == Fleet.location(120))
    #expect(fleet.listener.failures.count == 1)
    fleet.reporter.locationTrackingEnabled = false
  }

  @Test func `A vehicle reporter repeats a status that a lost response may have changed`()
    async throws
  {
    let fleet = try Fleet { _, index throws(HTTPTransportError) in
      if index == 1 { throw HTTPTransportError(.timedOut) }
      return .json("{}")
    }
    fleet.driver.provider.report(Fleet.location())
    fleet.navigator.setDestination(try Fleet.route())
    fleet.reporter.locationTrackingEnabled = true
    await fleet.settled(1)
    fleet.driver.provider.report(Fleet.location(455))
    await fleet.settled(2)
    // The server may have the arrival, which is over now.
    fleet.navigator.setDestination(try Fleet.route())
    await fleet.settled(3)
    #expect(try fleet.body(2).navigationStatus == .enrouteToDestination)
    fleet.reporter.locationTrackingEnabled = false
  }

  @Test func `A vehicle reporter keeps no listener alive`() throws {
    let fleet = try Fleet()
    weak var gone: RecordingListener?
    do {
      let listener = RecordingListener()
      fleet.reporter.add(listener)
      gone = listener
    }
    #expect(gone == nil)
    fleet.reporter.remove(fleet.listener)
    fleet.reporter.update(.online)
    #expect(fleet.listener.failures.isEmpty)
  }

  @Test(arguments: ["", "a/b", String(repeating: "x", count: 65)])
  func `A vehicle reporter refuses an invalid ID`(id: String) throws {
    let fleet = try Fleet()
    #expect(throws: ResourceNameError.self) {
      try RidesharingDriverAPI(
        driverContext: DriverContext(
          accessTokenProvider: FixedTokens(), providerID: "p", vehicleID: id,
          navigator: fleet.navigator
        ),
        transport: fleet.transport,
        clock: fleet.service,
        traceID: { "" })
    }
  }
}
