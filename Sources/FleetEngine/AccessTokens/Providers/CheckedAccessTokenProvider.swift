public import FleetEngine
internal import Synchronization

/// Rejects tokens that exclude their own use, before they are sent.
///
/// A JSON Web Token for another trip or vehicle, or one that has expired, is an error that the user
/// must resolve. Other tokens are not checked. `AccessTokenCache` includes this; use it to check a
/// provider without a cache. See docs/protocol.md, "Roles and claims" and "Order of checks".
public final class CheckedAccessTokenProvider: AccessTokenProvider {
  private static let mostRefused = 1_000

  private let provider: any AccessTokenProvider
  private let wallNow: @Sendable () -> Timestamp
  /// The contexts for which the server has just refused a token without an ID.
  private let refused = Mutex<Set<AuthorizationContext>>([])

  /// Creates a provider that checks another provider's tokens.
  public init(
    _ provider: any AccessTokenProvider,
    wallNow: @escaping @Sendable () -> Timestamp = ServiceClock.system.wallNow
  ) {
    self.provider = provider
    self.wallNow = wallNow
  }

  /// Returns a checked token, with its own expiry if that is earlier.
  public func accessToken(
    for context: AuthorizationContext
  ) async throws(AccessTokenError) -> AccessToken {
    let check = TokenCheck(try await provider.accessToken(for: context))
    let needsID = refused.withLock { $0.remove(context) != nil }
    try check.check(for: context, at: wallNow(), needsID: needsID)
    return check.withOwnExpiry
  }

  /// Forgets a token that the server has refused.
  public func discard(_ token: AccessToken, for context: AuthorizationContext) async {
    if TokenCheck(token).lacksID(for: context) {
      refused.withLock { refused in
        if refused.count >= Self.mostRefused { refused = [] }
        refused.insert(context)
      }
    }
    await provider.discard(token, for: context)
  }

  /// Makes the provider fetch a new token.
  public func renew(for context: AuthorizationContext) async { await provider.renew(for: context) }
}
