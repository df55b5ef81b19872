internal import FleetEngine
internal import TrustLimits

/// Decides which of many trips is polled next.
///
/// A pure state machine: the caller polls and reports the results. Moments are monotonic. Prompt
/// trips are polled as often as by their own models, the others in turn with the rest of the rate
/// limit, and idle ones more rarely where there are many. Of the due trips the one that has waited
/// longest is first. After failures of the server all trips wait as long as one trip would, see
/// ``RetryPolicy``. ``FleetSchedule`` decides how many requests leave in a second.
struct TripRotation: Sendable {
  /// A trip's place in the schedule.
  private struct Entry {
    var urgency = TripUrgency.prompt
    var isPolling = false
    var lastStart: Duration?
    /// When the trip is retried after its own failure.
    var retryAt: Duration?
    var recoverableRun = 0
    var notFoundSince: Duration?
  }

  /// The time between the starts of two polls of a single trip.
  let interval: Duration
  /// The most requests in a second.
  let requestsPerSecond: Int
  /// The requests under way.
  private(set) var pollingCount = 0
  /// How many times longer than usual the waits are, while a quota is exhausted.
  private(set) var stretch = 1
  private var entries: [Entry?] = []
  /// The size of the largest recent response.
  private var recentBytes = 0
  /// The time of the slowest recent response.
  private var recentTime: Duration = .zero
  private var promptCount = 0
  private var inTurnCount = 0
  private var idleCount = 0
  /// When polling resumes after failures of the server or an exhausted quota.
  private var heldUntil: Duration?
  /// The failures of different trips since the last success.
  private var failuresInRow = 0
  private var lastFailed: Int?
  /// The holds since the last success, and when the last one began.
  private var holds = 0
  private var heldAt: Duration?
  private var stretchedAt: Duration?

  init(interval: Duration, requestsPerSecond: Int) {
    self.interval = interval
    self.requestsPerSecond = max(1, requestsPerSecond)
  }

  /// The time between two polls of an in-turn trip.
  var turn: Duration { wait(for: .inTurn) }

  /// Adds a trip, which is due immediately, and returns its number.
  mutating func add() -> Int {
    promptCount += 1
    if let free = entries.firstIndex(where: { $0 == nil }) {
      entries[free] = Entry()
      return free
    }
    entries.append(Entry())
    return entries.count - 1
  }

  /// Removes a trip.
  mutating func remove(_ number: Int) {
    guard let entry = entries[number] else { return }
    count(entry.urgency, by: -1)
    if entry.isPolling { pollingCount -= 1 }
    if lastFailed == number { lastFailed = nil }
    entries[number] = nil
  }

  /// How soon a trip is polled again.
  func urgency(of number: Int) -> TripUrgency { entries[number]?.urgency ?? .never }

  /// Changes how often a trip is polled.
  mutating func setUrgency(_ urgency: TripUrgency, of number: Int) {
    guard let old = entries[number]?.urgency, old != urgency else { return }
    count(old, by: -1)
    count(urgency, by: 1)
    entries[number]?.urgency = urgency
  }

  /// Makes a trip due immediately, because the user asked for it.
  mutating func pollNow(_ number: Int, at now: Duration) {
    let soonest = entries[number]?.lastStart.map { $0 + RetryPolicy.betweenRefreshes }
    entries[number]?.retryAt = max(now, soonest ?? now)
  }

  /// Starts the polls that are due, the longest waits first, and returns the trips' numbers.
  mutating func takeDue(at now: Duration, turns: (_ most: Int) -> Int) -> [Int] {
    guard roomOnTheWay > 0, heldUntil.map({ $0 <= now }) ?? true else { return [] }
    var due: [(number: Int, since: Duration)] = []
    let waits = waits
    for (number, entry) in entries.enumerated() {
      guard let entry, let moment = dueTime(of: entry, waits), moment <= now else { continue }
      due.append((number, moment))
    }
    guard !due.isEmpty else { return [] }
    // The rate limit may have fewer turns than trips are due.
    let count = turns(min(due.count, roomOnTheWay))
    guard count > 0 else { return [] }
    due.sort { ($0.since, $0.number) < ($1.since, $1.number) }
    let taken = due.prefix(count).map(\.number)
    for number in taken {
      entries[number]?.isPolling = true
      entries[number]?.lastStart = now
    }
    pollingCount += taken.count
    return taken
  }

  /// Returns when a trip may be due next, given the rate limit's next turn; nil if that depends on a
  /// response.
  func nextMoment(nextTurn: Duration?) -> Duration? {
    guard roomOnTheWay > 0 else { return nil }
    let waits = waits
    let due = entries.lazy.compactMap { $0.flatMap { dueTime(of: $0, waits) } }.min()
    guard let due else { return nil }
    return [due, heldUntil, nextTurn].compactMap { $0 }.max()
  }

  /// Returns when a trip is polled; nil for one that the rotation does not poll.
  func plan(of number: Int) -> PollPlan? {
    guard let entry = entries[number] else { return nil }
    let waits = waits
    guard let wait = waits[entry.urgency] else { return nil }
    // Prompt trips, as all are at the start, may wait in turn before they are polled again, and idle ones longer.
    let atMost = entry.urgency == .idle ? waits.idleAtMost : waits.inTurnAtMost
    let interval = max(wait, atMost, answering)
    let due = dueTime(of: entry, waits)
    return PollPlan(
      interval: interval, usualInterval: interval / stretch,
      next: due.map { max($0, heldUntil ?? $0) })
  }

  /// Records that a poll which began at `start` succeeded with a response of a size.
  mutating func succeeded(
    _ number: Int,
    askedAt start: Duration,
    at now: Duration,
    bytes: Int = 0
  ) {
    end(number, askedAt: start)
    recentBytes = max(bytes, recentBytes / 4 * 3)
    recentTime = max(now - start, recentTime * 3 / 4)
    entries[number]?.retryAt = nil
    entries[number]?.recoverableRun = 0
    entries[number]?.notFoundSince = nil
    (failuresInRow, lastFailed) = (0, nil)
    if holds > 0 { (holds, heldAt, heldUntil) = (0, nil, nil) }
    // After an exhausted quota the waits are halved once per turn.
    guard stretch > 1, let stretchedAt, start >= stretchedAt, now - stretchedAt >= turn else {
      return
    }
    stretch = max(1, stretch / 2)
    self.stretchedAt = now
  }

  /// Records that a poll which began at `start` failed.
  mutating func failed(
    _ number: Int, _ error: FleetEngineError, askedAt start: Duration, at now: Duration,
    using random: inout some RandomNumberGenerator
  ) {
    end(number, askedAt: start)
    guard var entry = entries[number] else { return }
    entry.recoverableRun = error.mayPass ? entry.recoverableRun + 1 : 0
    entry.notFoundSince = error.code == .notFound ? entry.notFoundSince ?? now : nil
    switch error.bucket {
    case .recoverable, .cancelled:
      entry.retryAt = now + RetryPolicy.spread(.recoverable(entry.recoverableRun), using: &random)
      if error.isLikelyForAll { holdAll(number, askedAt: start, at: now, using: &random) }
    case .needsAction: entry.retryAt = nextTry(entry, askedAt: start, at: now, using: &random)
    case .quota:
      let asked = min(error.retryAfter ?? .zero, RetryPolicy.longestRetryAfter)
      let rested = max(heldUntil ?? now, now + max(asked, Pace.quotaRest))
      // Ignores responses to earlier requests.
      if stretchedAt.map({ start >= $0 }) ?? true {
        stretch = min(stretch * 2, Pace.longestStretch)
        stretchedAt = rested
      }
      heldUntil = rested
      entry.retryAt = max(now + asked, start + wait(for: entry.urgency))
    }
    entries[number] = entry
  }

  /// Returns when to retry a trip after a failure that the user has to fix.
  private func nextTry(
    _ entry: Entry, askedAt start: Duration, at now: Duration,
    using random: inout some RandomNumberGenerator
  ) -> Duration {
    if let since = entry.notFoundSince, now - since < RetryPolicy.notFoundFor {
      return start + max(RetryPolicy.notFound, wait(for: .prompt))
    }
    let wait = RetryPolicy.spread(.needsAction, using: &random)
    return max(now + wait, start + self.wait(for: entry.urgency))
  }

  /// Makes all trips wait if more than one fails without a success in between.
  private mutating func holdAll(
    _ number: Int, askedAt start: Duration, at now: Duration,
    using random: inout some RandomNumberGenerator
  ) {
    // Ignores responses to requests from before the hold.
    if let heldAt, start < heldAt { return }
    if lastFailed != number { failuresInRow += 1 }
    lastFailed = number
    guard failuresInRow > 1 || holds > 0 else { return }
    holds += 1
    heldAt = now
    let until = now + RetryPolicy.spread(.recoverable(holds), using: &random)
    heldUntil = max(heldUntil ?? until, until)
  }

  private mutating func end(_ number: Int, askedAt start: Duration) {
    guard entries[number] != nil else { return }
    entries[number]?.lastStart = start
    guard entries[number]?.isPolling == true else { return }
    entries[number]?.isPolling = false
    pollingCount -= 1
  }

  private mutating func count(_ urgency: TripUrgency, by step: Int) {
    switch urgency {
    case .prompt: promptCount += step
    case .inTurn: inTurnCount += step
    case .idle: idleCount += step
    case .byItself, .never: break
    }
  }

  /// The times between the starts of two polls of a trip.
  private struct Waits {
    let prompt: Duration
    let inTurn: Duration
    let idle: Duration
    /// The time in turn if no trip were prompt, and that of idle trips.
    let inTurnAtMost: Duration
    let idleAtMost: Duration

    /// The time for trips of an urgency; nil for those that are not polled here.
    subscript(urgency: TripUrgency) -> Duration? {
      switch urgency {
      case .prompt: prompt
      case .inTurn: inTurn
      case .idle: idle
      case .byItself, .never: nil
      }
    }
  }

  /// Returns when a trip is due; nil while it is polled, or if the scheduler does not poll it.
  private func dueTime(of entry: Entry, _ waits: Waits) -> Duration? {
    guard !entry.isPolling, let wait = waits[entry.urgency] else { return nil }
    return entry.retryAt ?? entry.lastStart.map { $0 + wait } ?? .zero
  }

  /// The more trips of a kind, the longer its wait; in-turn trips use only a part of the limit.
  private var waits: Waits {
    let pace = Double(requestsPerSecond)
    let seconds = interval / .seconds(1)
    let prompt = max(seconds, Double(promptCount) / (pace * (1 - Pace.reserve)))
    let left = max(pace * Pace.reserve, pace - Double(promptCount) / prompt)
    let calm = min(left, pace * Pace.inTurn)
    let isMany = promptCount + inTurnCount + idleCount > Pace.few
    let rarity = isMany ? Pace.idleRarity : 1
    let waiting = Double(inTurnCount) + Double(idleCount) / rarity
    let turn = max(seconds, waiting / calm)
    let turnAtMost = max(seconds, (waiting + Double(promptCount)) / (pace * Pace.inTurn))
    return Waits(
      prompt: .seconds(prompt) * stretch, inTurn: .seconds(turn) * stretch,
      idle: .seconds(turn * rarity) * stretch, inTurnAtMost: .seconds(turnAtMost) * stretch,
      idleAtMost: .seconds(turnAtMost * rarity) * stretch)
  }

  /// The time in which a slow server answers about all trips once.
  private var answering: Duration {
    recentTime * (promptCount + inTurnCount + idleCount) / Limits.Following.requestsAtOnce
  }

  /// The longest wait of a trip now, which grows with the number of trips and the time of a response.
  var longestWait: Duration {
    max(answering, waits.prompt, idleCount > 0 ? waits.idle : waits.inTurn)
  }

  private func wait(for urgency: TripUrgency) -> Duration { waits[urgency] ?? waits.prompt }

  /// How many more requests may be under way; while the server fails, one at a time probes it.
  private var roomOnTheWay: Int {
    let fitting = max(1, Limits.Following.bytesAtOnce / max(1, recentBytes))
    return (holds > 0 ? 1 : min(Limits.Following.requestsAtOnce, fitting)) - pollingCount
  }

  /// The bounds of many trips together.
  private enum Pace {
    /// The share of the limit for in-turn trips, so that a thousand of them cost little.
    static let inTurn = 0.4
    /// How many times more rarely idle trips are polled than the others.
    static let idleRarity = 4.0
    /// Up to so many trips, idle ones are polled as often as the others.
    static let few = 20
    /// The share of the limit that prompt trips leave to in-turn trips.
    static let reserve = 0.2
    /// The largest factor for the waits while a quota is exhausted: 5 s become 60 s.
    static let longestStretch = 12
    /// The shortest rest after an exhausted quota.
    static let quotaRest: Duration = .seconds(1)
  }
}

extension FleetEngineError {
  /// Whether a recoverable failure probably affects all trips.
  fileprivate var isLikelyForAll: Bool {
    switch cause {
    case .server, .transport, .token: true
    case .unreadableAnswer, .otherResource, .otherServer, .request: false
    }
  }
}
