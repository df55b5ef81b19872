public import FleetEngine
internal import Synchronization

/// The clock of an emulator, which tests can stop, move, and run faster.
///
/// Estimates, versions, retention, quotas, and the expiry of tokens follow it. It starts as the real
/// clock. See docs/emulator.md, "Clock".
public final class EmulatorClock: Sendable {
  private struct State {
    /// The real monotonic time of the last change.
    var real: Duration
    /// The emulator's wall clock at the last change; nil while it is the real one.
    var wall: Timestamp?
    /// The emulator's monotonic time at the last change.
    var monotonic: Duration
    var rate = 1.0
    /// The rate after the step that is under way; nil without one.
    var rateAfterStep: Double?
    /// Whether it is the real clock again after the step.
    var isRealAfterStep = false
    var sleepers: [Int: Sleeper] = [:]
    /// The number of sleeps that have begun.
    var sleeperCount = 0
    var isClosed = false
    /// The number of changes, of sleeps and of tasks at work so far.
    var activity = 0
    /// The number of tasks in the process that are known to work, such as on a response.
    var workers = 0
    /// When each handover between two tasks began that has not ended.
    var handovers: [Int: ContinuousClock.Instant] = [:]
    var handoverCount = 0
    /// The last step.
    var step: Task<Void, Never>?
  }

  fileprivate struct Sleeper {
    let deadline: Duration
    let continuation: CheckedContinuation<Handover?, Never>
    /// Ends the sleep while the clock runs.
    var timer: Task<Void, Never>?
  }

  /// The factors by which the clock may run; 0 stops it.
  public static let rates = 0.0...10_000.0
  /// The longest time by which it may be advanced at once.
  public static let longestAdvance = Duration.seconds(366 * 86_400)

  private let realNow: @Sendable () -> Timestamp
  /// The machine's time, which tests do not move.
  var machineNow: Timestamp { realNow() }
  /// The real monotonic time, for how long something takes.
  let realMonotonicNow: @Sendable () -> Duration
  private let state: Mutex<State>

  init(now: @escaping @Sendable () -> Timestamp, monotonicNow: @escaping @Sendable () -> Duration) {
    realNow = now
    realMonotonicNow = monotonicNow
    let start = monotonicNow()
    state = Mutex(State(real: start, monotonic: start))
  }

  /// The present time.
  public var now: Timestamp {
    state.withLock { state in
      guard let wall = state.wall else { return realNow() }
      return wall + elapsed(state)
    }
  }

  /// Whether it is the real clock.
  public var isReal: Bool { state.withLock { $0.wall == nil } }

  /// The factor by which it runs.
  public var rate: Double { state.withLock { $0.rateAfterStep ?? $0.rate } }

  /// The monotonic time, which ``set(to:rate:)`` does not move.
  var monotonicNow: Duration { state.withLock { $0.monotonic + elapsed($0) } }

  /// A clock for what is tested, whose sleeps end when this clock has moved on, by itself or by a test.
  public var service: ServiceClock {
    ServiceClock(
      monotonicNow: { self.monotonicNow }, wallNow: { self.now },
      sleep: { try await self.sleep(for: $0) }, beginHandover: { self.beginHandover() })
  }

  /// Sets the time, the rate, or both; the rate is bounded to ``rates``.
  public func set(to time: Timestamp? = nil, rate: Double? = nil) {
    change { state, now in
      state.wall = time ?? now
      guard let rate, rate.isFinite else { return }
      let bounded = min(max(rate, Self.rates.lowerBound), Self.rates.upperBound)
      if state.rateAfterStep == nil {
        state.rate = bounded
      } else {
        state.rateAfterStep = bounded
      }
    }
  }

  /// Moves the clock forward, by ``longestAdvance`` at most, and returns at once.
  ///
  /// ``TestEmulator/advance(by:)`` waits until all who woke have run.
  public func advance(by duration: Duration) {
    let duration = min(max(.zero, duration), Self.longestAdvance)
    change { state, now in
      state.wall = now + duration
      state.monotonic += duration
    }
  }

  /// Follows the real clock again.
  public func reset() {
    change { state, _ in
      if state.rateAfterStep == nil {
        (state.wall, state.rate) = (nil, 1)
      } else {
        (state.isRealAfterStep, state.rateAfterStep) = (true, 1)
      }
    }
  }

  private func change(_ body: (inout State, Timestamp) -> Void) {
    let due = state.withLock { state -> [Sleeper] in
      let passed = elapsed(state)
      let now = state.wall.map { $0 + passed } ?? realNow()
      state.monotonic += passed
      state.real = realMonotonicNow()
      body(&state, now)
      state.activity += 1
      let due = state.sleepers.filter { $0.value.deadline <= state.monotonic }
      for id in due.keys { state.sleepers[id] = nil }
      // Those who wait for a real time have to wait for another one.
      for id in state.sleepers.keys { arm(&state, id) }
      return due.sorted { ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key) }
        .map(\.value)
    }
    for sleeper in due { sleeper.wake(with: beginHandover()) }
  }

  /// The emulator's time since the last change.
  private func elapsed(_ state: State) -> Duration {
    let real = max(.zero, realMonotonicNow() - state.real)
    return state.rate == 1 ? real : real * state.rate
  }
}

extension EmulatorClock.Sleeper {
  /// Wakes it; the handover ends when it runs.
  fileprivate func wake(with handover: Handover? = nil) {
    timer?.cancel()
    continuation.resume(returning: handover)
  }
}

// Sleeping, and steps from one moment at which somebody wakes to the next.
extension EmulatorClock {
  /// How often others get a turn before they count as asleep.
  private static let quietTurns = 64
  /// How long nothing happens before all count as asleep: a task may compute meanwhile, unseen by the clock.
  private static let quietTime: Duration = .milliseconds(1)
  /// How long if some who woke do not sleep again yet.
  private static let patientTime: Duration = .milliseconds(10)
  /// The longest wait for those who were woken at one moment.
  private static let longestTurn: Duration = .seconds(2)
  /// The longest wait for a handover: a loop may wait for the clock before it asks for its next element.
  private static let longestHandover: Duration = .milliseconds(250)
  /// The longest wait for the main actor.
  private static let longestMainTurn: Duration = .milliseconds(250)
  /// The longest real time after which a sleep looks at the clock again, in seconds.
  private static let longestTimer = 3_600.0
  /// The real time after which a sleep ends that begins after the emulator's end: it may be one of a loop.
  private static let sleepAfterEnd: Duration = .milliseconds(100)

  /// Waits until the clock has moved on by a duration; throws when the task is cancelled or the emulator has
  /// ended.
  private func sleep(for duration: Duration) async throws(CancellationError) {
    let deadline = monotonicNow + duration
    if state.withLock(\.isClosed) { try? await Task.sleep(for: Self.sleepAfterEnd) }
    while true {
      if Task.isCancelled || state.withLock(\.isClosed) { throw CancellationError() }
      guard deadline > monotonicNow else { return }
      let handover = await waitForChange(before: deadline)
      handover?.end()
    }
  }

  /// Waits until the clock may have passed a deadline; returns what counts until the task runs again.
  private func waitForChange(before deadline: Duration) async -> Handover? {
    let id = state.withLock { state in
      state.sleeperCount += 1
      return state.sleeperCount
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let sleeps = state.withLock { state in
          guard deadline > state.monotonic + elapsed(state), !state.isClosed, !Task.isCancelled
          else {
            return false
          }
          state.sleepers[id] = Sleeper(deadline: deadline, continuation: continuation)
          state.activity += 1
          arm(&state, id)
          return true
        }
        if !sleeps { continuation.resume(returning: nil) }
      }
    } onCancel: {
      wake(id)
    }
  }

  /// Starts the timer of a sleeper again, if the clock runs.
  private func arm(_ state: inout State, _ id: Int) {
    guard let sleeper = state.sleepers[id] else { return }
    sleeper.timer?.cancel()
    state.sleepers[id]?.timer = nil
    guard state.rate > 0 else { return }
    let left = (sleeper.deadline - state.monotonic - elapsed(state)).inSeconds / state.rate
    // Unstructured, because the sleep may end earlier.
    state.sleepers[id]?.timer = Task.detached { [weak self] in
      do { try await Task.sleep(for: .seconds(min(max(left, 0), Self.longestTimer))) } catch {
        return
      }
      self?.wake(id)
    }
  }

  private func wake(_ id: Int) {
    let sleeper = state.withLock { state in
      let sleeper = state.sleepers.removeValue(forKey: id)
      if sleeper != nil { state.activity += 1 }
      return sleeper
    }
    sleeper?.wake(with: beginHandover())
  }

  /// Ends all sleeps, and lets none begin, because the emulator has ended.
  func close() {
    let sleepers = state.withLock { state in
      state.isClosed = true
      defer { state.sleepers = [:] }
      return state.sleepers.sorted { $0.key < $1.key }.map(\.value)
    }
    for sleeper in sleepers { sleeper.wake() }
  }

  /// Notes that a task in the process begins to work, or has ended its work.
  func countWork(isOver: Bool) {
    state.withLock { state in
      state.activity += 1
      state.workers += isOver ? -1 : 1
    }
  }

  /// Notes that something is on its way from one task to another.
  private func beginHandover() -> Handover {
    let id = state.withLock { state in
      state.activity += 1
      state.handoverCount += 1
      state.handovers[state.handoverCount] = .now
      return state.handoverCount
    }
    return Handover { [weak self] in
      self?.state.withLock { state in
        if state.handovers.removeValue(forKey: id) != nil { state.activity += 1 }
      }
    }
  }

  /// The changes so far, and whether somebody is known to work.
  private var activity: (changes: Int, isAtWork: Bool) {
    state.withLock { state in
      let oldest = ContinuousClock.now - Self.longestHandover
      return (state.activity, state.workers > 0 || state.handovers.values.contains { $0 > oldest })
    }
  }

  /// Moves the clock forward from one moment at which somebody wakes to the next.
  ///
  /// Returns when all who woke have run, or the task is cancelled and the steps before it have ended: one at a
  /// time is under way.
  func step(by duration: Duration) async {
    let duration = min(max(.zero, duration), Self.longestAdvance)
    let step = state.withLock { state in
      let previous = state.step
      let step = Task {
        await previous?.value
        await self.takeStep(by: duration)
      }
      state.step = step
      return step
    }
    await withTaskCancellationHandler {
      await step.value
    } onCancel: {
      step.cancel()
    }
  }

  private func takeStep(by duration: Duration) async {
    change { state, now in
      // The clock stands still between two moments.
      state.wall = state.wall ?? now
      (state.rateAfterStep, state.rate) = (state.rate, 0)
    }
    defer {
      change { state, _ in
        if state.isRealAfterStep { state.wall = nil }
        state.rate = state.rateAfterStep ?? 1
        (state.rateAfterStep, state.isRealAfterStep) = (nil, false)
      }
    }
    let end = monotonicNow + duration
    var sleeps = 0
    while true {
      await settle(afterSleeps: sleeps)
      guard !Task.isCancelled, monotonicNow < end else { return }
      change { state, now in
        let next = min(end, state.sleepers.values.map(\.deadline).min() ?? end)
        let step = max(.zero, next - state.monotonic)
        state.wall = now + step
        state.monotonic += step
        // Each who wakes is expected to sleep again.
        sleeps = state.sleeperCount + state.sleepers.values.count { $0.deadline <= next }
      }
    }
  }

  /// Waits until nobody is known to work, and nothing has happened for some turns and some time, which is longer
  /// until so many sleeps have begun.
  private func settle(afterSleeps sleeps: Int) async {
    let start = ContinuousClock.now
    func isWaiting() -> Bool { !Task.isCancelled && ContinuousClock.now - start < Self.longestTurn }
    while isWaiting() {
      var (activity, turns) = (-1, 0)
      while turns < Self.quietTurns, isWaiting() {
        await Task.yield()
        let (changes, isAtWork) = self.activity
        turns = changes == activity && !isAtWork ? turns + 1 : 0
        activity = changes
      }
      await Self.mainTurn()
      let quiet = state.withLock { $0.sleeperCount < sleeps } ? Self.patientTime : Self.quietTime
      let sleep = ContinuousClock.now
      try? await Task.sleep(for: quiet)
      // A machine that lets this task wait lets others wait, too.
      if ContinuousClock.now - sleep < quiet + Self.quietTime,
        self.activity == (activity, isAtWork: false)
      {
        return
      }
    }
  }

  /// The turns of the main actor that were asked for and taken, and when the first that it has not taken was
  /// asked for.
  private static let mainTurns = Mutex(
    (asked: 0, taken: 0, since: ContinuousClock.Instant?.none))

  /// Waits for a turn of the main actor, but not long, and not again while it takes none: a process may never
  /// run it.
  private static func mainTurn() async {
    let turn = mainTurns.withLock { turns in
      turns.asked += 1
      turns.since = turns.since ?? .now
      return turns.asked
    }
    Task { @MainActor in
      mainTurns.withLock { turns in
        turns.taken += 1
        turns.since = turns.taken == turns.asked ? nil : .now
      }
    }
    while mainTurns.withLock({ turns in
      turns.taken < turn && turns.since.map { .now - $0 < longestMainTurn } == true
    }) { await Task.yield() }
  }
}
