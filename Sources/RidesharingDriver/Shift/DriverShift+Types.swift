public import Geo

extension DriverShift {
  /// What moves the vehicle.
  public enum Movement: Sendable {
    /// A simulation along the navigator's routes, from a place on.
    case simulated(from: Coordinate)
    /// A recording, some times faster than real, after whose end the shift is over.
    case recorded([LocationFix], speedFactor: Double)
    /// Locations as they come, after whose end the shift is over.
    case live(AsyncStream<LocationFix>)
  }

  /// Why a shift is over.
  public enum Ending: Sendable, Hashable {
    /// As many trips as it was to have have ended.
    case tripsEnded
    /// There are no more locations.
    case locationsEnded
    /// The task was cancelled.
    case cancelled
    /// The dispatch will never give this driver trips.
    case failed(TripDispatchError)
  }
}
