public import FleetEngine
internal import JSON
internal import JSONWebTokens

/// A token's content, and why Fleet Engine would refuse it.
///
/// It excludes the signature, and its texts are cleaned and short. The content is only trustworthy
/// if the signature was checked. See docs/protocol.md, "Token format", "Roles and claims" and
/// "Order of checks".
public struct TokenInspection: Sendable, Hashable {
  /// A problem of a token.
  public struct Finding: Sendable, Hashable {
    /// A name for programs.
    public let code: String
    /// One sentence for people, clean.
    public let message: String

    init(_ code: String, _ message: String) {
      self.code = code
      self.message = message
    }

    fileprivate init(_ refusal: TokenRefusal) {
      self.init(
        refusal.code, [refusal.description, refusal.cure].compactMap(\.self).joined(separator: " "))
    }
  }

  /// The expected signer of a token.
  public enum Signer: Sendable {
    /// A service account, whose key, key ID and address are compared.
    case serviceAccount(ServiceAccountKey)
    /// The owner of a public key in PEM.
    case publicKey(pem: String)
  }

  /// The result of checking a token's signature.
  public enum Signature: String, Sendable, Hashable {
    /// No signer was given.
    case unchecked
    /// The signature matches.
    case valid
    /// The signature does not match.
    case invalid
  }

  /// The signature's algorithm.
  public let algorithm: String?
  /// The type, `JWT` in Google's tokens.
  public let type: String?
  /// The signing key's ID.
  public let keyID: String?
  /// The claim `iss`, a service account's e-mail address.
  public let issuer: String?
  /// The claim `sub`.
  public let subject: String?
  /// The claim `aud`.
  public let audience: [String]
  /// The claim `iat`, in seconds since 1970 in a valid token.
  public let issuedAt: Int64?
  /// The claim `exp`, in seconds since 1970 in a valid token.
  public let expiresAt: Int64?
  /// The texts in the claim `authorization`.
  public let authorization: [String: String]
  /// The scopes in the claim `scope`, at most 16.
  public let scopes: [String]
  /// The names of the fields whose values have the wrong type, such as `exp`.
  public let malformed: [String]
  /// The names of all other claims, in order.
  public let otherClaims: [String]
  /// The result of checking the signature.
  public let signature: Signature
  /// Why Fleet Engine would refuse it, in the order of the checks.
  public let refusals: [Finding]
  /// Possible problems; some depend on facts outside the token.
  public let doubts: [Finding]

  /// Inspects a token for calls about trips or vehicles; nil leaves its signature unchecked.
  ///
  /// Throws if it is not a JSON Web Token, or the public key is invalid.
  public init(
    _ token: AccessToken, for contexts: [AuthorizationContext] = [], signedBy signer: Signer? = nil,
    at now: Timestamp
  ) throws(AccessTokenError) {
    let parts = try TokenParts(token.value)
    let claims = parts.claims
    algorithm = parts.header["alg"]?.shownText
    type = parts.header["typ"]?.shownText
    keyID = parts.header["kid"]?.shownText
    issuer = claims["iss"]?.shownText
    subject = claims["sub"]?.shownText
    audience = parts.audience
    issuedAt = claims["iat"]?.whole
    expiresAt = claims["exp"]?.whole
    authorization = parts.authorization
    malformed = parts.malformed.map(\.name)
    scopes = (parts.token?.claims.scopes ?? []).prefix(16)
      .map { UntrustedText.visible($0, limit: JSONTree.shownCharacters) }
    let known: Set = ["iss", "sub", "aud", "iat", "exp", "authorization", "scope"]
    otherClaims = claims.names.filter { !known.contains($0) }.sorted().prefix(16)
      .map { UntrustedText.visible($0, limit: 40) }
    var refusals: [Finding] = []
    var signature = Signature.unchecked
    if let parsed = parts.token {
      if let refusal = parsed.header.refusal { refusals.append(Finding(refusal)) }
      if let signer {
        let problems = try signer.problems(of: parsed)
        signature = problems.isEmpty ? .valid : .invalid
        refusals += problems
      }
      refusals += parsed.claims.refusals(at: now.secondsSince1970).map(Finding.init)
      refusals += [parsed.claims.scopeRefusal].compactMap(\.self).map(Finding.init)
      refusals += contexts.compactMap { parsed.claims.refusal(for: TokenResource($0)) }
        .map(Finding.init)
    } else {
      refusals += parts.malformed.map { Finding("malformed", $0.description) }
    }
    self.signature = signature
    self.refusals = refusals
    doubts = TokenDoubts(parts, token.expiresAt, requiresID: !contexts.isEmpty, now).findings
  }

  /// Formats a time for messages.
  public static func words(seconds: Int64) -> String { TokenRefusal.words(seconds) }

  /// Whether Fleet Engine would accept it.
  public var isAcceptable: Bool { refusals.isEmpty }
}

extension TokenInspection.Signer {
  fileprivate func problems(
    of token: JSONWebToken
  ) throws(AccessTokenError) -> [TokenInspection.Finding] {
    var problems: [TokenInspection.Finding] = []
    let key: VerificationKey
    do {
      switch self {
      case .serviceAccount(let account):
        key = try account.signingKey.publicKey
        if let issuer = token.claims.issuer, issuer != account.clientEmail {
          let message = "The token's issuer is not \(account.clientEmail), whose key is given."
          problems.append(.init("otherIssuer", message))
        }
        if let id = token.header.keyID, id != account.privateKeyID {
          problems.append(.init("otherKey", "The token names another key than the one given."))
        }
      case .publicKey(let pem): key = try VerificationKey(pem: pem)
      }
    } catch { throw AccessTokenError(reason: "The public key cannot be used: \(error)") }
    // Another algorithm is a refusal already.
    guard token.header.refusal == nil else { return problems }
    do { try token.verify(with: key) } catch {
      problems.append(.init("signature", "The token's signature is not that of the key given."))
    }
    return problems
  }
}
