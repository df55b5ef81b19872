public import FleetEngine
public import HTTPMessages
internal import JSON
internal import TrustLimits

/// Fetches tokens from a provider's backend.
///
/// It makes a request for every token; `AccessTokenCache` keeps them. Redirects are not followed.
/// Errors show only the host of the address, which may contain a secret. See docs/protocol.md,
/// "Token endpoints".
public struct URLAccessTokenProvider: AccessTokenProvider {
  private let address: HTTPURL
  private let path: TokenTemplate
  private let query: [(name: String, value: TokenTemplate)]
  private let format: TokenAnswerFormat
  private let transport: any HTTPTransport
  private let wallNow: @Sendable () -> Timestamp

  /// Creates a provider; throws unless the address is valid and either HTTPS or on loopback.
  ///
  /// IDs replace `{trip}`, `{vehicle}` and `{provider}` in its path and query, percent-encoded.
  public init(
    _ address: String, providerID: String? = nil, format: TokenAnswerFormat = .wellKnown,
    transport: any HTTPTransport,
    wallNow: @escaping @Sendable () -> Timestamp = ServiceClock.system.wallNow
  ) throws(AccessTokenError) {
    let url: HTTPURL
    do { url = try HTTPURL(parsing: address) } catch {
      throw AccessTokenError(
        reason: "The token URL is not the address of a server: \(error.reason).",
        advice: ["Use an address like https://HOST/token/consumer/{trip}."]
      )
    }
    guard url.scheme == .https || url.isLoopback else {
      throw AccessTokenError(
        reason: "Refusing to fetch a token over http from \(url.host).", advice: ["Use https."])
    }
    let what = "The token URL"
    path = try TokenTemplate(url.path, what: what, providerID: providerID)
    var query: [(name: String, value: TokenTemplate)] = []
    for item in url.query {
      query.append((item.name, try TokenTemplate(item.value, what: what, providerID: providerID)))
    }
    self.query = query
    self.address = url
    self.format = format
    self.transport = transport
    self.wallNow = wallNow
  }

  /// Fetches a token.
  public func accessToken(
    for context: AuthorizationContext
  ) async throws(AccessTokenError) -> AccessToken {
    var url = address
    url.path = try path.filled(for: context) { PercentEncoding.encode($0) }
    url.query = []
    for parameter in query {
      url.query.append(HTTPURL.QueryItem(parameter.name, try parameter.value.filled(for: context)))
    }
    let request = TransportRequest(
      url: url,
      headers: ["Accept": "application/json, text/plain;q=0.9", "Cache-Control": "no-store"])
    let response: TransportResponse
    do { response = try await transport.send(request) } catch { throw failure(error) }
    guard (200..<300).contains(response.status) else { throw failure(response) }
    return try format.token(in: response.body, from: "The response of \(host)", at: wallNow())
  }

  private var host: String { address.authority }

  private func failure(_ error: HTTPTransportError) -> AccessTokenError {
    if error.kind == .cancelled { return .cancelled }
    let detail = Self.end(error.detail)
    let (reason, isRecoverable) =
      switch error.kind {
      case .nameNotResolved: ("The host of the token URL, \(host), was not found.", true)
      case .timedOut: ("\(host) gave no token in time.", true)
      case .insecure:
        ("The certificate of \(host), the host of the token URL, is not trusted\(detail)", false)
      case .refused: ("No token was requested from \(host)\(detail)", false)
      case .answerTooLarge:
        ("The response of \(host) is larger than \(Limits.Token.bytes) bytes.", false)
      case .cancelled, .unreachable, .connectionLost, .malformedAnswer:
        // The proxy's name comes from the environment, so it is not shortened like foreign text.
        (
          "No token could be fetched from \(host)"
            + (error.proxyProblem.map { ": \($0.reason)." } ?? detail), true
        )
      }
    return AccessTokenError(reason: reason, isRecoverable: isRecoverable)
  }

  private func failure(_ response: TransportResponse) -> AccessTokenError {
    let status = response.status
    if (300..<400).contains(status) {
      return AccessTokenError(
        reason:
          "\(host) redirects (HTTP \(status)) instead of giving a token; use the address that "
          + "it redirects to as the token URL.")
    }
    let message = JSONObject(unambiguous: response.body)?["message"]?.text ?? ""
    return AccessTokenError(
      reason: "\(host) answered with HTTP \(status) instead of a token\(Self.end(message))",
      isRecoverable: status == 408 || status == 429 || status >= 500)
  }

  /// The end of a sentence, with foreign details if there are any.
  private static func end(_ details: String) -> String {
    let words = UntrustedText.cleaned(details)
    guard let last = words.last else { return "." }
    return ": " + words + (".!?".contains(last) ? "" : ".")
  }
}
