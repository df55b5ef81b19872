import FleetEmulator
import FleetEngine
import HTTPMessages
import TestSupport
import Testing

/// A hostile or broken request, and the statuses that may answer it; 0 for a closed connection.
struct RawCase: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let statuses: Set<Int>
  let text: String

  init(_ description: String, _ statuses: Set<Int>, _ text: String) {
    testDescription = description
    self.statuses = statuses
    self.text = text
  }

  private static let end = "Connection: close\r\n\r\n"
  private static let host = "Host: 127.0.0.1:PORT\r\n"

  static let all: [RawCase] = [
    RawCase(
      "plain, without a token", [401], "GET /v1/providers/demo/trips/t HTTP/1.1\r\n\(host)\(end)"),
    RawCase(
      "by the name localhost", [401],
      "GET /v1/providers/demo/trips/t HTTP/1.1\r\nHost: localhost:PORT\r\n\(end)"),
    RawCase("unknown path", [404], "GET /favicon.ico HTTP/1.1\r\n\(host)\(end)"),
    RawCase(
      "a rebound name", [403],
      "GET /v1/providers/demo/trips/t HTTP/1.1\r\nHost: evil.example:PORT\r\n\(end)"),
    RawCase(
      "another port", [403],
      "GET /v1/providers/demo/trips/t HTTP/1.1\r\nHost: 127.0.0.1:1\r\n\(end)"),
    RawCase("no host", [400], "GET /v1/providers/demo/trips/t HTTP/1.1\r\n\(end)"),
    RawCase("two hosts", [400], "GET / HTTP/1.1\r\n\(host)Host: 127.0.0.1\r\n\(end)"),
    RawCase(
      "a page's origin", [403],
      "GET /v1/providers/demo/trips/t HTTP/1.1\r\n\(host)Origin: http://evil.example\r\n\(end)"
    ),
    RawCase(
      "the origin null", [403],
      "GET /v1/providers/demo/trips/t HTTP/1.1\r\n\(host)Origin: null\r\n\(end)"),
    RawCase(
      "a form", [415],
      "POST /v1/providers/demo/trips HTTP/1.1\r\n\(host)Content-Type: text/plain\r\nContent-Length: 2\r\n\(end){}"
    ),
    RawCase(
      "no content type", [415],
      "PUT /v1/providers/demo/trips/t HTTP/1.1\r\n\(host)Content-Length: 2\r\n\(end){}"),
    RawCase(
      "a large body that says so", [413],
      "POST /v1/providers/demo/trips HTTP/1.1\r\n\(host)Content-Type: application/json\r\nContent-Length: 1073741824\r\n\(end)"
    ),
    RawCase(
      "a large body that does not", [413],
      "POST /v1/providers/demo/trips HTTP/1.1\r\n\(host)Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\(end)493E0\r\n"
        + String(repeating: "x", count: 300_000) + "\r\n0\r\n\r\n"),
    RawCase(
      "two lengths", [400],
      "POST /v1/providers/demo/trips HTTP/1.1\r\n\(host)Content-Type: application/json\r\nContent-Length: 2\r\nContent-Length: 3\r\n\(end){}"
    ),
    RawCase(
      "length and chunks", [400],
      "POST /v1/providers/demo/trips HTTP/1.1\r\n\(host)Content-Type: application/json\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\(end)0\r\n\r\n"
    ),
    RawCase(
      "a negative length", [0, 400],
      "POST /v1/providers/demo/trips HTTP/1.1\r\n\(host)Content-Type: application/json\r\nContent-Length: -5\r\n\(end)"
    ),
    RawCase(
      "a bad chunk", [0, 400],
      "POST /v1/providers/demo/trips HTTP/1.1\r\n\(host)Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\(end)zz\r\n"
    ),
    RawCase(
      "a header of 1 MB", [0, 400, 413, 431],
      "GET / HTTP/1.1\r\n\(host)X: " + String(repeating: "x", count: 1_000_000) + "\r\n\(end)"),
    RawCase(
      "5,000 headers", [0, 400, 413, 431],
      "GET / HTTP/1.1\r\n\(host)" + String(repeating: "X-A: 12345678901234567890\r\n", count: 5_000)
        + end),
    RawCase(
      "a target of 100 kB", [0, 400, 413, 414],
      "GET /" + String(repeating: "x", count: 100_000) + " HTTP/1.1\r\n\(host)\(end)"),
    RawCase(
      "an encoded NUL", [400, 401], "GET /v1/providers/demo/trips/a%00b HTTP/1.1\r\n\(host)\(end)"),
    RawCase(
      "a broken escape", [400, 401], "GET /v1/providers/demo/trips/a%zz HTTP/1.1\r\n\(host)\(end)"),
    RawCase(
      "a climb", [400, 404], "GET /v1/providers/demo/../../etc/passwd HTTP/1.1\r\n\(host)\(end)"),
    RawCase(
      "an encoded slash", [401], "GET /v1/providers/demo/trips/..%2Ft HTTP/1.1\r\n\(host)\(end)"),
    RawCase("HTTP/0.9", [0, 400, 505], "GET /\r\n\r\n"),
    RawCase("no HTTP", [0, 400], "\u{16}\u{3}\u{1}hello\r\n\r\n"),
    RawCase("another method", [501], "BREW /v1/providers/demo/trips/t HTTP/1.1\r\n\(host)\(end)"),
    RawCase(
      "a preflight", [403],
      "OPTIONS /v1/providers/demo/trips/t HTTP/1.1\r\n\(host)Origin: http://evil.example\r\n\(end)"
    ),
  ]
}

@Suite(.limited, .serialized) struct `The emulator's server` {
  @Test(arguments: RawCase.all)
  func `The emulator's server answers a raw request`(_ test: RawCase) async throws {
    let rig = try Rig(.loopback)
    let port = try #require(rig.endpoint.port)
    let text = test.text.replacing("PORT", with: String(port))
    let answer = try await RawClient.exchange(port: port, text)
    let status = answer.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    #expect(test.statuses.contains(status), "\(answer.prefix(300))")
    // It goes on for the next one.
    #expect(try await rig.send(.get, "/v1/providers/demo/trips/t1").status == 404)
    await rig.end()
  }

  @Test func `The emulator's server sends the date and the content type`() async throws {
    let rig = try Rig(.loopback)
    let response = try await rig.send(.get, "/v1/providers/demo/trips/t1")
    #expect(response.headers["Date"] == "Thu, 01 Jan 2026 10:00:00 GMT")
    #expect(response.headers["Content-Type"]?.hasPrefix("application/json") == true)
    await rig.end()
  }

  @Test func `The emulator's server disconnects a client that sends its request too slowly`()
    async throws
  {
    let emulator = try Rig().emulator
    let server = LocalServer(emulator, requestTime: .milliseconds(200))
    let port = try #require(try server.start().port)
    let clock = ContinuousClock()
    let start = clock.now
    // Ends when the server cuts the connection; the client's own limit is a minute.
    _ = try await RawClient.exchange(port: port, "GET / HT")
    #expect(clock.now - start < .seconds(40))
    await server.stop()
  }

  @Test func `The emulator's server reports its port and listens on this machine only`()
    async throws
  {
    let rig = try Rig(.loopback)
    let port = UInt16(try #require(rig.endpoint.port))
    #expect { _ = try LocalServer(rig.emulator, port: port).start() } throws: { error in
      "\(error)".contains("\(port)") && (error as? EmulatorError)?.kind == .address
    }
    #expect(throws: EmulatorError.self) {
      try LocalServer(rig.emulator, address: "0.0.0.0").start()
    }
    #expect(throws: EmulatorError.self) {
      try LocalServer(rig.emulator, address: "localhost").start()
    }
    await rig.end()
  }

  @Test func `The emulator's server refuses connections once it has stopped, and starts again`()
    async throws
  {
    let rig = try Rig(.loopback)
    let port = try #require(rig.endpoint.port)
    await rig.end()
    #expect(throws: RawClient.Failure.self) { try RawClient.connect(port: port) }
    let again = try #require(rig.server)
    let url = try again.start()
    #expect(url.port != nil)
    await again.stop()
    await again.stop()
  }

  @Test func `The emulator's server serves many clients concurrently`() async throws {
    let rig = try Rig(.loopback)
    try await rig.prepare()
    await withTaskGroup(of: Int.self) { group in
      for _ in 0..<60 { group.addTask { (try? await rig.send(.get, Samples.name).status) ?? 0 } }
      for await status in group { #expect(status == 200) }
    }
    await rig.end()
  }
}
