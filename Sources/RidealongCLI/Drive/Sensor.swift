internal import FleetEngine
internal import RidesharingDriver
internal import RouteSources

/// What measures where a vehicle is, as badly as it is asked to.
@MainActor
final class Sensor {
  private var disturber: LocationDisturber
  private let clock: ServiceClock
  private let start: Duration

  /// Creates a sensor that measures from now on.
  nonisolated init(_ disturbance: LocationDisturbance, clock: ServiceClock) {
    disturber = LocationDisturber(disturbance)
    self.clock = clock
    start = clock.monotonicNow()
  }

  /// The place as it is measured; nil where it is not.
  func measure(_ fix: LocationFix) -> LocationFix? {
    disturber.measure(fix, at: clock.monotonicNow() - start)
  }
}
