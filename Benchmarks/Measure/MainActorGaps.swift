import Synchronization

/// Measures how long other code blocks the main actor, by running on it as often as possible.
final class MainActorGaps: Sendable {
  /// The longest time between two turns.
  struct Longest: Sendable {
    /// The thread time of the main actor in between, which other code used.
    var computed: Duration = .zero
    /// The wall time in between; on a busy machine it includes waiting for a processor.
    var passed: Duration = .zero
  }

  private struct State {
    var longest = Longest()
    var isOver = false
  }

  private let state = Mutex(State())

  /// Runs on the main actor until it is stopped.
  @MainActor func run() async {
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
      // If the main actor moved to another thread its thread time is unknown; code that blocks
      // it shows in other rounds too.
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

  /// The longest times since the last call.
  func takeLongest() -> Longest {
    state.withLock { state in
      defer { state.longest = Longest() }
      return state.longest
    }
  }

  func stop() { state.withLock { $0.isOver = true } }
}
