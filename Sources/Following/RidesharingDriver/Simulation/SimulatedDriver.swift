public import FleetEngine
public import Geo

/// Moves a simulated vehicle and reports its positions to a location provider.
@MainActor public final class SimulatedDriver {
  /// The time between two locations.
  public nonisolated static let locationInterval: Duration = .seconds(1)

  /// Receives the locations.
  public let provider: RoadSnappedLocationProvider
  /// Guides the vehicle.
  public let navigator: Navigator
  private let clock: ServiceClock

  /// Creates a driver and starts its location provider.
  public init(navigator: Navigator, clock: ServiceClock = .system) {
    self.navigator = navigator
    self.clock = clock
    provider = RoadSnappedLocationProvider()
    provider.add(navigator)
    provider.startUpdatingLocation()
  }

  /// Creates a driver that reports to a provider that the navigator already follows.
  public init(navigator: Navigator, provider: RoadSnappedLocationProvider, clock: ServiceClock) {
    self.navigator = navigator
    self.provider = provider
    self.clock = clock
  }

  /// Waits at a position of a drive for a duration; throws if the task is cancelled.
  public func stand(
    at moment: DriveSimulation.Moment, for duration: Duration
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

  /// Waits at a place until the task is cancelled, which throws; the heading is in degrees.
  public func stand(at place: Coordinate, heading: Double?) async throws(CancellationError) {
    while true {
      report(LocationFix(place, heading: heading, speed: 0))
      try await pause(until: clock.monotonicNow() + Self.locationInterval)
    }
  }

  /// Waits at a position of a drive until the task is cancelled, which throws.
  public func stand(at moment: DriveSimulation.Moment) async throws(CancellationError) {
    try await stand(at: moment.coordinate, heading: moment.heading)
  }

  /// Drives to the end of a path, or until `end`; throws if the task is cancelled.
  ///
  /// `start` and `end` are monotonic times.
  public func drive(
    _ drive: DriveSimulation, since start: Duration, until end: Duration? = nil
  ) async throws(CancellationError) {
    let arrival = start + drive.duration
    let target = min(arrival, end ?? arrival)
    report(drive.moment(at: clock.monotonicNow() - start))
    while clock.monotonicNow() < target {
      try await pause(until: target)
      report(drive.moment(at: clock.monotonicNow() - start))
    }
  }

  /// Plays a recording, snapping each fix to the route; throws if the task is cancelled.
  ///
  /// Fixes keep their measured speeds and come as ``PacedFixes`` but are reported with the current time.
  /// `speedFactor` is clamped to 1...20.
  public func drive(
    _ fixes: some Sequence<LocationFix>, speedFactor: Double = 1
  ) async throws(CancellationError) {
    let paced = PacedFixes(Array(fixes), speedFactor: speedFactor, times: .present, clock: clock)
    for await fix in paced { reportSnapped(fix) }
    if Task.isCancelled { throw CancellationError() }
  }

  /// Reports live positions with the current time until the stream ends or the task is cancelled.
  public func follow(_ fixes: AsyncStream<LocationFix>) async {
    for await var fix in fixes {
      fix.time = nil
      reportSnapped(fix)
    }
  }

  private func pause(until end: Duration) async throws(CancellationError) {
    let left = end - clock.monotonicNow()
    do { try await clock.sleep(min(max(left, .zero), Self.locationInterval)) } catch {
      throw CancellationError()
    }
    if Task.isCancelled { throw CancellationError() }
  }

  private func report(_ moment: DriveSimulation.Moment) {
    report(LocationFix(moment.coordinate, heading: moment.heading, speed: moment.speed))
  }

  /// Reports a place that is on the road.
  private func report(_ fix: LocationFix) {
    provider.report(fix.location(on: fix.place, bearing: fix.heading, now: clock.wallNow()))
  }

  private func reportSnapped(_ fix: LocationFix) {
    provider.report(fix, snappingTo: navigator, now: clock.wallNow())
  }
}
