internal import Synchronization

/// Where reports wait for one reader, added up to a single one.
final class ReportInbox: Sendable {
  private struct State {
    var report: PollReport?
    var reader: CheckedContinuation<PollReport?, Never>?
    var isClosed = false
  }

  private let state = Mutex(State())

  /// Takes a report, for the reader that waits or for the next one.
  func put(_ report: PollReport) {
    let reader = state.withLock { state -> CheckedContinuation<PollReport?, Never>? in
      guard !state.isClosed else { return nil }
      if let reader = state.reader.take() { return reader }
      state.report = state.report?.appending(report) ?? report
      return nil
    }
    reader?.resume(returning: report)
  }

  /// Brings what came since the last time, as soon as there is anything; nil after the end.
  func take() async -> PollReport? {
    await withCheckedContinuation { continuation in
      let ready = state.withLock { state -> PollReport?? in
        if state.isClosed { return .some(nil) }
        if let report = state.report.take() { return report }
        precondition(state.reader == nil, "An iterator is asked by one task at a time")
        state.reader = continuation
        return nil
      }
      if let ready { continuation.resume(returning: ready) }
    }
  }

  /// Ends the reading, also one that waits; what waits is thrown away.
  func close() {
    let reader = state.withLock { state in
      state.isClosed = true
      state.report = nil
      return state.reader.take()
    }
    reader?.resume(returning: nil)
  }
}
