internal import TrustLimits

/// Why an access token is not available.
public struct AccessTokenError: Error, Sendable, Hashable, CustomStringConvertible {
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
    /// The task that asked for the token was cancelled, or the transport was closed.
    case cancelled
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

  /// The error of a request for a token whose task was cancelled, or whose transport was closed.
  public static let cancelled = AccessTokenError(
    reason: "The request for a token was canceled.", isRecoverable: true, code: .cancelled,
    problem: .cancelled)

  /// The summary and the advice as one text.
  public var reason: String { ([summary] + advice).joined(separator: " ") }

  /// The error in one line: the summary and the advice.
  public var description: String { EscapedText.line(reason, limit: 1_000) }

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
