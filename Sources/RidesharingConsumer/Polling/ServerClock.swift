internal import FleetEngine

/// The server's clock, as its last answers tell.
///
/// A `Date` header counts whole seconds and comes late by the way of the answer, hence the median.
/// It is held against the clock that never jumps, so that setting this machine's clock changes at
/// once how far that is off, and not only after some answers.
struct ServerClock: Sendable {
  private static let samples = 5

  /// The moments at which the monotonic clock was zero, by the server's.
  private var origins: [Timestamp] = []

  /// How far the server's clock is ahead of this machine's; nil before the first answer.
  func offset(now: Duration, wall: Timestamp) -> Duration? {
    origins.isEmpty ? nil : origins.sorted()[origins.count / 2] + now - wall
  }

  /// Takes an answer's `Date` header.
  ///
  /// - Parameters:
  ///   - date: The header; what is no date is left out.
  ///   - now: The moment of the answer, monotonic.
  mutating func add(_ date: String?, at now: Duration) {
    guard let server = date.flatMap(Timestamp.init(httpDate:)) else { return }
    // Half a second, as the header has lost the fraction of its second.
    origins.append(server + .milliseconds(500) - now)
    if origins.count > Self.samples { origins.removeFirst() }
  }
}
