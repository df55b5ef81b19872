internal import Synchronization

/// A reply that comes once, from wherever; what comes after the first is dropped.
final class OneReply<Value: Sendable>: Sendable {
  private enum State {
    case open
    case awaited(CheckedContinuation<Value, Never>)
    case given(Value)
    case taken
  }

  private let state = Mutex(State.open)

  /// Gives the reply, if it is the first.
  func give(_ value: Value) {
    let waiter = state.withLock { state -> CheckedContinuation<Value, Never>? in
      switch state {
      case .open:
        state = .given(value)
        return nil
      case .awaited(let waiter):
        state = .taken
        return waiter
      case .given, .taken: return nil
      }
    }
    waiter?.resume(returning: value)
  }

  /// Waits for the reply; to be called once.
  func value() async -> Value {
    await withCheckedContinuation { continuation in
      let value = state.withLock { state -> Value? in
        switch state {
        case .open:
          state = .awaited(continuation)
          return nil
        case .given(let value):
          state = .taken
          return value
        case .awaited, .taken: preconditionFailure("a reply is awaited twice")
        }
      }
      if let value { continuation.resume(returning: value) }
    }
  }
}
