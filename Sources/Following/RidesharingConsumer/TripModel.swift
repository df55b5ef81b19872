public import FleetEngine
internal import Synchronization

/// A trip that updates itself while it has subscribers.
///
/// The model polls the server from the first subscriber to the last, even after the trip has ended.
/// After a failed poll it notifies its subscribers, keeps the last trip and retries. Objects
/// subscribe with ``register(_:)`` and are notified on the main actor. Code that iterates over
/// ``updates`` or ``pollingStatuses`` subscribes on any actor. See docs/protocol.md, "Trip model".
@MainActor public final class TripModel {
  /// The full name, as given to the service.
  public nonisolated let tripName: String

  /// The progress of the polling.
  public private(set) var polling = PollingStatus()

  /// The last received trip with its joined routes; nil before the first response.
  package private(set) var current: PreparedTrip?
  private nonisolated let poller: TripPoller
  private nonisolated let list: SubscriberList
  /// Begins what the model's clock waits for.
  nonisolated let beginHandover: @Sendable () -> Handover?
  private nonisolated let presentOptions: Mutex<TripModelOptions>
  private nonisolated let pending = Mutex<PollReport?>(nil)
  /// Decides about the next poll, in place of the model; nil for a model that polls by itself.
  var planPolls: ((PollingStatus) -> PollPlan?)?

  nonisolated init(
    tripName: String, clock: ServiceClock, random: any RandomNumberGenerator & Sendable,
    options: TripModelOptions, schedule: FleetSchedule?, fetch: @escaping TripPoller.Fetch
  ) {
    self.tripName = tripName
    beginHandover = clock.beginHandover
    presentOptions = Mutex(options)
    let poller = TripPoller(
      clock: clock, random: random, options: options, schedule: schedule, fetch: fetch)
    let list = SubscriberList(poller)
    self.poller = poller
    self.list = list
    // Unstructured, because it lives as long as the model, whose `deinit` finishes the mailbox. Not
    // on the main actor, which a server may never run.
    Task { @concurrent [weak self] in
      await poller.run(hasSubscribers: { !list.prune() }, report: { [weak self] in self?.post($0) })
    }
  }

  /// Replaces the trip and the status without notifying subscribers, who have their own copy.
  package func restore(_ report: PollReport) { (polling, current) = (report.status, report.trip) }

  /// Creates the model of a recorded trip, which polls nothing; ``show(_:)`` changes it.
  package convenience nonisolated init(recorded tripName: String, clock: ServiceClock) {
    self.init(
      tripName: tripName, clock: clock, random: SystemRandomNumberGenerator(),
      options: TripModelOptions(autoRefreshTimeInterval: -1), schedule: nil
    ) { (_, _, _, _) async throws(FleetEngineError) in
      throw FleetEngineError(
        operation: "GetTrip", code: .failedPrecondition, message: "A recorded trip is not polled.",
        cause: .request)
    }
  }

  deinit { poller.mailbox.finish() }

  /// The last received trip; nil before the first response.
  public var currentTrip: Trip? { current?.trip }

  /// Whether the model has subscribers and so polls the server.
  public nonisolated var state: TripModelState { list.isEmpty ? .inactive : .active }

  /// How the model polls the server; changes take effect immediately.
  public nonisolated var options: TripModelOptions {
    get { presentOptions.withLock { $0 } }
    set { changeOptions { $0 = newValue } }
  }

  /// Changes options, which others may change at the same time.
  nonisolated func changeOptions(_ change: (inout TripModelOptions) -> Void) {
    // Sent under the lock, so that the last message has the last options.
    presentOptions.withLock { options in
      let before = options
      change(&options)
      if options != before { poller.mailbox.yield(.options(options)) }
    }
  }

  /// The changes of the trip, for code that iterates.
  ///
  /// A slow loop misses no change: an element has the newest trip and all changes since the previous
  /// element. Failed polls are only in ``pollingStatuses``, and the sequence does not end with the trip;
  /// ``TripService/updates(of:every:endsWithTrip:)`` throws and ends.
  public nonisolated var updates: TripUpdates {
    TripUpdates(model: self) { report in
      if let update = TripUpdate(report) { .element(update) } else { .none }
    }
  }

  /// The progress of the polling, including failures, for code that iterates.
  ///
  /// An element arrives with each start and end of a poll; a slow loop gets the newest status only.
  public nonisolated var pollingStatuses: PollingStatuses {
    PollingStatuses(model: self) { .element($0.status) }
  }

  /// Adds a subscriber, holds it weakly, and notifies it of the current state and trip.
  ///
  /// The first subscriber starts the polling. A subscriber that is already registered is not added
  /// again.
  public func register(_ subscriber: any TripModelSubscriber) {
    guard list.add(subscriber, to: self) else { return }
    subscriber.tripModel(self, didUpdate: .active)
    guard let current, list.contains(subscriber) else { return }
    subscriber.notify(current, current.properties, of: self)
  }

  /// Removes a subscriber; the last one stops the polling and cancels a request under way.
  ///
  /// May be called on any thread, even in the subscriber's `deinit`. A subscriber that removes itself
  /// during an update still receives the rest of that update.
  public nonisolated func unregisterSubscriber(_ subscriber: any TripModelSubscriber) {
    list.remove(ObjectIdentifier(subscriber))
  }

  /// Polls as soon as possible, at most once a second, and accepts the response even if the trip had
  /// ended before.
  ///
  /// Does nothing without subscribers.
  public nonisolated func refresh() { poller.mailbox.yield(.refresh(hasTurn: false)) }

  /// Polls like ``refresh()``, with a turn of the rate limiter that the caller has.
  nonisolated func refreshInTurn() { poller.mailbox.yield(.refresh(hasTurn: true)) }

  /// Drops the routes of later responses if a closure, given their points, returns false; nil keeps
  /// them.
  nonisolated func limitRoutes(_ hasRoom: (@Sendable (_ points: Int) -> Bool)?) {
    poller.mailbox.yield(.routeLimit(hasRoom))
  }

  /// Gives finished polls to a recorder, which the model holds until it is removed.
  package nonisolated func add(_ recorder: any PollRecorder) {
    poller.mailbox.yield(.addRecorder(recorder))
  }

  package nonisolated func remove(_ recorder: any PollRecorder) {
    poller.mailbox.yield(.removeRecorder(ObjectIdentifier(recorder)))
  }

  /// Adds the inbox of an iterator.
  nonisolated func join(_ inbox: ReportInbox) { list.add(inbox, to: self) }

  /// Removes the inbox of an iterator.
  nonisolated func leave(_ inbox: ReportInbox) { list.remove(inbox) }

  /// Forwards a report of the poller, even while the main actor is busy.
  private nonisolated func post(_ report: PollReport) {
    list.post(report)
    var report = report
    report.handover = nil
    let isFirst = pending.withLock { pending in
      defer { pending = pending?.merging(report) ?? report }
      return pending == nil
    }
    guard isFirst else { return }
    // Unstructured, because the poller must not wait for the main actor.
    Task { @MainActor [weak self] in self?.deliver() }
  }

  private func deliver() { if let report = pending.withLock({ $0.take() }) { show(report) } }

  /// Notifies the subscribers of a report: the model's own, or one of a recording.
  package func show(_ report: PollReport) {
    var report = report
    if let trip = report.trip { current = trip }
    report.status.quietAfter = options.quietAfter
    if let plan = planPolls?(report.status) { report.status.apply(plan) }
    polling = report.status
    // A notified subscriber may unregister itself or others, which must not be notified any more.
    for subscriber in list.subscribers where list.contains(subscriber) {
      if let trip = report.trip { subscriber.notify(trip, report.fields, of: self) }
      for error in report.errors where list.contains(subscriber) {
        subscriber.tripModel(self, didFailUpdateTripWithError: error)
      }
      if list.contains(subscriber) { subscriber.tripModel(self, didUpdate: report.status) }
    }
  }

  /// Takes over when the trip is polled next, as the scheduler of many trips has decided since its last poll.
  func apply(_ plan: PollPlan) {
    guard polling.lastPollAt != nil, polling.interval != plan.interval else { return }
    polling.apply(plan)
    let present = polling
    for subscriber in list.subscribers where list.contains(subscriber) {
      subscriber.tripModel(self, didUpdate: present)
    }
  }
}
