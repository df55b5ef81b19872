import HTTPMessages
import Synchronization

/// A transport that never answers.
final class HangingTransport: HTTPTransport {
  private struct State {
    var requests = 0
    var cancellations = 0
    var isOver = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())
  private let takesCancelling: Bool

  /// Creates a transport.
  ///
  /// - Parameter takesCancelling: Whether a cancelled request ends; if not, all end with ``finish()``.
  init(takesCancelling: Bool = true) { self.takesCancelling = takesCancelling }

  var requests: Int { state.withLock { $0.requests } }
  var cancellations: Int { state.withLock { $0.cancellations } }

  func finish() {
    let waiting = state.withLock { state in
      state.isOver = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for request in waiting { request.resume() }
  }

  func send(_ request: TransportRequest) async throws(HTTPTransportError) -> TransportResponse {
    await withTaskCancellationHandler {
      // Only now does a cancellation reach the handler at once.
      state.withLock { $0.requests += 1 }
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          if state.isOver { return true }
          if takesCancelling, state.cancellations == state.requests { return true }
          state.waiting.append(continuation)
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      let waiting = state.withLock { state in
        state.cancellations += 1
        guard takesCancelling else { return [] as [CheckedContinuation<Void, Never>] }
        defer { state.waiting = [] }
        return state.waiting
      }
      for request in waiting { request.resume() }
    }
    throw HTTPTransportError(.cancelled)
  }
}
