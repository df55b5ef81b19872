package import FleetEngine
package import HTTPMessages

/// Receives each finished poll of a model, on any thread, in order.
package protocol PollRecorder: AnyObject, Sendable { func record(_ poll: RecordedPoll) }

/// A finished poll with everything that subscribers learned from it, which can be replayed.
package struct RecordedPoll: Sendable {
  package enum Result: Sendable {
    /// The trip as the server sent it, without the parts that did not change.
    case trip(Trip)
    case failure(FleetEngineError)
  }

  package var result: Result
  /// When it started, on the wall clock.
  package var time: Timestamp
  /// When it started, monotonic.
  package var start: Duration
  package var duration: Duration
  /// 1 after a success, one more after each failure.
  package var attempt: Int
  /// Whether the user requested it.
  package var isUserRequest: Bool
  /// When the next poll was planned, monotonic; nil if none was.
  package var nextPollAt: Duration?
  /// The time between two polls then; nil if polling was off.
  package var interval: Duration?
  /// The configured time between two polls; nil if polling was off.
  package var usualInterval: Duration?
  package var serverDate: String?
  package var bodyBytes: Int?
  /// The last request and its response; nil if it is not kept.
  package var exchange: RecordedExchange?

  package init(
    result: Result, time: Timestamp, start: Duration, duration: Duration, attempt: Int = 1,
    isUserRequest: Bool = false, nextPollAt: Duration? = nil, interval: Duration? = nil,
    usualInterval: Duration? = nil, serverDate: String? = nil, bodyBytes: Int? = nil,
    exchange: RecordedExchange? = nil
  ) {
    self.result = result
    self.time = time
    self.start = start
    self.duration = duration
    self.attempt = attempt
    self.isUserRequest = isUserRequest
    self.nextPollAt = nextPollAt
    self.interval = interval
    self.usualInterval = usualInterval
    self.serverDate = serverDate
    self.bodyBytes = bodyBytes
    self.exchange = exchange
  }

  /// Records a poll with the status after it.
  init(_ poll: FinishedPoll, status: PollingStatus) {
    let outcome = poll.outcome
    self.init(
      result: outcome.error.map { .failure($0) } ?? .trip(outcome.sent ?? Trip()), time: poll.time,
      start: poll.start, duration: poll.duration, attempt: poll.attempt,
      isUserRequest: poll.isUserRequest, nextPollAt: status.nextPollAt, interval: status.interval,
      usualInterval: status.usualInterval, serverDate: outcome.serverDate,
      bodyBytes: outcome.bodyBytes, exchange: outcome.exchange)
  }

  /// When it ended, monotonic.
  package var end: Duration { start + duration }
  /// When it ended, on the wall clock.
  package var endTime: Timestamp { time + duration }
}

extension PollLedger {
  /// Applies the start of a recorded poll.
  package mutating func replayStart(of poll: RecordedPoll) -> PollReport {
    status.isPolling = true
    status.lastPollAt = poll.start
    status.nextPollAt = nil
    if poll.attempt > 1 { status.totalRetries += 1 }
    return PollReport(status: status)
  }

  /// Applies the end of a recorded poll, which was started.
  package mutating func replayEnd(of poll: RecordedPoll, keepsExchange: Bool = true) -> PollReport {
    let outcome: PollOutcome
    switch poll.result {
    case .trip(let sent):
      let response = FleetEngineResponse(
        value: sent, timings: HTTPTimings(), bodyBytes: poll.bodyBytes ?? 0,
        serverDate: poll.serverDate)
      outcome = PollOutcome(response, after: trip, poll.exchange)
    case .failure(let error): outcome = PollOutcome(error, poll.exchange)
    }
    let (trip, fields) = finish(
      FinishedPoll(
        outcome: outcome, start: poll.start, duration: poll.duration, time: poll.time,
        attempt: poll.attempt, isUserRequest: poll.isUserRequest, keepsExchange: keepsExchange))
    status.isPolling = false
    status.nextPollAt = poll.nextPollAt
    (status.interval, status.usualInterval) = (poll.interval, poll.usualInterval)
    if outcome.error == nil {
      (status.consecutiveFailures, status.failingSince) = (0, nil)
    } else {
      status.consecutiveFailures = poll.attempt
      status.failingSince = status.failingSince ?? poll.end
    }
    let errors = outcome.error.map { [$0] } ?? []
    return PollReport(trip: trip, fields: fields, errors: errors, status: status)
  }
}
