public import FleetEngine
public import Geo

/// Moves a simulated vehicle and tells a location provider and a navigator where it is.
@MainActor
public final class SimulatedDriver {
  /// The time between two locations.
  public static let locationInterval: Duration = .seconds(1)

  /// What hears of the locations.
  public let provider: RoadSnappedLocationProvider
  /// What guides the vehicle.
  public let navigator: Navigator
  /// What a sensor makes of where a simulated vehicle is, and of locations as they come.
  ///
  /// It may add noise, or give nil where it measures nothing. Without it a place is measured as it is.
  public var measuring: (@MainActor (LocationFix) -> LocationFix?)?
  private let clock: ServiceClock

  /// Creates a driver and starts its location provider.
  public init(navigator: Navigator, clock: ServiceClock) {
    self.navigator = navigator
    self.clock = clock
    provider = RoadSnappedLocationProvider()
    provider.add(navigator)
    provider.startUpdatingLocation()
  }

  /// Creates a driver whose locations go to a provider that the navigator follows already.
  public init(navigator: Navigator, provider: RoadSnappedLocationProvider, clock: ServiceClock) {
    self.navigator = navigator
    self.provider = provider
    self.clock = clock
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

  /// Stands at a place until the task is cancelled.
  ///
  /// - Parameters:
  ///   - place: The place.
  ///   - heading: Degrees clockwise from true north; nil where it is not known.
  /// - Throws: When the task is cancelled.
  public func stand(at place: Coordinate, heading: Double?) async throws(CancellationError) {
    while true {
      report(LocationFix(place, heading: heading, speed: 0), on: place)
      try await pause(until: clock.monotonicNow() + Self.locationInterval)
    }
  }

  /// Stands at a moment of a drive until the task is cancelled.
  ///
  /// - Parameter moment: The place and heading.
  /// - Throws: When the task is cancelled.
  public func stand(at moment: DriveSimulation.Moment) async throws(CancellationError) {
    try await stand(at: moment.coordinate, heading: moment.heading)
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

  /// Drives as a recording did, each fix moved onto the route where it is near it.
  ///
  /// A fix is reported as measured at the moment of its report, with the speed that was measured. Between two fixes passes the time
  /// that passed when they were measured, and ``locationInterval`` where that is not known; a fix
  /// that is older than the one before follows it at once.
  ///
  /// - Parameters:
  ///   - fixes: The recording.
  ///   - speedFactor: How many times faster than real it is played, brought into 1...20.
  /// - Throws: When the task is cancelled.
  public func drive(
    _ fixes: some Sequence<LocationFix>,
    speedFactor: Double = 1
  ) async throws(CancellationError) {
    let factor = DriveSimulation.bounded(speedFactor)
    var due = clock.monotonicNow()
    var last: LocationFix?
    for fix in fixes {
      if let last {
        due += max(.zero, last.time(to: fix) ?? Self.locationInterval) / factor
        while clock.monotonicNow() < due { try await pause(until: due) }
      }
      last = fix
      var present = fix
      present.time = nil
      provider.report(present, snappingTo: navigator, now: clock.wallNow())
    }
  }

  /// Hands on where a vehicle is as it is heard, each location as measured at that moment.
  ///
  /// - Parameter fixes: The locations; the end of the stream ends this, as does the task's.
  public func follow(_ fixes: AsyncStream<LocationFix>) async {
    for await fix in fixes {
      var present = fix
      present.time = nil
      if let measuring {
        guard let measured = measuring(present) else { continue }
        present = measured
      }
      provider.report(present, snappingTo: navigator, now: clock.wallNow())
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
    report(
      LocationFix(moment.coordinate, heading: moment.heading, speed: moment.speed),
      on: moment.coordinate
    )
  }

  private func report(_ fix: LocationFix, on road: Coordinate) {
    let now = clock.wallNow()
    guard let measuring else {
      return provider.report(fix.location(on: road, bearing: fix.heading, now: now))
    }
    if let measured = measuring(fix) {
      provider.report(measured, snappingTo: navigator, now: now)
    }
  }
}
