import CurlTransport
import Foundation
import HTTPMessages
import Synchronization
import SystemTestSupport
import TestSupport
import Testing

/// The milliseconds that each socket of this process to a port waits for what it sent.
private func silenceBounds(ofSocketsTo port: Int) throws -> [UInt32] {
  try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { name in
    guard let socket = Int32(name) else { return nil }
    var peer = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let hasPeer = withUnsafeMutablePointer(to: &peer) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getpeername(socket, $0, &length) == 0
      }
    }
    guard hasPeer, peer.sin_family == sa_family_t(AF_INET),
      Int(UInt16(bigEndian: peer.sin_port)) == port
    else { return nil }
    var value: UInt32 = 0
    var size = socklen_t(MemoryLayout<UInt32>.size)
    return getsockopt(socket, Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, &value, &size) == 0
      ? value : nil
  }
}

@Suite(.limited) struct `The transport's connections` {
  @Test func `The transport opens at most eight connections to a host`() async throws {
    let arrivals = Arrivals()
    let gate = Mutex(0)
    // The first eight are answered only when all of them are there.
    let server = try ScriptedServer { _ in
      gate.withLock { $0 += 1 }
      arrivals.arrive()
      spin(while: gate.withLock({ $0 }) < 8)
      return ScriptedServer.answer()
    }
    let other = try ScriptedServer { _ in ScriptedServer.answer() }
    let transport = LibcurlTransport()
    let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<100 {
        group.addTask {
          try await transport.send(TransportRequest(url: server.url("/\(number)"))).status
        }
      }
      // Another host is not held up by it.
      #expect(try await transport.send(TransportRequest(url: other.url())).status == 200)
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(statuses == Array(repeating: 200, count: 100))
    #expect(server.connectionCount == 8)
    #expect(server.requests.count == 100)
  }

  @Test func `The transport closes a connection immediately when its request is cancelled`()
    async throws
  {
    let arrivals = Arrivals()
    let (closings, closing) = AsyncStream<ContinuousClock.Instant>.makeStream()
    let server = try ScriptedServer { _ in
      arrivals.arrive()
      return [.hangUntil { closing.yield(ContinuousClock.now) }]
    }
    let transport = LibcurlTransport()
    var closed = closings.makeAsyncIterator()
    var delays: [Duration] = []
    for _ in 0..<9 {
      let task = Task { try await transport.send(TransportRequest(url: server.url())) }
      await arrivals.wait(for: 1)
      let start = ContinuousClock.now
      task.cancel()
      let error = await #expect(throws: HTTPTransportError.self) { try await task.value }
      #expect(error?.kind == .cancelled)
      delays.append(try #require(await closed.next()) - start)
    }
    // Alone on the machine it takes some milliseconds; what would be waited out takes ten seconds.
    #expect(delays.sorted()[4] < .seconds(5), "\(delays)")
    #expect(server.connectionCount == 9)
  }

  @Test
  func `The transport gives a free connection to the next request when a waiting one is cancelled`()
    async throws
  {
    let arrivals = Arrivals()
    let isOpen = Mutex(false)
    let server = try ScriptedServer { _ in
      arrivals.arrive()
      spin(while: !isOpen.withLock({ $0 }))
      return ScriptedServer.answer()
    }
    let transport = LibcurlTransport(.init(maximumConnectionsPerHost: 1))
    func send(_ path: String) -> Task<Int, any Error> {
      Task { try await transport.send(TransportRequest(url: server.url(path))).status }
    }
    let first = send("/first")
    await arrivals.wait(for: 1)
    let second = send("/second")
    second.cancel()
    let error = await #expect(throws: HTTPTransportError.self) { try await second.value }
    #expect(error?.kind == .cancelled)
    let third = send("/third")
    isOpen.withLock { $0 = true }
    #expect(try await first.value == 200)
    #expect(try await third.value == 200)
    #expect(server.requests.map(\.line) == ["GET /first HTTP/1.1", "GET /third HTTP/1.1"])
    #expect(server.connectionCount == 1)
  }

  @Test func `The transport closes connections whose peer has silently gone`() async throws {
    let server = try ScriptedServer { _ in ScriptedServer.answer() }
    let transport = LibcurlTransport(.init(totalTime: .milliseconds(4_321)))
    _ = try await transport.send(TransportRequest(url: server.url()))
    #expect(try silenceBounds(ofSocketsTo: server.port) == [4_321])
  }
}
