public import CoreLocation
internal import FleetEngine
internal import Geo
internal import RidesharingDriver

/// Simulates where a driver's vehicle is, of the name that it has in the Navigation SDK.
///
/// Locations go to the map's `roadSnappedLocationProvider`, which has to be started, once a second by
/// the clock of ``GMTDRidesharingDriverAPI/clock``.
@MainActor
@preconcurrency
public final class GMSLocationSimulator {
  /// How many times faster than real the vehicle drives, brought into 1...20; holds from the next
  /// start or resumption of a drive.
  public var speedMultiplier: Float = 1
  /// Whether a drive is interrupted; the vehicle then stands where it is.
  public var isPaused = false {
    didSet {
      guard isPaused != oldValue, isDriving else { return }
      if isPaused { stand() } else { drive() }
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

  deinit {
    task?.cancel()
  }

  /// Lets the vehicle stand at a place; one that is not on Earth is ignored.
  public func simulateLocation(at coordinate: CLLocationCoordinate2D) {
    guard Coordinate(coordinate).isValid else { return }
    isDriving = false
    stand(at: Coordinate(coordinate))
  }

  /// Lets the vehicle drive along the navigator's route from where it is on it.
  public func simulateLocationsAlongExistingRoute() {
    isDriving = true
    if !isPaused { drive() }
  }

  /// Ends the simulation.
  public func stopSimulation() {
    isDriving = false
    run { _ in }
  }

  private func stand(at place: Coordinate? = nil) {
    guard let place = place ?? navigator.place else { return run { _ in } }
    run { try await $0.stand(at: place, heading: nil) }
  }

  private func drive() {
    guard let route = navigator.route,
      let drive = DriveSimulation(
        along: route.path.part(fromMeters: navigator.metersFromStart),
        speedFactor: Double(speedMultiplier)
      ), let last = drive.path.coordinates.last
    else { return stand() }
    let start = GMTDRidesharingDriverAPI.clock.monotonicNow()
    run { driver in
      try await driver.drive(drive, since: start)
      try await driver.stand(at: last, heading: nil)
    }
  }

  /// Replaces what the vehicle does.
  private func run(_ simulation: @escaping @MainActor (SimulatedDriver) async throws -> Void) {
    task?.cancel()
    let driver = SimulatedDriver(
      navigator: navigator,
      provider: provider,
      clock: GMTDRidesharingDriverAPI.clock
    )
    // Not a child of any task: it ends with the simulator.
    task = Task { try await simulation(driver) }
  }
}
