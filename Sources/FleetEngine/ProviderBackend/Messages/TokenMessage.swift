package import FleetEngine

/// A token of the sample backend.
///
/// See docs/protocol.md, "Token endpoints". Neither printing nor reflection shows the token.
package struct TokenMessage: Codable, Sendable, CustomStringConvertible, CustomReflectable {
  /// `CONSUMER`, `DRIVER` or `SERVER`.
  let tokenType: String?
  let jwt: String?
  /// Milliseconds since 1970.
  let creationTimestamp: Int64?
  /// Milliseconds since 1970.
  let expirationTimestamp: Int64?
  /// Seconds since 1970, as the guides' apps expect them; never read, since other backends may mean
  /// something else.
  let exp: Int64?
  let audience: String?
  let authorizationClaims: [String: String]?

  package init(
    type: String, jwt: String, createdAt: Timestamp, expiresAt: Timestamp, audience: String,
    claims: [String: String]
  ) {
    tokenType = type
    self.jwt = jwt
    creationTimestamp = createdAt.seconds * 1_000
    expirationTimestamp = expiresAt.seconds * 1_000
    exp = expiresAt.seconds
    self.audience = audience
    authorizationClaims = claims
  }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    tokenType = try values.decodeIfPresent(String.self, forKey: .tokenType)
    jwt = try values.decodeIfPresent(String.self, forKey: .jwt)
    creationTimestamp = try values.decodeIfPresent(Int64.self, forKey: .creationTimestamp)
    expirationTimestamp = try values.decodeIfPresent(Int64.self, forKey: .expirationTimestamp)
    exp = nil
    audience = try values.decodeIfPresent(String.self, forKey: .audience)
    authorizationClaims = try values.decodeIfPresent(
      [String: String].self, forKey: .authorizationClaims)
  }

  package var description: String { "a token of the type \(tokenType ?? "unknown")" }

  package var customMirror: Mirror { Mirror(self, children: []) }
}
