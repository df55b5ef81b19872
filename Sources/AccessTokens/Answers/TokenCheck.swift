internal import FleetEngine
internal import JSONWebTokens
internal import TrustLimits

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

  /// The token with the earlier of the two expiries that are known of it.
  var withOwnExpiry: AccessToken {
    guard let expiry = ownExpiry else { return token }
    return AccessToken(token.value, expiresAt: min(token.expiresAt ?? expiry, expiry))
  }

  /// Whether the token names no id for a call of this kind.
  ///
  /// An administrator's token needs none and is not to be told from a consumer's by itself, so the
  /// server has the first word.
  func lacksID(for context: AuthorizationContext) -> Bool {
    guard let claims else { return false }
    return (claims.authorization[Subject(context).claim] ?? "").isEmpty
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
    let subject = Subject(context)
    if let id = claims.authorization[subject.claim], !id.isEmpty, id != "*", id != subject.id {
      let until = ownExpiry.map { " (until \($0))" } ?? ""
      throw AccessTokenError(
        reason:
          "The token is for the \(subject.kind) \(ForeignText.cleaned(id, limit: 64))\(until), "
          + "not for \(subject.id). Get one for this \(subject.kind)."
      )
    }
    if let expiry = ownExpiry, expiry + Limits.Token.expirySkew <= now {
      throw AccessTokenError(
        reason:
          "The token expired \(Self.words(now - expiry)) ago, at \(expiry), by this machine's "
          + "clock, which says \(Timestamp(seconds: now.seconds)). Get a new one, or set the clock."
      )
    }
    if needsID, lacksID(for: context) {
      throw AccessTokenError(
        reason:
          "The server refused the token, which was signed without a \(subject.kind) id: it has "
          + "no authorization.\(subject.claim). Get one for the \(subject.kind) \(subject.id)."
      )
    }
  }

  private var ownExpiry: Timestamp? { claims?.expiresAt.map { Timestamp(seconds: $0) } }

  private static func words(_ duration: Duration) -> String {
    let seconds = duration.components.seconds
    switch seconds {
    case ..<120: return "\(seconds) s"
    case ..<7_200: return "\(seconds / 60) min"
    case ..<172_800: return "\(seconds / 3_600) h"
    default: return "\(seconds / 86_400) days"
    }
  }

  /// What a call is about, and the claim that speaks of it.
  private struct Subject {
    let kind: String
    let claim: String
    let id: String

    init(_ context: AuthorizationContext) {
      kind = context.tripID == nil ? "vehicle" : "trip"
      claim = context.tripID == nil ? "vehicleid" : "tripid"
      id = context.tripID ?? context.vehicleID ?? ""
    }
  }
}
