internal import Synchronization

/// An observer of the steps of one call.
///
/// The caller attaches it to the ``TransportRequest``. The client and transport report each step, on any
/// thread.
public final class ExchangeObserver: Sendable {
  /// The steps of a call; each may take time.
  public enum Step: Sendable, Hashable {
    /// An access token.
    case token
    /// A connection to the server, including name lookup and TLS.
    case connecting
    /// A turn of a rate limiter, which does not count against the call's time limit.
    case turn
    /// The server's response.
    case answer
  }

  private let onStep: @Sendable (Step) -> Void
  /// The most bytes of a response's body that the client records; nil to record no exchange.
  package let recordedBodyBytes: Int?
  private let lastExchange = Mutex<RecordedExchange?>(nil)

  /// Creates an observer that calls `onStep` when a step begins.
  public convenience init(onStep: @escaping @Sendable (Step) -> Void) {
    self.init(recordedBodyBytes: nil, onStep: onStep)
  }

  /// Creates an observer of a call whose exchange may be recorded.
  package init(recordedBodyBytes: Int?, onStep: @escaping @Sendable (Step) -> Void) {
    self.onStep = onStep
    self.recordedBodyBytes = recordedBodyBytes
  }

  /// The call's last exchange, which decided its result; nil if none is recorded.
  package var exchange: RecordedExchange? { lastExchange.withLock { $0 } }

  /// Records an exchange, in place of an earlier one of the call.
  package func record(_ exchange: RecordedExchange) { lastExchange.withLock { $0 = exchange } }

  /// Reports that a step begins.
  public func report(_ step: Step) { onStep(step) }
}
