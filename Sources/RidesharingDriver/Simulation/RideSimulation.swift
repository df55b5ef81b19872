public import FleetEngine
internal import Geo

/// Plays a ride against a Fleet Engine: the provider's backend and the driver at once.
///
/// A status is set before the route that belongs to it is reported, as a server drops the route
/// of a waypoint that the vehicle has left. Source: contract 7.1 and 7.3.
@MainActor
public final class RideSimulation {
  /// Why a ride was not played to its end.
  public enum Failure: Error, Sendable, Hashable {
    /// The task was cancelled.
    case cancelled
    /// A call of the provider's backend failed.
    case call(FleetEngineError)
  }

  /// Something that has happened.
  public enum Event: Sendable, Hashable {
    /// The vehicle exists.
    case vehicleIsReady(VehicleName)
    /// The trip has been created.
    case tripIsCreated(TripName)
    /// The vehicle has been assigned to the trip.
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

  /// Creates a simulation; nothing happens before it is run.
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
  /// A vehicle that exists already is taken as it is. However the ride ends, the vehicle is taken
  /// offline with a last update; `VehicleReporter.finishPendingUpdates()` waits for it.
  ///
  /// - Throws: Why the ride was not played to its end.
  public func run() async throws(Failure) {
    do throws(FleetEngineError) {
      try await createVehicle()
    } catch {
      throw .call(error)
    }
    reporter.locationReportingInterval = VehicleReporter.locationReportingIntervals.lowerBound
    reporter.locationTrackingEnabled = true
    reporter.update(.online)
    defer {
      driver.navigator.clearDestinations()
      reporter.locationTrackingEnabled = false
    }
    try await create()
    let assigned = try await approach()
    try await stand(at: scenario.toPickup.moment(at: assigned), for: scenario.timing.atPickup)
    try await set(.enrouteToDropoff)
    try await drive(scenario.toDropoff, to: scenario.dropoff, type: .dropoff)
    try await set(.complete)
  }

  private func create() async throws(Failure) {
    let trip = Trip(
      type: .exclusive,
      pickupPoint: TerminalLocation(point: scenario.pickup),
      dropoffPoint: TerminalLocation(point: scenario.dropoff),
      numberOfPassengers: 1
    )
    do throws(FleetEngineError) {
      _ = try await backend.createTrip(scenario.trip, trip)
    } catch {
      throw .call(error)
    }
    onEvent(.tripIsCreated(scenario.trip))
    onEvent(.status(.new))
  }

  private func createVehicle() async throws(FleetEngineError) {
    let vehicle = Vehicle(
      state: .offline,
      supportedTripTypes: [.exclusive],
      maximumCapacity: 4,
      category: .auto
    )
    do throws(FleetEngineError) {
      _ = try await backend.createVehicle(scenario.vehicle, vehicle)
    } catch {
      guard error.code == .alreadyExists else { throw error }
    }
    onEvent(.vehicleIsReady(scenario.vehicle))
  }

  /// Waits, assigns the vehicle and drives to the pickup.
  private func approach() async throws(Failure) -> Duration {
    let creation = clock.monotonicNow()
    if scenario.timing.unassigned > .zero {
      try await stand(at: scenario.toPickup.moment(at: .zero), for: scenario.timing.unassigned)
    }
    try await update(Trip(vehicleID: scenario.vehicle.vehicleID), mask: ["vehicleId"])
    onEvent(.vehicleIsAssigned)
    let newEnds = creation + scenario.scaled(scenario.timing.new)
    if newEnds <= clock.monotonicNow() { try await set(.enrouteToPickup) }
    let start = clock.monotonicNow()
    guide(along: scenario.toPickup, to: scenario.pickup, type: .pickup)
    if newEnds > start {
      try await move(scenario.toPickup, since: start, until: newEnds)
      let left = newEnds - clock.monotonicNow()
      if left > .zero {
        try await stand(at: scenario.toPickup.moment(at: clock.monotonicNow() - start), wall: left)
      }
      try await set(.enrouteToPickup)
    }
    try await move(scenario.toPickup, since: start)
    try await set(.arrivedAtPickup)
    return scenario.toPickup.duration
  }

  private func drive(
    _ drive: DriveSimulation,
    to place: Coordinate,
    type: WaypointType
  ) async throws(Failure) {
    let start = clock.monotonicNow()
    guide(along: drive, to: place, type: type)
    try await move(drive, since: start)
  }

  private func guide(along drive: DriveSimulation, to place: Coordinate, type: WaypointType) {
    driver.navigator.setDestination(
      NavigationRoute(
        drive,
        endPoint: TripWaypoint(
          location: TerminalLocation(point: place),
          tripID: scenario.trip.tripID,
          type: type
        )
      )
    )
  }

  private func move(
    _ drive: DriveSimulation,
    since start: Duration,
    until end: Duration? = nil
  ) async throws(Failure) {
    do throws(CancellationError) {
      try await driver.drive(drive, since: start, until: end)
    } catch {
      throw .cancelled
    }
  }

  private func stand(
    at moment: DriveSimulation.Moment,
    for duration: Duration
  ) async throws(Failure) {
    try await stand(at: moment, wall: scenario.scaled(duration))
  }

  private func stand(
    at moment: DriveSimulation.Moment,
    wall duration: Duration
  ) async throws(Failure) {
    do throws(CancellationError) {
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
    do throws(FleetEngineError) {
      _ = try await backend.updateTrip(scenario.trip, trip, mask: mask)
    } catch {
      throw Task.isCancelled ? .cancelled : .call(error)
    }
  }
}
