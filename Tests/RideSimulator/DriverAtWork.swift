import AccessTokens
import FleetEmulator
import FleetEngine
import Geo
import HTTPMessages
import RidesharingDriver
import TestSupport

/// A driver with an app of the driver's SDK, and the part of the provider's backend that plans the rides.
@MainActor final class DriverAtWork {
  private enum Kind: CaseIterable {
    case solo, stops, shared, backToBack, changedDestination, reassigned, reassignedAndCanceled,
      canceledEarly, canceledLate, silent
  }

  let vehicle: VehicleName
  let device: Device
  private let spare: VehicleName
  private let world: World
  private let backend: FleetEngineClient
  private let navigator = Navigator(router: nil)
  private let driver: SimulatedDriver
  private let reporter: VehicleReporter
  private let listener: UpdateListener
  private var random: SeededGenerator
  private var position: Coordinate
  private var tripCount = 0
  private var onlineSince: Duration?

  init(_ number: Int, in world: World, random: SeededGenerator) throws {
    self.world = world
    self.random = random
    device = world.makeDevice("driver-\(number)")
    let clock = device.clock
    vehicle = try VehicleName(providerID: SimulatedServer.providerID, vehicleID: "car-\(number)")
    spare = try VehicleName(providerID: SimulatedServer.providerID, vehicleID: "spare-\(number)")
    driver = SimulatedDriver(navigator: navigator, clock: clock)
    let traceIDs = Counter()
    let api = try RidesharingDriverAPI(
      driverContext: DriverContext(
        accessTokenProvider: AccessTokenCache(
          SimulatedTokens(role: .driver, network: world.network), wallNow: clock.wallNow),
        providerID: SimulatedServer.providerID, vehicleID: vehicle.vehicleID, navigator: navigator),
      transport: Link(device, world.network), clock: clock, traceID: { traceIDs.next("\(number)") })
    reporter = api.vehicleReporter
    listener = UpdateListener(name: vehicle.vehicleID)
    reporter.add(listener)
    navigator.add(listener)
    driver.provider.add(reporter)
    backend = world.backend
    position = Coordinate(latitude: 48.1 + 0.01 * Double(number), longitude: 11.5)
  }

  /// Checks that the server has what the driver's app last reported.
  func checkHealthy() async {
    guard reporter.locationTrackingEnabled, reporter.vehicleState == .online else {
      onlineSince = nil
      return
    }
    let now = Scheduler.now
    if onlineSince == nil { onlineSince = now }
    guard let onlineSince, now - onlineSince > TripFollower.recovery,
      now - listener.statusChangedAt > .seconds(20),
      let known = await world.server.vehicle(vehicle.vehicleID)
    else { return }
    let age = known.lastLocation?.serverTime.map { Device.epoch + now - $0 }
    Failure.check(
      age.map { $0 < .seconds(reporter.locationReportingInterval + 5) } ?? false
        && known.state == .online && known.navigationStatus == navigator.status,
      "the server has the vehicle's last report",
      "\(vehicle.vehicleID) is \(known.state), \(known.navigationStatus) and not "
        + "\(navigator.status), \(age.map { "\($0)" } ?? "no location")")
  }

  /// Checks that an update that the server accepted has what changed before it, even after failures.
  func checkAccepted() async {
    guard reporter.locationTrackingEnabled, listener.accepted > 1 else { return }
    let status = navigator.status
    guard let known = await world.server.vehicle(vehicle.vehicleID), navigator.status == status,
      listener.accepted > 1
    else { return }
    Failure.check(
      known.navigationStatus == status, "what a failed update had is sent again",
      "\(vehicle.vehicleID) is \(known.navigationStatus) and not \(status)")
  }

  /// Drives ride after ride until the world ends.
  func work() async {
    do {
      for name in [vehicle, spare] {
        try await call("CreateVehicle") { [backend] () async throws(FleetEngineError) in
          let vehicle = Vehicle.with {
            $0.state = .offline
            $0.supportedTripTypes = [.exclusive, .shared]
            $0.maximumCapacity = 4
            $0.category = .auto
          }
          _ = try await backend.createVehicle(name, vehicle)
        }
      }
      reporter.locationReportingInterval = Double.random(in: 5...15, using: &random)
      reporter.locationTrackingEnabled = true
      reporter.update(.online)
      while !world.isEnding {
        try await ride()
        try await stand(random.seconds(1...60))
      }
    } catch { Failure.report("a driver works until the end", "\(vehicle.vehicleID): \(error)") }
    navigator.clearDestinations()
    reporter.locationTrackingEnabled = false
    await reporter.finishPendingUpdates()
    driver.provider.stopUpdatingLocation()
  }

  private func ride() async throws {
    switch Kind.allCases.randomElement(using: &random) ?? .solo {
    case .solo: try await drive(try await book(stops: 0))
    case .stops: try await drive(try await book(stops: Int.random(in: 1...3, using: &random)))
    case .shared: try await share()
    case .backToBack:
      let first = try await book(stops: 0)
      try await toPickup(first)
      let second = try await book(stops: 0)
      try await toDropoff(first)
      try await drive(second)
    case .changedDestination:
      var trip = try await book(stops: 0)
      try await toPickup(trip)
      try await set(.enrouteToDropoff, of: trip)
      try await leg(to: trip.dropoff, trip, .dropoff, share: 0.4)
      trip.dropoff = place()
      try await update(trip, mask: ["dropoffPoint"]) {
        $0.dropoffPoint = TerminalLocation(point: trip.dropoff)
      }
      try await leg(to: trip.dropoff, trip, .dropoff)
      try await set(.complete, of: trip)
    case .reassigned:
      let trip = try await book(stops: 0)
      for name in [spare, vehicle] {
        try await stand(random.seconds(5...40))
        try await update(trip, mask: ["vehicleId"]) { $0.vehicleID = name.vehicleID }
      }
      try await drive(trip)
    case .reassignedAndCanceled:
      let trip = try await book(stops: 0)
      // Two dispatchers at the same time.
      async let reassignment: Void = reassignPerhaps(trip)
      try await set(.canceled, of: trip)
      try await reassignment
    case .canceledEarly:
      let trip = try await book(stops: 0)
      try await set(.enrouteToPickup, of: trip)
      try await leg(to: trip.pickup, trip, .pickup, share: 0.5)
      try await set(.canceled, of: trip)
    case .canceledLate:
      let trip = try await book(stops: 0)
      try await toPickup(trip)
      try await set(.canceled, of: trip)
    case .silent:
      let trip = try await book(stops: 0)
      try await toPickup(trip)
      reporter.locationTrackingEnabled = false
      try await device.clock.sleep(random.seconds(30...400))
      reporter.locationTrackingEnabled = true
      reporter.update(.online)
      onlineSince = Scheduler.now
      try await toDropoff(trip)
    }
    navigator.clearDestinations()
  }

  private struct Booking {
    let name: TripName
    let pickup: Coordinate
    var stops: [Coordinate]
    var dropoff: Coordinate
  }

  private func place() -> Coordinate {
    Coordinate(
      latitude: position.latitude + Double.random(in: -0.015...0.015, using: &random),
      longitude: position.longitude + Double.random(in: -0.02...0.02, using: &random))
  }

  /// Creates a trip, waits, and assigns the vehicle to it.
  private func book(stops count: Int, type: TripType = .exclusive) async throws -> Booking {
    tripCount += 1
    let name = try TripName(
      providerID: SimulatedServer.providerID, tripID: "ride-\(vehicle.vehicleID)-\(tripCount)")
    let booking = Booking(
      name: name, pickup: place(), stops: (0..<count).map { _ in place() }, dropoff: place())
    world.follow(booking.name, of: self)
    try await call("CreateTrip") { [backend] () async throws(FleetEngineError) in
      let trip = Trip.with {
        $0.type = type
        $0.pickupPoint = TerminalLocation(point: booking.pickup)
        $0.dropoffPoint = TerminalLocation(point: booking.dropoff)
        $0.intermediateDestinations = booking.stops.map { TerminalLocation(point: $0) }
        $0.numberOfPassengers = 1
      }
      _ = try await backend.createTrip(name, trip)
    }
    world.rides += 1
    try await stand(random.seconds(0...20))
    try await update(booking, mask: ["vehicleId"]) { [vehicle] in $0.vehicleID = vehicle.vehicleID }
    return booking
  }

  private func drive(_ trip: Booking) async throws {
    try await toPickup(trip)
    try await toDropoff(trip)
  }

  private func toPickup(_ trip: Booking) async throws {
    try await set(.enrouteToPickup, of: trip)
    try await leg(to: trip.pickup, trip, .pickup)
    try await set(.arrivedAtPickup, of: trip)
    try await stand(random.seconds(2...40))
  }

  private func toDropoff(_ trip: Booking) async throws {
    for (index, stop) in trip.stops.enumerated() {
      try await set(.enrouteToIntermediateDestination, of: trip, stop: index)
      try await leg(to: stop, trip, .intermediateDestination)
      try await set(.arrivedAtIntermediateDestination, of: trip, stop: index)
      try await stand(random.seconds(2...30))
    }
    try await set(.enrouteToDropoff, of: trip)
    try await leg(to: trip.dropoff, trip, .dropoff)
    try await set(.complete, of: trip)
  }

  private func share() async throws {
    let first = try await book(stops: 0, type: .shared)
    let second = try await book(stops: 0, type: .shared)
    try await toPickup(first)
    try await set(.enrouteToPickup, of: second)
    try await leg(to: second.pickup, second, .pickup)
    try await set(.arrivedAtPickup, of: second)
    try await stand(random.seconds(2...20))
    try await set(.enrouteToDropoff, of: first)
    try await set(.enrouteToDropoff, of: second)
    try await leg(to: first.dropoff, first, .dropoff)
    try await set(.complete, of: first)
    try await leg(to: second.dropoff, second, .dropoff)
    try await set(.complete, of: second)
  }

  /// Drives to a place, or a share of the way there.
  private func leg(
    to place: Coordinate, _ trip: Booking, _ type: WaypointType, share: Double = 1
  ) async throws {
    let middle = Coordinate(latitude: position.latitude, longitude: place.longitude)
    guard
      let drive = DriveSimulation(
        along: [position, middle, place],
        limits: SpeedProfile.Limits(cruising: Double.random(in: 8...30, using: &random)))
    else { return }
    let waypoint = TripWaypoint(
      location: TerminalLocation(point: place), tripID: trip.name.tripID, type: type)
    navigator.setDestination(NavigationRoute(drive, endPoint: waypoint))
    let start = device.monotonic
    try await driver.drive(drive, since: start, until: start + drive.duration * share)
    position = drive.moment(at: drive.duration * share).coordinate
  }

  private func stand(_ time: Duration) async throws {
    guard
      let drive = DriveSimulation(along: [
        position, Coordinate(latitude: position.latitude + 0.001, longitude: position.longitude),
      ])
    else { return }
    try await driver.stand(at: drive.moment(at: .zero), for: time)
  }

  private func set(_ status: TripStatus, of trip: Booking, stop: Int? = nil) async throws {
    let mask = ["tripStatus"] + (stop == nil ? [] : ["intermediateDestinationIndex"])
    try await update(trip, mask: mask) {
      $0.status = status
      $0.intermediateDestinationIndex = stop ?? 0
    }
  }

  /// Assigns the spare vehicle, unless the trip has ended before.
  private func reassignPerhaps(_ trip: Booking) async throws {
    let changed = Trip.with { $0.vehicleID = spare.vehicleID }
    try await call("UpdateTrip") { [backend] () async throws(FleetEngineError) in
      do throws(FleetEngineError) {
        _ = try await backend.updateTrip(trip.name, changed, mask: ["vehicleId"])
      } catch {
        // Without its code if the response is cut.
        guard error.httpStatus == 400 else { throw error }
        if error.code == .failedPrecondition { RareState.reach(.canceledTripReassigned) }
      }
    }
  }

  private func update(
    _ trip: Booking,
    mask: [String],
    _ change: (inout Trip) -> Void
  ) async throws {
    let sent = Trip.with(change)
    try await call("UpdateTrip") { [backend] () async throws(FleetEngineError) in
      let known = try await backend.updateTrip(trip.name, sent, mask: mask).value
      Failure.check(
        (!mask.contains("tripStatus") || known.status == sent.status)
          && (!mask.contains("vehicleId") || known.vehicleID == sent.vehicleID),
        "an acknowledged change is in its response",
        "\(trip.name) is \(known.status) with \(known.vehicleID ?? "no vehicle")")
      Failure.check(
        mask.contains("vehicleId") || known.vehicleID != nil,
        "a change keeps what it does not name",
        "\(trip.name) lost its vehicle when \(mask) changed"
      )
    }
  }

  /// Calls the server until it accepts the call.
  private func call(
    _ operation: String, _ body: () async throws(FleetEngineError) -> Void
  ) async throws {
    // Faults last up to 500 s each, and some follow directly after others.
    let end = Scheduler.now + .seconds(1_800)
    for attempt in 0... {
      do throws(FleetEngineError) { return try await body() } catch {
        if error.code == .alreadyExists, attempt > 0 { return }
        // The refused token of a repeated call.
        let isTemporary = error.bucket != .needsAction || error.code == .unauthenticated
        Failure.check(
          isTemporary && Scheduler.now < end, "the provider's calls succeed",
          "\(operation) of \(vehicle.vehicleID), attempt \(attempt): \(error.code) \(error.message)"
        )
        try await device.clock.sleep(error.retryAfter ?? random.seconds(0.5...3))
      }
    }
  }
}

/// Watches what the server says about a vehicle's updates.
@MainActor private final class UpdateListener: VehicleReporterListener, NavigatorListener {
  private let name: String
  private(set) var statusChangedAt: Duration = .zero
  /// The updates that the server accepted since the navigation status changed.
  private(set) var accepted = 0
  /// Whether the last update failed.
  private var hasFailed = false

  init(name: String) { self.name = name }

  func navigator(_ navigator: Navigator, didChange status: NavigationStatus) {
    (statusChangedAt, accepted) = (Scheduler.now, 0)
    if hasFailed { RareState.reach(.statusChangesAfterFailure) }
  }

  func vehicleReporter(
    _ vehicleReporter: VehicleReporter,
    didSucceed vehicleUpdate: VehicleUpdate
  ) {
    accepted += 1
    hasFailed = false
  }

  func vehicleReporter(
    _ vehicleReporter: VehicleReporter, didFail vehicleUpdate: VehicleUpdate,
    withError error: VehicleReporterError
  ) {
    guard let failure = error.underlyingError else {
      Failure.report("a driver's updates are valid", "\(name): \(error)")
    }
    hasFailed = true
    if vehicleUpdate.vehicleState == .offline { RareState.reach(.lastReportFails) }
    Failure.check(
      failure.bucket != .needsAction || failure.code == .unauthenticated,
      "a driver's updates are valid",
      "\(name): \(failure.code) \(failure.message)"
    )
  }
}

/// Numbers the requests of a device.
private final class Counter: @unchecked Sendable {
  private var count = 0

  func next(_ prefix: String) -> String {
    count += 1
    return "\(prefix)-\(count)"
  }
}
