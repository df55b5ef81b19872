internal import FleetEngine

/// When to ask the server next.
///
/// It decides only; who performs its actions tells it what came of them. Moments are monotonic.
///
/// After a failure that calling again may end, it asks again sooner than the user's interval where
/// that is long: the sooner the network is back, the sooner the trip is. After any other failure it
/// never asks more often than the user's interval, as nothing is gained by it; and while a quota is
/// used up it does so after no failure at all. Source: contract 4.3.
struct PollingMachine: Sendable, Equatable {
  /// What happened.
  enum Event: Sendable, Equatable {
    /// The first subscriber came.
    case started
    /// The last subscriber left.
    case stopped
    /// The user wants to know now.
    case refreshAsked
    /// The wait is over.
    case waited
    /// A good answer came.
    case succeeded
    /// The server could not be asked.
    case failed(FleetEngineError)
    /// The time between polls is another, or there is no polling any more.
    case intervalChanged(Duration?)
  }

  /// What is to be done; each action replaces the one before.
  enum Action: Sendable, Equatable {
    /// Ask the server, wait no longer.
    case poll
    /// Wait until a moment.
    case wait(until: Duration)
    /// Neither wait nor ask.
    case rest
  }

  /// The times of contract 4.3.
  enum Schedule {
    static let betweenRefreshes: Duration = .seconds(1)
    static let firstRetry: Duration = .seconds(1)
    static let growth = 1.6
    static let longestRetry: Duration = .seconds(30)
    static let needsAction: Duration = .seconds(60)
    static let notFound: Duration = .seconds(5)
    static let notFoundFor: Duration = .seconds(120)
    static let longestQuotaInterval: Duration = .seconds(60)
    static let longestRetryAfter: Duration = .seconds(600)
    static let spread = 0.2
  }

  private(set) var isRunning = false
  private(set) var isPolling = false
  private(set) var interval: Duration?
  private(set) var lastPollAt: Duration?
  private(set) var nextPollAt: Duration?
  private(set) var consecutiveFailures = 0
  private(set) var failingSince: Duration?
  private(set) var totalRetries = 0
  /// The longer time between polls while a quota is used up.
  private var quotaInterval: Duration?
  private var recoverableRun = 0
  private var notFoundSince: Duration?

  init(interval: Duration?) {
    self.interval = interval
  }

  /// The time between polls that now holds.
  var presentInterval: Duration? { interval.map { max($0, quotaInterval ?? .zero) } }

  /// Takes an event.
  ///
  /// - Parameters:
  ///   - event: What happened.
  ///   - now: When.
  ///   - random: Where the spread of retries comes from.
  /// - Returns: What to do now; nil to go on as before.
  mutating func handle(
    _ event: Event,
    at now: Duration,
    using random: inout some RandomNumberGenerator
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
    case .refreshAsked:
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
    case .intervalChanged(let interval):
      return change(to: interval, at: now)
    }
  }

  private mutating func pollSoon(at now: Duration) -> Action? {
    let due = lastPollAt.map { max(now, $0 + Schedule.betweenRefreshes) } ?? now
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
    after error: FleetEngineError,
    at now: Duration,
    using random: inout some RandomNumberGenerator
  ) -> Action? {
    consecutiveFailures += 1
    failingSince = failingSince ?? now
    recoverableRun = error.bucket == .recoverable ? recoverableRun + 1 : 0
    notFoundSince = error.code == .notFound ? notFoundSince ?? now : nil
    guard let interval else { return nil }
    let start = lastPollAt ?? now
    switch error.bucket {
    case .recoverable:
      let wait = Self.spread(.recoverable(recoverableRun), using: &random)
      return poll(notBefore: max(now + wait, start + (quotaInterval ?? .zero)), at: now)
    case .needsAction:
      let regular = start + max(interval, quotaInterval ?? .zero)
      if let notFoundSince, now - notFoundSince < Schedule.notFoundFor {
        return poll(notBefore: max(start + Schedule.notFound, regular), at: now)
      }
      let wait = Self.spread(.needsAction, using: &random)
      return poll(notBefore: max(now + wait, regular), at: now)
    case .quota:
      let doubled = min((quotaInterval ?? interval) * 2, Schedule.longestQuotaInterval)
      let longer = max(doubled, interval)
      quotaInterval = longer
      let told = min(error.retryAfter ?? .zero, Schedule.longestRetryAfter)
      return poll(notBefore: max(now + told, start + longer), at: now)
    }
  }

  /// The wait after so many recoverable failures in a row, before its spread.
  static func backoff(failure count: Int) -> Duration {
    var wait = Schedule.firstRetry
    for _ in 1..<max(1, min(count, 20)) {
      wait = min(wait * Schedule.growth, Schedule.longestRetry)
    }
    return wait
  }

  /// A wait after a failure.
  enum Wait {
    /// After so many recoverable failures in a row.
    case recoverable(Int)
    /// After a failure that somebody has to mend.
    case needsAction
  }

  /// The length of a wait, spread so that those who fail together do not come back together.
  static func spread(
    _ wait: Wait,
    using random: inout some RandomNumberGenerator
  ) -> Duration {
    let length =
      switch wait {
      case .recoverable(let count): backoff(failure: count)
      case .needsAction: Schedule.needsAction
      }
    return length
      * Double.random(in: (1 - Schedule.spread)...(1 + Schedule.spread), using: &random)
  }
}
