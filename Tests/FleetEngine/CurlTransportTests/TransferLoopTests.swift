import CurlTransport
import HTTPMessages
import Synchronization
import SystemTestSupport
import TestSupport
import Testing

private actor Caller {
  let transport = LibcurlTransport()

  func status(_ url: HTTPURL) async throws -> Int {
    try await transport.send(TransportRequest(url: url)).status
  }
}

/// Lets a test wait until a number of requests have arrived at a server.
final class Arrivals: Sendable {
  private let stream: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  init() { (stream, continuation) = AsyncStream.makeStream() }

  func arrive() { continuation.yield() }

  func wait(for count: Int) async {
    var left = count
    for await _ in stream {
      left -= 1
      if left == 0 { return }
    }
  }
}

@Suite(.limited) struct `The transport's thread` {
  @Test func `The transport's thread keeps its connections`() async throws {
    let server = try ScriptedServer { _ in ScriptedServer.answer() }
    let transport = LibcurlTransport()
    for _ in 0..<20 {
      _ = try await transport.send(TransportRequest(method: .put, url: server.url()))
    }
    #expect(server.connectionCount == 1)
  }

  @Test func `The transport's thread sends a POST over a new connection`() async throws {
    let server = try ScriptedServer { _ in ScriptedServer.answer() }
    let transport = LibcurlTransport()
    _ = try await transport.send(TransportRequest(url: server.url()))
    _ = try await transport.send(TransportRequest(method: .post, url: server.url()))
    #expect(server.connectionCount == 2)
  }

  @Test func `The transport's thread carries fifty requests at once`() async throws {
    let arrivals = Arrivals()
    let gate = Mutex(0)
    // Nobody is answered before everybody has asked.
    let server = try ScriptedServer { request in
      gate.withLock { $0 += 1 }
      arrivals.arrive()
      spin(while: gate.withLock({ $0 }) < 50)
      return ScriptedServer.answer(body: Array(request.line.utf8))
    }
    let transport = LibcurlTransport(.init(maximumConnectionsPerHost: 50))
    let lines = try await withThrowingTaskGroup(of: String.self) { group in
      for number in 0..<50 {
        group.addTask {
          let answer = try await transport.send(TransportRequest(url: server.url("/\(number)")))
          return String(decoding: answer.body, as: UTF8.self)
        }
      }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(lines == Set((0..<50).map { "GET /\($0) HTTP/1.1" }))
  }

  @Test func `The transport's thread aborts a cancelled request immediately`() async throws {
    let arrivals = Arrivals()
    let server = try ScriptedServer { _ in
      arrivals.arrive()
      return [.hang]
    }
    let transport = LibcurlTransport()
    let task = Task { try await transport.send(TransportRequest(url: server.url())) }
    await arrivals.wait(for: 1)
    task.cancel()
    // A request that was waited out would have failed by its time.
    let error = await #expect(throws: HTTPTransportError.self) { try await task.value }
    #expect(error?.kind == .cancelled)
  }

  @Test func `The transport's thread does not send a request that was cancelled before`()
    async throws
  {
    let server = try ScriptedServer { _ in ScriptedServer.answer() }
    let transport = LibcurlTransport()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await transport.send(TransportRequest(url: server.url()))
    }
    let error = await #expect(throws: HTTPTransportError.self) { try await task.value }
    #expect(error?.kind == .cancelled)
    #expect(server.requests.isEmpty)
  }

  @Test func `The transport's thread fails current transfers at shutdown`() async throws {
    let arrivals = Arrivals()
    let server = try ScriptedServer { _ in
      arrivals.arrive()
      return [.hang]
    }
    let transport = LibcurlTransport()
    let task = Task { try await transport.send(TransportRequest(url: server.url())) }
    await arrivals.wait(for: 1)
    transport.shutDown()
    let error = await #expect(throws: HTTPTransportError.self) { try await task.value }
    #expect(error?.kind == .cancelled)
    let later = await #expect(throws: HTTPTransportError.self) {
      try await transport.send(TransportRequest(url: server.url()))
    }
    #expect(later?.kind == .cancelled)
  }

  @Test @MainActor func `The transport's thread resumes the main actor`() async throws {
    let server = try ScriptedServer { _ in ScriptedServer.answer() }
    let answer = try await LibcurlTransport().send(TransportRequest(url: server.url()))
    MainActor.assertIsolated()
    #expect(answer.status == 200)
  }

  @Test func `The transport's thread resumes another actor`() async throws {
    let server = try ScriptedServer { _ in ScriptedServer.answer("204 No Content") }
    #expect(try await Caller().status(server.url()) == 204)
  }
}
