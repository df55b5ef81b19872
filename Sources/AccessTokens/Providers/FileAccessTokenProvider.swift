public import FleetEngine
internal import Synchronization
internal import TrustLimits

/// Takes tokens from a file that somebody else keeps fresh.
///
/// The file is read whenever a token is asked for, so that a new one is found at once; it stands
/// without a cache behind `CheckedAccessTokenProvider`. A pipe, as a shell makes one for
/// `<(command)`, gives its token once and keeps it.
public final class FileAccessTokenProvider: AccessTokenProvider {
  private let path: String
  private let format: TokenAnswerFormat
  private let wallNow: @Sendable () -> Timestamp
  /// What the file held last, and what was made of it, as a lifetime counts from its first reading.
  private let last = Mutex<(bytes: [UInt8], token: AccessToken)?>(nil)

  /// Creates a provider.
  ///
  /// - Parameters:
  ///   - path: The file, which nobody but its owner may touch.
  ///   - format: Where in the file the token stands.
  ///   - wallNow: The moment by the wall's clock.
  public init(
    path: String,
    format: TokenAnswerFormat = .wellKnown,
    wallNow: @escaping @Sendable () -> Timestamp
  ) {
    self.path = path
    self.format = format
    self.wallNow = wallNow
  }

  /// Brings the token that the file holds now.
  ///
  /// - Parameter context: The trip or vehicle, which the file is taken to be for.
  /// - Returns: The token.
  /// - Throws: Why the file gives none.
  @concurrent
  public func accessToken(
    for context: AuthorizationContext
  ) async throws(AccessTokenError) -> AccessToken {
    try read()
  }

  /// Reads the token, which shows early whether the file gives one.
  ///
  /// - Returns: The token.
  /// - Throws: Why the file gives none.
  @discardableResult
  public func read() throws(AccessTokenError) -> AccessToken {
    let name = "The token file \(path)"
    let file: BoundedFile
    do {
      file = try BoundedFile(path: path, limit: Limits.Token.bytes)
    } catch {
      // A pipe is empty once it has been read.
      if error == .silent, let last = last.withLock({ $0 }) { return last.token }
      throw AccessTokenError(reason: "\(name) \(error.reason).")
    }
    guard file.permissions & 0o077 == 0 else {
      throw AccessTokenError(
        reason: "\(name) can be read or changed by other users; run: chmod 600 "
          + ShellWord.path(path)
      )
    }
    if let last = last.withLock({ $0 }), last.bytes == file.bytes { return last.token }
    let token = try format.token(in: file.bytes, from: name, at: wallNow())
    last.withLock { $0 = (file.bytes, token) }
    return token
  }
}
