public import FleetEngine
internal import Synchronization

/// Keeps a token that denies its own use from being sent, and says why.
///
/// A JSON web token for another trip or vehicle, or one that has expired by the wall's clock, is an
/// error that needs somebody to act. A token of any other form is not judged. `AccessTokenCache` has
/// this built in; a provider that is used without the cache stands behind this.
/// Source: contract 3.2 and 3.3.
public final class CheckedAccessTokenProvider: AccessTokenProvider {
  private static let mostRefused = 1_000

  private let provider: any AccessTokenProvider
  private let wallNow: @Sendable () -> Timestamp
  /// For what the server has just refused a token that names no id.
  private let refused = Mutex<Set<AuthorizationContext>>([])

  /// Creates a provider.
  ///
  /// - Parameters:
  ///   - provider: Where tokens come from.
  ///   - wallNow: The moment by the wall's clock.
  public init(
    _ provider: any AccessTokenProvider,
    wallNow: @escaping @Sendable () -> Timestamp
  ) {
    self.provider = provider
    self.wallNow = wallNow
  }

  /// Brings a token that does not deny its use.
  ///
  /// - Parameter context: The trip or vehicle.
  /// - Returns: The token, with its own expiry if that is the earlier one.
  /// - Throws: Why there is none, or why it cannot be sent.
  public func accessToken(
    for context: AuthorizationContext
  ) async throws(AccessTokenError) -> AccessToken {
    let token = try await provider.accessToken(for: context)
    let check = TokenCheck(token)
    let needsID = refused.withLock { $0.remove(context) != nil }
    try check.check(for: context, at: wallNow(), needsID: needsID)
    return check.withOwnExpiry
  }

  /// Forgets a token that the server has refused.
  ///
  /// - Parameters:
  ///   - token: The refused token.
  ///   - context: The trip or vehicle that it was for.
  public func discard(_ token: AccessToken, for context: AuthorizationContext) async {
    if TokenCheck(token).lacksID(for: context) {
      refused.withLock { refused in
        if refused.count >= Self.mostRefused { refused = [] }
        refused.insert(context)
      }
    }
    await provider.discard(token, for: context)
  }

  /// Has the next token fetched or made anew.
  ///
  /// - Parameter context: The trip or vehicle that it is for.
  public func renew(for context: AuthorizationContext) async {
    await provider.renew(for: context)
  }
}
