/// Why there is no access token.
public struct AccessTokenError: Error, Sendable, Hashable {
  /// What is wrong, where somebody can be told more than the reason.
  public enum Problem: Sendable, Hashable {
    /// What the reason says.
    case other
    /// The token says of itself that it is for another trip or vehicle, whose id is told, clean.
    case otherResource(id: String)
    /// The token has expired by this machine's clock.
    case expired
    /// The command that brings tokens has failed.
    case command
  }

  /// Where tokens come from and what is wrong there, for people, without any secret.
  public let summary: String
  /// What to do about it, sentence by sentence.
  public let advice: [String]
  /// Whether asking again may help without anybody mending anything.
  public let isRecoverable: Bool

  /// The code that a server gives for such a token, `UNAUTHENTICATED` where there is none.
  public let code: RPCCode
  /// What is wrong.
  public let problem: Problem

  /// The summary and the advice as one text.
  public var reason: String { ([summary] + advice).joined(separator: " ") }

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - reason: Where tokens come from and what is wrong there, without any secret.
  ///   - advice: What to do about it, sentence by sentence.
  ///   - isRecoverable: Whether asking again may help without anybody mending anything.
  ///   - code: The code that a server gives for such a token.
  ///   - problem: What is wrong.
  public init(
    reason: String,
    advice: [String] = [],
    isRecoverable: Bool = false,
    code: RPCCode = .unauthenticated,
    problem: Problem = .other
  ) {
    self.summary = reason
    self.advice = advice
    self.code = code
    self.problem = problem
    self.isRecoverable = isRecoverable
  }
}
