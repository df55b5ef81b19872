public import FleetEngine
import Synchronization

/// A token provider that always returns the same token and records the requests.
public final class FixedTokens: AccessTokenProvider {
  private let token: AccessToken
  private let fetches = Mutex<[AuthorizationContext]>([])

  /// Creates a provider.
  public init(_ text: String = "token") { token = AccessToken(text, expiresAt: nil) }

  /// The contexts of the requested tokens.
  public var contexts: [AuthorizationContext] { fetches.withLock { $0 } }

  /// Returns the token and records the context.
  public func accessToken(
    for context: AuthorizationContext
  ) async throws(AccessTokenError) -> AccessToken {
    fetches.withLock { $0.append(context) }
    return token
  }
}
