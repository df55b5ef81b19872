/// Why there is no access token.
public struct AccessTokenError: Error, Sendable, Hashable {
  /// Where tokens come from and what is wrong there, for people, without any secret.
  public let reason: String
  /// Whether asking again may help without anybody mending anything.
  public let isRecoverable: Bool

  /// The code that a server gives for such a token, `UNAUTHENTICATED` where there is none.
  public let code: RPCCode

  /// Creates an error.
  public init(
    reason: String,
    isRecoverable: Bool = false,
    code: RPCCode = .unauthenticated
  ) {
    self.reason = reason
    self.code = code
    self.isRecoverable = isRecoverable
  }
}
