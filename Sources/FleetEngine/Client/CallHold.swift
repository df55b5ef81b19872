internal import Synchronization

/// Whether a call is held back on purpose, which is no part of its time limit.
///
/// Whoever limits a call's time puts one around it; whoever makes it wait for its turn marks it.
package final class CallHold: Sendable {
  private struct State {
    var isHeld = false
    var wasHeld = false
  }

  /// The hold of the call that the present task makes; nil where nobody limits its time.
  @TaskLocal package static var current: CallHold?

  private let state = Mutex(State())

  /// Creates a hold of a call that nobody holds back yet.
  package init() {}

  /// Whether the call was held back at any time since the last question.
  package func takeWasHeld() -> Bool {
    state.withLock { state in
      defer { state.wasHeld = state.isHeld }
      return state.wasHeld
    }
  }

  /// Marks that the call waits for its turn, or that it goes on.
  func hold(_ isHeld: Bool) {
    state.withLock { state in
      state.isHeld = isHeld
      state.wasHeld = true
    }
  }
}
