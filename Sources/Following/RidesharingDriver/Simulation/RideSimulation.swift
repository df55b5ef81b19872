public import FleetEngine
internal import Geo

/// Plays a ride against a Fleet Engine, as both the provider's backend and the driver.
///
/// Each status is set before its route is reported, because a server drops the route of a waypoint
/// that the vehicle has left. See docs/protocol.md, "Statuses" and "Contents at each stage".
@MainActor public final class RideSimulation {
  /// Why a ride was not played to its end.
  public enum Failure: Error, Sendable, Hashable, CustomStringConvertible {
    /// The task was cancelled.
    case cancelled
    /// A request of the provider's backend failed.
    case call(FleetEngineError)

    /// The error in one line.
    public var description: String {
      switch self {
      case .cancelled: "The ride was canceled."
      case .call(let error): error.description
      }
    }
  }

  /// An event of the ride.
  public enum Event: Sendable, Hashable {
    /// The vehicle exists.
    case vehicleIsReady(VehicleName)
    /// The trip was created.
    case tripIsCreated(TripName)
    /// The vehicle was assigned to the trip.
    case vehicleIsAssigned
    /// The trip has a new status.
    case status(TripStatus)
  }

  /// The ride.
  public let scenario: RideScenario
  private let backend: FleetEngineClient
  private let reporter: VehicleReporter
  private let driver: SimulatedDriver
  private let clock: ServiceClock
  private let onEvent: @MainActor (Event) -> Void

  /// Creates a simulation; it begins with ``run()``.
  public init(
    scenario: RideScenario, backend: FleetEngineClient, reporter: VehicleReporter,
    driver: SimulatedDriver, clock: ServiceClock,
    onEvent: @escaping @MainActor (Event) -> Void = { _ in }
  ) {
    self.scenario = scenario
    self.backend = backend
    self.reporter = reporter
    self.driver = driver
    self.clock = clock
    self.onEvent = onEvent
    driver.provider.add(reporter)
  }

  /// Plays the ride from the creation of its vehicle and trip to its completion.
  ///
  /// An existing vehicle is used without changes. However the ride ends, the vehicle is taken offline
  /// with a last update; `VehicleReporter.finishPendingUpdates()` waits for it.
  public func run() async throws(Failure) {
    do { try await play() } catch let error as FleetEngineError where !Task.isCancelled {
      throw .call(error)
    } catch { throw .cancelled }
  }

  /// Throws a `FleetEngineError` or a `CancellationError`.
  private func play() async throws {
    try await createVehicle()
    reporter.locationReportingInterval = VehicleReporter.locationReportingIntervals.lowerBound
    reporter.locationTrackingEnabled = true
    reporter.update(.online)
    defer {
      driver.navigator.clearDestinations()
      reporter.locationTrackingEnabled = false
    }
    try await createTrip()
    try await driveToPickup()
    try await driver.stand(
      at: scenario.toPickup.moment(at: scenario.toPickup.duration),
      for: scenario.scaled(scenario.timing.atPickup))
    try await set(.enrouteToDropoff)
    let start = clock.monotonicNow()
    guide(along: scenario.toDropoff, to: scenario.dropoff, type: .dropoff)
    try await driver.drive(scenario.toDropoff, since: start)
    // The server takes the place of the drop-off from the newest report.
    await reporter.reportLocation()
    try await set(.complete)
  }

  private func createVehicle() async throws {
    let vehicle = Vehicle.with {
      $0.state = .offline
      $0.supportedTripTypes = [.exclusive]
      $0.maximumCapacity = 4
      $0.category = .auto
    }
    do { _ = try await backend.createVehicle(scenario.vehicle, vehicle) } catch {
      guard error.code == .alreadyExists else { throw error }
    }
    onEvent(.vehicleIsReady(scenario.vehicle))
  }

  private func createTrip() async throws {
    let trip = Trip.with {
      $0.type = .exclusive
      $0.pickupPoint = TerminalLocation(point: scenario.pickup)
      $0.dropoffPoint = TerminalLocation(point: scenario.dropoff)
      $0.numberOfPassengers = 1
    }
    _ = try await backend.createTrip(scenario.trip, trip)
    onEvent(.tripIsCreated(scenario.trip))
    onEvent(.status(.new))
  }

  private func driveToPickup() async throws {
    let drive = scenario.toPickup
    let creation = clock.monotonicNow()
    let wait = scenario.scaled(scenario.timing.unassigned)
    if wait > .zero { try await driver.stand(at: drive.moment(at: .zero), for: wait) }
    try await update(Trip.with { $0.vehicleID = scenario.vehicle.vehicleID }, mask: ["vehicleId"])
    onEvent(.vehicleIsAssigned)
    let newEnds = creation + scenario.scaled(scenario.timing.new)
    if newEnds <= clock.monotonicNow() { try await set(.enrouteToPickup) }
    let start = clock.monotonicNow()
    guide(along: drive, to: scenario.pickup, type: .pickup)
    if newEnds > start {
      try await driver.drive(drive, since: start, until: newEnds)
      let now = clock.monotonicNow()
      if now < newEnds {
        try await driver.stand(at: drive.moment(at: now - start), for: newEnds - now)
      }
      try await set(.enrouteToPickup)
    }
    try await driver.drive(drive, since: start)
    await reporter.reportLocation()
    try await set(.arrivedAtPickup)
  }

  private func guide(along drive: DriveSimulation, to place: Coordinate, type: WaypointType) {
    let endPoint = TripWaypoint(
      location: TerminalLocation(point: place), tripID: scenario.trip.tripID, type: type)
    driver.navigator.setDestination(NavigationRoute(drive, endPoint: endPoint))
  }

  private func set(_ status: TripStatus) async throws {
    try await update(Trip.with { $0.status = status }, mask: ["tripStatus"])
    onEvent(.status(status))
  }

  private func update(_ trip: Trip, mask: [String]) async throws {
    do { _ = try await backend.updateTrip(scenario.trip, trip, mask: mask) } catch {
      try Task.checkCancellation()
      throw error
    }
  }
}
