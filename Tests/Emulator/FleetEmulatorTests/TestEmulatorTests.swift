import CurlTransport
import FleetEmulator
import FleetEngine
import HTTPMessages
import TestSupport
import Testing

@Suite(.limited) struct `An emulator for one test` {
  private let name = try? TripName(providerID: "demo-project", tripID: "t1")
  private let seed = """
    {"trips": [{"tripId": "t1",
      "pickupPoint": {"point": {"latitude": 45, "longitude": 9}},
      "dropoffPoint": {"point": {"latitude": 45.1, "longitude": 9.1}}}]}
    """

  @Test(arguments: [ServiceRole.server, .consumer, .fleetReader])
  func `An emulator for one test serves the tokens of each role`(role: ServiceRole) async throws {
    let name = try #require(name)
    let status = try await EmulatedFleetEngine.withEmulator { test in
      try await test.emulator.addSeed(Array(seed.utf8))
      return try await test.client(role).getTrip(name).value.status
    }
    #expect(status == .new)
  }

  @Test func `An emulator for one test listens until the test's end`() async throws {
    let name = try #require(name)
    let transport = LibcurlTransport()
    let endpoint = try await EmulatedFleetEngine.withEmulator { test in
      try await test.emulator.addSeed(Array(seed.utf8))
      let client = FleetEngineClient(
        endpoint: test.endpoint, transport: transport, tokens: test.tokens(.consumer))
      #expect(try await client.getTrip(name).value.status == .new)
      #expect(await test.emulator.history.count == 1)
      return test.endpoint
    }
    await #expect(throws: HTTPTransportError.self) {
      _ = try await transport.send(TransportRequest(url: endpoint))
    }
  }

  @Test func `The tokens for a test follow the clock of its emulator`() async throws {
    let name = try #require(name)
    try await EmulatedFleetEngine.withEmulator {
      $0.retention = .seconds(400 * 86_400)
    } _: { test in
      try await test.emulator.addSeed(Array(seed.utf8))
      for _ in 0..<3 {
        test.emulator.clock.advance(by: .seconds(86_400))
        #expect(try await test.client(.consumer).getTrip(name).value.status == .new)
      }
    }
  }

  @Test func `An invalid seed is an error of the test`() async throws {
    await #expect(throws: EmulatorError.self) {
      try await EmulatedFleetEngine.withEmulator { try await $0.emulator.addSeed([]) }
    }
  }
}
