@testable import FleetEmulator
import JSON
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

  @Test func `A place of a trip with a point is returned and does not change the route`()
    async throws
  {
    let trip = try await create(
      Rig(), "t1",
      #""pickupPoint":{"point":{"latitude":45.5,"longitude":7.5},"place":"places/abc"}"#)
    #expect(
      trip.pickupPoint
        == TerminalLocation(
          point: Coordinate(latitude: 45.5, longitude: 7.5), place: "places/abc",
          pointSource: .developerProvided))
  }

  @Test func `A place of a trip alone is given a point near the trip's other points`() async throws
  {
    let rig = try Rig()
    let fields = #""pickupPoint":\#(Self.pickup),"dropoffPoint":{"place":"places/abc"}"#
    let first = try await create(rig, "t1", fields)
    let second = try await create(try Rig(), "t2", fields)
    let location = try #require(first.dropoffPoint)
    #expect(location.place == "places/abc")
    #expect(location.pointSource == .calculatedFromPlace)
    let point = try #require(location.point)
    #expect(point.meters(to: try #require(first.pickupPoint?.point)) < 15_000)
    #expect(second.dropoffPoint == location)
    // A point alone stays as it was, for clients that know nothing of places.
    #expect(first.pickupPoint?.pointSource == .unspecified)
    let other = try await create(
      rig,
      "t3",
      #""pickupPoint":\#(Self.pickup),"dropoffPoint":{"place":"places/abd"}"#
    )
    #expect(other.dropoffPoint?.point != point)
  }

  @Test func `A place of a trip is the same point in every field and after every change`()
    async throws
  {
    let rig = try Rig()
    let trip = try await create(
      rig, "t1",
      #""pickupPoint":{"place":"places/a"},"intermediateDestinations":[{"place":"places/b"}],"#
        + #""dropoffPoint":{"place":"places/a"},"pickup_point":null"#)
    #expect(trip.pickupPoint == trip.dropoffPoint)
    // Returned unchanged, changed to another place by a part of the mask, and back.
    let point = try #require(trip.dropoffPoint?.point)
    let echo =
      #"{"dropoffPoint":{"place":"places/a","point":{"latitude":\#(point.latitude),"longitude":\#(point.longitude)},"pointLocationSource":"POINT_SOURCE_CALCULATED_FROM_PLACE"}}"#
    let echoed = try await rig.run(.update("trips/t1", "dropoffPoint", echo))
    #expect(echoed.at("dropoffPoint.pointLocationSource") == "POINT_SOURCE_CALCULATED_FROM_PLACE")
    let moved = try await rig.run(
      .update("trips/t1", "dropoffPoint.place", #"{"dropoffPoint":{"place":"places/b"}}"#))
    #expect(
      moved.value(at: ["dropoffPoint", "point"])
        == moved.value(at: ["intermediateDestinations"]).flatMap { stops in
          if case .list(let stops) = stops { stops.first?.value(at: ["point"]) } else { nil }
        })
    let back = try await rig.run(
      .update("trips/t1", "dropoffPoint", #"{"dropoffPoint":{"place":"places/a"}}"#))
    #expect(
      back.value(at: ["dropoffPoint", "point"]) == echoed.value(at: ["dropoffPoint", "point"]))
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

  @Test(arguments: [
    "abc", "places/", "places/a/b", "places/a b", "Places/a",
    "places/" + String(repeating: "a", count: 1_024),
  ]) func `A place of a trip needs the form of its resource name`(_ place: String) async throws {
    let refusal = try await Rig().refusal(
      Step(
        .post, "trips", [("tripId", "t1")],
        #"{"tripType":"EXCLUSIVE","pickupPoint":{"place":"\#(place)"}}"#))
    #expect(refusal.code == .invalidArgument)
    #expect(refusal.message.contains("places/PLACE_ID"))
  }

  @Test func `A location needs a place or a point`() async throws {
    let rig = try Rig()
    for field in [#""dropoffPoint":{}"#, #""intermediateDestinations":[{}]"#] {
      let body = #"{"tripType":"EXCLUSIVE","pickupPoint":{"point":{}},\#(field)}"#
      let refusal = try await rig.refusal(Step(.post, "trips", [("tripId", "t1")], body))
      #expect(refusal.code == .invalidArgument)
      #expect(refusal.message.contains("a valid point or a place"))
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
