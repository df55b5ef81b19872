/// Something that has happened in a driver's shift.
public enum ShiftEvent: Sendable, Hashable {
  /// The vehicle has nothing to do and waits for trips.
  case waiting
  /// The vehicle has been given a trip; with the number of stops that it has left.
  case assigned(tripID: String, stops: Int)
  /// The vehicle drives to a stop; with the metres and the time that the way takes.
  case driving(TripStop, meters: Double, time: Duration)
  /// No way to a stop was found; it is looked for again.
  case noWay(TripStop, RouterError)
  /// The vehicle is at a stop.
  case arrived(TripStop)
  /// A trip's new status was taken.
  case told(TripProgress)
  /// A trip's new status was not taken and will not be; the trip may have been cancelled.
  case refused(TripProgress, TripDispatchError)
  /// Others have to set the statuses of trips.
  case mayNotTell(TripDispatchError)
  /// A trip has been driven to its end.
  case completed(tripID: String)
  /// A trip was cancelled or given to another vehicle, and is left.
  case left(tripID: String)
  /// What gives trips cannot be asked; the vehicle goes on with what it knows.
  case lost(TripDispatchError)
  /// What gives trips answers again.
  case found
}

/// How a driver's shift goes.
public struct ShiftOptions: Sendable, Hashable {
  /// How long the vehicle waits at a pickup and at a stop.
  public var dwell: Duration
  /// How long it rests after a trip's end.
  public var rest: Duration
  /// The time between two looks for trips.
  public var pollInterval: Duration
  /// After how many trips, driven or left, the shift ends; nil for never.
  public var mostTrips: Int?

  /// Creates options, by default those of Google's sample apps.
  ///
  /// Source: contract 8.4.
  ///
  /// - Parameters:
  ///   - dwell: How long the vehicle waits at a pickup and at a stop, zero or more.
  ///   - rest: How long it rests after a trip's end, zero or more.
  ///   - pollInterval: The time between two looks for trips, a tenth of a second or more.
  ///   - mostTrips: After how many trips, driven or left, the shift ends; nil for never.
  public init(
    dwell: Duration = .seconds(10),
    rest: Duration = .seconds(5),
    pollInterval: Duration = .seconds(2),
    mostTrips: Int? = nil
  ) {
    self.dwell = max(dwell, .zero)
    self.rest = max(rest, .zero)
    self.pollInterval = max(pollInterval, .milliseconds(100))
    self.mostTrips = mostTrips
  }
}
