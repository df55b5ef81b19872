import Synchronization

/// Measures for how long others hold the main actor, by running on it as often as it lets.
final class MainActorGaps: Sendable {
  /// The longest time between two turns.
  struct Longest: Sendable {
    /// What was computed on the main actor meanwhile, which is what others held it for.
    var computed: Duration = .zero
    /// What passed meanwhile; on a busy machine, that the main actor had no processor too.
    var passed: Duration = .zero
  }

  private struct State {
    var longest = Longest()
    var isOver = false
  }

  private let state = Mutex(State())

  /// Runs on the main actor until it is stopped.
  @MainActor
  func run() async {
    let clock = ContinuousClock()
    var last = (
      thread: ProcessFigures.thread(), computed: ProcessFigures.threadTime(), moment: clock.now
    )
    while true {
      await Task.yield()
      let now = (
        thread: ProcessFigures.thread(), computed: ProcessFigures.threadTime(), moment: clock.now
      )
      let passed = now.moment - last.moment
      // Where the main actor has gone on another thread nobody knows what was computed; what holds
      // it does so in other rounds too.
      let computed = now.thread == last.thread ? now.computed - last.computed : .zero
      last = now
      let isOver = state.withLock { state in
        state.longest.computed = max(state.longest.computed, computed)
        state.longest.passed = max(state.longest.passed, passed)
        return state.isOver
      }
      if isOver { return }
    }
  }

  /// The longest times since the last time this was asked.
  func takeLongest() -> Longest {
    state.withLock { state in
      defer { state.longest = Longest() }
      return state.longest
    }
  }

  func stop() {
    state.withLock { $0.isOver = true }
  }
}
