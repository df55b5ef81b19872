public import FleetEngine
internal import Synchronization

/// A trip that keeps itself up to date while somebody subscribes to it.
///
/// It asks the server from the first subscriber to the last, also after the trip has ended. A
/// failed poll is told and followed by others; the last trip stays. Objects subscribe with
/// ``register(_:)`` and are told on the main actor; code that iterates over ``updates`` or
/// ``pollingStatuses`` subscribes by it, on whatever actor it runs. Source: contract 5.2.
@MainActor
public final class TripModel {
  /// The full name, as it was asked for.
  public nonisolated let tripName: String

  /// How the asking of the server goes.
  public private(set) var polling = PollingStatus()

  /// The trip as it was last received, with its joined routes; nil before the first response.
  package private(set) var current: PreparedTrip?
  private nonisolated let poller: TripPoller
  private nonisolated let list: SubscriberList
  private nonisolated let presentOptions: Mutex<TripModelOptions>
  private nonisolated let pending = Mutex<PollReport?>(nil)

  nonisolated init(
    tripName: String,
    clock: ServiceClock,
    random: any RandomNumberGenerator & Sendable,
    options: TripModelOptions,
    schedule: FleetSchedule?,
    fetch: @escaping TripPoller.Fetch
  ) {
    self.tripName = tripName
    presentOptions = Mutex(options)
    let poller = TripPoller(
      clock: clock,
      random: random,
      options: options,
      schedule: schedule,
      fetch: fetch
    )
    let list = SubscriberList(
      onFirst: { poller.mailbox.yield(.start) },
      onLast: {
        poller.mailbox.yield(.stop)
        return poller.presentWork
      }
    )
    self.poller = poller
    self.list = list
    // Unstructured, because it lives as long as the model, whose end finishes the mailbox; and not
    // on the main actor, which a server may never run.
    Task { @concurrent [weak self] in
      await poller.run(prune: { list.prune() }, report: { [weak self] in self?.post($0) })
    }
  }

  deinit {
    poller.mailbox.finish()
  }

  /// The trip as it was last heard of; nil before the first answer.
  public var currentTrip: Trip? { current?.trip }

  /// Whether anybody subscribes, and so whether the server is asked.
  public nonisolated var state: TripModelState { list.isEmpty ? .inactive : .active }

  /// How the server is asked; changes hold at once.
  public nonisolated var options: TripModelOptions {
    get { presentOptions.withLock { $0 } }
    set {
      // Sent under the lock, so that what is sent last is what holds.
      presentOptions.withLock { options in
        guard newValue != options else { return }
        options = newValue
        poller.mailbox.yield(.options(newValue))
      }
    }
  }

  /// The changes of the trip, for code that iterates.
  public nonisolated var updates: TripUpdates { TripUpdates(model: self) }

  /// How the asking of the server goes, failures included, for code that iterates.
  public nonisolated var pollingStatuses: PollingStatuses { PollingStatuses(model: self) }

  /// Adds a subscriber, which is held weakly and told the present state and trip at once.
  ///
  /// The first one starts the polling. Who subscribes already is not added again.
  ///
  /// - Parameter subscriber: Who wants to know.
  public func register(_ subscriber: any TripModelSubscriber) {
    guard list.add(subscriber, to: self) else { return }
    subscriber.tripModel(self, didUpdate: .active)
    guard let current, list.contains(subscriber) else { return }
    subscriber.tell(current, current.properties, of: self)
  }

  /// Removes a subscriber; the last one stops the polling, and a request under way is given up at
  /// once.
  ///
  /// It may be called on any thread, also from the subscriber's `deinit`. Who removes itself while
  /// it is told of an update is still told all that changed in that update, and nothing more; who
  /// is removed before its turn is told nothing.
  ///
  /// - Parameter subscriber: Who no longer wants to know.
  public nonisolated func unregisterSubscriber(_ subscriber: any TripModelSubscriber) {
    list.remove(ObjectIdentifier(subscriber))
  }

  /// Asks the server at once, at most every second, and takes its word even if the trip had ended.
  ///
  /// Without subscribers it does nothing.
  public nonisolated func refresh() {
    poller.mailbox.yield(.refresh(hasTurn: false))
  }

  /// Polls at once, like ``refresh()``, with a turn that the caller took from the rate limiter.
  nonisolated func refreshInTurn() {
    poller.mailbox.yield(.refresh(hasTurn: true))
  }

  /// Adds the inbox of an iterator.
  nonisolated func join(_ inbox: ReportInbox) {
    list.add(inbox, to: self)
  }

  /// Removes the inbox of an iterator, like a subscriber.
  nonisolated func leave(_ inbox: ReportInbox) {
    list.remove(inbox)
  }

  /// Takes a report from the poller, whatever the main actor is doing.
  private nonisolated func post(_ report: PollReport) {
    list.post(report)
    let isFirst = pending.withLock { pending in
      defer { pending = pending.map { $0.appending(report) } ?? report }
      return pending == nil
    }
    guard isFirst else { return }
    // Unstructured, because the poller must not wait for the main actor.
    Task { @MainActor [weak self] in self?.deliver() }
  }

  private func deliver() {
    guard let report = pending.withLock({ $0.take() }) else { return }
    polling = report.status
    if let trip = report.trip { current = trip }
    // Whoever is told may unregister itself or others; those hear no more.
    for subscriber in list.subscribers where list.contains(subscriber) {
      if let trip = report.trip { subscriber.tell(trip, report.fields, of: self) }
      for error in report.errors where list.contains(subscriber) {
        subscriber.tripModel(self, didFailUpdateTripWithError: error)
      }
      if list.contains(subscriber) { subscriber.tripModel(self, didUpdate: report.status) }
    }
  }
}
