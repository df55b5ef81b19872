public import FleetEngine
import Synchronization

/// A token provider that hands out the same token and counts.
public final class FixedTokens: AccessTokenProvider {
  private let token: AccessToken
  private let fetches = Mutex<[AuthorizationContext]>([])

  /// Creates a provider.
  public init(_ text: String = "token") {
    token = AccessToken(text, expiresAt: nil)
  }

  /// What tokens were asked for.
  public var contexts: [AuthorizationContext] { fetches.withLock { $0 } }

  /// Hands out the token and remembers what for.
  public func accessToken(
    for context: AuthorizationContext
  ) async throws(AccessTokenError) -> AccessToken {
    fetches.withLock { $0.append(context) }
    return token
  }
}
