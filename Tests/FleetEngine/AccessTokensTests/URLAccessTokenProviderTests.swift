import AccessTokens
import FleetEngine
import HTTPMessages
import TestSupport
import Testing

@Suite(.limited) struct `A token from a URL` {
  private static let now = Timestamp(seconds: 1_767_261_600)

  private func provider(
    _ address: String = "https://backend.example/token/consumer/{trip}?key=SECRET",
    _ answer: @escaping ScriptedTransport.Answer
  ) throws(AccessTokenError) -> (URLAccessTokenProvider, ScriptedTransport) {
    let transport = ScriptedTransport(answer)
    let provider = try URLAccessTokenProvider(
      address, providerID: "acme", transport: transport, wallNow: { Self.now })
    return (provider, transport)
  }

  @Test func `A token from a URL is fetched from the address of the trip`() async throws {
    let (provider, transport) = try provider(
      "https://b.example:8443/{provider}/t/{trip}?id={trip}&p=a%26b"
    ) { _, _ in .json(#"{"jwt":"T.o.K","expirationTimestamp":1767265200000}"#) }
    let token = try await provider.accessToken(for: AuthorizationContext(tripID: "a b/..%&é"))
    #expect(token == AccessToken("T.o.K", expiresAt: Timestamp(seconds: 1_767_265_200)))
    let request = try #require(transport.requests.first)
    #expect(request.method == .get)
    #expect(request.headers["Authorization"] == nil)
    #expect(
      request.url.description
        == "https://b.example:8443/acme/t/a%20b%2F..%25%26%C3%A9?id=a%20b%2F..%25%26%C3%A9&p=a%26b"
    )
  }

  @Test(arguments: [
    ("http://backend.example/t", "Refusing to fetch a token over http from backend.example."),
    ("ftp://h/t", "neither https nor http"), ("backend/t", "does not start with https://"),
    ("https://user:SECRET@h/t", "a user name or password"),
    ("https://{trip}.example/t", "its host is not a name"),
    ("https://h/{trp}", "has {trp}; the placeholders are {trip}, {vehicle} and {provider}"),
    ("https://h/?a={Trip}", "has {Trip}; the placeholders are"),
  ]) func `A token URL that is not valid is refused`(address: String, fragment: String) {
    let error = #expect(throws: AccessTokenError.self) {
      try provider(address) { _, _ in .json("{}") }
    }
    #expect(error?.reason.contains(fragment) == true, "\(error?.reason ?? "")")
    #expect(error?.reason.contains("SECRET") == false)
  }

  @Test(arguments: ["http://127.0.0.1:8080/t", "http://localhost/t", "http://[::1]/t"])
  func `A token from a loopback URL may use http`(address: String) async throws {
    let (provider, _) = try provider(address) { _, _ in .json(#"{"jwt":"T"}"#) }
    #expect(try await provider.accessToken(for: AuthorizationContext(tripID: "t")).value == "T")
  }

  @Test func `A token URL for a trip fails for a vehicle`() async throws {
    let (provider, transport) = try provider { _, _ in .json("{}") }
    let error = await #expect(throws: AccessTokenError.self) {
      try await provider.accessToken(for: AuthorizationContext(vehicleID: "v"))
    }
    #expect(error?.reason == "The token URL has {trip}, and this call is about a vehicle.")
    #expect(transport.requests.isEmpty)
  }

  @Test func `A token URL with a provider fails without a provider ID`() {
    let error = #expect(throws: AccessTokenError.self) {
      try URLAccessTokenProvider(
        "https://h/{provider}",
        transport: ScriptedTransport { _, _ in .json("{}") },
        wallNow: { Self.now })
    }
    #expect(error?.reason == "The token URL has {provider}, and no provider is known here.")
  }

  private static let refusals: [(Int, String, String, Bool)] = [
    (302, "", "redirects (HTTP 302)", false),
    (
      400, #"{"message":"no\u001b[2J trip","status":400}"#,
      "HTTP 400 instead of a token: no[2J trip", false
    ),
    (401, "<html>SECRET</html>", "HTTP 401 instead of a token", false),
    (404, "", "HTTP 404", false), (408, "", "HTTP 408", true), (429, "", "HTTP 429", true),
    (500, #"{"message":"eyJhbGciOiJSUzI1NiJ9.SECRET"}"#, "HTTP 500 instead of a token: …", true),
    (200, "<html>Sign in SECRET</html>", "is a web page", false),
    (200, #"{"id":"SECRET"}"#, "it has id", false),
  ]

  @Test(arguments: refusals) func `A token URL that returns no token is a clear error`(
    status: Int, body: String, fragment: String, isRecoverable: Bool
  ) async throws {
    let (provider, _) = try provider { _, _ in .json(body, status: status) }
    let error = await #expect(throws: AccessTokenError.self) {
      try await provider.accessToken(for: AuthorizationContext(tripID: "t"))
    }
    let reason = error?.reason ?? ""
    #expect(reason.contains(fragment), "\(reason)")
    #expect(reason.contains("backend.example"))
    #expect(!reason.contains("SECRET"))
    #expect(error?.isRecoverable == isRecoverable)
  }

  private static let transportErrors: [(HTTPTransportError.Kind, Bool)] = [
    (.nameNotResolved, true), (.unreachable, true), (.connectionLost, true), (.timedOut, true),
    (.malformedAnswer, true), (.cancelled, true), (.insecure, false), (.refused, false),
    (.answerTooLarge, false),
  ]

  @Test(arguments: transportErrors)
  func `A token URL without a response is a retryable or a permanent error`(
    kind: HTTPTransportError.Kind, isRecoverable: Bool
  ) async throws {
    let (provider, _) = try provider { _, _ throws(HTTPTransportError) in
      throw HTTPTransportError(kind, detail: "it is so")
    }
    let error = await #expect(throws: AccessTokenError.self) {
      try await provider.accessToken(for: AuthorizationContext(tripID: "t"))
    }
    #expect(error?.isRecoverable == isRecoverable)
    #expect(error?.reason.contains("SECRET") == false)
  }

  @Test func `A token URL's error names the proxy that failed`() async throws {
    let name = "proxy-7.a-long-name-of-a-company.example:3128"
    let problem = ProxyProblem(proxy: name, source: "https_proxy", kind: .refuses(status: 403))
    let (provider, _) = try provider { _, _ throws(HTTPTransportError) in
      throw HTTPTransportError(.unreachable, proxyProblem: problem)
    }
    let error = await #expect(throws: AccessTokenError.self) {
      try await provider.accessToken(for: AuthorizationContext(tripID: "t"))
    }
    #expect(
      error?.reason.hasSuffix(
        ": the proxy \(name) (from https_proxy) refuses to connect (HTTP 403).") == true)
  }
}
