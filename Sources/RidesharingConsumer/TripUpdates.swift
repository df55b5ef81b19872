public import FleetEngine

/// A change of a trip.
public struct TripUpdate: Sendable, Hashable {
  /// The trip as it is now.
  public let trip: Trip
  /// What changed since the element before; in the first element all that the trip holds.
  public let fields: TripPropertyFields
}

/// The changes of a trip, one after the other.
///
/// Whoever iterates counts as a subscriber: the first iterator's first `next()` begins the polling,
/// and the end of the loop, its task's cancellation or the iterator's end ends it at once. Several may
/// iterate at the same time, on any actor. Elements come straight from what polls the server, so
/// that nobody has to serve the main actor. A slow loop misses no change: an element is the newest
/// trip with the union of all changes since the element before. The loop ends by cancellation only,
/// not with the trip. Failed polls are no elements; ``TripModel/pollingStatuses`` tells them.
public struct TripUpdates: AsyncSequence, Sendable {
  /// The changes to one loop.
  public struct Iterator: AsyncIteratorProtocol {
    private var reports: ReportIterator

    init(_ model: TripModel) {
      reports = ReportIterator(model)
    }

    /// Waits for the next change.
    ///
    /// - Returns: The change; nil when the task is cancelled.
    public mutating func next() async -> TripUpdate? {
      await next(isolation: #isolation)
    }

    /// Waits for the next change, without leaving the caller's actor.
    ///
    /// - Parameter actor: The caller's actor.
    /// - Returns: The change; nil when the task is cancelled.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> TripUpdate? {
      while let report = await reports.next() {
        guard let prepared = report.trip, !report.fields.isEmpty else { continue }
        return TripUpdate(trip: prepared.trip, fields: report.fields)
      }
      return nil
    }
  }

  let model: TripModel

  /// Makes what one loop iterates with.
  public func makeAsyncIterator() -> Iterator { Iterator(model) }
}

/// How the asking of the server goes, one status after the other.
///
/// This is how iterating code hears of failures: a status has the last error and the number of
/// failures since the last good answer. Whoever iterates counts as a subscriber, as with
/// ``TripUpdates``. An element comes with each start and end of a poll; a slow loop gets the newest
/// status only.
public struct PollingStatuses: AsyncSequence, Sendable {
  /// The statuses to one loop.
  public struct Iterator: AsyncIteratorProtocol {
    private var reports: ReportIterator

    init(_ model: TripModel) {
      reports = ReportIterator(model)
    }

    /// Waits for the next status.
    ///
    /// - Returns: The status; nil when the task is cancelled.
    public mutating func next() async -> PollingStatus? {
      await next(isolation: #isolation)
    }

    /// Waits for the next status, without leaving the caller's actor.
    ///
    /// - Parameter actor: The caller's actor.
    /// - Returns: The status; nil when the task is cancelled.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> PollingStatus? {
      await reports.next()?.status
    }
  }

  let model: TripModel

  /// Makes what one loop iterates with.
  public func makeAsyncIterator() -> Iterator { Iterator(model) }
}

/// A subscription that begins with the first question.
private struct ReportIterator {
  private let model: TripModel
  private var subscription: ReportSubscription?

  init(_ model: TripModel) {
    self.model = model
  }

  mutating func next() async -> PollReport? {
    if subscription == nil, Task.isCancelled { return nil }
    let joined = subscription ?? ReportSubscription(to: model)
    subscription = joined
    return await joined.next()
  }
}
