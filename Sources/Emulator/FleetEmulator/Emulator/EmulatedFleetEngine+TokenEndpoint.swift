internal import FleetEngine
internal import HTTPMessages
internal import JSON
internal import JSONWebTokens
internal import TrustLimits

/// The token endpoint, which exchanges a service account's assertion for an access token.
///
/// Google's client libraries call the address in `token_uri` of a key file. Source: RFC 7523. See
/// docs/protocol.md, "The emulator's token endpoint".
extension EmulatedFleetEngine {
  /// An error of RFC 6749, section 5.2.
  private struct Refusal: Error {
    let code: String
    let message: String

    init(_ code: String, _ message: String) { (self.code, self.message) = (code, message) }
  }

  private static let grantType = "urn:ietf:params:oauth:grant-type:jwt-bearer"

  /// The addresses of Google's endpoint, which are constants in some of its client libraries.
  private static let googleAudiences = [
    "https://oauth2.googleapis.com/token", "https://www.googleapis.com/oauth2/v4/token",
    "https://accounts.google.com/o/oauth2/token",
  ]

  func tokenResponse(
    to request: TransportRequest, at moment: Timestamp, _ record: inout CallRecord
  ) -> TransportResponse {
    let headers = TransportHeaders(at: moment, cache: "no-store")
    var writer = JSONWriter()
    do throws(Refusal) {
      let grant = try grant(for: request, at: moment)
      record.role = grant.role
      writer.write(
        .object([
          "access_token": .text(accessTokenKey.token(for: grant)),
          "expires_in": .number(Double(grant.expiresAt.seconds - moment.seconds)),
          "token_type": .text("Bearer"),
        ]))
      return TransportResponse(status: 200, headers: headers, body: writer.bytes)
    } catch {
      record.error = RPCStatus(code: .unauthenticated, message: "\(error.code): \(error.message)")
      writer.write(
        .object(["error": .text(error.code), "error_description": .text(error.message)]))
      return TransportResponse(status: 400, headers: headers, body: writer.bytes)
    }
  }

  private func grant(
    for request: TransportRequest, at moment: Timestamp
  ) throws(Refusal) -> AccessTokenKey.Grant {
    guard request.method == .post else { throw Refusal("invalid_request", "The method is POST.") }
    let form = try? HTTPURL(
      target: "/?" + String(decoding: request.body, as: UTF8.self), host: "localhost")
    guard let form else { throw Refusal("invalid_request", "The body is not a form.") }
    guard form.values("grant_type") == [Self.grantType] else {
      throw Refusal("unsupported_grant_type", "The grant_type has to be \(Self.grantType).")
    }
    let assertions = form.values("assertion")
    guard assertions.count == 1 else {
      throw Refusal("invalid_request", "The form has to have one assertion.")
    }
    let (claims, role) = try verify(assertions[0])
    let own = ["http", "https"].map {
      "\($0)://\(request.url.authority)\(ServiceAccount.tokenPath)"
    }
    guard claims.audience.contains(where: { (own + Self.googleAudiences).contains($0) }) else {
      throw Refusal("invalid_grant", "The assertion's audience is not \(own[0]) or Google's.")
    }
    // By the machine's clock too, as clients sign by that while a test moves the emulator's.
    let refusals = [moment, clock.machineNow].map { claims.timeRefusals(at: $0.secondsSince1970) }
    if refusals.allSatisfy({ !$0.isEmpty }), let refusal = refusals.first?.first {
      throw Refusal("invalid_grant", Self.ofAssertion(refusal.description))
    }
    guard claims.subject == nil || claims.subject == claims.issuer else {
      throw Refusal("unauthorized_client", "The assertion's subject is another than its issuer.")
    }
    guard !claims.scopes.isEmpty else {
      throw Refusal(
        "invalid_scope",
        "The assertion has no scope, such as \(TokenClaims.cloudPlatform)."
      )
    }
    return AccessTokenKey.Grant(
      role: role, coversFleetEngine: claims.scopes.contains(TokenClaims.cloudPlatform),
      expiresAt: moment + Limits.Token.lifetime)
  }

  /// Verifies an assertion's signature, which has to be that of one of the accounts.
  private func verify(_ assertion: String) throws(Refusal) -> (TokenClaims, ServiceRole) {
    do throws(RPCFailure) {
      let (claims, account) = try verifier.verified(assertion)
      return (claims, account.role)
    } catch { throw Refusal("invalid_grant", Self.ofAssertion(error.status.message)) }
  }

  private static func ofAssertion(_ message: String) -> String {
    message.replacing("The token", with: "The assertion")
  }
}
