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

    /// Who is left; entries of subscribers that are gone are dropped.
    ///
    /// To look is to hold for a moment, and who holds last ends the subscriber, whose `deinit` may
    /// want the lock. So those who were looked at are handed out, to be let go of without it.
    mutating func prune() -> [any TripModelSubscriber] {
      let present = entries.map(\.subscriber)
      entries = zip(entries, present).filter { $0.1 != nil }.map(\.0)
      return present.compactMap(\.self)
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
  var isEmpty: Bool { subscribers.isEmpty }

  /// The subscribers in the order in which they came.
  var subscribers: [any TripModelSubscriber] {
    state.withLock { state in state.entries.compactMap(\.subscriber) }
  }

  /// Whether somebody still subscribes.
  func contains(_ subscriber: any TripModelSubscriber) -> Bool {
    state.withLock { state in
      state.entries.contains { $0.id == ObjectIdentifier(subscriber) }
    }
  }

  /// Adds a subscriber.
  ///
  /// - Parameters:
  ///   - subscriber: Who wants to know.
  ///   - model: The model, kept alive from the first subscriber to the last.
  /// - Returns: Whether it was not in the list yet.
  func add(_ subscriber: any TripModelSubscriber, to model: TripModel) -> Bool {
    let (isNew, _) = state.withLock { state -> (Bool, [any TripModelSubscriber]) in
      let present = state.prune()
      let id = ObjectIdentifier(subscriber)
      guard !state.entries.contains(where: { $0.id == id }) else { return (false, present) }
      state.entries.append(Entry(id: id, subscriber: subscriber))
      if state.entries.count == 1 {
        state.model = model
        onChange(true)
      }
      return (true, present)
    }
    return isNew
  }

  /// Removes a subscriber, which may be on the way out of memory.
  func remove(_ id: ObjectIdentifier) {
    // The model is let go of outside the lock too, because its end may follow.
    _ = state.withLock { state -> ([any TripModelSubscriber], TripModel?) in
      let count = state.entries.count
      state.entries.removeAll { $0.id == id }
      let present = state.prune()
      guard count > 0, state.entries.isEmpty else { return (present, nil) }
      onChange(false)
      return (present, state.model.take())
    }
  }

  /// Forgets the subscribers that are gone.
  ///
  /// - Returns: Whether none is left.
  func prune() -> Bool {
    let (present, _) = state.withLock { state -> ([any TripModelSubscriber], TripModel?) in
      let count = state.entries.count
      let present = state.prune()
      guard count > 0, state.entries.isEmpty else { return (present, nil) }
      onChange(false)
      return (present, state.model.take())
    }
    return present.isEmpty
  }
}
