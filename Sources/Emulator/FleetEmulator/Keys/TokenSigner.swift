internal import FleetEngine
package import JSONWebTokens
internal import TrustLimits

/// A service account that can sign tokens.
public struct TokenSigner: Sendable {
  /// The role of its tokens.
  public let role: ServiceRole
  /// Its e-mail address, the issuer of its tokens.
  public let email: String
  /// The ID of its key.
  public let keyID: String
  package let key: SigningKey

  /// Creates a signer.
  package init(role: ServiceRole, email: String, keyID: String, key: SigningKey) {
    self.role = role
    self.email = email
    self.keyID = keyID
    self.key = key
  }

  /// Signs a token for Fleet Engine that is valid for an hour.
  func token(
    for authorization: [String: String], now: Timestamp
  ) throws(JSONWebTokenError) -> (text: String, expiresAt: Timestamp) {
    let expiry = now.seconds + Limits.Token.lifetime.components.seconds
    let claims = TokenClaims(
      issuer: email, subject: email, audience: [TokenVerifier.audience], issuedAt: now.seconds,
      expiresAt: expiry, authorization: authorization)
    return (try key.sign(claims, keyID: keyID), Timestamp(seconds: expiry))
  }
}
