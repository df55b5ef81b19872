public import FleetEngine
internal import JSONWebTokens
internal import TrustLimits

/// Signs access tokens with a service account's key.
///
/// It signs a new token every time; `AccessTokenCache` keeps them. See docs/protocol.md,
/// "Token format" and "Roles and claims".
public struct ServiceAccountTokenProvider: AccessTokenProvider {
  /// The trips and vehicles that a token covers.
  public enum Scope: Sendable, Hashable {
    /// The one trip or vehicle of the call.
    case perResource
    /// All trips and vehicles, for a server's account.
    case everything
  }

  /// The audience of Google's Fleet Engine.
  public static let defaultAudience = TokenClaims.fleetEngine

  /// The signing key.
  public let key: ServiceAccountKey
  private let audience: String
  private let lifetime: Duration
  private let scope: Scope
  private let wallNow: @Sendable () -> Timestamp

  /// Creates a provider; the lifetime is clamped to 1 second to 1 hour.
  public init(
    key: ServiceAccountKey, audience: String = ServiceAccountTokenProvider.defaultAudience,
    lifetime: Duration = .seconds(3_600), scope: Scope = .perResource,
    wallNow: @escaping @Sendable () -> Timestamp = ServiceClock.system.wallNow
  ) {
    self.key = key
    self.audience = audience
    self.lifetime = min(max(lifetime, .seconds(1)), Limits.Token.lifetime)
    self.scope = scope
    self.wallNow = wallNow
  }

  /// Signs a token for a trip or vehicle.
  public func accessToken(
    for context: AuthorizationContext
  ) async throws(AccessTokenError) -> AccessToken {
    switch scope {
    case .perResource: try mint(tripID: context.tripID, vehicleID: context.vehicleID)
    case .everything: try mint(tripID: "*", vehicleID: "*")
    }
  }

  /// Signs a token for a trip and a vehicle, where `*` means all.
  ///
  /// Without either, the token covers all trips and vehicles. `ttl` is 1 second to 1 hour, by default
  /// the provider's lifetime; other values throw.
  public func mint(
    tripID: String? = nil, vehicleID: String? = nil, ttl: Duration? = nil
  ) throws(AccessTokenError) -> AccessToken {
    let duration = ttl ?? lifetime
    guard duration >= .seconds(1), duration <= Limits.Token.lifetime else {
      throw AccessTokenError(
        reason: "A token's lifetime is 1 to \(Limits.Token.lifetime.components.seconds) seconds.")
    }
    var authorization: [String: String] = [:]
    authorization["tripid"] = tripID
    authorization["vehicleid"] = vehicleID
    if authorization.isEmpty { authorization = ["tripid": "*", "vehicleid": "*"] }
    let issued = wallNow().seconds
    let expiry = issued + duration.components.seconds
    let claims = TokenClaims(
      issuer: key.clientEmail, subject: key.clientEmail, audience: [audience], issuedAt: issued,
      expiresAt: expiry, authorization: authorization)
    do {
      let text = try key.signingKey.sign(claims, keyID: key.privateKeyID)
      return AccessToken(text, expiresAt: Timestamp(seconds: expiry))
    } catch { throw AccessTokenError(reason: "No token for \(key.clientEmail): \(error)") }
  }
}
