@testable import FleetEmulator
import FleetEngine
import Geo
import HTTPMessages
import TestSupport
import Testing

@Suite(.limited) struct `A place of a trip` {
  private static let pickup = #"{"point":{"latitude":45.0702,"longitude":7.6869}}"#

  private func create(_ rig: Rig, _ id: String, _ fields: String) async throws -> Trip {
    let body = #"{"tripType":"EXCLUSIVE",\#(fields)}"#
    let response = try await rig.send(Step(.post, "trips", [("tripId", id)], body))
    try #require(response.status == 200, "\(response.text)")
    return try WireJSON.decode(Trip.self, from: response.body)
  }

  @Test func `A place of a trip alone is given a point near the trip's other points`() async throws
  {
    let rig = try Rig()
    let fields = #""pickupPoint":\#(Self.pickup),"dropoffPoint":{"place":"places/abc"}"#
    let first = try await create(rig, "t1", fields)
    let point = try #require(first.dropoffPoint?.point)
    #expect(point.meters(to: try #require(first.pickupPoint?.point)) < 15_000)
    // Another emulator finds it at the same point.
    let second = try await create(try Rig(), "t2", fields)
    #expect(second.dropoffPoint == first.dropoffPoint)
  }

  @Test func `A place of a trip is in the waypoints of a vehicle and is kept over a restart`()
    async throws
  {
    try await withDirectory { directory in
      func live() async throws -> TransportResponse {
        let rig = try Rig(directory: directory)
        try await rig.run(
          .vehicle("v1", #","lastLocation":{"location":{"latitude":45,"longitude":7.6}}"#))
        _ = try await create(rig, "t1", #""vehicleId":"v1","pickupPoint":{"place":"places/a"}"#)
        return try await rig.send(Step(.get, "trips/t1"))
      }
      let before = try await live()
      let trip = try WireJSON.decode(Trip.self, from: before.body)
      #expect(trip.remainingWaypoints.first?.location == trip.pickupPoint)
      #expect(trip.pickupPoint?.place == "places/a")
      let again = try Rig(directory: directory)
      #expect(try await again.send(Step(.get, "trips/t1")).body == before.body)
    }
  }

  @Test func `Vehicles can be searched around a place of a trip`() async throws {
    let rig = try Rig()
    // Whatever the place is, it is in the cell around the drop-off, and so within its diagonal.
    try await rig.run(
      .vehicle("v1", #","lastLocation":{"location":{"latitude":0.05,"longitude":0.05}}"#))
    let answer = try await rig.run(
      Step(
        .post, "vehicles:search", [],
        #"{"pickupPoint":{"place":"places/abc"},"dropoffPoint":{"point":{"latitude":0.01}},"#
          + #""pickupRadiusMeters":10000,"count":1,"minimumCapacity":1,"tripTypes":["EXCLUSIVE"],"#
          + #""vehicleTypes":[{"category":"AUTO"}],"orderBy":"PICKUP_POINT_ETA"}"#))
    #expect(answer.ids == ["v1"])
  }

  @Test func `A place of a trip is accepted together with the transaction header`() async throws {
    let rig = try Rig()
    try await rig.run(.trip("t1"))
    var client = rig.client()
    client.experienceIDs = ["ride-7", "session-9"]
    _ = try await client.getTrip(try TripName(providerID: "demo", tripID: "t1"))
    #expect(await rig.emulator.history.map(\.experienceIDs) == [[], ["ride-7", "session-9"]])
  }
}
