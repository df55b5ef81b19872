public import FleetEngine

/// A change of a trip.
public struct TripUpdate: Sendable, Hashable {
  /// The trip after the change.
  public let trip: Trip
  /// The properties that changed since the previous element; in the first element, all that are set.
  public let fields: TripPropertyFields
}

/// The changes of a trip, see ``TripModel/updates``.
public typealias TripUpdates = TripModelSequence<TripUpdate, Never>

/// The changes of a trip model's polling status, see ``TripModel/pollingStatuses``.
public typealias PollingStatuses = TripModelSequence<PollingStatus, Never>

/// The changes of a trip to its end, or to a failure that stays, see
/// ``TripService/updates(of:every:endsWithTrip:)``.
public typealias TripUpdatesToEnd = TripModelSequence<TripUpdate, FleetEngineError>

/// An asynchronous sequence of a trip model's changes.
///
/// A loop counts as a subscriber from its first element to its end or the cancellation of its task:
/// the first subscriber starts the polling, the last one stops it. Several loops may run at the same
/// time, on any actor; elements do not pass through the main actor.
public struct TripModelSequence<Element: Sendable, Failure: Error>: AsyncSequence, Sendable {
  /// The meaning of a report for a loop.
  enum Step {
    /// The report has no element.
    case none
    case element(Element)
    /// The sequence ends after the element, or throws after it.
    case last(Element?, Failure?)
  }

  /// The iterator of one loop.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let sequence: TripModelSequence
    private var subscription: ReportSubscription?
    private var isFirst = true
    private var ending: Result<Void, Failure>?
    /// Lasts until the loop asks for the next element.
    private var handover: Handover?

    fileprivate init(_ sequence: TripModelSequence) { self.sequence = sequence }

    /// Waits for the next element; returns nil at the end, and when the task is cancelled.
    public mutating func next() async throws(Failure) -> Element? {
      try await next(isolation: #isolation)
    }

    /// Waits for the next element without leaving the caller's actor; returns nil at the end, and when
    /// the task is cancelled.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(Failure) -> Element? {
      handover = nil
      if let ending {
        self.ending = .success(())
        try ending.get()
        return nil
      }
      if subscription == nil, Task.isCancelled { return nil }
      let subscription = subscription ?? ReportSubscription(to: sequence.model)
      self.subscription = subscription
      while let report = await subscription.next() {
        if isFirst { sequence.join(report) }
        isFirst = false
        switch sequence.step(report) {
        case .none: continue
        case .element(let element):
          handover = report.handover
          return element
        case .last(let element, let failure):
          handover = report.handover
          self.subscription = nil
          ending = failure.map { .failure($0) } ?? .success(())
          return if let element { element } else { try await next(isolation: actor) }
        }
      }
      return nil
    }
  }

  let model: TripModel
  /// Called with the first report of each loop.
  var join: @Sendable (PollReport) -> Void = { _ in }
  let step: @Sendable (PollReport) -> Step

  /// Creates the iterator of one loop.
  public func makeAsyncIterator() -> Iterator { Iterator(self) }
}

extension TripService {
  /// The changes of a trip until it has ended, for code that iterates.
  ///
  /// A slow loop misses no change: an element has the newest trip and all changes since the previous
  /// element. The sequence ends after the element in which the trip is completed or canceled, and throws
  /// a failure that no retry cures, such as an unknown trip, a token without permission, or a closed
  /// transport. Other failures are retried; ``TripModel/pollingStatuses`` has them. It returns nil when
  /// the task is cancelled.
  ///
  /// - Parameters:
  ///   - trip: The full name of the trip.
  ///   - interval: The time between the starts of two polls, 5 s to 1 day, for all loops over this trip;
  ///     nil to leave it as it is, at first 5 s.
  ///   - endsWithTrip: Whether the sequence ends with the trip.
  public func updates(
    of trip: TripName, every interval: Duration? = nil, endsWithTrip: Bool = true
  ) -> TripUpdatesToEnd {
    let model = tripModel(forTripName: trip.description)
    if let interval {
      model.changeOptions { $0.autoRefreshTimeInterval = max(.zero, interval).inSeconds }
    }
    return TripUpdatesToEnd(model: model) { [model] report in
      // An earlier loop had the failure; this one gets its own, and not after the long wait that follows one.
      if let error = report.status.lastError, !error.mayBeRetried { model.refresh() }
    } step: { report in
      let update = TripUpdate(report)
      if let update, endsWithTrip, update.trip.status.isTerminal { return .last(update, nil) }
      if let error = report.status.lastError, !report.errors.isEmpty, !error.mayBeRetried {
        return .last(update, error)
      }
      return update.map { .element($0) } ?? .none
    }
  }
}

extension TripUpdate {
  /// The change in a report; nil if the trip is the same.
  init?(_ report: PollReport) {
    guard let trip = report.trip?.trip, !report.fields.isEmpty else { return nil }
    self.init(trip: trip, fields: report.fields)
  }
}

extension FleetEngineError {
  /// Whether a retry may succeed without any change by the user or the program.
  fileprivate var mayBeRetried: Bool { bucket == .recoverable || bucket == .quota }
}
