public import FleetEngine

/// Moves a simulated vehicle and tells a location provider and a navigator where it is.
@MainActor
public final class SimulatedDriver {
  /// The time between two locations.
  public static let locationInterval: Duration = .seconds(1)

  /// What hears of the locations.
  public let provider: RoadSnappedLocationProvider
  /// What guides the vehicle.
  public let navigator: Navigator
  private let clock: ServiceClock

  /// Creates a driver and starts its location provider.
  ///
  /// - Parameters:
  ///   - navigator: What guides the vehicle.
  ///   - clock: The time.
  public init(navigator: Navigator, clock: ServiceClock) {
    self.navigator = navigator
    self.clock = clock
    provider = RoadSnappedLocationProvider()
    provider.add(navigator)
    provider.startUpdatingLocation()
  }

  /// Stands at a moment of a drive.
  ///
  /// - Parameters:
  ///   - moment: The place and heading.
  ///   - duration: How long.
  /// - Throws: When the task is cancelled.
  public func stand(
    at moment: DriveSimulation.Moment,
    for duration: Duration
  ) async throws(CancellationError) {
    var moment = moment
    moment.speed = 0
    let end = clock.monotonicNow() + duration
    report(moment)
    while clock.monotonicNow() < end {
      try await pause(until: end)
      report(moment)
    }
  }

  /// Drives to the end of a path.
  ///
  /// - Parameters:
  ///   - drive: The drive.
  ///   - start: When it set off, by the clock's monotonic time.
  ///   - end: When to return, if that is before the drive's end.
  /// - Throws: When the task is cancelled.
  public func drive(
    _ drive: DriveSimulation,
    since start: Duration,
    until end: Duration? = nil
  ) async throws(CancellationError) {
    let arrival = start + drive.duration
    let target = min(arrival, end ?? arrival)
    report(drive.moment(at: clock.monotonicNow() - start))
    while clock.monotonicNow() < target {
      try await pause(until: target)
      report(drive.moment(at: clock.monotonicNow() - start))
    }
  }

  private func pause(until end: Duration) async throws(CancellationError) {
    let left = end - clock.monotonicNow()
    do {
      try await clock.sleep(min(max(left, .zero), Self.locationInterval))
    } catch {
      throw CancellationError()
    }
    if Task.isCancelled { throw CancellationError() }
  }

  private func report(_ moment: DriveSimulation.Moment) {
    let now = clock.wallNow()
    provider.report(
      VehicleLocation(
        location: moment.coordinate,
        latlngAccuracy: 3,
        heading: Int(moment.heading.rounded()) % 360,
        headingAccuracy: 5,
        speed: moment.speed,
        speedAccuracy: 0.5,
        updateTime: now,
        sensor: .roadSnappedLocationProvider,
        isRoadSnapped: true,
        isGPSSensorEnabled: true,
        rawLocation: moment.coordinate,
        rawLocationTime: now,
        rawLocationSensor: .gps,
        rawLocationAccuracy: 3
      )
    )
  }
}
