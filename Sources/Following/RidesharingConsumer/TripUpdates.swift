public import FleetEngine

/// A change of a trip.
public struct TripUpdate: Sendable, Hashable {
  /// The trip after the change.
  public let trip: Trip
  /// The properties that changed since the previous element; in the first element, all that are set.
  public let fields: TripPropertyFields
}

/// The changes of a trip, see ``TripModel/updates``.
public typealias TripUpdates = TripModelSequence<TripUpdate>

/// The changes of a trip model's polling status, see ``TripModel/pollingStatuses``.
public typealias PollingStatuses = TripModelSequence<PollingStatus>

/// An asynchronous sequence of a trip model's changes.
///
/// A loop counts as a subscriber from its first element to its end or the cancellation of its task:
/// the first subscriber starts the polling, the last one stops it. Several loops may run at the same
/// time, on any actor; elements do not pass through the main actor. The sequence does not end with
/// the trip.
public struct TripModelSequence<Element: Sendable>: AsyncSequence, Sendable {
  /// The iterator of one loop.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let sequence: TripModelSequence
    private var subscription: ReportSubscription?

    fileprivate init(_ sequence: TripModelSequence) { self.sequence = sequence }

    /// Waits for the next element; returns nil when the task is cancelled.
    public mutating func next() async -> Element? { await next(isolation: #isolation) }

    /// Waits for the next element without leaving the caller's actor; nil when the task is cancelled.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
      if subscription == nil, Task.isCancelled { return nil }
      let subscription = subscription ?? ReportSubscription(to: sequence.model)
      self.subscription = subscription
      while let report = await subscription.next() {
        if let element = sequence.element(report) { return element }
      }
      return nil
    }
  }

  let model: TripModel
  /// The element for a report; nil to skip the report.
  let element: @Sendable (PollReport) -> Element?

  /// Creates the iterator of one loop.
  public func makeAsyncIterator() -> Iterator { Iterator(self) }
}
