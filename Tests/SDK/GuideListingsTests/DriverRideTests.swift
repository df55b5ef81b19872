import FleetEmulator
import FleetEngine
import Foundation
import Geo
import GoogleRidesharingDriver
import JSONWebTokens
import RidesharingDriver
import TestSupport
import Testing

/// The driver's guide against an emulator, in a process of its own as its API is set on a class.
@Suite(.limited) struct `The driver guide's listings on an emulator` {
  @Test func `The listings take a vehicle from tracking to the end of its shift`() async {
    await #expect(processExitsWith: .success) { @MainActor in
      let world = try await DriverWorld()
      let map = GMSMapView()
      let provider = try #require(map.roadSnappedLocationProvider)
      let navigator = try #require(map.navigator)
      let context = GMTDDriverContext(
        accessTokenProvider: Guide003.SampleAccessTokenProvider(), providerID: yourProviderID,
        vehicleID: "car", navigator: navigator)
      ridesharingDriverAPI = try #require(GMTDRidesharingDriverAPI(driverContext: context))
      let reporter = try #require(ridesharingDriverAPI?.vehicleReporter)
      let log = UpdateLog()
      let guide = Guide003.VehicleReporterListener()
      reporter.add(log)
      reporter.add(guide)
      Guide003.Listener.SampleViewController().viewDidLoad()
      // Listing 003.04 with the map that has the places.
      provider.add(reporter)
      provider.startUpdatingLocation()
      Guide003.Tracking.SampleViewController().viewDidLoad()
      Guide003.Online.SampleViewController().viewDidLoad()
      provider.provider.report(VehicleLocation(location: DriverWorld.start))
      try await log.has(1, of: world) { $0.vehicleState == .online && $0.location != nil }
      var vehicle = try await world.vehicle()
      #expect(vehicle.state == .online)
      #expect(vehicle.lastLocation?.location == DriverWorld.start)

      // Matched: the app sets the waypoint that Fleet Engine has as the destination.
      try await world.assignTrip()
      let next = try #require(try await world.vehicle().waypoints.first)
      let status = await withCheckedContinuation { continuation in
        navigator.setDestinations([GMSNavigationWaypoint(GMTSTripWaypoint(next))]) {
          continuation.resume(returning: $0)
        }
      }
      #expect(status == .OK)
      try await log.has(1, of: world) { $0.value.mask.contains("currentRouteSegment") }
      vehicle = try await world.vehicle()
      #expect(vehicle.navigationStatus == .enrouteToDestination)
      #expect(vehicle.currentRouteSegmentEndPoint?.tripID == "ride")
      #expect(vehicle.route?.count == 2)
      #expect(try await world.trip().route?.count == 2)

      // The underlying errors of the listener's errors are the server's.
      try await world.refuse("update_mask cannot be empty")
      await log.fails(1, of: world)
      #expect(guide.emptyMaskUpdates == 1 && guide.failedUpdates == 0)
      try await world.refuse("Something else.")
      await log.fails(2, of: world)
      #expect(guide.emptyMaskUpdates == 1 && guide.failedUpdates == 1)
      let error = try #require(log.failures.last) as NSError
      let below = try #require(error.userInfo[NSUnderlyingErrorKey] as? NSError)
      #expect(error.domain == "io.grpc" && below.domain == "io.grpc")
      #expect(below.code == RPCCode.invalidArgument.rawValue)
      #expect(below.localizedDescription == "Something else.")
      #expect(reporter.locationTrackingEnabled)

      Guide003.ShiftEndViewController().endShift()
      await reporter.reporter.finishPendingUpdates()
      #expect(try await world.vehicle().state == .offline)
      #expect(log.successes.last?.vehicleState == .offline)
      // The listing's provider caches its token, so it has requested only one.
      #expect(TokenBackend.count == 1)
    }
  }

  @Test @MainActor
  func `The driver guide's listings on an emulator report why destinations are not set`()
    async throws
  {
    let map = GMSMapView()
    let navigator = try #require(map.navigator)
    let place = GMTSLatLng(latitude: 48.2, longitude: 16.3)
    let waypoint = try #require(GMSNavigationWaypoint(location: place, title: "There"))
    #expect(
      GMSNavigationWaypoint(location: GMTSLatLng(latitude: 91, longitude: 0), title: "") == nil)
    #expect(await navigator.setDestinations([]) == .noWaypointsError)
    #expect(await navigator.setDestinations([waypoint]) == .locationUnavailable)
    let provider = try #require(map.roadSnappedLocationProvider)
    provider.startUpdatingLocation()
    provider.provider.report(VehicleLocation(location: DriverWorld.start))
    let many = [GMSNavigationWaypoint](repeating: waypoint, count: 26)
    #expect(await navigator.setDestinations(many) == .waypointError)
    #expect(await navigator.setDestinations([waypoint, waypoint]) == .OK)
    #expect(navigator.continueToNextDestination()?.value.location?.point == place.value)
    #expect(navigator.continueToNextDestination() == nil)
    #expect(navigator.navigator.route == nil)
  }
}

/// Fleet Engine and a backend's tokens around the driver's listings, on a clock that the test moves.
@MainActor private final class DriverWorld {
  nonisolated static let start = Coordinate(latitude: 48.1950, longitude: 16.3600)

  let clock = ManualClock()
  private let emulator: EmulatedFleetEngine
  private let server: FleetEngineClient
  private let name: VehicleName
  private let ride: TripName

  init() async throws {
    let clock = clock
    let now: @Sendable () -> Timestamp = { RideWorld.start + clock.now.offset }
    let key = try SigningKey.generate()
    let accounts = try [ServiceRole.server, .driver].map { role in
      ServiceAccount(role: role, email: role.rawValue, keyID: role.rawValue, key: try key.publicKey)
    }
    @Sendable func token(_ role: ServiceRole, _ ids: [String: String]) throws -> String {
      try key.sign(
        TokenClaims(
          issuer: role.rawValue, subject: role.rawValue,
          audience: ["https://fleetengine.googleapis.com/"],
          issuedAt: RideWorld.start.seconds,
          expiresAt: RideWorld.start.seconds + 3_600,
          authorization: ids
        ),
        keyID: role.rawValue
      )
    }
    emulator = try EmulatedFleetEngine(
      EmulatorConfiguration(providerID: yourProviderID, accounts: accounts, now: now))
    server = FleetEngineClient(
      transport: InProcessTransport(emulator),
      tokens: FixedTokens(try token(.server, ["tripid": "*", "vehicleid": "*"])))
    name = try VehicleName(providerID: yourProviderID, vehicleID: "car")
    ride = try TripName(providerID: yourProviderID, tripID: "ride")
    TokenBackend.start { id in try token(.driver, ["vehicleid": id]) }
    TokenBackend.tripID = "car"
    GMTDRidesharingDriverAPI.transport = InProcessTransport(emulator)
    GMTDRidesharingDriverAPI.clock = ServiceClock(clock, wallNow: now)
    let vehicle = Vehicle.with {
      $0.state = .offline
      $0.supportedTripTypes = [.exclusive]
      $0.maximumCapacity = 4
      $0.category = .auto
    }
    _ = try await server.createVehicle(name, vehicle)
  }

  func vehicle() async throws -> Vehicle { try await server.getVehicle(name).value }
  func trip() async throws -> Trip { try await server.getTrip(ride).value }

  func assignTrip() async throws {
    var trip = Trip.with {
      $0.type = .exclusive
      $0.numberOfPassengers = 1
    }
    trip.pickupPoint = TerminalLocation(point: RideWorld.pickup)
    trip.dropoffPoint = TerminalLocation(point: RideWorld.dropoff)
    _ = try await server.createTrip(ride, trip)
    _ = try await server.updateTrip(ride, Trip.with { $0.vehicleID = "car" }, mask: ["vehicleId"])
  }

  /// Rejects the next update of the vehicle.
  func refuse(_ message: String) async throws {
    let script = """
      [{"procedure": "UpdateVehicle", "code": "INVALID_ARGUMENT", "message": "\(message)"}]
      """
    try await emulator.setFaults(FaultScript(json: Array(script.utf8)))
  }
}

/// The reporter's callbacks.
@MainActor private final class UpdateLog: GMTDVehicleReporterListener {
  private(set) var successes: [GMTDVehicleUpdate] = []
  private(set) var failures: [any Error] = []

  func vehicleReporter(
    _ vehicleReporter: GMTDVehicleReporter, didSucceed vehicleUpdate: GMTDVehicleUpdate
  ) { successes.append(vehicleUpdate) }

  func vehicleReporter(
    _ vehicleReporter: GMTDVehicleReporter, didFail vehicleUpdate: GMTDVehicleUpdate,
    withError error: any Error
  ) { failures.append(error) }

  /// Waits for updates of a kind, the clock moving while the reporter sleeps.
  func has(
    _ count: Int, of world: DriverWorld, where isMeant: (GMTDVehicleUpdate) -> Bool
  ) async throws { await wait(world) { successes.count(where: isMeant) >= count } }

  /// Waits for failures.
  func fails(_ count: Int, of world: DriverWorld) async {
    await wait(world) { failures.count >= count }
  }

  private func wait(_ world: DriverWorld, until isEnough: () -> Bool) async {
    var turns = Turns()
    var count = 0
    while !isEnough(), !Task.isCancelled {
      await turns.next()
      count += 1
      guard count % 1_000 == 0 else { continue }
      // Otherwise the time for an update on its way, or for its token, might pass.
      await ridesharingDriverAPI?.vehicleReporter.reporter.finishPendingUpdates()
      if !isEnough(), let wait = world.clock.waits.first { world.clock.advance(by: wait) }
    }
  }
}
