import CurlTransport
import HTTPMessages
import SystemTestSupport
import TestSupport
import Testing

/// Sends one request to a server and returns the error, which the test expects.
private func failure(
  _ server: ScriptedServer, _ configuration: LibcurlTransport.Configuration = .init()
) async -> HTTPTransportError? {
  do throws(HTTPTransportError) {
    _ = try await LibcurlTransport(configuration).send(TransportRequest(url: server.url()))
    return nil
  } catch { return error }
}

struct BrokenAnswer: Sendable {
  let kind: HTTPTransportError.Kind
  let raw: String

  init(_ kind: HTTPTransportError.Kind, _ raw: String) {
    self.kind = kind
    self.raw = raw
  }

  /// A good status line with further header lines and a body.
  static func ok(_ kind: HTTPTransportError.Kind, _ rest: String) -> BrokenAnswer {
    BrokenAnswer(kind, "HTTP/1.1 200 OK\r\n" + rest)
  }
}

private let brokenAnswers: [BrokenAnswer] = [
  .ok(.connectionLost, "Content-Length: 100\r\n\r\nshort"),
  .ok(.connectionLost, "Transfer-Encoding: chunked\r\n\r\n5\r\nhel"),
  BrokenAnswer(.connectionLost, ""),
  BrokenAnswer(.malformedAnswer, "garbage, no HTTP\r\n\r\n"),
  BrokenAnswer(.malformedAnswer, "HTTP/1.1 999 Odd\r\nContent-Length: 0\r\n\r\n"),
  .ok(.malformedAnswer, "Content-Encoding: gzip\r\nContent-Length: 4\r\n\r\nnope"),
  .ok(.answerTooLarge, "Content-Length: 99999999\r\n\r\n"),
  .ok(.answerTooLarge, "A: \(String(repeating: "a", count: 70_000))\r\n\r\n"),
  .ok(.answerTooLarge, "A: \(String(repeating: "a", count: 200_000))\r\n\r\n"),
  .ok(.answerTooLarge, String(repeating: "A: aaaaaaaaaaaaaaa\r\n", count: 4_000) + "\r\n"),
]

@Suite(.limited) struct `The curl transport` {
  @Test func `The curl transport returns a response with its headers, body and timings`()
    async throws
  {
    let server = try ScriptedServer { _ in
      ScriptedServer.answer(headers: ["X-One: 1", "x-one:\t2 ", "Empty:"], body: Array("hi".utf8))
    }
    let answer = try await LibcurlTransport().send(TransportRequest(url: server.url("/a/../b%20c")))
    #expect(answer.status == 200)
    #expect(answer.headers.values("X-ONE") == ["1", "2"])
    #expect(answer.headers["empty"] == "")
    #expect(answer.body == Array("hi".utf8))
    #expect(answer.version == .http1_1)
    let total = try #require(answer.timings.total)
    let firstByte = try #require(answer.timings.firstByte)
    #expect(firstByte > .zero && firstByte <= total)
    let request = try #require(server.requests.first)
    #expect(request.line == "GET /a/../b%20c HTTP/1.1")
    #expect(request.header("User-Agent") == "ridealong")
    #expect(request.header("Accept-Encoding") == "gzip")
    #expect(request.header("Host") == "127.0.0.1:\(server.port)")
  }

  @Test(arguments: TransportMethod.allCases)
  func `The curl transport sends every method with its headers and body`(
    _ method: TransportMethod
  ) async throws {
    let server = try ScriptedServer { request in
      request.line.hasPrefix("HEAD")
        ? [.send(Array("HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n".utf8))]
        : ScriptedServer.answer("201 Created")
    }
    let body: [UInt8] = method == .head ? [] : [0, 1, 2, 255]
    let transport = LibcurlTransport()
    let headers: TransportHeaders = [
      "Authorization": "Bearer t", "Content-Length": "7", "X-Empty": "",
    ]
    for body in [body, []] {
      _ = try await transport.send(
        TransportRequest(method: method, url: server.url(), headers: headers, body: body))
    }
    let requests = server.requests
    try #require(requests.count == 2)
    for request in requests {
      #expect(request.line == "\(method.rawValue) / HTTP/1.1")
      #expect(request.header("Authorization") == "Bearer t")
      #expect(request.header("X-Empty") == "")
      #expect(request.header("Content-Type") == nil)
      #expect(request.header("Expect") == nil)
      #expect(request.header("Content-Length") != "7")
    }
    #expect(requests[0].body == body)
    #expect(requests[1].body.isEmpty)
  }

  @Test(arguments: ["301 Moved", "302 Found", "307 Temporary Redirect", "404 Not Found", "503 X"])
  func `The curl transport returns every status and follows no redirect`(
    _ status: String
  ) async throws {
    let server = try ScriptedServer { _ in
      ScriptedServer.answer(status, headers: ["Location: /elsewhere"])
    }
    let answer = try await LibcurlTransport().send(TransportRequest(url: server.url()))
    #expect(status.hasPrefix("\(answer.status) "))
    #expect(answer.headers["Location"] == "/elsewhere")
    #expect(server.requests.count == 1)
  }

  @Test func `The curl transport returns HTML unchanged`() async throws {
    let page = "<html>login</html>"
    let server = try ScriptedServer(
      raw: "HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\n\(page)")
    let answer = try await LibcurlTransport().send(TransportRequest(url: server.url()))
    #expect(answer.headers["content-type"] == "text/html")
    #expect(answer.version == .http1_0)
    #expect(answer.body == Array(page.utf8))
  }

  @Test func `The curl transport ignores interim responses`() async throws {
    let server = try ScriptedServer(
      raw: "HTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
    )
    let answer = try await LibcurlTransport().send(TransportRequest(url: server.url()))
    #expect(answer.status == 200)
    #expect(answer.headers["Link"] == nil)
  }

  @Test(arguments: brokenAnswers)
  func `The curl transport reports the problem with a response`(_ broken: BrokenAnswer) async throws
  {
    let error = try #require(await failure(ScriptedServer(raw: broken.raw)))
    #expect(error.kind == broken.kind, "\(error.detail)")
    #expect(!error.detail.isEmpty)
  }

  @Test func `The curl transport aborts a body that does not end`() async throws {
    let server = try ScriptedServer { _ in
      [
        .send(Array("HTTP/1.1 200 OK\r\n\r\n".utf8)),
        .sendForever([UInt8](repeating: 0x20, count: 65_536)),
      ]
    }
    let error = await failure(server, .init(bodyBytes: 1_000_000))
    #expect(error?.kind == .answerTooLarge)
  }

  @Test func `The curl transport aborts a slow response`() async throws {
    let server = try ScriptedServer { _ in [.send(Array("HTTP/1.1 200 OK\r\n".utf8)), .hang] }
    let error = await failure(server, .init(totalTime: .milliseconds(50)))
    #expect(error?.kind == .timedOut)
  }

  @Test func `The curl transport reports an unreachable server`() async throws {
    let url = HTTPURL(scheme: .http, host: "127.0.0.1", port: try unusedLoopbackPort())
    let error = await #expect(throws: HTTPTransportError.self) {
      try await LibcurlTransport().send(TransportRequest(url: url))
    }
    #expect(error?.kind == .unreachable)
  }

  @Test func `The curl transport does not accept plain HTTP as TLS`() async throws {
    let server = try ScriptedServer(raw: "HTTP/1.1 200 OK\r\n\r\n")
    var url = server.url()
    url.scheme = .https
    let error = await #expect(throws: HTTPTransportError.self) {
      try await LibcurlTransport().send(TransportRequest(url: url))
    }
    // Which of the two it is depends on whether the response or the connection's end comes first.
    #expect(error?.kind == .insecure || error?.kind == .connectionLost)
    #expect(server.requests.isEmpty)
  }
}
