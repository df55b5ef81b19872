public import FleetEngine
public import TrustLimits

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Hands out the token that came on standard input.
///
/// It is read once, to its end, before anything else reads there.
public struct StandardInputAccessTokenProvider: AccessTokenProvider {
  private let token: AccessToken

  /// Reads the token, which blocks until standard input ends.
  ///
  /// - Parameters:
  ///   - descriptor: What to read, by default standard input.
  ///   - patience: The time that it may be silent, more than zero.
  ///   - format: Where in the input the token stands.
  ///   - wallNow: The moment by the wall's clock.
  /// - Throws: Why there is no token.
  public init(
    descriptor: Int32 = 0,
    patience: Duration = Limits.Token.inputTime,
    format: TokenAnswerFormat = .wellKnown,
    wallNow: @Sendable () -> Timestamp
  ) throws(AccessTokenError) {
    let name = "Standard input"
    guard isatty(descriptor) == 0 else {
      throw AccessTokenError(
        reason: "\(name) is a terminal; let the token come through a pipe or from a file."
      )
    }
    let file: BoundedFile
    do {
      file = try BoundedFile(
        descriptor: descriptor,
        limit: Limits.Token.bytes,
        patience: patience
      )
    } catch .silent {
      throw AccessTokenError(
        reason:
          "\(name) gave nothing for \(patience.components.seconds) s, where a token is expected."
      )
    } catch {
      throw AccessTokenError(reason: "\(name) \(error.reason).")
    }
    token = try format.token(in: file.bytes, from: name, at: wallNow())
  }

  /// Hands out the token.
  ///
  /// - Parameter context: The trip or vehicle, which the token is taken to be for.
  /// - Returns: The token.
  /// - Throws: Nothing.
  public func accessToken(
    for context: AuthorizationContext
  ) async throws(AccessTokenError) -> AccessToken {
    token
  }
}
