public import FleetEngine
internal import JSONWebTokens
internal import TrustLimits

/// Makes access tokens with the key of a service account, without asking anybody.
///
/// Every request for a token makes a new one; `AccessTokenCache` keeps them. Source: contract 3.1
/// and 3.2.
public struct ServiceAccountTokenProvider: AccessTokenProvider {
  /// What a token is to be good for.
  public enum Scope: Sendable, Hashable {
    /// The one trip or vehicle of the call.
    case perResource
    /// All trips and vehicles, for a server's account.
    case everything
  }

  /// Google's Fleet Engine as the audience of tokens.
  public static let defaultAudience = TokenClaims.fleetEngine

  /// The key that signs.
  public let key: ServiceAccountKey
  private let audience: String
  private let lifetime: Duration
  private let scope: Scope
  private let wallNow: @Sendable () -> Timestamp

  /// Creates a provider.
  ///
  /// - Parameters:
  ///   - key: The key that signs.
  ///   - audience: Whom tokens are for, by default Google's Fleet Engine.
  ///   - lifetime: How long a token is good, brought into 1 second to 1 hour.
  ///   - scope: What a token is to be good for.
  ///   - wallNow: The moment by the wall's clock.
  public init(
    key: ServiceAccountKey,
    audience: String = ServiceAccountTokenProvider.defaultAudience,
    lifetime: Duration = .seconds(3_600),
    scope: Scope = .perResource,
    wallNow: @escaping @Sendable () -> Timestamp
  ) {
    self.key = key
    self.audience = audience
    self.lifetime = min(max(lifetime, .seconds(1)), Limits.Token.lifetime)
    self.scope = scope
    self.wallNow = wallNow
  }

  /// Makes a token for a trip or vehicle.
  ///
  /// - Parameter context: The trip or vehicle.
  /// - Returns: A new token.
  /// - Throws: That it could not be signed.
  public func accessToken(
    for context: AuthorizationContext
  ) async throws(AccessTokenError) -> AccessToken {
    switch scope {
    case .perResource: try mint(tripID: context.tripID, vehicleID: context.vehicleID)
    case .everything: try mint(tripID: "*", vehicleID: "*")
    }
  }

  /// Makes a token for whatever it is to be good for.
  ///
  /// - Parameters:
  ///   - tripID: The trip's id, `*` for all trips.
  ///   - vehicleID: The vehicle's id, `*` for all vehicles. With neither a trip nor a vehicle the
  ///     token is good for all of both.
  ///   - ttl: How long it is good, 1 second to 1 hour; the provider's lifetime if nil.
  /// - Returns: A new token.
  /// - Throws: That the lifetime is out of range or the token could not be signed.
  public func mint(
    tripID: String? = nil,
    vehicleID: String? = nil,
    ttl: Duration? = nil
  ) throws(AccessTokenError) -> AccessToken {
    let duration = ttl ?? lifetime
    guard duration >= .seconds(1), duration <= Limits.Token.lifetime else {
      throw AccessTokenError(
        reason: "A token's lifetime is 1 to \(Limits.Token.lifetime.components.seconds) seconds."
      )
    }
    var authorization: [String: String] = [:]
    authorization["tripid"] = tripID
    authorization["vehicleid"] = vehicleID
    if authorization.isEmpty { authorization = ["tripid": "*", "vehicleid": "*"] }
    let issued = wallNow().seconds
    let expiry = issued + duration.components.seconds
    let claims = TokenClaims(
      issuer: key.clientEmail,
      subject: key.clientEmail,
      audience: [audience],
      issuedAt: issued,
      expiresAt: expiry,
      authorization: authorization
    )
    do {
      let text = try key.signingKey.sign(claims, keyID: key.privateKeyID)
      return AccessToken(text, expiresAt: Timestamp(seconds: expiry))
    } catch {
      throw AccessTokenError(reason: "No token for \(key.clientEmail): \(error)")
    }
  }
}
