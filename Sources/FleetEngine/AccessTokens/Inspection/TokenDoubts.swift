internal import FleetEngine
internal import JSON
internal import JSONWebTokens
internal import TrustLimits

/// Finds possible problems of a token that Fleet Engine may still accept.
///
/// The rights of the signing account are not visible in a token.
struct TokenDoubts {
  private(set) var findings: [TokenInspection.Finding] = []
  private let parts: TokenParts

  /// Examines a token.
  ///
  /// `expiry` is the one from the token's source. With `requiresID` a missing ID is
  /// left out here, because the token is refused for it.
  init(_ parts: TokenParts, _ expiry: Timestamp?, requiresID: Bool, _ now: Timestamp) {
    self.parts = parts
    checkHeader()
    checkTimes(expiry, now)
    if let issuer = parts.claims["iss"]?.text, !issuer.hasSuffix(".gserviceaccount.com") {
      add("issuer", "The issuer is not the address of a service account.")
    }
    checkAuthorization(requiresID: requiresID)
  }

  private mutating func add(_ code: String, _ message: String) {
    findings.append(TokenInspection.Finding(code, message))
  }

  private mutating func checkHeader() {
    if parts.header["kid"] == nil {
      add(
        "noKeyID",
        "The header names no key (kid): right for tokens that Google signs for an account, wrong "
          + "for those that are signed with a key file.")
    }
    if let type = parts.header["typ"]?.text, type != "JWT" { add("type", "Its typ is not JWT.") }
  }

  private mutating func checkTimes(_ expiry: Timestamp?, _ now: Timestamp) {
    guard let exp = parts.claims["exp"]?.whole else { return }
    let left = Double(exp) - now.secondsSince1970
    if left <= 0, left + Double(Limits.Token.expirySkew.components.seconds) > 0 {
      add("justExpired", "It has just expired; only a server whose clock is behind accepts it.")
    }
    if let iat = parts.claims["iat"]?.whole {
      let (life, isTooFar) = exp.subtractingReportingOverflow(iat)
      if isTooFar || life > Limits.Token.lifetime.components.seconds {
        add("longLife", "Its lifetime is more than an hour, the most that is accepted.")
      } else if life <= 0 {
        add("noLife", "It expired before it was issued.")
      }
    }
    if let expiry, Double(expiry.seconds) > Double(exp) + 60 {
      add("otherExpiry", "The response that it came with has a later expiry, \(expiry).")
    }
  }

  private mutating func checkAuthorization(requiresID: Bool) {
    let ids = parts.authorization
    let known = TokenResource.Kind.allCases
    for name in ids.keys.sorted() {
      let plain = name.lowercased().filter { $0 != "_" && $0 != "-" }
      if let kind = known.first(where: { $0.claim == plain }), name != kind.claim {
        add("spelling", "authorization.\(name) is not read; it has to be spelt \(kind.claim).")
      }
    }
    for kind in known where ids[kind.claim]?.contains("/") == true {
      add(
        "wholeName",
        "authorization.\(kind.claim) holds a slash; it has to be the id alone, which is the last "
          + "part of the \(kind.rawValue)'s name.")
    }
    if parts.token?.claims.isScoped == true {
      add(
        "scope",
        "It has a scope: only a server's account may use it, and its authorization does not count.")
    } else if known.allSatisfy({ (ids[$0.claim] ?? "").isEmpty }) {
      // Without the claim, or without an ID that is needed, the token is refused.
      guard !requiresID, parts.token?.claims.authorization != nil else { return }
      add(
        "noAuthorization",
        "It is for no trip and no vehicle: a consumer's token needs authorization.tripid, a driver's "
          + "authorization.vehicleid; only a server's account may leave both out.")
    } else if ids["tripid"] == "*", ids["vehicleid"] != "*" {
      add("anyTrip", "It is for all trips, which a consumer's account may not sign for.")
    }
  }
}
