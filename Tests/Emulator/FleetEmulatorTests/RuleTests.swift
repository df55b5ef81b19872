import FleetEmulator
import FleetEngine
import Geo
import HTTPMessages
import TestSupport
import Testing

@Suite(.limited) struct `The emulator's rules` {
  @Test(arguments: RefusedCase.all)
  func `The emulator's rules refuse a call and change nothing`(_ test: RefusedCase) async throws {
    let rig = try Rig()
    try await rig.prepare()
    let before = try await rig.trip()
    let response = try await rig.send(test.method, test.path, test.body, query: test.query)
    let status = try #require(RPCStatus(body: response.body, httpStatus: response.status))
    #expect(status.code == test.code, "\(status.message)")
    #expect(response.status == test.code.httpStatus)
    #expect(status.message.contains(test.says), "\(status.message)")
    #expect(try await rig.trip() == before)
    #expect(await rig.emulator.history.contains { $0.error?.code == test.code })
  }

  @Test(arguments: [
    "tripStatus", "trip_status", "tripStatus,trip_status", "vehicleId,tripStatus",
    " trip_status , vehicle_id",
  ]) func `The emulator's rules accept a mask in either spelling`(_ mask: String) async throws {
    let rig = try Rig()
    try await rig.prepare()
    let response = try await rig.send(
      .put, Samples.name, #"{"trip_status":"ENROUTE_TO_PICKUP","vehicle_id":"v1"}"#,
      query: [("update_mask", mask), ("header.sdkType", "DRIVER"), ("$alt", "json")])
    #expect(response.status == 200, "\(response.text)")
    #expect(try await rig.trip().status == .enrouteToPickup)
  }

  @Test func `The emulator's rules decode a percent-encoded ID`() async throws {
    let rig = try Rig()
    let created = try await rig.send(
      .post, "/v1/providers/demo/trips", Samples.trip, query: [("tripId", "Zürich 7%")])
    #expect(created.status == 200)
    let read = try await rig.send(.get, "/v1/providers/demo/trips/Z%C3%BCrich%207%25")
    #expect(try WireJSON.decode(Trip.self, from: read.body).name?.tripID == "Zürich 7%")
  }

  @Test func `The emulator's rules ignore fields that a creation does not read`() async throws {
    let rig = try Rig()
    let body =
      #"{"tripType":2,"pickupPoint":{"point":{}},"tripStatus":"COMPLETE","remainingDistanceMeters":7}"#
    let response = try await rig.send(
      .post, "/v1/providers/demo/trips", body, query: [("tripId", "t2")])
    let trip = try WireJSON.decode(Trip.self, from: response.body)
    #expect(trip.status == .new)
    #expect(trip.remainingDistanceMeters == nil)
  }

  @Test func `The emulator's rules do not change an ended trip`() async throws {
    let rig = try Rig()
    try await rig.prepare()
    _ = try await rig.status("COMPLETE")
    let ended = try await rig.trip()
    rig.clock.advance(.seconds(5))
    #expect(try await rig.status("COMPLETE") == ended)
    let other = try await rig.send(
      .put, Samples.name, #"{"tripStatus":"NEW"}"#, query: [("updateMask", "tripStatus")])
    #expect(RPCStatus(body: other.body, httpStatus: other.status)?.code == .failedPrecondition)
  }

  @Test func `The emulator's rules remove each stop at the next departure`() async throws {
    let rig = try Rig()
    try await rig.prepare()
    let stops =
      #"{"intermediateDestinations":[{"point":{"latitude":37.36,"longitude":-122.05}},{"point":{"latitude":37.38,"longitude":-122.04}}]}"#
    let changed = try await rig.send(
      .put, Samples.name, stops, query: [("updateMask", "intermediateDestinations")])
    let trip = try WireJSON.decode(Trip.self, from: changed.body)
    #expect(
      trip.remainingWaypoints.map(\.type) == [
        .pickup, .intermediateDestination, .intermediateDestination, .dropoff,
      ])
    let version = try #require(trip.intermediateDestinationsVersion)
    func depart(_ index: Int, _ version: Timestamp) async throws -> TransportResponse {
      try await rig.send(
        .put, Samples.name,
        #"{"tripStatus":"ENROUTE_TO_INTERMEDIATE_DESTINATION","intermediateDestinationIndex":\#(index),"intermediateDestinationsVersion":"\#(version)"}"#,
        query: [("updateMask", "tripStatus,intermediateDestinationIndex")])
    }
    let stale = try await depart(0, version - .seconds(1))
    #expect(RPCStatus(body: stale.body, httpStatus: stale.status)?.code == .failedPrecondition)
    #expect(try await depart(2, version).status == 400)
    #expect(try await depart(0, version).status == 200)
    #expect(try await rig.trip().remainingWaypoints.count == 3)
    #expect(try await rig.trip().actualPickupPoint != nil)
    #expect(
      try await rig.status("ARRIVED_AT_INTERMEDIATE_DESTINATION").remainingWaypoints.count == 3)
    #expect(try await depart(1, version).status == 200)
    #expect(try await rig.trip().remainingWaypoints.count == 2)
    #expect(try await rig.status("ENROUTE_TO_DROPOFF").remainingWaypoints.map(\.type) == [.dropoff])
  }

  @Test func `The emulator's rules show a second trip the waypoints before its own`() async throws {
    let rig = try Rig()
    try await rig.prepare()
    _ = try await rig.send(
      .post, "/v1/providers/demo/trips", Samples.trip, query: [("tripId", "t2")])
    let response = try await rig.send(
      .put,
      "/v1/providers/demo/trips/t2",
      #"{"vehicleId":"v1"}"#,
      query: [("updateMask", "vehicleId")])
    let second = try WireJSON.decode(Trip.self, from: response.body)
    #expect(second.remainingWaypoints.map(\.tripID) == ["t1", "t1", "t2", "t2"])
    #expect(try await rig.trip().remainingWaypoints.map(\.tripID) == ["t1", "t1"])
    let etas = second.remainingWaypoints.dropFirst().compactMap(\.eta)
    #expect(etas == etas.sorted() && etas.count == 3)
    #expect(second.dropoffTime == etas.last)
  }

  @Test func `The emulator's rules unassign a trip with an empty vehicle`() async throws {
    let rig = try Rig()
    try await rig.prepare()
    _ = try await rig.send(.put, Samples.name, "{}", query: [("updateMask", "vehicleId")])
    let trip = try await rig.trip()
    #expect(trip.vehicleID == nil)
    #expect(trip.lastLocation == nil)
    #expect(try await rig.report().currentTripIDs.isEmpty)
  }

  @Test func `The emulator's rules accept a location of an app without the Driver SDK`()
    async throws
  {
    let rig = try Rig()
    try await rig.prepare()
    let vehicle = try await rig.report(
      #"{"lastLocation":{"supplementalLocation":{"latitude":37,"longitude":-122},"supplementalLocationTime":"2026-01-01T10:00:01Z","supplementalLocationSensor":"CUSTOMER_SUPPLIED_LOCATION"}}"#,
      mask: "lastLocation")
    #expect(vehicle.lastLocation?.location == Coordinate(latitude: 37, longitude: -122))
    #expect(try await rig.trip().isLastLocationSnappable == false)
  }

  @Test func `The emulator's rules accept or refuse random bodies`() async throws {
    let rig = try Rig()
    try await rig.prepare()
    var random = SystemRandomNumberGenerator()
    let sample = Array(Samples.update.utf8)
    for _ in 0..<300 {
      var bytes = sample
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        let index = Int.random(in: 0..<bytes.count, using: &random)
        bytes[index] = UInt8.random(in: 0...255, using: &random)
      }
      let body = String(decoding: bytes, as: UTF8.self)
      let response = try await rig.send(
        .put, "/v1/providers/demo/vehicles/v1", body, query: [("updateMask", Samples.updateMask)])
      #expect([200, 400].contains(response.status))
      #expect(try await rig.send(.get, Samples.name).status == 200)
    }
  }
}
