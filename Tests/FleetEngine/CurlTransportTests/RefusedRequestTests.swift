import CurlTransport
import HTTPMessages
import SystemTestSupport
import TestSupport
import Testing

@Suite(.limited) struct `Requests that may not be sent` {
  @Test(arguments: ["example.com", "localhost.example.com", "127.0.0.1.example.com", "10.0.0.1"])
  func `Requests that may not be sent carry a token over plain HTTP`(_ host: String) async {
    let request = TransportRequest(
      url: HTTPURL(scheme: .http, host: host), headers: ["authorization": "Bearer secret"])
    let error = await #expect(throws: HTTPTransportError.self) {
      try await LibcurlTransport().send(request)
    }
    #expect(
      error
        == HTTPTransportError(.refused, detail: "Refusing to send a token over http to \(host)."))
  }

  @Test(arguments: [
    HTTPURL(scheme: .http, host: "127.0.0.1@example.com"),
    HTTPURL(scheme: .http, host: "example.com/127.0.0.1"), HTTPURL(scheme: .http, host: ""),
    HTTPURL(scheme: .http, host: "h", port: 70_000), HTTPURL(scheme: .http, host: "h", path: "p"),
    HTTPURL(scheme: .http, host: "h", path: "/a b"), HTTPURL(scheme: .http, host: "h", path: "/#a"),
    HTTPURL(scheme: .http, host: "h", path: "/\r\nHost: b"),
    HTTPURL(scheme: .http, host: "127.0.0.1", port: -1),
  ]) func `Requests that may not be sent include ambiguous addresses`(_ url: HTTPURL) async {
    let error = await #expect(throws: HTTPTransportError.self) {
      try await LibcurlTransport().send(TransportRequest(url: url))
    }
    #expect(error?.kind == .refused)
  }

  @Test func `Requests that may not be sent have a header value that contains another header`()
    async throws
  {
    let server = try ScriptedServer { _ in ScriptedServer.answer() }
    let request = TransportRequest(url: server.url(), headers: ["A": "secret\r\nB: c"])
    let error = await #expect(throws: HTTPTransportError.self) {
      try await LibcurlTransport().send(request)
    }
    #expect(error?.kind == .refused)
    #expect(error?.detail.contains("secret") == false)
    #expect(server.requests.isEmpty)
  }
}
