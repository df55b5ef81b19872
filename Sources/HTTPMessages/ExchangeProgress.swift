internal import Synchronization

/// Observes one call: what it waits for, step by step.
///
/// The caller attaches it to the ``HTTPRequest``. Whatever performs the call reports each step, on
/// any thread.
public final class ExchangeProgress: Sendable {
  /// What a call waits for.
  public enum Step: Sendable, Hashable {
    /// An access token.
    case token
    /// A connection to the server, including name lookup and TLS.
    case connecting
    /// Its turn among the requests of a rate limiter, which does not count against its time limit.
    case turn
    /// The server's answer.
    case answer
  }

  private let onStep: @Sendable (Step) -> Void
  private let hasTurn: Atomic<Bool>

  /// Creates an observer.
  ///
  /// - Parameters:
  ///   - hasTurn: Whether the caller already has a rate limiter's turn for the first request.
  ///   - onStep: Called when a step begins.
  public init(hasTurn: Bool = false, onStep: @escaping @Sendable (Step) -> Void) {
    self.hasTurn = Atomic(hasTurn)
    self.onStep = onStep
  }

  /// Reports that a step begins.
  public func report(_ step: Step) { onStep(step) }

  /// Uses up the turn that the caller has; false if there is none.
  package func useTurn() -> Bool { hasTurn.exchange(false, ordering: .relaxed) }
}
