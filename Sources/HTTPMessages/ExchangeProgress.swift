internal import Synchronization

/// An observer of the steps of one call.
///
/// The caller attaches it to the ``HTTPRequest``. The client and transport report each step, on any
/// thread.
public final class ExchangeProgress: Sendable {
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
  private let hasTurn: Atomic<Bool>

  /// Creates an observer that calls `onStep` when a step begins.
  ///
  /// With `hasTurn` the caller already has the rate limiter's turn for the first request.
  public init(hasTurn: Bool = false, onStep: @escaping @Sendable (Step) -> Void) {
    self.hasTurn = Atomic(hasTurn)
    self.onStep = onStep
  }

  /// Reports that a step begins.
  public func report(_ step: Step) { onStep(step) }

  /// Uses the caller's turn; false if there is none.
  package func useTurn() -> Bool { hasTurn.exchange(false, ordering: .relaxed) }
}
