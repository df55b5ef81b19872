internal import FleetEngine

/// An estimate of the server's clock from the `Date` headers of its last responses.
///
/// A `Date` header has whole seconds and a network delay, hence the median. A clock does not stand
/// still: a `Date` that does is of a response that a cache or a canned server repeats. The samples refer to the
/// monotonic clock, so that the offset is right immediately after this machine's clock was set.
struct ServerClock: Sendable {
  private static let samples = 5
  /// The time after which a `Date` has to be later than the one before.
  private static let stillness: Duration = .seconds(2)

  /// The server's time when the monotonic clock was zero, one for each sample.
  private var origins: [Timestamp] = []
  /// The last `Date`, and when it first arrived.
  private var last: (date: Timestamp, at: Duration)?

  /// Returns how far the server's clock is ahead of this machine's; nil before the first sample.
  func offset(now: Duration, wall: Timestamp) -> Duration? {
    origins.isEmpty ? nil : origins.sorted()[origins.count / 2] + now - wall
  }

  /// Adds the `Date` header of a response that arrived at `now`; ignores an invalid date and one that
  /// stood still.
  mutating func add(_ date: String?, at now: Duration) {
    guard let server = date.flatMap(Timestamp.init(httpDate:)) else { return }
    let former = last
    if server != former?.date { last = (server, now) }
    if let former, server <= former.date, now - former.at > Self.stillness { return }
    // Half a second makes up for the missing fraction, on average.
    origins.append(server + .milliseconds(500) - now)
    if origins.count > Self.samples { origins.removeFirst() }
  }
}
