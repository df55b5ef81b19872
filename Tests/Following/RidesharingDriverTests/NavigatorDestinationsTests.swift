import FleetEngine
import Geo
import RidesharingDriver
import TestSupport
import Testing

@Suite(.limited) @MainActor struct `A navigator with a router` {
  private static let pickup = Fleet.start.destination(bearing: 90, meters: 1_000)
  private static let dropoff = pickup.destination(bearing: 0, meters: 600)
  private static let aside = Fleet.start.destination(bearing: 90, meters: 300)
    .destination(bearing: 0, meters: 200)

  private static let waypoints = [
    TripWaypoint(location: TerminalLocation(point: pickup), tripID: "t", type: .pickup),
    TripWaypoint(location: TerminalLocation(point: dropoff), tripID: "t", type: .dropoff),
  ]

  /// A navigator, its provider and its recorded events.
  private final class Rig: NavigatorListener {
    let navigator: Navigator
    let provider = RoadSnappedLocationProvider()
    var heard: [String] = []

    init(_ router: ScriptedRouter) {
      navigator = Navigator(router: router)
      provider.add(navigator)
      provider.startUpdatingLocation()
      navigator.add(self)
    }

    func go(to place: Coordinate) { provider.report(VehicleLocation(location: place)) }

    func go(_ meters: Double) { provider.report(Fleet.location(meters)) }

    func heardOf(_ count: Int) async { await waitWhile(heard.count < count) }

    func navigator(_ navigator: Navigator, didChange status: NavigationStatus) {
      heard.append(status.wireName)
    }

    func navigatorDidChangeRoute(_ navigator: Navigator) {
      heard.append(navigator.route.map { "route \(Int($0.path.lengthInMeters.rounded()))" } ?? "-")
    }

    func navigator(_ navigator: Navigator, didArriveAt waypoint: TripWaypoint?) {
      heard.append("at \(waypoint?.type.wireName ?? "nothing")")
    }

    func navigator(_ navigator: Navigator, didFailToReroute error: RouteFinderError) {
      heard.append("failed \(error.kind)")
    }
  }

  @Test func `A navigator with a router drives from one destination to the next`() async throws {
    let router = ScriptedRouter()
    let rig = Rig(router)
    rig.go(0)
    try await rig.navigator.setDestinations(Self.waypoints)
    let here = try #require(rig.navigator.place)
    #expect(router.requests == [[here, Self.pickup, Self.dropoff]])
    #expect(rig.navigator.route?.endPoint == Self.waypoints[0])
    #expect(abs((rig.navigator.remainingDistanceMeters ?? 0) - 1_000) < 0.1)
    let estimate: Double = 1_000 / (30 / 3.6)
    #expect(abs((rig.navigator.remainingTime?.inSeconds ?? 0) - estimate) < 0.1)
    rig.go(949)
    rig.go(951)
    rig.go(990)
    #expect(rig.navigator.continueToNextDestination() == Self.waypoints[1])
    #expect(rig.navigator.destinations == [Self.waypoints[1]])
    rig.go(to: Self.dropoff)
    #expect(rig.navigator.continueToNextDestination() == nil)
    #expect(
      rig.heard == [
        "route 1000", "ENROUTE_TO_DESTINATION", "ARRIVED_AT_DESTINATION", "at PICKUP_WAYPOINT_TYPE",
        "route 600", "ENROUTE_TO_DESTINATION", "ARRIVED_AT_DESTINATION",
        "at DROP_OFF_WAYPOINT_TYPE", "-", "NO_GUIDANCE",
      ])
    #expect(router.requests.count == 1)
  }

  @Test func `A navigator with a router reroutes after three locations off its route`() async throws
  {
    let router = ScriptedRouter()
    let rig = Rig(router)
    rig.go(0)
    try await rig.navigator.setDestinations(Self.waypoints)
    rig.heard = []
    rig.go(to: Self.aside)
    rig.go(200)
    for _ in 1...2 { rig.go(to: Self.aside) }
    #expect(rig.heard.isEmpty)
    #expect(rig.navigator.metersFromStart > 199)
    rig.go(to: Self.aside)
    await rig.heardOf(3)
    let length = Int(Self.aside.meters(to: Self.pickup).rounded())
    #expect(rig.heard == ["OFF_ROUTE", "route \(length)", "ENROUTE_TO_DESTINATION"])
    #expect(router.requests.last == [Self.aside, Self.pickup, Self.dropoff])
    #expect(rig.navigator.laterRoutes.count == 1)
    #expect(rig.navigator.destinations == Self.waypoints)
  }

  @Test func `A navigator with a router repeats the search while it stays off its route`()
    async throws
  {
    let router = ScriptedRouter { places, index throws(RouteFinderError) in
      if index == 1 { throw RouteFinderError(.unavailable, "Down.") }
      return try await StraightLineRouter().route(through: places)
    }
    let rig = Rig(router)
    rig.go(0)
    try await rig.navigator.setDestinations(Self.waypoints)
    rig.heard = []
    for _ in 1...3 { rig.go(to: Self.aside) }
    await rig.heardOf(2)
    #expect(rig.heard == ["OFF_ROUTE", "failed unavailable"])
    for _ in 1...9 { rig.go(to: Self.aside) }
    #expect(router.requests.count == 2)
    rig.go(to: Self.aside)
    await rig.heardOf(4)
    #expect(router.requests.count == 3)
    #expect(rig.heard.last == "ENROUTE_TO_DESTINATION")
  }

  @Test func `A navigator resumes the route when the vehicle returns to it, however far ahead`()
    async throws
  {
    let router = ScriptedRouter { places, index throws(RouteFinderError) in
      if index > 0 { throw RouteFinderError(.noRoute, "None.") }
      return try await StraightLineRouter().route(through: places)
    }
    let rig = Rig(router)
    rig.go(0)
    let far = Fleet.start.destination(bearing: 90, meters: 9_000)
    try await rig.navigator.setDestinations([
      TripWaypoint(location: TerminalLocation(point: far), type: .dropoff)
    ])
    rig.heard = []
    for _ in 1...3 { rig.go(to: Self.aside) }
    await rig.heardOf(2)
    rig.go(6_000)
    #expect(rig.heard == ["OFF_ROUTE", "failed noRoute", "ENROUTE_TO_DESTINATION"])
    #expect(abs(rig.navigator.metersFromStart - 6_000) < 10)
  }

  @Test func `A navigator with a router reports a route without guidance as such`() async throws {
    let rig = Rig(ScriptedRouter())
    rig.navigator.isGuidanceActive = false
    try await rig.navigator.setDestinations(Self.waypoints, from: Fleet.start)
    #expect(rig.navigator.status == .noGuidance)
    rig.navigator.isGuidanceActive = true
    rig.navigator.isGuidanceActive = false
    rig.go(960)
    rig.navigator.isGuidanceActive = true
    rig.go(970)
    #expect(
      rig.heard == [
        "route 1000", "ENROUTE_TO_DESTINATION", "NO_GUIDANCE", "at PICKUP_WAYPOINT_TYPE",
        "ENROUTE_TO_DESTINATION", "ARRIVED_AT_DESTINATION", "at PICKUP_WAYPOINT_TYPE",
      ])
  }

  @Test func `A navigator with a router accepts a destination at the vehicle's position`()
    async throws
  {
    let rig = Rig(ScriptedRouter())
    try await rig.navigator.setDestinations(Self.waypoints, from: Self.pickup)
    rig.go(to: Self.pickup)
    #expect(rig.navigator.status == .arrivedAtDestination)
    #expect(rig.navigator.route?.endPoint == Self.waypoints[0])
  }

  @Test func `A navigator with a router reports the traffic of a route when it changes`()
    async throws
  {
    let rig = Rig(ScriptedRouter())
    try await rig.navigator.setDestinations(Self.waypoints, from: Fleet.start)
    let revision = rig.navigator.routeRevision
    let jam = [RoadStretch(style: .trafficJam, offsetMeters: 10, lengthMeters: 90)]
    rig.navigator.setTraffic(jam)
    rig.navigator.setTraffic(jam)
    #expect(rig.navigator.routeRevision == revision + 1)
    #expect(rig.navigator.route?.traffic == jam)
    #expect(rig.navigator.route?.endPoint == Self.waypoints[0])
  }

  @Test func `A navigator with a router keeps its destinations after an error`() async throws {
    let router = ScriptedRouter { places, index throws(RouteFinderError) in
      switch index {
      case 0: try await StraightLineRouter().route(through: places)
      case 1: throw RouteFinderError(.noRoute, "None.")
      default: FoundRoute(legs: [])
      }
    }
    let rig = Rig(router)
    await Self.expect(.invalidPlaces) { try await rig.navigator.setDestinations(Self.waypoints) }
    rig.go(0)
    try await rig.navigator.setDestinations([Self.waypoints[1]])
    await Self.expect(.noRoute) { try await rig.navigator.setDestinations(Self.waypoints) }
    await Self.expect(.malformedAnswer) { try await rig.navigator.setDestinations(Self.waypoints) }
    for wrong in [[], [TripWaypoint()], Array(repeating: Self.waypoints[0], count: 26)] {
      await Self.expect(.invalidPlaces) { try await rig.navigator.setDestinations(wrong) }
    }
    #expect(router.requests.count == 3)
    #expect(rig.navigator.destinations == [Self.waypoints[1]])
    let alone = Navigator()
    await Self.expect(.unavailable) {
      try await alone.setDestinations(Self.waypoints, from: Fleet.start)
    }
  }

  @Test(arguments: [true, false])
  func `A navigator with a router gives destinations up for newer ones, and when they are cleared`(
    clears: Bool
  ) async throws {
    let (gate, opener) = AsyncStream.makeStream(of: Void.self)
    let router = ScriptedRouter { places, index throws(RouteFinderError) in
      if index == 0 { for await _ in gate {} }
      return try await StraightLineRouter().route(through: places)
    }
    let rig = Rig(router)
    rig.go(0)
    let slow = Task { try await rig.navigator.setDestinations(Self.waypoints) }
    await waitWhile(router.requests.isEmpty)
    if clears {
      rig.navigator.clearDestinations()
    } else {
      try await rig.navigator.setDestinations([Self.waypoints[1]])
    }
    opener.finish()
    await Self.expect(.cancelled) { try await slow.value }
    #expect(rig.navigator.destinations == (clears ? [] : [Self.waypoints[1]]))
  }

  @Test func `A navigator accepts new destinations while the vehicle leaves its route`()
    async throws
  {
    let (gate, opener) = AsyncStream.makeStream(of: Void.self)
    let router = ScriptedRouter { places, index throws(RouteFinderError) in
      if index == 1 { for await _ in gate {} }
      return try await StraightLineRouter().route(through: places)
    }
    let rig = Rig(router)
    rig.go(0)
    try await rig.navigator.setDestinations(Self.waypoints)
    let newer = Task { try await rig.navigator.setDestinations([Self.waypoints[1]]) }
    await waitWhile(router.requests.count < 2)
    rig.heard = []
    for _ in 1...3 { rig.go(to: Self.aside) }
    await rig.heardOf(3)
    opener.finish()
    try await newer.value
    #expect(rig.navigator.destinations == [Self.waypoints[1]])
  }

  private static func expect(
    _ kind: RouteFinderError.Kind, from body: @MainActor () async throws -> Void
  ) async {
    let error = await #expect(throws: RouteFinderError.self) { try await body() }
    #expect(error?.kind == kind)
    #expect(error?.reason.isEmpty == false)
  }
}
