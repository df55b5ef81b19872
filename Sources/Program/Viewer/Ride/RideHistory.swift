internal import FleetEngine
internal import RidesharingConsumer

/// How a ride's estimate, its vehicle, and the connection have changed since the ride was opened.
struct RideHistory: Equatable {
  /// The moment with which the present estimate is compared.
  enum Reference: Equatable {
    /// The vehicle's assignment.
    case assignment
    /// The first response.
    case time(Timestamp)
  }

  /// The estimates of the drop-off, in seconds since 1970.
  private(set) var dropoff = TimeSeries()
  /// The vehicle's speed in meters per second.
  private(set) var speed = TimeSeries()
  /// The seconds between two of the vehicle's reports.
  private(set) var reportInterval = TimeSeries()
  /// The seconds that the successful requests took.
  private(set) var latency = TimeSeries()
  private(set) var reference: (estimate: Timestamp, since: Reference)?

  static func == (one: Self, other: Self) -> Bool {
    one.dropoff == other.dropoff && one.speed == other.speed
      && one.reportInterval == other.reportInterval && one.latency == other.latency
      && one.reference?.estimate == other.reference?.estimate
      && one.reference?.since == other.reference?.since
  }

  /// Records a trip's new state.
  mutating func record(_ old: Trip?, _ new: Trip, at wall: Timestamp) {
    guard !TripStage(new).isEnded else { return }
    if let estimate = new.dropoffTime {
      dropoff.record(estimate.secondsSince1970, at: wall)
      let isAssigned = old.map { $0.vehicleID != new.vehicleID } ?? false
      if isAssigned, new.vehicleID != nil {
        reference = (estimate, .assignment)
      } else if reference == nil {
        reference = (estimate, .time(wall))
      }
    }
    let (before, report) = (old?.locationTime, new.locationTime)
    guard let report, report != before else { return }
    if let speed = new.lastLocation?.speed, speed.isFinite { self.speed.record(speed, at: wall) }
    guard let before, old?.vehicleID == new.vehicleID, report > before else { return }
    reportInterval.record((report - before).inSeconds, at: wall)
  }

  /// Records the successful requests after a time; the calls of a log have no duration.
  mutating func record(_ polls: [PollRecord], after last: Timestamp?) {
    for poll in polls.reversed().prefix(while: { poll in last.map { poll.time > $0 } ?? true })
      .reversed() where poll.code == .ok && poll.duration > .zero
    { latency.record(poll.duration.inSeconds, at: poll.time) }
  }

  /// How much later the drop-off is expected than at the reference; nil if the ride ended, the data is too old, or an estimate is missing.
  func drift(_ facts: RideFacts) -> (later: Duration, since: Reference)? {
    guard let reference, let trip = facts.trip, let estimate = trip.dropoffTime,
      !TripStage(trip).isEnded, !facts.isWithdrawn
    else { return nil }
    return (estimate - reference.estimate, reference.since)
  }
}

/// A value over time.
struct TimeSeries: Equatable {
  struct Sample: Equatable {
    let time: Timestamp
    let value: Double
  }

  /// The samples, oldest first; at their limit, every other one is dropped.
  private(set) var samples: [Sample] = []

  private static let maximumSamples = 240

  mutating func record(_ value: Double, at time: Timestamp) {
    guard samples.last.map({ $0.time < time }) ?? true else { return }
    samples.append(Sample(time: time, value: value))
    guard samples.count > Self.maximumSamples else { return }
    samples = samples.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
  }

  /// The values at evenly spaced moments until an end, oldest first.
  func values(_ count: Int, until end: Timestamp) -> [Double] {
    guard let first = samples.first, count > 0 else { return [] }
    let span = max(.zero, end - first.time)
    var place = 0
    return (0..<count).map { index in
      let moment = first.time + span * index / max(1, count - 1)
      while place + 1 < samples.count, samples[place + 1].time <= moment { place += 1 }
      return samples[place].value
    }
  }

  /// The range of values without up to one in twenty at each end, if these make it twice as wide.
  ///
  /// One estimate that is an hour off does not flatten all others; one that lasts is not left out.
  static func range(_ values: [Double]) -> ClosedRange<Double>? {
    let sorted = values.sorted()
    guard let lowest = sorted.first, let highest = sorted.last else { return nil }
    guard sorted.count >= 5 else { return lowest...highest }
    let count = max(1, sorted.count / 20)
    let (low, high) = (sorted[count], sorted[sorted.count - 1 - count])
    let width = high - low
    return (low - lowest > width ? low : lowest)...(highest - high > width ? high : highest)
  }
}
