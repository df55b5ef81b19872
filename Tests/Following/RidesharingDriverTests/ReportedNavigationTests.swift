import FleetEngine
import Geo
import HTTPMessages
import RidesharingDriver
import TestSupport
import Testing

/// The updates that a reporter sends during navigation.
@Suite(.limited) @MainActor struct `A reported navigation` {
  private static let always = ["vehicleState", "lastLocation"]
  private static let status = ["navigationStatus"]
  private static let route = [
    "currentRouteSegment", "currentRouteSegmentEndPoint", "currentRouteSegmentTraffic",
  ]
  private static let left = ["remainingTimeSeconds", "remainingDistanceMeters"]

  private static func mask(_ parts: [String]...) -> String {
    (always + parts.joined() + ["deviceSettings"]).joined(separator: ",")
  }

  private static let destination = TripWaypoint(
    location: TerminalLocation(point: Fleet.start.destination(bearing: 90, meters: 2_000)),
    tripID: "t", type: .dropoff)

  /// A fleet that tracks and has sent its first update.
  private static func tracking(_ router: ScriptedRouter = ScriptedRouter()) async throws -> Fleet {
    let fleet = try Fleet(router: router)
    fleet.driver.provider.report(Fleet.location())
    fleet.reporter.locationTrackingEnabled = true
    await fleet.settled(1)
    return fleet
  }

  @Test func `Navigation reports off-route and then the new route immediately`() async throws {
    let (gate, opener) = AsyncStream.makeStream(of: Void.self)
    let router = ScriptedRouter { places, index throws(RouteFinderError) in
      if index == 1 { for await _ in gate {} }
      return try await StraightLineRouter().route(through: places)
    }
    let fleet = try await Self.tracking(router)
    try await fleet.navigator.setDestinations([Self.destination])
    await fleet.settled(2)
    let aside = Fleet.start.destination(bearing: 0, meters: 500)
    for _ in 1...3 { fleet.driver.provider.report(VehicleLocation(location: aside)) }
    await fleet.settled(3)
    opener.finish()
    await fleet.settled(4)
    #expect(fleet.clock.now.offset == .zero)
    #expect(
      fleet.masks == [
        Self.mask(Self.status), Self.mask(Self.status, Self.route, Self.left),
        Self.mask(Self.status, Self.left), Self.mask(Self.status, Self.route, Self.left),
      ])
    let bodies = try (0...3).map { try fleet.body($0) }
    #expect(
      bodies.map(\.navigationStatus) == [
        .noGuidance, .enrouteToDestination, .offRoute, .enrouteToDestination,
      ])
    #expect(bodies[1].remainingDistanceMeters == 2_000)
    #expect(bodies[3].remainingDistanceMeters == 2_062)
    #expect(bodies[3].route?.count == 2)
    fleet.reporter.locationTrackingEnabled = false
  }

  @Test func `A reported navigation sends traffic when it changes, with the next periodic update`()
    async throws
  {
    let fleet = try await Self.tracking()
    try await fleet.navigator.setDestinations([Self.destination])
    await fleet.settled(2)
    let jam = [RoadStretch(style: .trafficJam, offsetMeters: 10, lengthMeters: 90)]
    fleet.navigator.setTraffic(jam)
    #expect(fleet.transport.requests.count == 2)
    fleet.clock.advance(by: .seconds(10))
    await fleet.settled(3)
    fleet.clock.advance(by: .seconds(10))
    await fleet.settled(4)
    #expect(fleet.masks[2...] == [Self.mask(Self.route, Self.left), Self.mask(Self.left)])
    #expect(try fleet.body(2).currentRouteSegmentTraffic == jam)
    fleet.reporter.locationTrackingEnabled = false
  }

  @Test
  func `A reported navigation includes the end and start of guidance, and cleared destinations`()
    async throws
  {
    let fleet = try await Self.tracking()
    try await fleet.navigator.setDestinations([Self.destination])
    await fleet.settled(2)
    fleet.navigator.isGuidanceActive = false
    await fleet.settled(3)
    fleet.navigator.isGuidanceActive = true
    await fleet.settled(4)
    fleet.navigator.clearDestinations()
    await fleet.settled(5)
    #expect(
      fleet.masks[2...] == [
        Self.mask(Self.status, Self.left), Self.mask(Self.status, Self.left),
        Self.mask(Self.status),
      ])
    #expect(
      try (2...4).map { try fleet.body($0).navigationStatus } == [
        .noGuidance, .enrouteToDestination, .noGuidance,
      ])
    fleet.reporter.locationTrackingEnabled = false
  }

  @Test func `A reported navigation sends no immediate update while tracking is off`() async throws
  {
    let fleet = try Fleet(router: ScriptedRouter())
    fleet.driver.provider.report(Fleet.location())
    try await fleet.navigator.setDestinations([Self.destination])
    fleet.navigator.clearDestinations()
    await fleet.reporter.finishPendingUpdates()
    #expect(fleet.transport.requests.isEmpty)
  }

  @Test func `A reported navigation has both the road position and the measured one`() async throws
  {
    let fleet = try await Self.tracking()
    try await fleet.navigator.setDestinations([Self.destination])
    await fleet.settled(2)
    let road = Fleet.start.destination(bearing: 90, meters: 400)
    let measured = road.destination(bearing: 0, meters: 12)
    fleet.driver.provider.report(
      LocationFix(measured, heading: 270, speed: -0.1, altitude: 240, accuracy: 8),
      snappingTo: fleet.navigator, now: fleet.service.wallNow())
    fleet.clock.advance(by: .seconds(10))
    await fleet.settled(3)
    let sent = try #require(try fleet.body(2).lastLocation)
    #expect(try #require(sent.location).meters(to: road) < 0.5)
    #expect(sent.isRoadSnapped == true)
    #expect(sent.sensor == .roadSnappedLocationProvider)
    #expect(sent.heading == 90)
    #expect(sent.speed == -0.1)
    #expect(sent.altitude == 240)
    #expect(sent.latlngAccuracy == 8)
    #expect(try #require(sent.rawLocation).meters(to: measured) < 0.01)
    #expect(sent.rawLocationSensor == .gps)
    #expect(sent.rawLocationAccuracy == 8)
    #expect(sent.rawLocationTime == Timestamp(seconds: 1_700_000_000))
    #expect(sent.updateTime == sent.rawLocationTime)
    fleet.reporter.locationTrackingEnabled = false
  }

  @Test(arguments: [Double.nan, .infinity, -90, 359.7])
  func `A reported navigation carries the measured place alone off the road`(
    heading: Double
  ) async throws {
    let fleet = try await Self.tracking()
    let place = Fleet.start.destination(bearing: 0, meters: 300)
    fleet.driver.provider.report(
      LocationFix(place, heading: heading, speed: heading, accuracy: -1),
      snappingTo: fleet.navigator, now: fleet.service.wallNow())
    fleet.clock.advance(by: .seconds(10))
    await fleet.settled(2)
    let sent = try #require(try fleet.body(1).lastLocation)
    #expect(sent.location == sent.rawLocation)
    #expect(sent.isRoadSnapped == false)
    #expect(sent.latlngAccuracy == 3)
    #expect(sent.heading == (heading.isFinite ? (heading == -90 ? 270 : 0) : nil))
    #expect(sent.speed == (heading.isFinite ? heading : nil))
    fleet.reporter.locationTrackingEnabled = false
  }

  @Test
  func `A reported navigation goes on after a refusal of an empty mask, and hands its cause on`()
    async throws
  {
    let fleet = try Fleet { _, index throws(HTTPTransportError) in
      guard index == 0 else { return .json("{}") }
      let reason = "update_mask cannot be empty"
      let error = #"{"code":400,"message":"\#(reason)","status":"INVALID_ARGUMENT"}"#
      return .json(#"{"error":\#(error)}"#, status: 400)
    }
    fleet.driver.provider.report(Fleet.location())
    fleet.reporter.locationTrackingEnabled = true
    await fleet.settled(1)
    let error = try #require(fleet.listener.failures.first)
    #expect(error.isEmptyMask)
    #expect(error.underlyingError?.code == .invalidArgument)
    #expect(!VehicleReporterError.trackingIsOff.isEmptyMask)
    #expect(VehicleReporterError.trackingIsOff.underlyingError == nil)
    fleet.clock.advance(by: .seconds(10))
    await fleet.settled(2)
    #expect(fleet.masks == [Self.mask(Self.status), Self.mask(Self.status)])
    #expect(fleet.listener.successes.count == 1)
    fleet.reporter.locationTrackingEnabled = false
  }

  @Test func `A reported navigation keeps to a new interval in the pause that has begun`()
    async throws
  {
    let fleet = try await Self.tracking()
    fleet.reporter.locationReportingInterval = 60
    await waitWhile(fleet.clock.waits != [.seconds(60)])
    fleet.clock.advance(by: .seconds(6))
    fleet.reporter.locationReportingInterval = 5
    await fleet.settled(2)
    #expect(fleet.clock.waits == [.seconds(5)])
    fleet.reporter.locationTrackingEnabled = false
  }

  @Test func `A reported navigation keeps what the server answered`() async throws {
    let fleet = try Fleet { _, _ throws(HTTPTransportError) in
      .json(#"{"vehicleState":"ONLINE","currentTrips":["t"]}"#)
    }
    #expect(fleet.reporter.newestAnswer == nil)
    fleet.driver.provider.report(Fleet.location())
    fleet.reporter.locationTrackingEnabled = true
    await fleet.settled(1)
    #expect(fleet.reporter.newestAnswer?.currentTripIDs == ["t"])
    fleet.reporter.locationTrackingEnabled = false
  }
}
