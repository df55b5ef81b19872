public import FleetEngine
internal import JSONWebTokens
internal import TrustLimits

/// What a token says of itself, and what of it Fleet Engine would refuse.
///
/// It holds nothing of the signature, and of the token's text only what is clean and short. What a
/// token says is not to be believed unless its signature was checked. Source: contract 3.1 to 3.3.
public struct TokenInspection: Sendable, Hashable {
  /// Something that speaks against a token.
  public struct Finding: Sendable, Hashable {
    /// A name for programs.
    public let code: String
    /// One sentence for people, clean.
    public let message: String
  }

  /// Whose signature a token is expected to have.
  public enum Signer: Sendable {
    /// That of a service account, whose key, key id and address are compared.
    case serviceAccount(ServiceAccountKey)
    /// That of the owner of a public key in PEM.
    case publicKey(pem: String)
  }

  /// What is known of a token's signature.
  public enum Signature: String, Sendable, Hashable {
    /// Nobody said whose it is to be.
    case unchecked
    /// It is the expected one.
    case valid
    /// It is another one.
    case invalid
  }

  /// The name of the algorithm that signed it.
  public let algorithm: String?
  /// Its type, `JWT` in Google's tokens.
  public let type: String?
  /// The name under which the verifier knows the key.
  public let keyID: String?
  /// The claim `iss`, a service account's e-mail address.
  public let issuer: String?
  /// The claim `sub`.
  public let subject: String?
  /// The claim `aud`.
  public let audience: [String]
  /// The claim `iat`, in seconds since 1970 where the token is right.
  public let issuedAt: Int64?
  /// The claim `exp`, in seconds since 1970 where the token is right.
  public let expiresAt: Int64?
  /// The texts of the claim `authorization`, by their names.
  public let authorization: [String: String]
  /// The names of all other claims, in order.
  public let otherClaims: [String]
  /// What is known of its signature.
  public let signature: Signature
  /// Why Fleet Engine would refuse it, in the order in which it would notice.
  public let refusals: [Finding]
  /// What may be wrong with it, or depends on what the token does not tell.
  public let doubts: [Finding]

  /// Looks into a token.
  ///
  /// - Parameters:
  ///   - token: The token, with the expiry that its source tells.
  ///   - contexts: The trip or vehicle that it is to be good for; empty to ask for none.
  ///   - signer: Whose signature it is expected to have; nil to leave it unchecked.
  ///   - now: The moment by the wall's clock.
  /// - Throws: That it is no JSON web token and why, or that the public key is none.
  public init(
    _ token: AccessToken,
    for contexts: [AuthorizationContext] = [],
    signedBy signer: Signer? = nil,
    at now: Timestamp
  ) throws(AccessTokenError) {
    let parts = try TokenParts(token.value)
    let claims = parts.claims
    algorithm = parts.header.text("alg")
    type = parts.header.text("typ")
    keyID = parts.header.text("kid")
    issuer = claims.text("iss")
    subject = claims.text("sub")
    audience = parts.audience.map { ForeignText.visible($0, limit: TokenParts.shownCharacters) }
    issuedAt = claims.whole("iat")
    expiresAt = claims.whole("exp")
    authorization = parts.authorization
    otherClaims = claims.names(beside: ["iss", "sub", "aud", "iat", "exp", "authorization"])

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
      refusals += contexts.compactMap { parsed.claims.refusal(for: TokenResource($0)) }
        .map(Finding.init)
    } else {
      refusals += parts.problems
    }
    self.signature = signature
    self.refusals = refusals
    doubts = TokenDoubts(parts, token.expiresAt, asks: !contexts.isEmpty, now).findings
  }

  /// A length of time in words, as the messages have it.
  ///
  /// - Parameter seconds: The time, from 0.
  /// - Returns: The words.
  public static func words(seconds: Int64) -> String { TokenRefusal.words(seconds) }

  /// Whether nothing in it would be refused.
  public var isAcceptable: Bool { refusals.isEmpty }
}

extension TokenInspection.Finding {
  init(_ refusal: TokenRefusal) {
    self.init(code: refusal.code, message: refusal.description)
  }
}

extension TokenInspection.Signer {
  /// What of a token is not this signer's.
  func problems(
    of token: JSONWebToken
  ) throws(AccessTokenError) -> [TokenInspection.Finding] {
    var problems: [TokenInspection.Finding] = []
    let key: VerificationKey
    do {
      switch self {
      case .serviceAccount(let account):
        key = try account.signingKey.publicKey
        if let issuer = token.claims.issuer, issuer != account.clientEmail {
          problems.append(
            .init(
              code: "otherIssuer",
              message: "The token's issuer is not \(account.clientEmail), whose key is given."
            )
          )
        }
        if let id = token.header.keyID, id != account.privateKeyID {
          problems.append(
            .init(code: "otherKey", message: "The token names another key than the one given.")
          )
        }
      case .publicKey(let pem): key = try VerificationKey(pem: pem)
      }
    } catch {
      throw AccessTokenError(reason: "The public key cannot be used: \(error)")
    }
    // By which algorithm it is signed instead is said apart.
    guard token.header.refusal == nil else { return problems }
    do {
      try token.verify(with: key)
    } catch {
      problems.append(
        .init(code: "signature", message: "The token's signature is not that of the key given.")
      )
    }
    return problems
  }
}
