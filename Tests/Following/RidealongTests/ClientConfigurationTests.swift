import FleetEmulator
import Ridealong
import Synchronization
import TestSupport
import Testing

/// Records calls and their results.
final class CallLog: FleetEngineObserver {
  private let calls = Mutex<(started: [FleetEngineCall], ended: [FleetEngineCallResult])>(([], []))

  var started: [FleetEngineCall] { calls.withLock { $0.started } }
  var ended: [FleetEngineCallResult] { calls.withLock { $0.ended } }

  func callStarted(_ call: FleetEngineCall) { calls.withLock { $0.started.append(call) } }

  func callEnded(_ call: FleetEngineCall, _ result: FleetEngineCallResult) {
    calls.withLock { calls in
      if calls.started.last == call { calls.ended.append(result) }
    }
  }
}

@Suite(.limited) struct `A client with one constructor` {
  private static let seed = """
    {"trips": [{"tripId": "t1",
      "pickupPoint": {"point": {"latitude": 45, "longitude": 9}},
      "dropoffPoint": {"point": {"latitude": 45.1, "longitude": 9.1}}}]}
    """

  @Test func `A client reads a trip with the key in a file and its defaults`() async throws {
    let folder = try TemporaryFolder()
    let keys = try EmulatorKeys(
      folder.path + "/keys", providerID: "demo-project", sharedKey: EmulatorKeys.SharedKey())
    try await EmulatedFleetEngine.withEmulator {
      $0.accounts = keys.accounts
    } _: { test in
      try await test.emulator.addSeed(Array(Self.seed.utf8))
      for role in [ServiceRole.consumer, .server] {
        let client = try FleetEngineClient(
          providerID: "demo-project",
          credentials: .serviceAccount(
            file: keys.path(role), scope: role == .server ? .everything : .perResource),
          configuration: FleetEngineClient.Configuration(endpoint: test.endpoint))
        #expect(try await client.getTrip(client.tripName("t1")).value.status == .new)
        #expect(client.schedule?.requestsPerSecond == 50)
      }
    }
  }

  @Test func `A client without a key file throws, and names the file`() throws {
    let folder = try TemporaryFolder()
    let error = #expect(throws: ServiceAccountKeyError.self) {
      try FleetEngineClient(
        providerID: "p", credentials: .serviceAccount(file: folder.absent))
    }
    #expect(error.map { "\($0)".contains(folder.absent) } == true)
  }

  @Test func `A client's provider and clock are those of its trip service`() async throws {
    let clock = ManualClock()
    let transport = ScriptedTransport { _, _ in .json(#"{"tripStatus":"NEW"}"#) }
    let client = try FleetEngineClient(
      providerID: "p", credentials: .provider(FixedTokens()),
      configuration: FleetEngineClient.Configuration(
        transport: transport, clock: ServiceClock(clock) { Timestamp(seconds: 7) },
        requestsPerSecond: nil))
    #expect(client.schedule == nil)
    let service = TripService(client: client)
    #expect(service.providerID == "p")
    let model = service.tripModel(forTripName: "providers/p/trips/t1")
    for await status in model.pollingStatuses where status.totalUpdates > 0 {
      #expect(status.lastAnswerWallTime == Timestamp(seconds: 7))
      break
    }
    let other = service.tripModel(forTripName: "providers/q/trips/t1")
    for await status in other.pollingStatuses {
      guard let error = status.lastError else { continue }
      #expect(error.message == "The trip is not one of the provider p.")
      break
    }
  }

  @Test func `A client of no provider makes no name of an ID`() {
    let client = FleetEngineClient(
      transport: ScriptedTransport { _, _ in .json("{}") }, tokens: FixedTokens())
    #expect(throws: ResourceNameError.self) { try client.tripName("t1") }
    #expect(throws: ResourceNameError.self) { try client.vehicleName("v1") }
  }

  @Test func `A client tells its observer of each call, and how it ended`() async throws {
    let clock = ManualClock()
    let log = CallLog()
    let transport = ScriptedTransport { _, number in
      clock.advance(by: .milliseconds(250))
      switch number {
      case 0: return .json(#"{"tripStatus":"NEW"}"#)
      case 1: return .json(#"{"name":"providers/p/vehicles/other"}"#)
      default: return TransportResponse(status: 503)
      }
    }
    let client = FleetEngineClient(
      providerID: "p", transport: transport, tokens: FixedTokens(),
      clock: ServiceClock(clock) { Timestamp(seconds: 7) }, observer: log)
    _ = try await client.getTrip(client.tripName("t1"), header: RequestHeader(traceID: "x"))
    for _ in 1...2 {
      await #expect(throws: FleetEngineError.self) {
        try await client.getVehicle(client.vehicleName("v1"))
      }
    }
    await #expect(throws: FleetEngineError.self) { try await client.listVehicles(ofProvider: "p") }
    #expect(
      log.started.map(\.operation) == ["GetTrip", "GetVehicle", "GetVehicle", "ListVehicles"])
    #expect(
      log.started.map(\.resource) == [
        "providers/p/trips/t1", "providers/p/vehicles/v1", "providers/p/vehicles/v1",
        "providers/p/vehicles",
      ])
    #expect(log.started.map(\.traceID) == ["x", nil, nil, nil])
    #expect(Set(log.started.map(\.id)).count == 4)
    #expect(log.ended.map(\.duration) == Array(repeating: .milliseconds(250), count: 4))
    #expect(log.ended.map(\.httpStatus) == [200, 200, 503, 503])
    #expect(log.ended.map(\.responseBytes) == [20, 0, 0, 0])
    #expect(log.ended.map(\.error?.code) == [nil, .internal, .unavailable, .unavailable])
  }

  @Test func `A trace ID is a UUID of version 4, and no other`() {
    let texts = (0..<200).map { _ in RequestHeader.newTraceID() }
    #expect(Set(texts).count == 200)
    for text in texts {
      #expect(
        text.wholeMatch(of: /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/)
          != nil)
    }
  }
}
