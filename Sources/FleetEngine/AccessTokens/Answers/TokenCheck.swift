internal import FleetEngine
internal import JSONWebTokens

/// Checks a JSON Web Token's claims for a call, without verifying its signature.
///
/// Any other token passes. See docs/protocol.md, "Roles and claims" and "Order of checks".
struct TokenCheck {
  private let token: AccessToken
  private let claims: TokenClaims?

  init(_ token: AccessToken) {
    self.token = token
    claims = (try? JSONWebToken(parsing: token.value))?.claims
  }

  /// The token with its account and the earlier of its two known expiries.
  var withOwnExpiry: AccessToken {
    guard let claims else { return token }
    let expiry = [token.expiresAt, ownExpiry].compactMap(\.self).min()
    return AccessToken(token.value, expiresAt: expiry, account: claims.issuer)
  }

  /// Whether the token's authorization lacks an ID for a call of this kind.
  ///
  /// An administrator's token needs no ID, and only the server knows the account's role. Without a claim
  /// `authorization` only the server can say what is missing.
  func lacksID(for context: AuthorizationContext) -> Bool {
    guard let claims, claims.authorization != nil else { return false }
    let resource = TokenResource(context)
    return claims.refusal(for: resource) == .noID(resource.kind)
  }

  /// Throws if the token must not be sent.
  ///
  /// `needsID`: whether the server has refused a token without an ID.
  func check(
    for context: AuthorizationContext, at now: Timestamp, needsID: Bool
  ) throws(AccessTokenError) {
    guard let claims else { return }
    let resource = TokenResource(context)
    let kind = resource.kind.rawValue
    let refusal = claims.refusal(for: resource)
    if refusal == .otherID(resource.kind) {
      let id = UntrustedText.visible(claims.authorization?[resource.kind.claim] ?? "", limit: 64)
      let until = ownExpiry.map { " (until \($0))" } ?? ""
      throw AccessTokenError(
        reason: "The token is for the \(kind) \(id)\(until), not for \(resource.id), so it was not "
          + "sent.", advice: ["Get one for this \(kind)."], code: .permissionDenied,
        problem: .otherResource(id: id))
    }
    if case .expired(let seconds)? = claims.expiryRefusal(at: now.secondsSince1970),
      let expiry = ownExpiry
    {
      throw AccessTokenError(
        reason:
          "The token expired \(TokenRefusal.words(seconds)) ago, at \(expiry), by this machine's "
          + "clock, which says \(now.inWholeSeconds).",
        advice: ["Get a new one, or set the clock."], problem: .expired)
    }
    if needsID, refusal == .noID(resource.kind) {
      throw AccessTokenError(
        reason: "The server refused the token, which was signed without a \(kind) id: it has no "
          + "authorization.\(resource.kind.claim). Get one for the \(kind) \(resource.id).")
    }
  }

  private var ownExpiry: Timestamp? { claims?.expiresAt.map { Timestamp(seconds: $0) } }
}

extension TokenResource {
  init(_ context: AuthorizationContext) {
    if let id = context.tripID {
      self.init(.trip, id: id)
    } else {
      self.init(.vehicle, id: context.vehicleID ?? "")
    }
  }
}
