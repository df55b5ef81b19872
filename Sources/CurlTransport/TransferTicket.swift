import Synchronization

/// The identity of one request, and whether its caller has given it up.
final class TransferTicket: Sendable {
  private let cancelled = Atomic(false)

  /// Whether the request was given up.
  var isCancelled: Bool {
    cancelled.load(ordering: .acquiring)
  }

  /// Gives the request up.
  func cancel() {
    cancelled.store(true, ordering: .releasing)
  }
}
