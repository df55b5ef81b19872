/// Why an access token is not available.
public struct AccessTokenError: Error, Sendable, Hashable {
  /// A problem about which a program can say more than the summary does.
  public enum Problem: Sendable, Hashable {
    /// Any other problem.
    case other
    /// The token's claims are for the trip or vehicle with this ID, which is safe to print.
    case otherResource(id: String)
    /// The token has expired by this machine's clock.
    case expired
    /// The command that prints tokens failed.
    case command
  }

  /// The source of tokens and its problem, for people, without any secret.
  public let summary: String
  /// The steps to fix the problem, one sentence each.
  public let advice: [String]
  /// Whether a retry may help without any change by the user.
  public let isRecoverable: Bool
  /// The code that a server returns for such a token.
  public let code: RPCCode
  /// The kind of problem.
  public let problem: Problem

  /// The summary and the advice as one text.
  public var reason: String { ([summary] + advice).joined(separator: " ") }

  /// Creates an error; `reason` becomes the ``summary`` and must not contain a secret.
  public init(
    reason: String, advice: [String] = [], isRecoverable: Bool = false,
    code: RPCCode = .unauthenticated, problem: Problem = .other
  ) {
    self.summary = reason
    self.advice = advice
    self.code = code
    self.problem = problem
    self.isRecoverable = isRecoverable
  }
}
