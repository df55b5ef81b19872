/// The claims of a Fleet Engine token.
///
/// See docs/protocol.md, "Token format" and "Roles and claims".
public struct TokenClaims: Sendable, Hashable, Codable {
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
    issuer: String? = nil,
    subject: String? = nil,
    audience: [String] = [],
    issuedAt: Int64? = nil,
    expiresAt: Int64? = nil,
    authorization: [String: String]? = nil,
    scopes: [String] = []
  ) {
    self.issuer = issuer
    self.subject = subject
    self.audience = audience
    self.issuedAt = issuedAt
    self.expiresAt = expiresAt
    self.authorization = authorization
    self.scopes = scopes
  }

  /// Decodes claims; throws a `DecodingError` for a claim of the wrong type.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    issuer = try container.decodeIfPresent(String.self, forKey: .issuer)
    subject = try container.decodeIfPresent(String.self, forKey: .subject)
    if let single = try? container.decode(String.self, forKey: .audience) {
      audience = [single]
    } else {
      audience = try container.decodeIfPresent([String].self, forKey: .audience) ?? []
    }
    issuedAt = try Self.seconds(container, .issuedAt)
    expiresAt = try Self.seconds(container, .expiresAt)
    let values = try container.decodeIfPresent([String: OptionalText].self, forKey: .authorization)
    authorization = values?.compactMapValues(\.text)
    let scope = try container.decodeIfPresent(String.self, forKey: .scopes) ?? ""
    scopes = scope.utf8.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) }
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

  /// Decodes a time of RFC 7519 and removes its fraction.
  private static func seconds(
    _ container: KeyedDecodingContainer<CodingKeys>,
    _ key: CodingKeys
  ) throws -> Int64? {
    if let whole = try? container.decodeIfPresent(Int64.self, forKey: key) { return whole }
    guard let number = try container.decodeIfPresent(Double.self, forKey: key) else { return nil }
    guard let whole = Int64(exactly: number.rounded(.down)) else {
      throw DecodingError.dataCorruptedError(
        forKey: key,
        in: container,
        debugDescription: "The time is out of range."
      )
    }
    return whole
  }

  private struct OptionalText: Decodable {
    let text: String?

    init(from decoder: any Decoder) throws {
      text = try? decoder.singleValueContainer().decode(String.self)
    }
  }
}
