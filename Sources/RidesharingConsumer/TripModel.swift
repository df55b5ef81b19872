public import FleetEngine
internal import Synchronization

/// A trip that keeps itself up to date while somebody subscribes to it.
///
/// It asks the server from the first subscriber to the last, also after the trip has ended. A failed
/// poll is told and followed by others; the last trip stays. Source: contract 5.2.
@MainActor
public final class TripModel {
  /// The full name, as it was asked for.
  public nonisolated let tripName: String

  /// The trip as it was last heard of; nil before the first answer.
  public private(set) var currentTrip: Trip?

  /// How the asking of the server goes.
  public private(set) var polling = PollingStatus()

  /// How the server is asked; changes hold at once.
  public var options: TripModelOptions {
    didSet {
      if options != oldValue { poller.mailbox.yield(.options(options)) }
    }
  }

  private nonisolated let poller: TripPoller
  private nonisolated let list: SubscriberList
  private nonisolated let pending = Mutex<PollReport?>(nil)

  init(
    tripName: String,
    clock: ServiceClock,
    random: any RandomNumberGenerator & Sendable,
    options: TripModelOptions,
    fetch: @escaping TripPoller.Fetch
  ) {
    self.tripName = tripName
    self.options = options
    let poller = TripPoller(clock: clock, random: random, options: options, fetch: fetch)
    let mailbox = poller.mailbox
    let list = SubscriberList { isFirst in mailbox.yield(isFirst ? .start : .stop) }
    self.poller = poller
    self.list = list
    // Unstructured, because it lives as long as the model, whose end finishes the mailbox; and not on
    // the main actor, which a server may never run.
    Task { @concurrent [weak self] in
      await poller.run(prune: { list.prune() }, report: { [weak self] in self?.post($0) })
    }
  }

  deinit {
    poller.mailbox.finish()
  }

  /// Whether anybody subscribes, and so whether the server is asked.
  public nonisolated var state: TripModelState { list.isEmpty ? .inactive : .active }

  /// Adds a subscriber, which is held weakly and told the present state and trip at once.
  ///
  /// The first one starts the polling. Who subscribes already is not added again.
  ///
  /// - Parameter subscriber: Who wants to know.
  public func register(_ subscriber: any TripModelSubscriber) {
    guard list.add(subscriber, to: self) else { return }
    subscriber.tripModel(self, didUpdate: .active)
    if let currentTrip {
      let fields = Trip.propertyDifferences(between: nil, and: currentTrip)
      subscriber.tell(currentTrip, fields, of: self)
    }
  }

  /// Removes a subscriber; the last one stops the polling.
  ///
  /// It may be called on any thread, also from the subscriber's `deinit`.
  ///
  /// - Parameter subscriber: Who no longer wants to know.
  public nonisolated func unregisterSubscriber(_ subscriber: any TripModelSubscriber) {
    list.remove(ObjectIdentifier(subscriber))
  }

  /// Asks the server at once, at most every second, and takes its word even if the trip had ended.
  ///
  /// Without subscribers it does nothing.
  public nonisolated func refresh() {
    poller.mailbox.yield(.refresh)
  }

  /// Takes a report from the poller, whatever the main actor is doing.
  private nonisolated func post(_ report: PollReport) {
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
    if let trip = report.trip { currentTrip = trip }
    // Whoever is told may unregister itself or others, who then hear no more.
    for subscriber in list.subscribers where list.contains(subscriber) {
      if let trip = report.trip { subscriber.tell(trip, report.fields, of: self) }
      for error in report.errors where list.contains(subscriber) {
        subscriber.tripModel(self, didFailUpdateTripWithError: error)
      }
      if list.contains(subscriber) { subscriber.tripModel(self, didUpdate: report.status) }
    }
  }
}
