internal import Synchronization

/// Who subscribes to a model: objects, each held weakly, and the inboxes of iterators.
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
    var inboxes: [ReportInbox] = []
    /// All that there is to tell now, for whoever comes later.
    var newest: PollReport?
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

  /// What a change of the list leaves to be done or let go of without the lock.
  private struct Rest {
    var present: [any TripModelSubscriber] = []
    var model: TripModel?
    var work: Task<Void, Never>?
  }

  private let state = Mutex(State())
  private let onFirst: @Sendable () -> Void
  private let onLast: @Sendable () -> Task<Void, Never>?

  /// Creates an empty list.
  ///
  /// - Parameters:
  ///   - onFirst: Told, under the lock, that the first came.
  ///   - onLast: Told, under the lock, that the last left; it returns the work that is then of no
  ///     use, to be cancelled at once but without the lock, as whose it is may call back.
  init(
    onFirst: @escaping @Sendable () -> Void,
    onLast: @escaping @Sendable () -> Task<Void, Never>?
  ) {
    self.onFirst = onFirst
    self.onLast = onLast
  }

  /// Whether nobody subscribes.
  var isEmpty: Bool {
    let (present, hasInbox) = state.withLock { state in
      (state.entries.compactMap(\.subscriber), !state.inboxes.isEmpty)
    }
    return present.isEmpty && !hasInbox
  }

  /// The objects that subscribe, in the order in which they came.
  var subscribers: [any TripModelSubscriber] {
    state.withLock { state in state.entries.compactMap(\.subscriber) }
  }

  /// Whether an object still subscribes.
  func contains(_ subscriber: any TripModelSubscriber) -> Bool {
    state.withLock { state in
      state.entries.contains { $0.id == ObjectIdentifier(subscriber) }
    }
  }

  /// Adds a subscriber.
  func add(_ subscriber: any TripModelSubscriber, to model: TripModel) -> Bool {
    let (isNew, _) = state.withLock { state -> (Bool, [any TripModelSubscriber]) in
      let present = state.prune()
      let id = ObjectIdentifier(subscriber)
      guard !state.entries.contains(where: { $0.id == id }) else { return (false, present) }
      begin(&state, model)
      state.entries.append(Entry(id: id, subscriber: subscriber))
      return (true, present)
    }
    return isNew
  }

  /// Adds an inbox and puts into it all that there is to tell.
  ///
  /// - Parameters:
  ///   - inbox: Where reports are to go.
  ///   - model: The model, kept alive from the first subscriber to the last.
  func add(_ inbox: ReportInbox, to model: TripModel) {
    _ = state.withLock { state -> [any TripModelSubscriber] in
      let present = state.prune()
      begin(&state, model)
      state.inboxes.append(inbox)
      if let newest = state.newest { inbox.put(newest) }
      return present
    }
  }

  /// Puts a report into every inbox.
  func post(_ report: PollReport) {
    let inboxes = state.withLock { state in
      state.newest = (state.newest?.appending(report) ?? report).replay
      return state.inboxes
    }
    for inbox in inboxes { inbox.put(report) }
  }

  /// Removes a subscriber, which may be on the way out of memory.
  func remove(_ id: ObjectIdentifier) {
    change { $0.entries.removeAll { $0.id == id } }
  }

  /// Removes an inbox.
  func remove(_ inbox: ReportInbox) {
    change { $0.inboxes.removeAll { $0 === inbox } }
  }

  /// Forgets the subscribers that are gone.
  func prune() -> Bool {
    change { _ in }
  }

  /// Changes the list and ends the polling if nobody is left.
  @discardableResult
  private func change(_ body: (inout sending State) -> Void) -> Bool {
    let (isEmpty, rest) = state.withLock { state -> (Bool, Rest) in
      body(&state)
      var rest = Rest(present: state.prune())
      let isEmpty = state.entries.isEmpty && state.inboxes.isEmpty
      if isEmpty, let model = state.model.take() {
        rest.model = model
        rest.work = onLast()
      }
      return (isEmpty, rest)
    }
    rest.work?.cancel()
    return isEmpty
  }

  private func begin(_ state: inout State, _ model: TripModel) {
    guard state.model == nil else { return }
    state.model = model
    onFirst()
  }
}
