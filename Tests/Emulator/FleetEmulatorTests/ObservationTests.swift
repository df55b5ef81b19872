import FleetEngine
import HTTPMessages
import JSON
import TestSupport
import Testing

@testable import FleetEmulator

@Suite(.limited) struct `An observer of the emulator` {
  private static let seed = """
    {
      "vehicles": [
        {"vehicleId": "car", "lastLocation": {"location": {"latitude": 37.34, "longitude": -122.06}}},
        {"vehicleId": "free"}
      ],
      "trips": [
        {
          "tripId": "t1",
          "pickupPoint": {"point": {"latitude": 37.34, "longitude": -122.06}},
          "dropoffPoint": {"point": {"latitude": 37.40, "longitude": -122.02}},
          "vehicleId": "car", "tripStatus": "ENROUTE_TO_PICKUP"
        },
        {
          "tripId": "t2",
          "pickupPoint": {"point": {"latitude": 37.34, "longitude": -122.06}},
          "dropoffPoint": {"point": {"latitude": 37.40, "longitude": -122.02}}
        }
      ]
    }
    """

  private func rig() async throws -> Rig {
    let rig = try Rig()
    _ = try await rig.emulator.seed(Array(Self.seed.utf8))
    return rig
  }

  private func name(_ id: String) throws -> TripName {
    try TripName(providerID: "demo", tripID: id)
  }

  @Test func `An observer of the emulator sees everything once, and then what changes`()
    async throws
  {
    let rig = try await rig()
    let first = await rig.emulator.observe(latestCalls: 5)
    #expect(first.isWhole)
    #expect(Set(first.trips.keys) == ["t1", "t2"] && Set(first.vehicles.keys) == ["car", "free"])
    #expect(first.trips["t1"]?.lastLocation != nil && first.calls.isEmpty)
    let second = await rig.emulator.observe(latestCalls: 5)
    #expect(!second.isWhole && second.trips.isEmpty && second.vehicles.isEmpty)
    var vehicle = Vehicle()
    vehicle.state = .offline
    let client = rig.client(.server)
    _ = try await client.updateVehicle(
      VehicleName(providerID: "demo", vehicleID: "car"), vehicle, mask: ["vehicleState"])
    let third = await rig.emulator.observe(latestCalls: 5)
    // A trip shows its vehicle's location, so it changes too.
    #expect(Set(third.trips.keys) == ["t1"] && Set(third.vehicles.keys) == ["car"])
    #expect(third.calls.map(\.procedure) == ["UpdateVehicle"] && third.callCount == 1)
    try await rig.emulator.reset()
    let last = await rig.emulator.observe(latestCalls: 5)
    #expect(last.isWhole && last.trips.isEmpty && last.vehicles.isEmpty && last.callCount == 0)
  }

  @Test func `An observer of the emulator gets the latest calls only`() async throws {
    let rig = try await rig()
    let client = rig.client(.server)
    for _ in 0..<7 { _ = try await client.getTrip(name("t1")) }
    let seen = await rig.emulator.observe(latestCalls: 3)
    #expect(seen.calls.map(\.number) == [5, 6, 7] && seen.callCount == 7)
    #expect(await rig.emulator.observe(latestCalls: -1).calls.isEmpty)
  }

  @Test func `An observer's reads are no calls, and no fault or quota applies to them`()
    async throws
  {
    let rig = try await rig()
    try await rig.emulator.setFaults(
      FaultScript([Fault(requests: 1, answer: FaultAnswer(.unavailable))]))
    let client = FleetEngineClient(
      transport: ObserverTransport(rig.emulator), tokens: FixedTokens())
    #expect(try await client.getTrip(name("t1")).value.status == .enrouteToPickup)
    #expect(await rig.emulator.history.isEmpty)
    #expect(await rig.emulator.remainingFaults.faults.first?.requests == 1)
    let missing = await #expect(throws: FleetEngineError.self) {
      _ = try await client.getTrip(name("nothing"))
    }
    #expect(missing?.code == .notFound)
    let foreign = await #expect(throws: FleetEngineError.self) {
      _ = try await client.getTrip(TripName(providerID: "other", tripID: "t1"))
    }
    #expect(foreign?.code == .permissionDenied)
  }

  @Test func `An observer of the emulator changes nothing`() async throws {
    let rig = try await rig()
    let url = try HTTPURL(parsing: "http://localhost/v1/providers/demo/trips/t1")
    let transport = ObserverTransport(rig.emulator)
    for method in [TransportMethod.delete, .put, .post] {
      let response = try await transport.send(TransportRequest(method: method, url: url))
      #expect(response.status >= 400, "\(method)")
    }
    #expect(await rig.emulator.world.trips.count == 2)
  }
}
