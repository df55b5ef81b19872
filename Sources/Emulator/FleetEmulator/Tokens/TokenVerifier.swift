internal import FleetEngine
internal import HTTPMessages
internal import JSONWebTokens
internal import TrustLimits

struct Caller: Sendable, Hashable {
  let role: ServiceRole
  let tripID: String?
  let vehicleID: String?
  /// Whether scopes are in place of the token's audience or `authorization`.
  var isScoped = false
  /// Why the token is refused because of its scopes, or for want of any.
  var scopeRefusal: TokenRefusal?

  /// Advice for the record of a call that was accepted.
  var warning: String? {
    scopeRefusal.map { refusal in
      "Only SearchVehicles accepts this token; other methods answer: \(refusal.description) "
        + (refusal.cure ?? "")
    }
  }
}

/// Authenticates callers by their tokens.
///
/// `TokenRefusal` checks what a token says about itself. See docs/protocol.md, "Order of checks".
struct TokenVerifier: Sendable {
  static let audience = TokenClaims.fleetEngine

  /// The content of a token with a valid signature.
  typealias Verified = (claims: TokenClaims, account: ServiceAccount)

  private let accounts: [ServiceAccount]
  private let accessTokenKey: AccessTokenKey
  /// Recently verified tokens, whose times are checked for each call.
  private var known = BoundedMemory<String, Verified>(limit: Limits.Emulator.rememberedTokens)

  init(accounts: [ServiceAccount], accessTokenKey: AccessTokenKey) {
    (self.accounts, self.accessTokenKey) = (accounts, accessTokenKey)
  }

  /// Returns the caller of a request.
  ///
  /// Besides Fleet Engine's audience that of the called service is accepted, on Google's host or the
  /// one that was called, because Google's clients of gRPC make it of their address.
  mutating func caller(
    _ request: TransportRequest, service: String, now: Timestamp
  ) throws(RPCFailure) -> Caller {
    let text = try token(request)
    if text.hasPrefix(AccessTokenKey.prefix) { return try caller(accessToken: text, now: now) }
    let audiences = [Self.audience, "https://\(request.url.authority)/"].map { $0 + service }
    let remembered = known.value(text)
    let token = if let remembered { remembered } else { try verified(text) }
    if let refusal = token.claims.refusals(at: now.secondsSince1970, audiences: audiences).first {
      known.forget(text)
      throw Self.unauthenticated(refusal.description)
    }
    if remembered == nil { known.keep(token, under: text) }
    return Caller(
      role: token.account.role, tripID: token.claims.authorization?["tripid"],
      vehicleID: token.claims.authorization?["vehicleid"], isScoped: token.claims.isScoped,
      scopeRefusal: token.claims.scopeRefusal)
  }

  private func caller(accessToken: String, now: Timestamp) throws(RPCFailure) -> Caller {
    guard let grant = accessTokenKey.grant(of: accessToken) else {
      throw Self.unauthenticated("The access token was not issued by this emulator.")
    }
    guard now < grant.expiresAt else {
      let seconds = now.seconds - grant.expiresAt.seconds
      throw Self.unauthenticated(TokenRefusal.expired(seconds: seconds).description)
    }
    return Caller(
      role: grant.role, tripID: nil, vehicleID: nil, isScoped: true,
      scopeRefusal: grant.coversFleetEngine ? nil : .otherScopes)
  }

  /// The token in the header `Authorization` or in the query.
  private func token(_ request: TransportRequest) throws(RPCFailure) -> String {
    let values = request.headers.values("Authorization")
    let inQuery = request.url.query.filter { SystemParameter(name: $0.name)?.isToken == true }
    guard values.count + inQuery.count == 1 else {
      throw Self.unauthenticated("The request carries no token, or more than one.")
    }
    guard let value = values.first else { return inQuery[0].value }
    let scheme = value.prefix { $0 != " " }
    guard scheme.lowercased() == "bearer" else {
      throw Self.unauthenticated("The request's authorization is not a bearer token.")
    }
    let text = value[scheme.endIndex...].dropFirst()
    guard !text.isEmpty else {
      throw Self.unauthenticated("The request's authorization has no token after Bearer.")
    }
    return String(text)
  }

  /// Verifies everything about a token except its times.
  func verified(_ text: String) throws(RPCFailure) -> Verified {
    let token: JSONWebToken
    do { token = try JSONWebToken(parsing: text) } catch {
      throw Self.unauthenticated(error.description)
    }
    if let refusal = token.header.refusal { throw Self.unauthenticated(refusal.description) }
    guard let account = accounts.first(where: { $0.email == token.claims.issuer }) else {
      throw Self.unauthenticated("The token's issuer is not one of the emulator's accounts.")
    }
    guard token.header.keyID == nil || token.header.keyID == account.keyID else {
      throw Self.unauthenticated("The token names another key than its issuer's.")
    }
    do { try token.verify(with: account.key) } catch {
      throw Self.unauthenticated("The token's signature is not its issuer's.")
    }
    return (token.claims, account)
  }

  private static func unauthenticated(_ message: String) -> RPCFailure {
    RPCFailure(.unauthenticated, message)
  }
}
