/// The moments at which requests may leave, evenly spread and at most so many in any second.
///
/// Moments are monotonic.
struct RequestPace: Sendable {
  private static let second: Duration = .seconds(1)
  /// The lateness that is made up for; a machine that slept does not catch up.
  private static let longestDelay: Duration = .milliseconds(250)

  /// The most requests in any second, at least 1.
  let requestsPerSecond: Int
  private var planned: Duration?
  /// When the latest requests left, as many as may in a second; the oldest is overwritten first.
  private var departures: [Duration] = []
  private var oldest = 0

  init(requestsPerSecond: Int) {
    self.requestsPerSecond = max(1, requestsPerSecond)
  }

  /// The moment from which the next request may leave; nil if it may at once.
  var earliest: Duration? {
    guard let planned, departures.count == requestsPerSecond else { return planned }
    return max(planned, departures[oldest] + Self.second)
  }

  /// Takes note that a request leaves.
  ///
  /// - Parameters:
  ///   - now: When it does.
  ///   - arrival: Since when it has waited.
  mutating func leave(at now: Duration, since arrival: Duration) {
    // A request that left late, because the clock woke it late, does not delay the ones after it:
    // the plan goes on from the moment that was its turn, unless it came only after that.
    let turn = max(planned ?? arrival, arrival, now - Self.longestDelay)
    planned = turn + Self.second / requestsPerSecond
    if departures.count < requestsPerSecond {
      departures.append(now)
    } else {
      departures[oldest] = now
      oldest = (oldest + 1) % requestsPerSecond
    }
  }
}
