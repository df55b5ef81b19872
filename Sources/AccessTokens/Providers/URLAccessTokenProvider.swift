public import FleetEngine
public import HTTPMessages
internal import JSON
internal import TrustLimits

/// Fetches tokens from a provider's backend.
///
/// Every request for a token asks anew; `AccessTokenCache` keeps them. Redirects are not followed,
/// and no error shows more of the address than its host. Source: contract 3.5.
public struct URLAccessTokenProvider: AccessTokenProvider {
  private struct Parameter: Sendable {
    let name: String
    let value: TokenTemplate
  }

  private let address: HTTPURL
  private let path: TokenTemplate
  private let query: [Parameter]
  private let format: TokenAnswerFormat
  private let transport: any HTTPTransport
  private let wallNow: @Sendable () -> Timestamp

  /// Creates a provider.
  ///
  /// - Parameters:
  ///   - address: Where tokens are, over HTTPS unless it is loopback; in its path and query
  ///     `{trip}`, `{vehicle}` and `{provider}` are filled in, percent-encoded.
  ///   - providerID: The provider's id, nil where none is known.
  ///   - format: Where in an answer the token stands.
  ///   - transport: What carries requests.
  ///   - wallNow: The moment by the wall's clock.
  /// - Throws: What is wrong with the address.
  public init(
    _ address: String,
    providerID: String? = nil,
    format: TokenAnswerFormat = .wellKnown,
    transport: any HTTPTransport,
    wallNow: @escaping @Sendable () -> Timestamp
  ) throws(AccessTokenError) {
    let url: HTTPURL
    do {
      url = try HTTPURL(parsing: address)
    } catch {
      throw AccessTokenError(
        reason: "The token URL is not the address of a server: \(error.reason).",
        advice: ["Expected for example https://HOST/token/consumer/{trip}."]
      )
    }
    guard url.scheme == .https || url.isLoopback else {
      throw AccessTokenError(
        reason: "Refusing to fetch a token over http from \(url.host).",
        advice: ["Use https."]
      )
    }
    let what = "The token URL"
    path = try TokenTemplate(url.path, what: what, providerID: providerID)
    var query: [Parameter] = []
    for item in url.query {
      query.append(
        Parameter(
          name: item.name,
          value: try TokenTemplate(item.value, what: what, providerID: providerID)
        )
      )
    }
    self.query = query
    self.address = url
    self.format = format
    self.transport = transport
    self.wallNow = wallNow
  }

  /// Fetches a token.
  ///
  /// - Parameter context: The trip or vehicle.
  /// - Returns: The token.
  /// - Throws: Why there is none.
  public func accessToken(
    for context: AuthorizationContext
  ) async throws(AccessTokenError) -> AccessToken {
    var url = address
    url.path = try path.filled(for: context) { PercentEncoding.encode($0) }
    url.query = []
    for parameter in query {
      url.query.append(
        HTTPURL.QueryItem(parameter.name, try parameter.value.filled(for: context))
      )
    }
    let request = HTTPRequest(
      url: url,
      headers: ["Accept": "application/json, text/plain;q=0.9", "Cache-Control": "no-store"]
    )
    let response: HTTPResponse
    do {
      response = try await transport.send(request)
    } catch {
      throw failure(error)
    }
    guard (200..<300).contains(response.status) else { throw refusal(response) }
    return try format.token(in: response.body, from: "The answer of \(host)", at: wallNow())
  }

  /// The host, as all that an error tells of an address which may hold a secret.
  private var host: String { address.authority }

  private func failure(_ error: HTTPTransportError) -> AccessTokenError {
    let detail = Self.end(error.detail)
    switch error.kind {
    case .nameNotResolved:
      return AccessTokenError(
        reason: "The host of the token URL, \(host), was not found.",
        isRecoverable: true
      )
    case .timedOut:
      return AccessTokenError(
        reason: "\(host) gave no token in time.",
        isRecoverable: true
      )
    case .insecure:
      return AccessTokenError(
        reason: "The certificate of \(host), the host of the token URL, is not trusted\(detail)"
      )
    case .refused:
      return AccessTokenError(reason: "\(host) was not asked for a token\(detail)")
    case .answerTooLarge:
      return AccessTokenError(
        reason: "The answer of \(host) is larger than \(Limits.Token.bytes) bytes."
      )
    case .cancelled: return .notWanted
    case .unreachable, .connectionLost, .malformedAnswer:
      // The proxy is named by the environment, and is not cut as what others say is.
      let reason = error.proxyProblem.map { ": \($0.reason)." } ?? detail
      return AccessTokenError(
        reason: "No token could be fetched from \(host)\(reason)",
        isRecoverable: true
      )
    }
  }

  private func refusal(_ response: HTTPResponse) -> AccessTokenError {
    let status = response.status
    if (300..<400).contains(status) {
      return AccessTokenError(
        reason:
          "\(host) redirects (HTTP \(status)) instead of giving a token; name the address that "
          + "it leads to in the token URL."
      )
    }
    var said = Self.end("")
    if case .text(let message)? = JSONObject(unambiguous: response.body)?["message"] {
      said = Self.end(message)
    }
    let isPassing = status == 408 || status == 429 || status >= 500
    return AccessTokenError(
      reason: "\(host) answered with HTTP \(status) instead of a token\(said)",
      isRecoverable: isPassing
    )
  }

  /// The end of a sentence, with what was said of the matter if anything was.
  private static func end(_ said: String) -> String {
    let words = ForeignText.cleaned(said)
    guard let last = words.last else { return "." }
    return ": " + words + (".!?".contains(last) ? "" : ".")
  }
}
