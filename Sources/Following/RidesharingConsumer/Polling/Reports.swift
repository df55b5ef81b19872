package import FleetEngine
internal import Synchronization

/// The news for a model's subscribers after the start or end of a poll.
package struct PollReport: Sendable {
  /// The newest trip, if a poll returned one.
  package var trip: PreparedTrip?
  /// The properties that changed since the previous report.
  package var fields: TripPropertyFields = []
  /// The newest failures, in order.
  package var errors: [FleetEngineError] = []
  package var status: PollingStatus
  /// Lasts until a loop has dealt with the report, for a clock that waits for that.
  var handover: Handover?

  package init(
    trip: PreparedTrip? = nil, fields: TripPropertyFields = [], errors: [FleetEngineError] = [],
    status: PollingStatus
  ) { (self.trip, self.fields, self.errors, self.status) = (trip, fields, errors, status) }

  /// Merges a later report into this one.
  ///
  /// A slow reader gets the newest trip with all changes since it last looked.
  func merging(_ later: PollReport) -> PollReport {
    var merged = PollReport(
      trip: later.trip ?? trip, fields: fields.union(later.fields),
      errors: (errors + later.errors).suffix(8), status: later.status)
    merged.handover = later.handover ?? handover
    return merged
  }

  /// The report for a new subscriber.
  var replay: PollReport { PollReport(trip: trip, fields: trip?.properties ?? [], status: status) }
}

/// A mailbox for one iterator, which merges reports until they are read.
final class ReportInbox: Sendable {
  private struct State {
    var report: PollReport?
    var reader: CheckedContinuation<PollReport?, Never>?
    var isClosed = false
  }

  private let state = Mutex(State())
  private let beginHandover: @Sendable () -> Handover?

  /// Creates an inbox whose reader a clock may wait for.
  init(_ beginHandover: @escaping @Sendable () -> Handover?) { self.beginHandover = beginHandover }

  /// Delivers a report to the waiting reader, or keeps it for the next one.
  func post(_ report: PollReport) {
    let reader = state.withLock { state -> CheckedContinuation<PollReport?, Never>? in
      guard !state.isClosed else { return nil }
      if let reader = state.reader.take() { return reader }
      // Nobody waits for a loop that does not ask for its next element.
      var report = report
      report.handover = nil
      state.report = state.report?.merging(report) ?? report
      return nil
    }
    reader?.resume(returning: report)
  }

  /// Waits for the reports since the previous call; returns nil after the inbox is closed.
  func next() async -> PollReport? {
    await withCheckedContinuation { continuation in
      let ready = state.withLock { state -> PollReport?? in
        if state.isClosed { return .some(nil) }
        if var report = state.report.take() {
          report.handover = beginHandover()
          return report
        }
        precondition(state.reader == nil, "Only one task at a time may use an iterator")
        state.reader = continuation
        return nil
      }
      if let ready { continuation.resume(returning: ready) }
    }
  }

  /// Ends the reading and discards unread reports.
  func close() {
    let reader = state.withLock { state in
      state.isClosed = true
      state.report = nil
      return state.reader.take()
    }
    reader?.resume(returning: nil)
  }
}

/// An iterator's subscription to a model.
///
/// It ends when the iterator is released or its task is cancelled, on any thread.
final class ReportSubscription: Sendable {
  private let model: TripModel
  private let inbox: ReportInbox

  init(to model: TripModel) {
    self.model = model
    inbox = ReportInbox(model.beginHandover)
    model.join(inbox)
  }

  deinit { cancel() }

  /// Waits for the next report; nil after the end.
  func next() async -> PollReport? {
    await withTaskCancellationHandler {
      await inbox.next()
    } onCancel: {
      cancel()
    }
  }

  private func cancel() {
    model.leave(inbox)
    inbox.close()
  }
}
