internal import FleetEngine
internal import HTTPMessages
internal import JSONWebTokens

/// Who calls, once the token has been believed.
struct Caller: Sendable, Hashable {
  let role: ServiceRole
  let tripID: String?
  let vehicleID: String?
}

/// Decides who calls from a request's token.
///
/// The answers and their order are the contract's; what a token says against itself is
/// `TokenRefusal`'s to know. Source: contract 3.3.
struct TokenVerifier: Sendable {
  static let audience = TokenClaims.fleetEngine

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
    if let refusal = token.header.refusal { throw Self.unauthenticated(refusal.description) }
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
    if let refusal = token.claims.refusals(at: now.secondsSince1970).first {
      throw Self.unauthenticated(refusal.description)
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

  private static func unauthenticated(_ message: String) -> RPCFailure {
    RPCFailure(.unauthenticated, message)
  }
}
