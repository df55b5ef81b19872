/// The moments at which requests may leave, evenly spread and at most so many in any second.
///
/// Moments are monotonic.
struct RequestPace: Sendable {
  private static let second: Duration = .seconds(1)

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
  mutating func leave(at now: Duration) {
    // A request that left a little late does not delay the ones after it; the plan begins anew
    // where it was late by a whole turn.
    let turn = Self.second / requestsPerSecond
    planned = (planned.map { now - $0 < turn ? $0 : now } ?? now) + turn
    if departures.count < requestsPerSecond {
      departures.append(now)
    } else {
      departures[oldest] = now
      oldest = (oldest + 1) % requestsPerSecond
    }
  }
}
