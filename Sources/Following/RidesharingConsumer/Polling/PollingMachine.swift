internal import FleetEngine

/// A pure state machine that decides when to poll.
///
/// The caller performs its actions and reports the results as events. Moments are monotonic.
///
/// After a recoverable failure it retries sooner than after a long interval, so that the trip is
/// back as soon as the network is. After any other failure, and while a quota is exhausted, it
/// never polls more often than the interval.
struct PollingMachine: Sendable, Equatable {
  /// An event that the machine handles.
  enum Event: Sendable, Equatable {
    /// The first subscriber registered.
    case started
    /// The last subscriber left.
    case stopped
    /// The user requested a poll.
    case refreshRequested
    /// The wait is over.
    case waited
    /// A poll succeeded.
    case succeeded
    /// A poll failed.
    case failed(FleetEngineError)
    /// The interval changed; nil turns polling off.
    case intervalChanged(Duration?)
  }

  /// An action for the caller; each action replaces the previous one.
  enum Action: Sendable, Equatable {
    /// Poll now.
    case poll
    /// Wait until a moment.
    case wait(until: Duration)
    /// Do nothing.
    case rest
  }

  private(set) var isRunning = false
  private(set) var isPolling = false
  private(set) var interval: Duration?
  private(set) var lastPollAt: Duration?
  private(set) var nextPollAt: Duration?
  private(set) var consecutiveFailures = 0
  private(set) var failingSince: Duration?
  private(set) var totalRetries = 0
  /// The longer interval while a quota is exhausted.
  private var quotaInterval: Duration?
  private var recoverableRun = 0
  private var notFoundSince: Duration?

  init(interval: Duration?) { self.interval = interval }

  /// The interval in effect.
  var presentInterval: Duration? { interval.map { max($0, quotaInterval ?? .zero) } }

  /// Handles an event; nil means that the previous action continues.
  mutating func handle(
    _ event: Event, at now: Duration, using random: inout some RandomNumberGenerator
  ) -> Action? {
    switch event {
    case .started:
      guard !isRunning else { return nil }
      isRunning = true
      return interval == nil ? nil : pollSoon(at: now)
    case .stopped:
      guard isRunning else { return nil }
      isRunning = false
      isPolling = false
      nextPollAt = nil
      return .rest
    case .refreshRequested:
      guard isRunning, !isPolling else { return nil }
      return pollSoon(at: now)
    case .waited:
      guard isRunning, !isPolling, let nextPollAt else { return nil }
      return poll(notBefore: nextPollAt, at: now)
    case .succeeded:
      guard isRunning, isPolling else { return nil }
      isPolling = false
      forgetFailures()
      return nextRegularPoll(at: now)
    case .failed(let error):
      guard isRunning, isPolling else { return nil }
      isPolling = false
      return retry(after: error, at: now, using: &random)
    case .intervalChanged(let interval): return change(to: interval, at: now)
    }
  }

  private mutating func pollSoon(at now: Duration) -> Action? {
    let due = lastPollAt.map { max(now, $0 + RetryPolicy.betweenRefreshes) } ?? now
    if due > now, nextPollAt == due { return nil }
    return poll(notBefore: due, at: now)
  }

  private mutating func poll(notBefore due: Duration, at now: Duration) -> Action {
    guard due <= now else {
      nextPollAt = due
      return .wait(until: due)
    }
    nextPollAt = nil
    lastPollAt = now
    isPolling = true
    if consecutiveFailures > 0 { totalRetries += 1 }
    return .poll
  }

  private mutating func nextRegularPoll(at now: Duration) -> Action? {
    guard let presentInterval else { return nil }
    return poll(notBefore: (lastPollAt ?? now) + presentInterval, at: now)
  }

  private mutating func change(to interval: Duration?, at now: Duration) -> Action? {
    guard interval != self.interval else { return nil }
    self.interval = interval
    guard isRunning, !isPolling else { return nil }
    guard interval != nil else {
      nextPollAt = nil
      return .rest
    }
    if consecutiveFailures > 0, nextPollAt != nil { return nil }
    return lastPollAt == nil ? pollSoon(at: now) : nextRegularPoll(at: now)
  }

  private mutating func forgetFailures() {
    consecutiveFailures = 0
    failingSince = nil
    quotaInterval = nil
    recoverableRun = 0
    notFoundSince = nil
  }

  private mutating func retry(
    after error: FleetEngineError, at now: Duration, using random: inout some RandomNumberGenerator
  ) -> Action? {
    consecutiveFailures += 1
    failingSince = failingSince ?? now
    recoverableRun = error.mayPass ? recoverableRun + 1 : 0
    notFoundSince = error.code == .notFound ? notFoundSince ?? now : nil
    guard let interval else { return nil }
    let start = lastPollAt ?? now
    switch error.bucket {
    // A transport that was closed may be replaced; polling ends by itself if nobody waits.
    case .recoverable, .cancelled:
      let wait = RetryPolicy.spread(.recoverable(recoverableRun), using: &random)
      return poll(notBefore: max(now + wait, start + (quotaInterval ?? .zero)), at: now)
    case .needsAction:
      let regular = start + max(interval, quotaInterval ?? .zero)
      if let notFoundSince, now - notFoundSince < RetryPolicy.notFoundFor {
        return poll(notBefore: max(start + RetryPolicy.notFound, regular), at: now)
      }
      let wait = RetryPolicy.spread(.needsAction, using: &random)
      return poll(notBefore: max(now + wait, regular), at: now)
    case .quota:
      let doubled = min((quotaInterval ?? interval) * 2, RetryPolicy.longestQuotaInterval)
      let longer = max(doubled, interval)
      quotaInterval = longer
      let retryAfter = min(error.retryAfter ?? .zero, RetryPolicy.longestRetryAfter)
      return poll(notBefore: max(now + retryAfter, start + longer), at: now)
    }
  }
}
