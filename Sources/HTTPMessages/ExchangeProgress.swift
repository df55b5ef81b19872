/// How far a call is, for whoever shows what it waits for.
///
/// Whoever makes a call puts one around it; whoever carries the call out tells it, on any thread.
package final class ExchangeProgress: Sendable {
  /// What a call waits for.
  package enum Step: Sendable, Hashable {
    /// A token.
    case token
    /// A connection to the server, its name's lookup and TLS included.
    case connecting
    /// The server's answer.
    case answer
  }

  /// The progress of the call that the present task makes; nil where nobody wants to know.
  @TaskLocal package static var current: ExchangeProgress?

  private let onStep: @Sendable (Step) -> Void

  /// Creates a progress.
  ///
  /// - Parameter onStep: Called at the beginning of each step.
  package init(_ onStep: @escaping @Sendable (Step) -> Void) {
    self.onStep = onStep
  }

  /// Tells that a step begins.
  package func tell(_ step: Step) { onStep(step) }
}
