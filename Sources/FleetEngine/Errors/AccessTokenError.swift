/// Why there is no access token.
public struct AccessTokenError: Error, Sendable, Hashable {
  /// Where tokens come from and what is wrong there, for people, without any secret.
  public let reason: String
  /// Whether asking again may help without anybody mending anything.
  public let isRecoverable: Bool

  /// Creates an error.
  public init(reason: String, isRecoverable: Bool = false) {
    self.reason = reason
    self.isRecoverable = isRecoverable
  }
}
