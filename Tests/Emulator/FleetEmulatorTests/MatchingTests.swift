import FleetEmulator
import FleetEngine
import Geo
import HTTPMessages
import ProviderBackend
import TestSupport
import Testing

/// Something that lets a waiting trip have the vehicle `v1`, which is there but cannot take it.
struct Chance: CustomTestStringConvertible, Sendable {
  let testDescription: String
  /// How the vehicle and what it drives come about, before the trip.
  let before: [Step]
  let trip: TripType
  let step: Step

  static let all: [Chance] = [
    Chance(
      "comes online", [.vehicle("v1", state: "OFFLINE"), .located("v1", 37.3, -122)], .exclusive,
      .update("vehicles/v1", "vehicleState", #"{"vehicleState":"ONLINE"}"#)),
    Chance("reports its place", [.vehicle("v1")], .exclusive, .located("v1", 37.3, -122)),
    Chance(
      "takes another type", [.vehicle("v1", types: "SHARED"), .located("v1", 37.3, -122)],
      .exclusive,
      .update("vehicles/v1", "supportedTripTypes", #"{"supportedTripTypes":["EXCLUSIVE"]}"#)),
    Chance("ends a trip", busy, .exclusive, .status("COMPLETE", of: "other")),
    Chance("loses a cancelled trip", busy, .exclusive, .status("CANCELED", of: "other")),
    Chance("loses a trip", busy, .exclusive, .update("trips/other", "vehicleId", "{}")),
    Chance(
      "leaves a pickup with back-to-back trips enabled",
      busy + [.update("vehicles/v1", "backToBackEnabled", #"{"backToBackEnabled":true}"#)],
      .exclusive,
      .status("ENROUTE_TO_DROPOFF", of: "other")
    ),
    Chance(
      "is enabled for back-to-back trips", busy + [.status("ENROUTE_TO_DROPOFF", of: "other")],
      .exclusive,
      .update("vehicles/v1", "backToBackEnabled", #"{"backToBackEnabled":true}"#)
    ),
    Chance(
      "has more seats",
      [
        .vehicle("v1", capacity: 1), .located("v1", 37.3, -122),
        .trip("other", "SHARED", #","numberOfPassengers":1"#), .assign("other", to: "v1"),
        .status("ENROUTE_TO_DROPOFF", of: "other"),
      ],
      .shared,
      .update("vehicles/v1", "maximumCapacity", #"{"maximumCapacity":2}"#)
    ),
  ]

  private static let busy: [Step] = [
    .vehicle("v1"), .located("v1", 37.3, -122), .trip("other"), .assign("other", to: "v1"),
  ]

  init(_ description: String, _ before: [Step], _ trip: TripType, _ step: Step) {
    testDescription = description
    self.before = before
    self.trip = trip
    self.step = step
  }
}

extension Step {
  static func vehicle(
    _ id: String, state: String = "ONLINE", types: String = "EXCLUSIVE\",\"SHARED",
    capacity: Int = 4
  ) -> Step {
    Step(
      .post, "vehicles", [("vehicleId", id)],
      #"{"vehicleState":"\#(state)","supportedTripTypes":["\#(types)"],"#
        + #""maximumCapacity":\#(capacity),"vehicleType":{"category":"AUTO"}}"#)
  }
}

@Suite(.limited) struct `The provider backend's matching` {
  @Test(arguments: Chance.all) func `Matching assigns a waiting trip to a vehicle once it`(
    _ chance: Chance
  ) async throws {
    let rig = try Rig.withBackend()
    try await rig.run(chance.before)
    let trip = try await rig.book(type: chance.trip)
    #expect(try await rig.vehicle(of: trip) == nil)
    try await rig.run(chance.step)
    #expect(try await rig.vehicle(of: trip) == "v1")
  }

  @Test func `Matching assigns a new trip to the nearest vehicle that can serve it`() async throws {
    let rig = try Rig.withBackend()
    try await rig.run(
      .vehicle("far"),
      .located("far", 37.5, -122.06),
      .vehicle("near-b"),
      .located("near-b", 37.36, -122.06),
      .vehicle("near-a"),
      .located("near-a", 37.36, -122.06),
      .vehicle("pooled-only", types: "SHARED"),
      .located("pooled-only", 37.35, -122.06),
      .vehicle("off", state: "OFFLINE"),
      .located("off", 37.35, -122.06)
    )
    var vehicles: [String?] = []
    for _ in 0..<4 { vehicles.append(try await rig.vehicle(of: rig.book())) }
    #expect(vehicles == ["near-a", "near-b", "far", nil])
  }

  @Test func `Matching assigns a vehicle to the trip that has waited longest`() async throws {
    let rig = try Rig.withBackend()
    let (first, second) = (try await rig.book(), try await rig.book())
    try await rig.run(.vehicle("v1"), .located("v1", 37.3, -122))
    #expect(try await rig.vehicle(of: first) == "v1")
    #expect(try await rig.vehicle(of: second) == nil)
    _ = try await rig.backend.cancelTrip(first)
    #expect(try await rig.vehicle(of: second) == "v1")
  }

  @Test func `Matching assigns an unassigned trip to another vehicle, not to the same one`()
    async throws
  {
    let rig = try Rig.withBackend()
    try await rig.run(.vehicle("a"), .located("a", 37.35, -122.06))
    let trip = try await rig.book()
    #expect(try await rig.vehicle(of: trip) == "a")
    try await rig.run(.update("trips/" + trip, "vehicleId", "{}"))
    #expect(try await rig.vehicle(of: trip) == nil)
    try await rig.run(.vehicle("b"), .located("b", 37.5, -122.06))
    #expect(try await rig.vehicle(of: trip) == "b")
  }

  @Test func `Matching lets a trip wait, and says why, while all vehicles are too far away`()
    async throws
  {
    let rig = try Rig.withBackend()
    func warning() async -> String? { await rig.emulator.history.last?.warnings.first }
    try await rig.run(.vehicle("far"), .located("far", 45, -30))
    let trip = try await rig.book()
    let booked = await warning()
    #expect(booked?.hasPrefix("The trip \(trip) waits: its pickup is ") == true)
    #expect(try await rig.vehicle(of: trip) == nil)
    // Neither a poll nor a report changes anything, and neither repeats the warning.
    _ = try await rig.backend.vehicle("far")
    #expect(await warning() == nil)
    try await rig.run(.located("far", 45.02, -30))
    #expect(await warning() == nil)
    try await rig.run(.vehicle("too"), .located("too", 38.2, -122.06))
    #expect(await warning()?.contains("vehicle, too, and the backend") == true)
    #expect(try await rig.vehicle(of: trip) == nil)
    // It comes within 100 km by road.
    try await rig.run(.located("too", 38, -122.06))
    #expect(try await rig.vehicle(of: trip) == "too")
  }

  @Test func `Matching does not return a trip to the vehicle that lost it when that moves nearby`()
    async throws
  {
    let rig = try Rig.withBackend()
    try await rig.run(.vehicle("a"), .located("a", 37.35, -122.06))
    let trip = try await rig.book()
    try await rig.run(.update("trips/" + trip, "vehicleId", "{}"), .located("a", 37.36, -122.06))
    #expect(try await rig.vehicle(of: trip) == nil)
  }

  @Test func `Matching ignores trips that were created elsewhere`() async throws {
    let rig = try Rig.withBackend()
    try await rig.run(.vehicle("v1"), .located("v1", 37.3, -122), .trip("t1"))
    _ = try await rig.backend.vehicle("v1")
    #expect(try await rig.vehicle(of: "t1") == nil)
    #expect(try await rig.vehicle(of: rig.book()) == "v1")
  }

  @Test func `Matching assigns no trip to a silent vehicle, unless its driver polls`() async throws
  {
    let rig = try Rig.withBackend()
    _ = try await rig.backend.createVehicle("v1")
    rig.clock.advance(.seconds(301))
    let trip = try await rig.book()
    #expect(try await rig.vehicle(of: trip) == nil)
    #expect(try await rig.backend.vehicle("v1").currentTripIDs == [trip])
    _ = try await rig.backend.cancelTrip(trip)
    let next = try await rig.book()
    #expect(try await rig.vehicle(of: next) == nil)
    try await rig.run(.located("v1", 37.3, -122))
    #expect(try await rig.vehicle(of: next) == "v1")
  }

  @Test func `Matching assigns no second exclusive trip before the pickup, and never a third`()
    async throws
  {
    let rig = try Rig.withBackend()
    _ = try await rig.backend.createVehicle("v1", VehicleSettings(isBackToBackEnabled: true))
    let (first, second) = (try await rig.book(), try await rig.book())
    try await rig.lead(first, .enrouteToPickup, .arrivedAtPickup)
    #expect(try await rig.vehicle(of: second) == nil)
    try await rig.lead(first, .enrouteToDropoff)
    #expect(try await rig.vehicle(of: second) == "v1")
    let third = try await rig.book()
    #expect(try await rig.vehicle(of: third) == nil)
    let waypoints = try await rig.backend.vehicle("v1").waypoints
    #expect(waypoints.map(\.tripID) == [first, second, second])
    #expect(waypoints.map(\.type) == [.dropoff, .pickup, .dropoff])
    // The rider of the second sees that the vehicle ends another ride first.
    let name = try TripName(providerID: "demo", tripID: second)
    let seen = try await rig.client(.consumer).getTrip(name).value.remainingWaypoints
    #expect(seen.map(\.tripID) == [first, second, second])
  }

  @Test func `Matching inserts a pooled ride among the others, before the last drop-off`()
    async throws
  {
    let rig = try Rig.withBackend()
    _ = try await rig.backend.createVehicle(
      "v1", VehicleSettings(maximumCapacity: 2, supportedTripTypes: [.shared]))
    try await rig.run(.located("v1", 37.34, -122.06))
    let first = try await rig.book(37.35, type: .shared)
    let second = try await rig.book(37.36, type: .shared)
    let waypoints = try await rig.backend.vehicle("v1").waypoints
    #expect(waypoints.count == 4)
    #expect(waypoints.map(\.tripID) == [first, second, second, first])
    #expect(waypoints.filter { $0.tripID == second }.map(\.type) == [.pickup, .dropoff])
    // A vehicle at the pickup stays there, whatever comes.
    try await rig.lead(first, .enrouteToPickup, .arrivedAtPickup)
    _ = try await rig.book(37.341, type: .shared)
    let now = try await rig.backend.vehicle("v1").waypoints
    #expect(now.count == 6)
    #expect(now.first?.tripID == first)
    #expect(now.first?.type == .pickup)
  }

  @Test func `Matching assigns the next trip to a vehicle whose trip is abandoned`() async throws {
    let rig = try Rig.withBackend { $0.retention = .seconds(200) }
    try await rig.run(.vehicle("v1"), .trip("other"), .assign("other", to: "v1"))
    rig.clock.advance(.seconds(150))
    try await rig.run(.located("v1", 37.3, -122))
    let trip = try await rig.book()
    #expect(try await rig.vehicle(of: trip) == nil)
    rig.clock.advance(.seconds(100))
    #expect(try await rig.vehicle(of: trip) == "v1")
  }

  @Test func `Matching continues after a restart`() async throws {
    try await withDirectory { directory in
      // Each emulator ends with its rig: two cannot share a directory.
      let (one, two) = try await Self.bookTwo(directory)
      try await Self.sendVehicle(directory, past: one)
      let second = try Rig.withBackend(directory: directory) { $0.provider?.newTripID = { "new" } }
      #expect(try await second.vehicle(of: one) == "v1")
      #expect(try await second.vehicle(of: two) == nil)
      let new = try await second.book()
      _ = try await second.backend.cancelTrip(one)
      #expect(try await second.vehicle(of: two) == "v1")
      #expect(try await second.vehicle(of: new) == nil)
    }
  }

  private static func bookTwo(_ directory: String) async throws -> (String, String) {
    let rig = try Rig.withBackend(directory: directory)
    return (try await rig.book(), try await rig.book())
  }

  /// Lets a vehicle come to an emulator without a backend, which matches nothing.
  private static func sendVehicle(_ directory: String, past trip: String) async throws {
    let rig = try Rig(directory: directory)
    try await rig.run(.vehicle("v1"), .located("v1", 37.3, -122))
    #expect(try await rig.vehicle(of: trip) == nil)
  }
}
