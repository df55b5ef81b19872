@testable import FleetEmulator
import FleetEngine
import HTTPMessages
import JSON
import TestSupport
import Testing

@Suite(.limited) struct `The control of the emulator` {
  private static let seed = """
    {
      "vehicles": [
        {"vehicleId": "car", "lastLocation": {"location": {"latitude": 37.34, "longitude": -122.06}}}
      ],
      "trips": [
        {
          "tripId": "t1",
          "pickupPoint": {"point": {"latitude": 37.34, "longitude": -122.06}},
          "dropoffPoint": {"point": {"latitude": 37.40, "longitude": -122.02}},
          "vehicleId": "car", "tripStatus": "ENROUTE_TO_PICKUP"
        }
      ]
    }
    """

  private func query(_ items: [(String, String)]) throws -> CallQuery {
    try CallQuery(items.map { HTTPURL.QueryItem($0.0, $0.1) })
  }

  @Test func `A seed adds vehicles and trips that calls of clients see`() async throws {
    let rig = try Rig()
    let added = try await rig.emulator.seed(Array(Self.seed.utf8))
    #expect(added.vehicles == 1 && added.trips == 1)
    let trip = try await rig.client(.server).getTrip(TripName(providerID: "demo", tripID: "t1"))
      .value
    #expect(trip.status == .enrouteToPickup)
    #expect(trip.vehicleID == "car")
    #expect(trip.remainingWaypoints.count == 2)
  }

  @Test(arguments: [
    ("\"tripStatus\"", "\"tripState\"", "Line 10, trips[0].tripState: "),
    ("37.40", "97.40", "Line 9, trips[0].dropoffPoint.point.latitude: "),
    ("\"vehicleId\": \"car\", \"tripS", "\"vehicleId\": \"bus\", \"tripS", "Line 6, trips[0]: "),
    ("\"tripId\": \"t1\",", "", "Line 6, trips[0]: tripId is missing."),
    ("\"t1\"", "\"a/b\"", "Line 7, trips[0].tripId: "),
    ("\"trips\": [", "\"trips\":: [", "Line 5: "),
    ("\"vehicles\"", "\"cars\"", "Line 2, cars: "),
  ]) func `An invalid seed is refused with its line and field, and adds nothing`(
    text: String, replacement: String, problem: String
  ) async throws {
    let rig = try Rig()
    let seed = Self.seed.replacing(text, with: replacement)
    let failure = await #expect(throws: RPCFailure.self) {
      _ = try await rig.emulator.seed(Array(seed.utf8))
    }
    #expect(failure?.status.message.hasPrefix(problem) == true, "\(failure?.status.message ?? "")")
    #expect(await rig.emulator.world.vehicles.isEmpty)
  }

  @Test func `A seed and a snapshot of too many values are refused`() async throws {
    let rig = try Rig()
    let list = Array(("[" + String(repeating: "0,", count: 4_000_000) + "0]").utf8)
    for work in [
      { _ = try await rig.emulator.seed(list) }, { try await rig.emulator.restore(list) },
    ] as [() async throws -> Void] { await #expect(throws: RPCFailure.self) { try await work() } }
  }

  @Test func `A reset removes trips, vehicles, calls and faults, also from the directory`()
    async throws
  {
    try await withDirectory { directory in
      do {
        let rig = try Rig(directory: directory) { $0.quotas = .published }
        _ = try await rig.emulator.seed(Array(Self.seed.utf8))
        try await rig.emulator.setFaults(FaultScript(json: Array(#"["reset"]"#.utf8)))
        rig.emulator.clock.advance(by: .seconds(3_600))
        try await rig.emulator.reset()
        #expect(await rig.emulator.history.isEmpty)
        #expect(await rig.emulator.remainingFaults.faults.isEmpty)
        #expect(rig.emulator.clock.isReal)
        #expect(try await rig.send(.get, Samples.name).status == 404)
        #expect(await rig.emulator.history.map(\.number) == [1])
      }
      let after = try Rig(directory: directory)
      #expect(await after.emulator.world.trips.isEmpty)
    }
  }

  @Test func `A restored snapshot has the same trips and vehicles, also after a restart`()
    async throws
  {
    try await withDirectory { directory in
      let snapshot: EmulatorSnapshot
      let world: World
      do {
        let rig = try Rig(directory: directory)
        _ = try await rig.emulator.seed(Array(Self.seed.utf8))
        snapshot = try await rig.emulator.snapshot()
        world = await rig.emulator.world
        try await rig.emulator.reset()
        try await rig.emulator.restore(snapshot)
        #expect(await rig.emulator.world.trips == world.trips)
        #expect(await rig.emulator.world.vehicles == world.vehicles)
      }
      let after = try Rig(directory: directory)
      #expect(await after.emulator.world.trips.keys.sorted() == ["t1"])
      #expect(await after.emulator.world.vehicles.keys.sorted() == ["car"])
      #expect(try await after.emulator.snapshot().json.count == snapshot.json.count)
    }
  }

  @Test(arguments: [
    ("{", "not a snapshot"), ("[]", "format is not 1"), (#"{"format":2}"#, "format is not 1"),
    (#"{"format":1}"#, "not a snapshot"),
    (
      #"{"format":1,"provider":"other","savedAt":"2026-01-01T00:00:00Z","runningSeconds":0,"#
        + #""trips":[],"vehicles":[]}"#, "the provider other, not of demo"
    ),
  ]) func `An invalid snapshot is refused and changes nothing`(
    json: String, problem: String
  ) async throws {
    let rig = try Rig()
    _ = try await rig.emulator.seed(Array(Self.seed.utf8))
    let failure = await #expect(throws: RPCFailure.self) {
      try await rig.emulator.restore(Array(json.utf8))
    }
    #expect(failure?.status.message.contains(problem) == true)
    #expect(await rig.emulator.world.trips.count == 1)
  }

  @Test func `The clock of an emulator can be set, stopped, advanced and run faster`() throws {
    let real = TestNow()
    let clock = EmulatorClock(now: { real.now }, monotonicNow: { real.now - TestNow.start })
    #expect(clock.isReal && clock.now == TestNow.start)
    clock.advance(by: .seconds(600))
    real.advance(.seconds(1))
    #expect(clock.now == TestNow.start + .seconds(601))
    #expect(clock.monotonicNow == .seconds(601))
    clock.set(rate: 60)
    real.advance(.seconds(2))
    #expect(clock.now == TestNow.start + .seconds(721))
    clock.set(rate: 0)
    real.advance(.seconds(5))
    #expect(clock.now == TestNow.start + .seconds(721))
    clock.set(to: TestNow.start)
    #expect(clock.now == TestNow.start)
    // Only the wall clock goes back.
    #expect(clock.monotonicNow == .seconds(721))
    clock.reset()
    #expect(clock.now == real.now && clock.rate == 1)
    clock.set(rate: .nan)
    clock.advance(by: .seconds(-5))
    #expect(clock.now == real.now)
  }

  @Test func `An hour's ride by the clock takes less than a second`() async throws {
    let rig = try Rig()
    _ = try await rig.emulator.seed(Array(Self.seed.utf8))
    let client = rig.client(.server)
    let name = try TripName(providerID: "demo", tripID: "t1")
    let start = ContinuousClock.now
    let statuses: [TripStatus] = [.arrivedAtPickup, .enrouteToDropoff, .complete]
    for status in statuses {
      rig.emulator.clock.advance(by: .seconds(1_190))
      _ = try await client.updateTrip(name, .with { $0.status = status }, mask: ["tripStatus"])
    }
    let trip = try await client.getTrip(name).value
    let (pickup, dropoff) = (try #require(trip.pickupTime), try #require(trip.dropoffTime))
    #expect(dropoff - pickup >= .seconds(1_190))
    #expect(ContinuousClock.now - start < .seconds(30))
    // A token that was signed by the real clock has expired by now.
    rig.emulator.clock.advance(by: .seconds(3_600))
    #expect(try await rig.send(.get, Samples.name).status == 401)
  }

  @Test func `Calls are found by procedure, trip, role and code`() async throws {
    let rig = try Rig()
    _ = try await rig.emulator.seed(Array(Self.seed.utf8))
    _ = try await rig.send(.get, Samples.name, as: .consumer)
    _ = try await rig.send(.get, Samples.name.replacing("t1", with: "t9"))
    _ = try await rig.send(.get, "/v1/providers/demo/vehicles/car")
    let calls = await rig.emulator.history
    func found(_ items: (String, String)...) throws -> [Int] {
      let query = try query(items)
      return calls.filter(query.matches).map(\.number)
    }
    #expect(try found() == [1, 2, 3])
    #expect(try found(("procedure", "GetTrip")) == [1, 2])
    #expect(try found(("procedure", "gettrip"), ("trip", "t1")) == [1])
    #expect(try found(("code", "NOT_FOUND")) == [2])
    #expect(try found(("role", "consumer")) == [1])
    #expect(try found(("vehicle", "car")) == [3])
    #expect(try found(("since", "2")) == [3])
    #expect(calls[0].role == .consumer)
    #expect(String(decoding: calls[0].responseBody, as: UTF8.self).contains("ENROUTE_TO_PICKUP"))
  }

  @Test(arguments: [
    ("limit", "0"), ("count", "x"), ("wait", "601"), ("color", "red"), ("bodies", "2"),
  ]) func `An invalid query of calls is refused`(name: String, value: String) throws {
    #expect(throws: RPCFailure.self) { try query([(name, value)]) }
  }

  @Test func `Waiting for a call ends when it comes`() async throws {
    let rig = try Rig()
    let query = try query([("procedure", "GetTrip"), ("count", "2"), ("wait", "60")])
    async let calls = rig.emulator.calls(query) { _ in
      // Each look is followed by the next call.
      _ = try? await rig.send(.get, Samples.name)
      return true
    }
    #expect(try await calls.count == 2)
  }

  @Test func `Waiting for a call that does not come names the nearest one`() async throws {
    let rig = try Rig()
    _ = try await rig.send(.get, Samples.name)
    let query = try query([("procedure", "GetTrip"), ("trip", "t2"), ("count", "1")])
    let failure = await #expect(throws: RPCFailure.self) {
      _ = try await rig.emulator.calls(query) { _ in true }
    }
    #expect(
      failure?.status.message
        == "0 of 1 calls came with procedure GetTrip, trip t2. The nearest is call 1, with trip t1."
    )
  }

  @Test func `Only the latest calls keep their bodies, and never more than 16 KiB of them`()
    async throws
  {
    let rig = try Rig()
    let long = String(repeating: " ", count: 40_000)
    for _ in 0...CallRecord.keptBodies {
      _ = try await rig.send(.post, "/v1/providers/demo/trips", long)
    }
    let calls = await rig.emulator.history
    #expect(calls[0].requestBody.isEmpty)
    #expect(calls[1].requestBody.count == 16_384)
    #expect(calls.last?.requestBody.count == 16_384)
  }
}
