internal import Synchronization

/// Who subscribes to a model, each held weakly.
///
/// A subscriber may leave from its `deinit` on any thread, so the list is guarded by a lock. The
/// commands that follow from coming and going are sent under that lock, in its order.
final class SubscriberList: Sendable {
  private struct Entry {
    let id: ObjectIdentifier
    weak var subscriber: (any TripModelSubscriber)?
  }

  private struct State {
    var entries: [Entry] = []
    /// The model itself, which lives at least as long as somebody subscribes.
    var model: TripModel?

    mutating func prune() {
      entries.removeAll { $0.subscriber == nil }
    }
  }

  private let state = Mutex(State())
  private let onChange: @Sendable (_ isFirst: Bool) -> Void

  /// Creates an empty list.
  ///
  /// - Parameter onChange: Told, under the lock, that the first came or the last left.
  init(onChange: @escaping @Sendable (_ isFirst: Bool) -> Void) {
    self.onChange = onChange
  }

  /// Whether nobody subscribes.
  var isEmpty: Bool {
    state.withLock { state in state.entries.allSatisfy { $0.subscriber == nil } }
  }

  /// The subscribers in the order in which they came.
  var subscribers: [any TripModelSubscriber] {
    state.withLock { state in state.entries.compactMap(\.subscriber) }
  }

  /// Adds a subscriber.
  ///
  /// - Parameters:
  ///   - subscriber: Who wants to know.
  ///   - model: The model, kept alive from the first subscriber to the last.
  /// - Returns: Whether it was not in the list yet.
  func add(_ subscriber: any TripModelSubscriber, to model: TripModel) -> Bool {
    state.withLock { state in
      state.prune()
      let id = ObjectIdentifier(subscriber)
      guard !state.entries.contains(where: { $0.id == id }) else { return false }
      state.entries.append(Entry(id: id, subscriber: subscriber))
      if state.entries.count == 1 {
        state.model = model
        onChange(true)
      }
      return true
    }
  }

  /// Removes a subscriber, which may be on the way out of memory.
  func remove(_ id: ObjectIdentifier) {
    // The model is let go of outside the lock, because its end may follow.
    _ = state.withLock { state -> TripModel? in
      let count = state.entries.count
      state.entries.removeAll { $0.id == id || $0.subscriber == nil }
      guard count > 0, state.entries.isEmpty else { return nil }
      onChange(false)
      return state.model.take()
    }
  }

  /// Forgets the subscribers that are gone.
  ///
  /// - Returns: Whether none is left.
  func prune() -> Bool {
    let (isEmpty, _) = state.withLock { state -> (Bool, TripModel?) in
      let count = state.entries.count
      state.prune()
      guard count > 0, state.entries.isEmpty else { return (state.entries.isEmpty, nil) }
      onChange(false)
      return (true, state.model.take())
    }
    return isEmpty
  }
}
