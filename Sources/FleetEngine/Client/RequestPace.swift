/// Decides when requests may leave: in even batches, and at most so many in any second.
///
/// A batch holds the requests of a tenth of a second, or one where that is longer. Requests that
/// leave together wake the process once. Moments are monotonic.
struct RequestPace: Sendable {
  private static let second: Duration = .seconds(1)
  /// The lateness that is made up for; a machine that slept does not catch up.
  private static let longestDelay: Duration = .milliseconds(250)

  /// The most requests in any second, at least 1.
  let requestsPerSecond: Int
  /// How many times longer than usual a batch lasts, at least 1.
  var stretch = 1
  private var batch: (start: Duration, count: Int)?
  /// When the latest requests left, as many as may in a second; the oldest is overwritten first.
  private var departures: [Duration] = []
  private var oldest = 0

  init(requestsPerSecond: Int) {
    self.requestsPerSecond = max(1, requestsPerSecond)
  }

  /// The moment from which the next request may leave; nil if it may at once.
  var earliest: Duration? {
    let nextBatch = batch.flatMap { $0.count < batchSize ? nil : $0.start + batchTime }
    guard departures.count == requestsPerSecond else { return nextBatch }
    let endOfSecond = departures[oldest] + Self.second
    return max(nextBatch ?? endOfSecond, endOfSecond)
  }

  /// Records that a request leaves.
  ///
  /// - Parameters:
  ///   - now: When it does.
  ///   - arrival: Since when it has waited.
  mutating func leave(at now: Duration, since arrival: Duration) {
    if let batch, arrival < batch.start + batchTime, batch.count < batchSize {
      self.batch = (batch.start, batch.count + 1)
    } else {
      // A batch that the clock woke late does not delay the ones after it.
      let planned = batch.map { $0.start + batchTime } ?? arrival
      batch = (max(planned, arrival, now - Self.longestDelay), 1)
    }
    if departures.count < requestsPerSecond {
      departures.append(now)
    } else {
      departures[oldest] = now
      oldest = (oldest + 1) % requestsPerSecond
    }
  }

  private var batchSize: Int { max(1, requestsPerSecond / 10) }
  private var batchTime: Duration { Self.second * batchSize / requestsPerSecond * stretch }
}
