public import FleetEngine
internal import Geo

/// Plays a ride against a Fleet Engine, as both the provider's backend and the driver.
///
/// Each status is set before its route is reported, because a server drops the route of a waypoint
/// that the vehicle has left. Source: contract 7.1 and 7.3.
@MainActor
public final class RideSimulation {
  /// Why a ride was not played to its end.
  public enum Failure: Error, Sendable, Hashable {
    /// The task was cancelled.
    case cancelled
    /// A request of the provider's backend failed.
    case call(FleetEngineError)
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
    scenario: RideScenario,
    backend: FleetEngineClient,
    reporter: VehicleReporter,
    driver: SimulatedDriver,
    clock: ServiceClock,
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
    try await stand(
      at: scenario.toPickup.moment(at: scenario.toPickup.duration),
      for: scenario.scaled(scenario.timing.atPickup)
    )
    try await set(.enrouteToDropoff)
    let start = clock.monotonicNow()
    guide(along: scenario.toDropoff, to: scenario.dropoff, type: .dropoff)
    try await drive(scenario.toDropoff, since: start)
    try await set(.complete)
  }

  private func createVehicle() async throws(Failure) {
    let vehicle = Vehicle(
      state: .offline,
      supportedTripTypes: [.exclusive],
      maximumCapacity: 4,
      category: .auto
    )
    do {
      _ = try await backend.createVehicle(scenario.vehicle, vehicle)
    } catch {
      guard error.code == .alreadyExists else { throw .call(error) }
    }
    onEvent(.vehicleIsReady(scenario.vehicle))
  }

  private func createTrip() async throws(Failure) {
    let trip = Trip(
      type: .exclusive,
      pickupPoint: TerminalLocation(point: scenario.pickup),
      dropoffPoint: TerminalLocation(point: scenario.dropoff),
      numberOfPassengers: 1
    )
    do {
      _ = try await backend.createTrip(scenario.trip, trip)
    } catch {
      throw .call(error)
    }
    onEvent(.tripIsCreated(scenario.trip))
    onEvent(.status(.new))
  }

  /// Waits, assigns the vehicle and drives to the pickup.
  private func driveToPickup() async throws(Failure) {
    let drive = scenario.toPickup
    let creation = clock.monotonicNow()
    if scenario.timing.unassigned > .zero {
      try await stand(at: drive.moment(at: .zero), for: scenario.scaled(scenario.timing.unassigned))
    }
    try await update(Trip(vehicleID: scenario.vehicle.vehicleID), mask: ["vehicleId"])
    onEvent(.vehicleIsAssigned)
    let newEnds = creation + scenario.scaled(scenario.timing.new)
    if newEnds <= clock.monotonicNow() { try await set(.enrouteToPickup) }
    let start = clock.monotonicNow()
    guide(along: drive, to: scenario.pickup, type: .pickup)
    if newEnds > start {
      try await self.drive(drive, since: start, until: newEnds)
      let left = newEnds - clock.monotonicNow()
      if left > .zero {
        try await stand(at: drive.moment(at: clock.monotonicNow() - start), for: left)
      }
      try await set(.enrouteToPickup)
    }
    try await self.drive(drive, since: start)
    try await set(.arrivedAtPickup)
  }

  private func guide(along drive: DriveSimulation, to place: Coordinate, type: WaypointType) {
    let endPoint = TripWaypoint(
      location: TerminalLocation(point: place),
      tripID: scenario.trip.tripID,
      type: type
    )
    driver.navigator.setDestination(NavigationRoute(drive, endPoint: endPoint))
  }

  private func drive(
    _ drive: DriveSimulation,
    since start: Duration,
    until end: Duration? = nil
  ) async throws(Failure) {
    do {
      try await driver.drive(drive, since: start, until: end)
    } catch {
      throw .cancelled
    }
  }

  private func stand(
    at moment: DriveSimulation.Moment,
    for duration: Duration
  ) async throws(Failure) {
    do {
      try await driver.stand(at: moment, for: duration)
    } catch {
      throw .cancelled
    }
  }

  private func set(_ status: TripStatus) async throws(Failure) {
    try await update(Trip(status: status), mask: ["tripStatus"])
    onEvent(.status(status))
  }

  private func update(_ trip: Trip, mask: [String]) async throws(Failure) {
    do {
      _ = try await backend.updateTrip(scenario.trip, trip, mask: mask)
    } catch {
      throw Task.isCancelled ? .cancelled : .call(error)
    }
  }
}
