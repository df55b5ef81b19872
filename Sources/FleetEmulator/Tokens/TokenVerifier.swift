internal import FleetEngine
internal import HTTPMessages
internal import JSONWebTokens
internal import TrustLimits

/// Who calls, once the token has been believed.
struct Caller: Sendable, Hashable {
  let role: ServiceRole
  let tripID: String?
  let vehicleID: String?
}

/// Decides who calls from a request's token.
///
/// The answers and their order are the contract's. Source: contract 3.3.
struct TokenVerifier: Sendable {
  static let audience = "https://fleetengine.googleapis.com/"

  let accounts: [ServiceAccount]

  /// Finds out who calls.
  ///
  /// - Parameters:
  ///   - headers: The request's header fields.
  ///   - now: The wall clock.
  /// - Returns: The caller.
  /// - Throws: Why the caller cannot be told.
  func caller(_ headers: HTTPHeaders, now: Timestamp) throws(RPCFailure) -> Caller {
    let token = try token(headers)
    guard token.header.algorithm == "RS256" else {
      throw Self.unauthenticated("The token is not signed with RS256.")
    }
    guard let account = accounts.first(where: { $0.email == token.claims.issuer }) else {
      throw Self.unauthenticated("The token's issuer is not one of the emulator's accounts.")
    }
    guard token.header.keyID == nil || token.header.keyID == account.keyID else {
      throw Self.unauthenticated("The token names another key than its issuer's.")
    }
    do {
      try token.verify(with: account.key)
    } catch {
      throw Self.unauthenticated("The token's signature is not its issuer's.")
    }
    try checkTimes(token.claims, now: now)
    guard token.claims.audience.contains(Self.audience) else {
      throw Self.unauthenticated("The token's audience is not \(Self.audience).")
    }
    guard token.claims.subject == token.claims.issuer else {
      throw Self.unauthenticated("The token's subject is not its issuer.")
    }
    return Caller(
      role: account.role,
      tripID: token.claims.authorization["tripid"],
      vehicleID: token.claims.authorization["vehicleid"]
    )
  }

  private func token(_ headers: HTTPHeaders) throws(RPCFailure) -> JSONWebToken {
    let values = headers.values("Authorization")
    guard values.count == 1, let value = values.first else {
      throw Self.unauthenticated("The request carries no token, or more than one.")
    }
    let scheme = value.prefix { $0 != " " }
    guard scheme.lowercased() == "bearer" else {
      throw Self.unauthenticated("The request's authorization is not a bearer token.")
    }
    do {
      return try JSONWebToken(parsing: String(value[scheme.endIndex...].dropFirst()))
    } catch {
      throw Self.unauthenticated("The token is not a signed JSON web token.")
    }
  }

  private func checkTimes(_ claims: TokenClaims, now: Timestamp) throws(RPCFailure) {
    let now = now.secondsSince1970
    let skew = Limits.Token.expirySkew.inSeconds
    guard let expiry = claims.expiresAt.map(Double.init) else {
      throw Self.unauthenticated("The token names no expiry.")
    }
    guard expiry + skew > now else {
      throw Self.unauthenticated("The token has expired.")
    }
    guard expiry <= now + Limits.Token.lifetime.inSeconds + skew else {
      throw Self.unauthenticated("The token expires more than an hour from now.")
    }
    guard let issued = claims.issuedAt.map(Double.init) else {
      throw Self.unauthenticated("The token does not say when it was issued.")
    }
    guard issued <= now + Limits.Token.issuedAtSkew.inSeconds else {
      throw Self.unauthenticated("The token was issued in the future.")
    }
  }

  private static func unauthenticated(_ message: String) -> RPCFailure {
    RPCFailure(.unauthenticated, message)
  }
}
