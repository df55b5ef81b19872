internal import Synchronization

/// A queue of tasks of which one at a time has its turn, in the order in which they came.
final class TurnQueue: Sendable {
  private struct Waiter {
    let id: Int
    let continuation: CheckedContinuation<Bool, Never>
  }

  private struct State {
    var isTaken = false
    var nextID = 0
    var waiters: [Waiter] = []
  }

  private let state = Mutex(State())

  /// The number of tasks that wait for their turn.
  var waiterCount: Int { state.withLock { $0.waiters.count } }

  /// Waits for the task's turn, which then has to be passed on.
  ///
  /// - Returns: Whether it came; false if the task was cancelled before.
  func take() async -> Bool {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let immediate: Bool? = state.withLock { state in
          // A task that is cancelled from here on finds itself in the queue.
          if Task.isCancelled { return false }
          guard state.isTaken else {
            state.isTaken = true
            return true
          }
          state.waiters.append(Waiter(id: id, continuation: continuation))
          return nil
        }
        if let immediate { continuation.resume(returning: immediate) }
      }
    } onCancel: {
      let waiter = state.withLock { state in
        state.waiters.firstIndex { $0.id == id }.map { state.waiters.remove(at: $0) }
      }
      waiter?.continuation.resume(returning: false)
    }
  }

  /// Passes the turn on to who has waited longest.
  func pass() {
    let next: Waiter? = state.withLock { state in
      guard !state.waiters.isEmpty else {
        state.isTaken = false
        return nil
      }
      return state.waiters.removeFirst()
    }
    next?.continuation.resume(returning: true)
  }
}
