public import FleetEngine
internal import SystemLibrary
internal import TrustLimits

/// Provides the token from standard input, which it reads once, to its end.
public struct StandardInputAccessTokenProvider: AccessTokenProvider {
  private let token: AccessToken

  /// Reads the token, which blocks until standard input ends.
  ///
  /// `patience` is the longest wait for more input, more than zero, by default a minute.
  public init(
    descriptor: Int32 = 0, patience: Duration? = nil,
    format: TokenAnswerFormat = .wellKnown,
    wallNow: @Sendable () -> Timestamp = ServiceClock.system.wallNow
  ) throws(AccessTokenError) {
    let name = "Standard input"
    let patience = patience ?? Limits.Token.inputTime
    guard isatty(descriptor) == 0 else {
      throw AccessTokenError(
        reason: "\(name) is a terminal; pass the token through a pipe or from a file.")
    }
    let file: BoundedFile
    do {
      file = try BoundedFile(descriptor: descriptor, limit: Limits.Token.bytes, patience: patience)
    } catch .silent {
      throw AccessTokenError(
        reason:
          "\(name) gave nothing for \(patience.components.seconds) s, where a token is expected.")
    } catch { throw AccessTokenError(reason: "\(name) \(error.reason).") }
    token = try format.token(in: file.bytes, from: name, at: wallNow())
  }

  /// Returns the token, whatever the trip or vehicle.
  public func accessToken(
    for context: AuthorizationContext
  ) async throws(AccessTokenError) -> AccessToken { token }
}
