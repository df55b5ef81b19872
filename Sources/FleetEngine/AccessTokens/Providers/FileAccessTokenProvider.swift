public import FleetEngine
internal import Synchronization
internal import TrustLimits

/// Reads tokens from a file that another program updates.
///
/// It reads the file for every token to detect changes, so it needs a `CheckedAccessTokenProvider`
/// but no cache. A pipe, such as a shell's `<(command)`, is read once.
public final class FileAccessTokenProvider: AccessTokenProvider {
  private let path: String
  private let format: TokenAnswerFormat
  private let wallNow: @Sendable () -> Timestamp
  /// The last content and its token, because a lifetime counts from the first reading.
  private let last = Mutex<(bytes: [UInt8], token: AccessToken)?>(nil)

  /// Creates a provider; only the file's owner may have access to it.
  public init(
    path: String, format: TokenAnswerFormat = .wellKnown,
    wallNow: @escaping @Sendable () -> Timestamp = ServiceClock.system.wallNow
  ) {
    self.path = path
    self.format = format
    self.wallNow = wallNow
  }

  /// Reads the file's current token, whatever the trip or vehicle.
  @concurrent public func accessToken(
    for context: AuthorizationContext
  ) async throws(AccessTokenError) -> AccessToken { try read() }

  /// Reads the file's current token; call it early to find errors.
  @discardableResult public func read() throws(AccessTokenError) -> AccessToken {
    let name = "The token file \(path)"
    let file: BoundedFile
    do { file = try BoundedFile(path: path, limit: Limits.Token.bytes) } catch {
      // A pipe is empty after its first reading.
      if error == .silent, let last = last.withLock({ $0 }) { return last.token }
      throw AccessTokenError(reason: "\(name) \(error.reason).")
    }
    guard file.permissions & 0o077 == 0 else {
      throw AccessTokenError(
        reason: "\(name) can be read or changed by other users; run: chmod 600 "
          + ShellWord.path(path))
    }
    if let last = last.withLock({ $0 }), last.bytes == file.bytes { return last.token }
    let token = try format.token(in: file.bytes, from: name, at: wallNow())
    last.withLock { $0 = (file.bytes, token) }
    return token
  }
}
