@testable import FleetEmulator
import FleetEngine
import HTTPMessages
import TestSupport
import Testing

@Suite(.limited) struct `A faulty response` {
  private static let request =
    "GET /v1/providers/demo/trips/t1 HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nConnection: close\r\n\r\n"

  private func exchange(_ rig: Rig) async throws -> String {
    let port = try #require(rig.endpoint.port)
    return try await RawClient.exchange(
      port: port, Self.request.replacing("PORT", with: String(port)))
  }

  private func fault(_ delivery: FaultDelivery, delay: Duration = .zero) -> FaultScript {
    let body = FaultAnswer.Body.literal(Array("0123456789".utf8), contentType: "text/plain")
    return FaultScript([
      Fault(delay: delay, answer: FaultAnswer(status: 200, body: body), delivery: delivery)
    ])
  }

  @Test func `The emulator's health path says what it is, and uses up no fault`() async throws {
    let rig = try Rig(.loopback)
    try await rig.emulator.setFaults(fault(FaultDelivery()))
    let port = try #require(rig.endpoint.port)
    let answer = try await RawClient.exchange(
      port: port, "GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n\r\n")
    #expect(answer.contains("Server: \(EmulatedFleetEngine.serverName)\r\n"))
    #expect(answer.hasPrefix("HTTP/1.1 200 "))
    #expect(await rig.emulator.remainingFaults.faults.count == 1)
    #expect(try await exchange(rig).hasSuffix("0123456789"))
    await rig.end()
  }

  @Test func `A faulty response is sent in pieces with pauses and is complete at the end`()
    async throws
  {
    let rig = try Rig(.loopback)
    try await rig.emulator.setFaults(fault(FaultDelivery(pieceBytes: 4, pause: .milliseconds(30))))
    let clock = ContinuousClock()
    let start = clock.now
    let answer = try await exchange(rig)
    #expect(answer.contains("Content-Length: 10\r\n"))
    #expect(answer.hasSuffix("\r\n\r\n0123456789"))
    #expect(clock.now - start >= .milliseconds(60))
    await rig.end()
  }

  @Test(arguments: [
    (FaultDelivery.End.truncated(afterBytes: 4), "Content-Length: 10\r\n", "0123"),
    (.truncated(afterBytes: 100), "Content-Length: 11\r\n", "0123456789"),
    (.reset(afterBytes: 4), "Content-Length: 10\r\n", "0123"),
    (.reset(afterBytes: 100), "Content-Length: 11\r\n", "0123456789"),
  ]) func `A faulty response announces more bytes than it sends`(
    _ end: FaultDelivery.End, _ length: String, _ body: String
  ) async throws {
    let rig = try Rig(.loopback)
    try await rig.emulator.setFaults(fault(FaultDelivery(end: end)))
    let answer = try await exchange(rig)
    #expect(answer.contains(length))
    #expect(answer.hasSuffix("\r\n\r\n" + body))
    await rig.end()
  }

  @Test func `A faulty response is delayed without delaying others`() async throws {
    let rig = try Rig(.loopback)
    try await rig.emulator.setFaults(
      FaultScript([Fault(requests: 7, tripID: "t1", delay: .seconds(600))]))
    let waiting = (0..<7).map { _ in Task { try await rig.send(.get, Samples.name) } }
    await waitWhile(await !(rig.emulator.remainingFaults.faults.isEmpty))
    #expect(try await rig.send(.get, "/v1/providers/demo/trips/t2").status == 404)
    // The time limit of the suite is shorter than the fault's.
    await rig.end()
    for task in waiting {
      let result = await task.result
      #expect(throws: HTTPTransportError.self) { try result.get() }
    }
  }

  @Test(arguments: [false, true])
  func `A faulty response ends when its client leaves`(isAmid: Bool) async throws {
    let rig = try Rig(.loopback)
    try await rig.emulator.setFaults(
      isAmid
        ? fault(FaultDelivery(pieceBytes: 1, pause: .seconds(600)))
        : fault(.whole, delay: .seconds(600)))
    let server = try #require(rig.server)
    let request = Task { try await rig.send(.get, Samples.name) }
    await waitWhile(await !(rig.emulator.remainingFaults.faults.isEmpty))
    #expect(server.openConnections == 1)
    request.cancel()
    // The time limit of the suite is shorter than the fault's.
    await waitWhile(server.openConnections > 0)
    await rig.end()
  }

  @Test func `A faulty response ends with the server, which starts again without it`() async throws
  {
    let rig = try Rig(.loopback)
    try await rig.emulator.setFaults(fault(FaultDelivery(pieceBytes: 1, pause: .seconds(600))))
    let request = Task { try await rig.send(.get, Samples.name) }
    await waitWhile(await !(rig.emulator.remainingFaults.faults.isEmpty))
    await rig.end()
    let result = await request.result
    #expect(throws: HTTPTransportError.self) { try result.get() }
    let server = try #require(rig.server)
    let url = try server.start()
    try await rig.emulator.setFaults(fault(FaultDelivery(pieceBytes: 5, pause: .milliseconds(1))))
    let answer = try await rig.transport.send(
      TransportRequest(url: HTTPURL(scheme: .http, host: "127.0.0.1", port: url.port, path: "/")))
    #expect(answer.text == "0123456789")
    await server.stop()
  }

  @Test func `A faulty response is delayed by the clock of its transport in the same process`()
    async throws
  {
    let rig = try Rig()
    let clock = ManualClock()
    let transport = InProcessTransport(rig.emulator, clock: ServiceClock(clock) { rig.clock.now })
    try await rig.emulator.setFaults(
      fault(FaultDelivery(pieceBytes: 4, pause: .seconds(2)), delay: .seconds(3)))
    let request = TransportRequest(url: HTTPURL(scheme: .http, host: "x", path: Samples.name))
    let answer = Task { try await transport.send(request) }
    await clock.sleepers()
    #expect(clock.waits == [.seconds(3)])
    clock.advance(by: .seconds(3))
    await clock.sleepers()
    #expect(clock.waits == [.seconds(4)])
    clock.advance(by: .seconds(4))
    #expect(try await answer.value.text == "0123456789")
  }

  @Test func `A faulty response is planned piece by piece`() {
    let body = PacedBody(
      Array("0123456789".utf8),
      FaultDelivery(pieceBytes: 4, pause: .seconds(1), end: .reset(afterBytes: 7)))
    #expect(body.announcedBytes == 10)
    #expect(body.next(at: 0, atMost: 3) == .send(0..<3))
    #expect(body.next(at: 3, atMost: 3) == .send(3..<4))
    #expect(body.next(at: 4, atMost: 3) == .pause)
    body.resume(true)
    #expect(body.next(at: 4, atMost: 9) == .send(4..<7))
    #expect(body.next(at: 7, atMost: 9) == .reset)
    body.resume(false)
    #expect(body.next(at: 7, atMost: 9) == .end)
  }
}
