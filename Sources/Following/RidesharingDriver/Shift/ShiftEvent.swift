/// An event in a driver's shift.
public enum ShiftEvent: Sendable, Hashable {
  /// The vehicle has no trips and waits for some.
  case waiting
  /// The vehicle was given a trip with this number of remaining stops.
  case assigned(tripID: String, stops: Int)
  /// The vehicle drives to a stop along a route of this length and driving time.
  case driving(TripStop, meters: Double, time: Duration)
  /// No route to a stop was found; the search is repeated.
  case noRoute(TripStop, RouteFinderError)
  /// The vehicle has arrived at a stop.
  case arrived(TripStop)
  /// The dispatch accepted a trip's new status.
  case reported(TripProgress)
  /// The dispatch refused a trip's new status for good; the trip may have been canceled.
  case refused(TripProgress, TripDispatchError)
  /// The driver may not report trip statuses; someone else must set them.
  case reportingDenied(TripDispatchError)
  /// A trip was driven to its end.
  case completed(tripID: String)
  /// A trip was canceled or given to another vehicle.
  case left(tripID: String)
  /// The dispatch is unavailable; the vehicle continues with its current plan.
  case disconnected(TripDispatchError)
  /// The dispatch is available again.
  case reconnected
}

/// The settings of a driver's shift.
public struct ShiftOptions: Sendable, Hashable {
  /// How long the vehicle waits at a pickup or an intermediate stop.
  public var dwell: Duration
  /// How long the vehicle rests after a trip.
  public var rest: Duration
  /// The time between two polls for trips.
  public var pollInterval: Duration
  /// The number of trips, completed or left, after which the shift ends; nil for no limit.
  public var mostTrips: Int?

  /// Creates options, by default those of Google's sample apps.
  ///
  /// Times are at least zero, the polling interval at least 0.1 s. See docs/protocol.md,
  /// "Order of a ride".
  public init(
    dwell: Duration = .seconds(10), rest: Duration = .seconds(5),
    pollInterval: Duration = .seconds(2), mostTrips: Int? = nil
  ) {
    self.dwell = max(dwell, .zero)
    self.rest = max(rest, .zero)
    self.pollInterval = max(pollInterval, .milliseconds(100))
    self.mostTrips = mostTrips
  }
}
