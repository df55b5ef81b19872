internal import FleetEngine

/// Whose turn it is among many trips that one process asks for.
///
/// It decides only; who asks tells it what came of it. Moments are monotonic. Trips that somebody has
/// to look at come up as often as a trip alone, the others in turn within what the pace leaves. Of
/// those that are due the one that has waited longest comes first, so that none is forgotten however
/// many there are. What the server fails with holds all of them up as it would hold up one: the
/// waits are those of ``PollingMachine``.
struct PollingSchedule: Sendable {
  /// A trip's place in the schedule.
  private struct Entry {
    var urgency = TripUrgency.prompt
    var isPolling = false
    var lastStart: Duration?
    /// When it is asked for again after a failure of its own.
    var retryAt: Duration?
    var recoverableRun = 0
    var notFoundSince: Duration?
  }

  /// The time between the starts of two polls of a trip alone.
  let interval: Duration
  /// The most requests in a second.
  let requestsPerSecond: Int
  /// The requests that are on their way.
  private(set) var pollingCount = 0
  /// How many times longer than usual the waits are, while a quota is used up.
  private(set) var stretch = 1
  private var entries: [Entry?] = []
  private var promptCount = 0
  private var inTurnCount = 0
  private var window: (start: Duration, count: Int)?
  /// The starts of the last second.
  private var departures: [Duration] = []
  /// Until when nobody is asked, because of what the server said.
  private var heldUntil: Duration?
  /// The failures of different trips since the last good answer.
  private var failuresInRow = 0
  private var lastFailed: Int?
  /// The holds since the last good answer, and when the last one began.
  private var holds = 0
  private var heldAt: Duration?
  private var stretchedAt: Duration?

  init(interval: Duration, requestsPerSecond: Int) {
    self.interval = interval
    self.requestsPerSecond = max(1, requestsPerSecond)
  }

  /// The time between two polls of a trip that waits in turn.
  var turn: Duration { wait(for: .inTurn) }

  /// Adds a trip, which is due at once.
  ///
  /// - Returns: Its number.
  mutating func add() -> Int {
    promptCount += 1
    if let free = entries.firstIndex(where: { $0 == nil }) {
      entries[free] = Entry()
      return free
    }
    entries.append(Entry())
    return entries.count - 1
  }

  /// Forgets a trip.
  mutating func remove(_ number: Int) {
    guard let entry = entries[number] else { return }
    count(entry.urgency, by: -1)
    if entry.isPolling { pollingCount -= 1 }
    if lastFailed == number { lastFailed = nil }
    entries[number] = nil
  }

  /// How soon a trip is asked for again.
  func urgency(of number: Int) -> TripUrgency { entries[number]?.urgency ?? .never }

  /// Has a trip asked for sooner or later from now on.
  mutating func setUrgency(_ urgency: TripUrgency, of number: Int) {
    guard let old = entries[number]?.urgency, old != urgency else { return }
    count(old, by: -1)
    count(urgency, by: 1)
    entries[number]?.urgency = urgency
  }

  /// Makes a trip due at once, because the user wants to know now.
  mutating func askNow(_ number: Int, at now: Duration) {
    let soonest = entries[number]?.lastStart.map { $0 + PollingMachine.Schedule.betweenRefreshes }
    entries[number]?.retryAt = max(now, soonest ?? now)
  }

  /// Takes those whose turn it is; they count as asked for.
  ///
  /// - Parameter now: The present.
  /// - Returns: Their numbers, those that have waited longest first.
  mutating func takeDue(at now: Duration) -> [Int] {
    departures.removeAll { $0 + .seconds(1) <= now }
    let room = min(roomOnTheWay, roomInWindow(at: now), requestsPerSecond - departures.count)
    guard room > 0, heldUntil.map({ $0 <= now }) ?? true else { return [] }
    var due: [(number: Int, since: Duration)] = []
    let waits = waits
    for (number, entry) in entries.enumerated() {
      guard let entry, let moment = dueTime(of: entry, waits), moment <= now else { continue }
      due.append((number, moment))
    }
    due.sort { ($0.since, $0.number) < ($1.since, $1.number) }
    let taken = due.prefix(room).map(\.number)
    guard !taken.isEmpty else { return [] }
    if window.map({ now < $0.start + windowTime }) ?? false {
      window?.count += taken.count
    } else {
      window = (now, taken.count)
    }
    for number in taken {
      entries[number]?.isPolling = true
      entries[number]?.lastStart = now
    }
    pollingCount += taken.count
    departures += Array(repeating: now, count: taken.count)
    return taken
  }

  /// When somebody may be due next; nil while only an answer can change that.
  func nextMoment(after now: Duration) -> Duration? {
    guard roomOnTheWay > 0 else { return nil }
    let waits = waits
    let due = entries.lazy.compactMap { $0.flatMap { dueTime(of: $0, waits) } }.min()
    guard let due else { return nil }
    let windowEnd = roomInWindow(at: now) > 0 ? nil : window.map { $0.start + windowTime }
    let secondEnd =
      departures.count < requestsPerSecond ? nil : departures.first.map { $0 + .seconds(1) }
    return [due, heldUntil, windowEnd, secondEnd].compactMap { $0 }.max()
  }

  /// Takes note of a good answer.
  ///
  /// - Parameters:
  ///   - number: The trip.
  ///   - start: When it was asked for.
  ///   - now: The present.
  mutating func succeeded(_ number: Int, askedAt start: Duration, at now: Duration) {
    end(number, askedAt: start)
    entries[number]?.retryAt = nil
    entries[number]?.recoverableRun = 0
    entries[number]?.notFoundSince = nil
    (failuresInRow, lastFailed) = (0, nil)
    if holds > 0 { (holds, heldAt, heldUntil) = (0, nil, nil) }
    // A quota that was used up is tried again with care: half as long waits after a whole turn.
    guard stretch > 1, let stretchedAt, start >= stretchedAt, now - stretchedAt >= turn else {
      return
    }
    stretch = max(1, stretch / 2)
    self.stretchedAt = now
  }

  /// Takes note of a failure.
  ///
  /// - Parameters:
  ///   - number: The trip.
  ///   - error: What went wrong.
  ///   - start: When it was asked for.
  ///   - now: The present.
  ///   - random: Where the spread of retries comes from.
  mutating func failed(
    _ number: Int,
    _ error: FleetEngineError,
    askedAt start: Duration,
    at now: Duration,
    using random: inout some RandomNumberGenerator
  ) {
    end(number, askedAt: start)
    guard var entry = entries[number] else { return }
    entry.recoverableRun = error.bucket == .recoverable ? entry.recoverableRun + 1 : 0
    entry.notFoundSince = error.code == .notFound ? entry.notFoundSince ?? now : nil
    switch error.bucket {
    case .recoverable:
      entry.retryAt =
        now + PollingMachine.spread(.recoverable(entry.recoverableRun), using: &random)
      if error.isLikelyForAll { holdAll(number, askedAt: start, at: now, using: &random) }
    case .needsAction:
      entry.retryAt = nextTry(entry, askedAt: start, at: now, using: &random)
    case .quota:
      let told = min(error.retryAfter ?? .zero, PollingMachine.Schedule.longestRetryAfter)
      let rested = max(heldUntil ?? now, now + max(told, Pace.quotaRest))
      // Answers to what was asked before tell nothing new.
      if stretchedAt.map({ start >= $0 }) ?? true {
        stretch = min(stretch * 2, Pace.longestStretch)
        stretchedAt = rested
      }
      heldUntil = rested
      entry.retryAt = max(now + told, start + wait(for: entry.urgency))
    }
    entries[number] = entry
  }

  /// When a trip is asked for again that somebody has to do something about.
  private func nextTry(
    _ entry: Entry,
    askedAt start: Duration,
    at now: Duration,
    using random: inout some RandomNumberGenerator
  ) -> Duration {
    if let since = entry.notFoundSince, now - since < PollingMachine.Schedule.notFoundFor {
      return start + max(PollingMachine.Schedule.notFound, wait(for: .prompt))
    }
    let wait = PollingMachine.spread(.needsAction, using: &random)
    return max(now + wait, start + self.wait(for: entry.urgency))
  }

  /// Holds all up where more than one trip fails without a good answer in between.
  private mutating func holdAll(
    _ number: Int,
    askedAt start: Duration,
    at now: Duration,
    using random: inout some RandomNumberGenerator
  ) {
    // What was on its way when the hold began is no news.
    if let heldAt, start < heldAt { return }
    if lastFailed != number { failuresInRow += 1 }
    lastFailed = number
    guard failuresInRow > 1 || holds > 0 else { return }
    holds += 1
    heldAt = now
    let until = now + PollingMachine.spread(.recoverable(holds), using: &random)
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
    case .byItself, .never: break
    }
  }

  /// The times between the starts of two polls of a trip.
  private typealias Waits = (prompt: Duration, inTurn: Duration)

  /// When a trip is due; nil while it is asked for, and for one that is not asked for.
  private func dueTime(of entry: Entry, _ waits: Waits) -> Duration? {
    guard !entry.isPolling else { return nil }
    let wait: Duration
    switch entry.urgency {
    case .prompt: wait = waits.prompt
    case .inTurn: wait = waits.inTurn
    case .byItself, .never: return nil
    }
    return entry.retryAt ?? entry.lastStart.map { $0 + wait } ?? .zero
  }

  /// The longer the more there are of each kind; those in turn leave most of the pace unused.
  private var waits: Waits {
    let pace = Double(requestsPerSecond)
    let seconds = interval / .seconds(1)
    let prompt = max(seconds, Double(promptCount) / (pace * (1 - Pace.reserve)))
    let left = max(pace * Pace.reserve, pace - Double(promptCount) / prompt)
    let calm = min(left, pace * Pace.inTurn)
    let inTurn = max(seconds, Double(inTurnCount) / calm)
    return (.seconds(prompt) * stretch, .seconds(inTurn) * stretch)
  }

  private func wait(for urgency: TripUrgency) -> Duration {
    urgency == .inTurn ? waits.inTurn : waits.prompt
  }

  /// How many more may be on their way; while the server fails one is sent to see how it is.
  private var roomOnTheWay: Int { (holds > 0 ? 1 : Pace.atOnce) - pollingCount }

  private var windowTime: Duration { Pace.window * stretch }

  private func roomInWindow(at now: Duration) -> Int {
    let most = max(1, Int(Double(requestsPerSecond) * (Pace.window / .seconds(1))))
    guard let window, now < window.start + windowTime else { return most }
    return most - window.count
  }
}
