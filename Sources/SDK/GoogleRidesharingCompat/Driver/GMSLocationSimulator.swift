public import CoreLocation
internal import FleetEngine
internal import Geo
internal import RidesharingDriver

/// Simulates a driver's vehicle, as in the Navigation SDK.
///
/// It sends a location per second of ``GMTDRidesharingDriverAPI/clock`` to the map's
/// `roadSnappedLocationProvider`, which has to be started.
@MainActor @preconcurrency public final class GMSLocationSimulator {
  /// The simulated speed relative to real time, clamped to 1...20; takes effect when a drive next
  /// starts or resumes.
  public var speedMultiplier: Float = 1
  /// Whether a drive is paused; the vehicle then stays where it is.
  public var isPaused = false {
    didSet {
      guard isPaused != oldValue, isDriving else { return }
      if isPaused { stop() } else { drive() }
    }
  }

  private let navigator: Navigator
  private let provider: RoadSnappedLocationProvider
  private var isDriving = false
  private var task: Task<Void, any Error>?

  init(_ navigator: GMSNavigator, _ provider: GMSRoadSnappedLocationProvider) {
    self.navigator = navigator.navigator
    self.provider = provider.provider
  }

  deinit { task?.cancel() }

  /// Places the vehicle; an invalid place is ignored.
  public func simulateLocation(at coordinate: CLLocationCoordinate2D) {
    guard Coordinate(coordinate).isValid else { return }
    isDriving = false
    stop(at: Coordinate(coordinate))
  }

  /// Drives the vehicle along the navigator's route from its position on it.
  public func simulateLocationsAlongExistingRoute() {
    isDriving = true
    if !isPaused { drive() }
  }

  /// Ends the simulation.
  public func stopSimulation() {
    isDriving = false
    run { _ in }
  }

  private func stop(at place: Coordinate? = nil) {
    guard let place = place ?? navigator.place else { return run { _ in } }
    run { try await $0.stand(at: place, heading: nil) }
  }

  private func drive() {
    guard let route = navigator.route,
      let drive = DriveSimulation(
        along: route.path.part(fromMeters: navigator.metersFromStart),
        speedFactor: Double(speedMultiplier)), let last = drive.path.coordinates.last
    else { return stop() }
    let start = GMTDRidesharingDriverAPI.clock.monotonicNow()
    run { driver in
      try await driver.drive(drive, since: start)
      try await driver.stand(at: last, heading: nil)
    }
  }

  /// Replaces the running simulation.
  private func run(_ simulation: @escaping @MainActor (SimulatedDriver) async throws -> Void) {
    task?.cancel()
    let driver = SimulatedDriver(
      navigator: navigator, provider: provider, clock: GMTDRidesharingDriverAPI.clock)
    // Unstructured: the task ends with the simulator.
    task = Task { try await simulation(driver) }
  }
}
