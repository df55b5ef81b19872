internal import Synchronization

/// The subscribers of a model: objects, held weakly, and the inboxes of iterators.
///
/// A subscriber may leave from its `deinit` on any thread, so a lock guards the list. The first
/// subscriber starts the poller and the last one stops it, under that lock and so in order.
final class SubscriberList: Sendable {
  private struct Entry {
    let id: ObjectIdentifier
    weak var subscriber: (any TripModelSubscriber)?
  }

  private struct State {
    var entries: [Entry] = []
    var inboxes: [ReportInbox] = []
    /// The report for a new inbox.
    var newest: PollReport?
    /// Keeps the model alive while it has subscribers.
    var model: TripModel?

    /// Drops the entries of released subscribers and returns the others.
    ///
    /// Looking at a subscriber retains it. If that was the last reference, releasing it under the
    /// lock would run a `deinit` that may need the lock, so callers release the result outside.
    mutating func prune() -> [any TripModelSubscriber] {
      let present = entries.map(\.subscriber)
      entries = zip(entries, present).filter { $0.1 != nil }.map(\.0)
      return present.compactMap(\.self)
    }
  }

  private let state = Mutex(State())
  private let poller: TripPoller

  init(_ poller: TripPoller) { self.poller = poller }

  var isEmpty: Bool {
    let (present, hasInbox) = state.withLock { state in
      (state.entries.compactMap(\.subscriber), !state.inboxes.isEmpty)
    }
    return present.isEmpty && !hasInbox
  }

  /// The objects that subscribe, in the order of registration.
  var subscribers: [any TripModelSubscriber] {
    state.withLock { state in state.entries.compactMap(\.subscriber) }
  }

  func contains(_ subscriber: any TripModelSubscriber) -> Bool {
    state.withLock { state in state.entries.contains { $0.id == ObjectIdentifier(subscriber) } }
  }

  /// Adds a subscriber; returns false if it subscribes already.
  func add(_ subscriber: any TripModelSubscriber, to model: TripModel) -> Bool {
    let (isNew, _) = state.withLock { state -> (Bool, [any TripModelSubscriber]) in
      let present = state.prune()
      let id = ObjectIdentifier(subscriber)
      guard !state.entries.contains(where: { $0.id == id }) else { return (false, present) }
      start(&state, model)
      state.entries.append(Entry(id: id, subscriber: subscriber))
      return (true, present)
    }
    return isNew
  }

  /// Adds an inbox and posts the newest report to it.
  func add(_ inbox: ReportInbox, to model: TripModel) {
    _ = state.withLock { state -> [any TripModelSubscriber] in
      let present = state.prune()
      start(&state, model)
      state.inboxes.append(inbox)
      if let newest = state.newest { inbox.post(newest) }
      return present
    }
  }

  /// Posts a report to every inbox.
  func post(_ report: PollReport) {
    let inboxes = state.withLock { state in
      state.newest = (state.newest?.merging(report) ?? report).replay
      return state.inboxes
    }
    for inbox in inboxes { inbox.post(report) }
  }

  /// Removes a subscriber, which may be in its `deinit`.
  func remove(_ id: ObjectIdentifier) { change { $0.entries.removeAll { $0.id == id } } }

  func remove(_ inbox: ReportInbox) { change { $0.inboxes.removeAll { $0 === inbox } } }

  /// Drops released subscribers; returns whether the list is empty.
  func prune() -> Bool { change { _ in } }

  /// Changes the list and stops the polling if it is empty; returns whether it is.
  @discardableResult private func change(_ body: (inout sending State) -> Void) -> Bool {
    // Subscribers and model are released, and the work is cancelled, outside the lock: both may call
    // back.
    let (released, work, isEmpty) = state.withLock { state in
      body(&state)
      let present = state.prune()
      let isEmpty = state.entries.isEmpty && state.inboxes.isEmpty
      let model = isEmpty ? state.model.take() : nil
      if model != nil { poller.mailbox.yield(.stop) }
      return ((present, model), model == nil ? nil : poller.presentWork, isEmpty)
    }
    _ = released
    work?.cancel()
    return isEmpty
  }

  private func start(_ state: inout State, _ model: TripModel) {
    guard state.model == nil else { return }
    state.model = model
    poller.mailbox.yield(.start)
  }
}
