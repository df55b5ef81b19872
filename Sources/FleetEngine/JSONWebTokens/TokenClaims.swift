internal import JSON

/// The claims of a Fleet Engine token.
///
/// See docs/protocol.md, "Token format" and "Roles and claims".
public struct TokenClaims: Sendable, Hashable, Encodable {
  /// The claim `iss`, a service account's e-mail address.
  public var issuer: String?
  /// The claim `sub`, the same address in Fleet Engine's tokens.
  public var subject: String?
  /// The claim `aud`, which is one text or a list in JSON.
  public var audience: [String]
  /// The claim `iat`, in seconds since 1970.
  public var issuedAt: Int64?
  /// The claim `exp`, in seconds since 1970.
  public var expiresAt: Int64?
  /// The texts in the claim `authorization`, such as `tripid` and `vehicleid`; nil without the claim.
  public var authorization: [String: String]?
  /// The scopes in the claim `scope`, which is one text in JSON.
  public var scopes: [String]

  private enum CodingKeys: String, CodingKey {
    case issuer = "iss"
    case subject = "sub"
    case audience = "aud"
    case issuedAt = "iat"
    case expiresAt = "exp"
    case authorization
    case scopes = "scope"
  }

  /// Creates claims.
  public init(
    issuer: String? = nil, subject: String? = nil, audience: [String] = [], issuedAt: Int64? = nil,
    expiresAt: Int64? = nil, authorization: [String: String]? = nil, scopes: [String] = []
  ) {
    self.issuer = issuer
    self.subject = subject
    self.audience = audience
    self.issuedAt = issuedAt
    self.expiresAt = expiresAt
    self.authorization = authorization
    self.scopes = scopes
  }

  /// Reads claims whose values have the right types; see ``MalformedField``.
  init(_ claims: JSONObject) {
    let texts = (claims["authorization"]?.object).map { members in
      members.compactMap { name, value in value.text.map { (name, $0) } }
    }
    self.init(
      issuer: claims["iss"]?.text, subject: claims["sub"]?.text,
      audience: (claims["aud"]?.list ?? [claims["aud"] ?? .null]).compactMap(\.text),
      issuedAt: claims["iat"]?.whole, expiresAt: claims["exp"]?.whole,
      authorization: texts.map { Dictionary($0) { _, last in last } },
      scopes: (claims["scope"]?.text ?? "").utf8.split(separator: UInt8(ascii: " "))
        .map { String(Substring($0)) }
    )
  }

  /// Encodes the claims that are set.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(issuer, forKey: .issuer)
    try container.encodeIfPresent(subject, forKey: .subject)
    if audience.count == 1 {
      try container.encode(audience[0], forKey: .audience)
    } else if !audience.isEmpty {
      try container.encode(audience, forKey: .audience)
    }
    try container.encodeIfPresent(issuedAt, forKey: .issuedAt)
    try container.encodeIfPresent(expiresAt, forKey: .expiresAt)
    try container.encodeIfPresent(authorization, forKey: .authorization)
    if !scopes.isEmpty { try container.encode(scopes.joined(separator: " "), forKey: .scopes) }
  }
}
