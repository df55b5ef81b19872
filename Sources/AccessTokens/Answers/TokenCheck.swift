internal import FleetEngine
internal import JSONWebTokens

/// Whether a token can be for a call, as far as the token itself says.
///
/// Only a JSON web token says anything; what it says is not verified, but a token that denies its
/// own use is not worth sending. Source: contract 3.2 and 3.3.
struct TokenCheck {
  private let token: AccessToken
  private let claims: TokenClaims?

  init(_ token: AccessToken) {
    self.token = token
    // Whatever is no such token is opaque, and for the server alone to judge.
    claims = (try? JSONWebToken(parsing: token.value))?.claims
  }

  /// The token with its account and the earlier of the two expiries that are known of it.
  var withOwnExpiry: AccessToken {
    guard let claims else { return token }
    let expiry = [token.expiresAt, ownExpiry].compactMap(\.self).min()
    return AccessToken(token.value, expiresAt: expiry, account: claims.issuer)
  }

  /// Whether the token names no id for a call of this kind.
  ///
  /// An administrator's token needs none and is not to be told from a consumer's by itself, so the
  /// server has the first word.
  func lacksID(for context: AuthorizationContext) -> Bool {
    guard let claims else { return false }
    let resource = TokenResource(context)
    return claims.refusal(for: resource) == .noID(resource.kind)
  }

  /// Checks the token.
  ///
  /// - Parameters:
  ///   - context: The trip or vehicle that it is for.
  ///   - now: The moment by the wall's clock.
  ///   - needsID: Whether the server has refused a token that named no id.
  /// - Throws: Why it cannot be sent.
  func check(
    for context: AuthorizationContext,
    at now: Timestamp,
    needsID: Bool
  ) throws(AccessTokenError) {
    guard let claims else { return }
    let resource = TokenResource(context)
    let kind = resource.kind.rawValue
    let refusal = claims.refusal(for: resource)
    if refusal == .otherID(resource.kind) {
      let id = ForeignText.visible(claims.authorization[resource.kind.claim] ?? "", limit: 64)
      let until = ownExpiry.map { " (until \($0))" } ?? ""
      throw AccessTokenError(
        reason: "The token is for the \(kind) \(id)\(until), not for \(resource.id). Get one for "
          + "this \(kind).",
        code: .permissionDenied,
        problem: .otherResource(id: id)
      )
    }
    if case .expired(let seconds)? = claims.expiryRefusal(at: now.secondsSince1970),
      let expiry = ownExpiry
    {
      throw AccessTokenError(
        reason:
          "The token expired \(TokenRefusal.words(seconds)) ago, at \(expiry), by this machine's "
          + "clock, which says \(Timestamp(seconds: now.seconds)). Get a new one, or set the clock.",
        problem: .expired
      )
    }
    if needsID, refusal == .noID(resource.kind) {
      throw AccessTokenError(
        reason:
          "The server refused the token, which was signed without a \(kind) id: it has no "
          + "authorization.\(resource.kind.claim). Get one for the \(kind) \(resource.id)."
      )
    }
  }

  private var ownExpiry: Timestamp? { claims?.expiresAt.map { Timestamp(seconds: $0) } }
}

extension TokenResource {
  /// The trip or vehicle that a token is asked for.
  init(_ context: AuthorizationContext) {
    if let id = context.tripID {
      self.init(.trip, id: id)
    } else {
      self.init(.vehicle, id: context.vehicleID ?? "")
    }
  }
}
