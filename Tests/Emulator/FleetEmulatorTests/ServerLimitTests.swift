import Dispatch
import FleetEngine
import HTTPMessages
import Synchronization
import TestSupport
import Testing

@testable import FleetEmulator

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@Suite(.limited, .serialized) struct `The server's limits` {
  @Test func `The server's limits prevent one address from using all connections`() async throws {
    let refusals = Mutex(0)
    let server = LocalServer(
      try Rig().emulator,
      // Others than this machine reach it.
      address: "0.0.0.0", allowsOtherHosts: true, requestTime: .seconds(60),
      onRefusal: { refusals.withLock { $0 += 1 } })
    let port = try #require(try server.start().port)
    var open: [Int32] = []
    defer { open.forEach { close($0) } }
    for _ in 0..<100 { open.append(try RawClient.connect(port: port)) }
    await waitWhile(server.openConnections < 100)
    let request = "GET / HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n\r\n"
    #expect(try await RawClient.exchange(port: port, request).isEmpty)
    #expect(refusals.withLock { $0 } == 1)
    close(open.removeLast())
    await waitWhile(server.openConnections > 99)
    #expect(try await RawClient.exchange(port: port, request).hasPrefix("HTTP/1.1 404 "))
    await server.stop()
  }

  @Test func `The server's limits let this machine have more connections than any other`()
    async throws
  {
    let server = LocalServer(try Rig().emulator, requestTime: .seconds(60))
    let port = try #require(try server.start().port)
    var open: [Int32] = []
    defer { open.forEach { close($0) } }
    for _ in 0..<200 { open.append(try RawClient.connect(port: port)) }
    await waitWhile(server.openConnections < 200)
    let request = "GET / HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n\r\n"
    #expect(try await RawClient.exchange(port: port, request).hasPrefix("HTTP/1.1 404 "))
    await server.stop()
  }

  @Test func `The server's limits disconnect a client that sends its body too slowly`() async throws
  {
    let server = LocalServer(try Rig().emulator, requestTime: .milliseconds(300))
    let port = try #require(try server.start().port)
    let head =
      "POST /v1/providers/demo/trips HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n"
      + "Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"
    // Without the wait for a thread, which may be long on a busy machine.
    let (answer, time) = try await RawClient.blocking {
      let descriptor = try RawClient.connect(port: port)
      defer { close(descriptor) }
      let start = ContinuousClock.now
      RawClient.write(head, to: descriptor)
      return (RawClient.readBytes(descriptor), ContinuousClock.now - start)
    }
    #expect(answer.isEmpty)
    // The library alone would wait for half a minute.
    #expect(time < .seconds(20))
    await server.stop()
  }

  @Test func `The server's limits disconnect a client that does not read its response`()
    async throws
  {
    let rig = try Rig()
    let server = LocalServer(rig.emulator, answerTime: .milliseconds(300))
    let port = try #require(try server.start().port)
    // More than the system keeps for a client that does not read.
    let body = FaultAnswer.Body.literal(
      [UInt8](repeating: 0x78, count: 24 * 1_048_576), contentType: "text/plain")
    try await rig.emulator.setFaults(
      FaultScript([Fault(answer: FaultAnswer(status: 200, body: body))]))
    let descriptor = try RawClient.connect(port: port)
    defer { close(descriptor) }
    let start = ContinuousClock.now
    RawClient.write("GET / HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n", to: descriptor)
    await waitWhile(await !(rig.emulator.remainingFaults.faults.isEmpty))
    await waitWhile(server.openConnections > 0)
    #expect(ContinuousClock.now - start < .seconds(20))
    await server.stop()
  }
}

@Suite(.limited) struct `A stopping server` {
  @Test func `A stopping server finishes current requests and accepts no others`() async throws {
    let server = LocalServer(
      try Rig().emulator, requestTime: .seconds(240), drainTime: .seconds(240))
    let port = try #require(try server.start().port)
    let client = try RawClient.connect(port: port)
    defer { close(client) }
    RawClient.write(
      "POST /v1/providers/demo/trips HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n"
        + "Content-Type: application/json\r\nContent-Length: 2\r\nExpect: 100-continue\r\n"
        + "Connection: close\r\n\r\n", to: client)
    // The server asks for the body: it has read the header fields.
    let interim = try await RawClient.blocking {
      var buffer = [UInt8](repeating: 0, count: 25)
      let count = recv(client, &buffer, buffer.count, Int32(MSG_WAITALL))
      return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
    }
    #expect(interim == "HTTP/1.1 100 Continue\r\n\r\n")
    let stop = Task { await server.stop() }
    // Until it stops they are answered, and then their connections are closed.
    while !Task.isCancelled {
      let late = try await RawClient.exchange(
        port: port, "GET / HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n\r\n")
      if late.isEmpty { break }
    }
    RawClient.write("{}", to: client)
    let answer = try await RawClient.blocking { RawClient.readAll(client) }
    #expect(answer.hasPrefix("HTTP/1.1 401 "))
    #expect(answer.hasSuffix("}"))
    await stop.value
    #expect(server.openConnections == 0)
  }

  @Test func `A stopping server disconnects a client that does not finish its request in time`()
    async throws
  {
    let server = LocalServer(
      try Rig().emulator, requestTime: .seconds(60), drainTime: .milliseconds(200))
    let port = try #require(try server.start().port)
    let client = try RawClient.connect(port: port)
    defer { close(client) }
    RawClient.write("GET / HTTP/1.1\r\nHost:", to: client)
    await waitWhile(server.openConnections == 0)
    let start = ContinuousClock.now
    await server.stop()
    #expect(ContinuousClock.now - start < .seconds(55))
    #expect(try await RawClient.blocking { RawClient.readAll(client) }.isEmpty)
  }

  @Test func `A stopping server does not wait for a request that never ends`() async throws {
    let gate = DispatchSemaphore(value: 0)
    defer { gate.signal() }
    let isAsked = Atomic(false)
    let server = LocalServer(
      serving: "/", contentType: "text/plain", address: "127.0.0.1", port: 0,
      allowsOtherHosts: false, drainTime: .milliseconds(100), now: { Timestamp(seconds: 0) },
      document: {
        isAsked.store(true, ordering: .releasing)
        _ = gate.wait(timeout: .now() + 60)
        return ""
      })
    let port = try #require(try server.start().port)
    let client = try RawClient.connect(port: port)
    defer { close(client) }
    RawClient.write("GET / HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n", to: client)
    await waitWhile(!isAsked.load(ordering: .acquiring))
    let start = ContinuousClock.now
    await server.stop()
    #expect(ContinuousClock.now - start < .seconds(30))
  }
}
