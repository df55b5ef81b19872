/// Decides when requests may leave: in even batches, and at most a fixed number in any second.
///
/// A batch holds the requests of a tenth of a second, at least one. Requests that leave together
/// wake the process once. Moments are monotonic.
struct RequestPace: Sendable {
  private static let second: Duration = .seconds(1)
  /// The longest delay that is made up for; a machine that slept does not catch up.
  private static let longestDelay: Duration = .milliseconds(250)

  /// The maximum number of requests in any one second, at least 1.
  let requestsPerSecond: Int
  /// How many times longer than usual a batch lasts, at least 1.
  var stretch = 1
  private var batch: (start: Duration, count: Int)?
  /// When the latest requests left, a ring of ``requestsPerSecond`` elements.
  private var departures: [Duration] = []
  private var oldest = 0

  init(requestsPerSecond: Int) { self.requestsPerSecond = max(1, requestsPerSecond) }

  /// The moment from which the next request may leave; nil if it may at once.
  var earliest: Duration? {
    let nextBatch = batch.flatMap { $0.count < batchSize ? nil : $0.start + batchTime }
    guard departures.count == requestsPerSecond else { return nextBatch }
    let endOfSecond = departures[oldest] + Self.second
    return max(nextBatch ?? endOfSecond, endOfSecond)
  }

  /// Records that a request leaves which has waited since `arrival`.
  mutating func leave(at now: Duration, since arrival: Duration) {
    if let batch, arrival < batch.start + batchTime, batch.count < batchSize {
      self.batch = (batch.start, batch.count + 1)
    } else {
      // A batch that leaves late does not delay the next ones.
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
