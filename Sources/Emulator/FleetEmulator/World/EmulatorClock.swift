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
  public var rate: Double { state.withLock { $0.rate } }

  /// The monotonic time, which ``set(to:rate:)`` does not move.
  var monotonicNow: Duration { state.withLock { $0.monotonic + elapsed($0) } }

  /// Sets the time, the rate, or both; the rate is bounded to ``rates``.
  public func set(to time: Timestamp? = nil, rate: Double? = nil) {
    change { state, now in
      state.wall = time ?? now
      guard let rate, rate.isFinite else { return }
      state.rate = min(max(rate, Self.rates.lowerBound), Self.rates.upperBound)
    }
  }

  /// Moves the clock forward, by ``longestAdvance`` at most.
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
      state.wall = nil
      state.rate = 1
    }
  }

  private func change(_ body: (inout State, Timestamp) -> Void) {
    state.withLock { state in
      let passed = elapsed(state)
      let now = state.wall.map { $0 + passed } ?? realNow()
      state.monotonic += passed
      state.real = realMonotonicNow()
      body(&state, now)
    }
  }

  /// The emulator's time since the last change.
  private func elapsed(_ state: State) -> Duration {
    let real = max(.zero, realMonotonicNow() - state.real)
    return state.rate == 1 ? real : real * state.rate
  }
}
