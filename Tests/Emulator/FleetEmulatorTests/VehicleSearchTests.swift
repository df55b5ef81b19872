@testable import FleetEmulator
import FleetEngine
import HTTPMessages
import TestSupport
import Testing

/// The body of a search with the changes of a test; nil removes a field.
private func search(_ changes: [String: String?] = [:]) -> Step {
  var fields: [String: String?] = [
    "pickupPoint": #"{"point":{"latitude":37.5,"longitude":-122.25}}"#,
    "pickupRadiusMeters": "2000", "count": "10", "minimumCapacity": "2", "tripTypes": "[2]",
    "orderBy": "4", "vehicleTypes": #"[{"category":1}]"#,
  ]
  for (name, value) in changes { fields[name] = value }
  let body = fields.compactMap { name, value in value.map { "\"\(name)\":\($0)" } }.sorted()
  return Step(.post, "vehicles:search", [], "{" + body.joined(separator: ",") + "}")
}

private let dropoff = #"{"point":{"latitude":37.55,"longitude":-122.3}}"#

@Suite(.limited) struct `A search of vehicles` {
  /// A fleet around the pickup point.
  private func fleet() async throws -> Rig {
    let rig = try Rig()
    for (id, north) in [("near", 0.001), ("middle", 0.005), ("edge", 0.0175), ("far", 0.03)] {
      try await rig.run(.vehicle(id), .located(id, 37.5 + north, -122.25))
    }
    return rig
  }

  @Test(
    arguments: [
      ("pickupPoint", nil, "pickup_point is required"),
      ("pickupPoint", "{}", "pickup_point has to have a valid point or a place"),
      ("pickupRadiusMeters", nil, "pickup_radius_meters has to be 400 to 10000"),
      ("pickupRadiusMeters", "399", "pickup_radius_meters has to be 400 to 10000"),
      ("pickupRadiusMeters", "10001", "pickup_radius_meters has to be 400 to 10000"),
      ("count", nil, "count has to be 1 to 50"), ("count", "0", "count has to be 1 to 50"),
      ("count", "51", "count has to be 1 to 50"),
      ("minimumCapacity", nil, "minimum_capacity has to be 1 or more"),
      ("minimumCapacity", "0", "minimum_capacity has to be 1 or more"),
      ("tripTypes", nil, "trip_types"), ("tripTypes", "[]", "trip_types"),
      ("tripTypes", "[0]", "trip_types"), ("tripTypes", "[1,2]", "trip_types"),
      ("tripTypes", "[1]", "dropoff_point is required for SHARED"),
      ("vehicleTypes", nil, "vehicle_types is required"),
      ("vehicleTypes", "[{}]", "vehicle_types is required"),
      ("orderBy", nil, "order_by is required"), ("orderBy", "0", "order_by is required"),
      ("orderBy", "9", "order_by is required"), ("orderBy", "3", "needs a dropoff_point"),
      ("maximumStaleness", #""0s""#, "maximum_staleness"),
      ("maximumStaleness", "60", "maximumStaleness"),
      ("currentTripsPresent", "7", "current_trips_present"),
      ("filter", #""color = 4""#, "at character 1"),
      ("requiredAttributes", #"[{"value":"x"}]"#, "without a key"),
    ] as [(String, String?, String)])
  func `The error about an invalid search of vehicles names the problem`(
    _ field: String, _ value: String?, _ says: String
  ) async throws {
    let status = try await Rig().refusal(search([field: value]))
    #expect(status.code == .invalidArgument)
    #expect(status.message.contains(says), "\(status.message)")
  }

  @Test func `A search of vehicles refuses contradictory fields`() async throws {
    let rig = try Rig()
    for (changes, says) in [
      (["tripTypes": "[1]", "dropoffPoint": dropoff], "current_trips_present is required"),
      (["includeBackToBack": "true", "currentTripsPresent": "1"], "cannot be used with"),
      (
        [
          "filter": #""attributes.a = \"b\"""#, "requiredAttributes": #"[{"key":"a","value":"b"}]"#,
        ],
        "filter cannot be used"
      ),
    ] as [([String: String?], String)] {
      let status = try await rig.refusal(search(changes))
      #expect(status.code == .invalidArgument)
      #expect(status.message.contains(says), "\(status.message)")
    }
  }

  @Test func `A search of vehicles finds the nearest first and not more than requested`()
    async throws
  {
    let rig = try await fleet()
    #expect(try await rig.run(search()).ids == ["near", "middle", "edge"])
    #expect(try await rig.run(search(["count": "2"])).ids == ["near", "middle"])
    #expect(try await rig.run(search(["pickupRadiusMeters": "400"])).ids == ["near"])
    for order in ["1", "2", "4", "5"] {
      #expect(try await rig.run(search(["orderBy": order])).ids == ["near", "middle", "edge"])
    }
    #expect(
      try await rig.run(search(["orderBy": "3", "dropoffPoint": dropoff])).ids.first == "near")
  }

  @Test func `A search of vehicles returns a vehicle's way to the pickup`() async throws {
    let rig = try await fleet()
    let match = try await rig.run(search(["dropoffPoint": dropoff, "orderBy": "1"]))
    // 0.001 degrees are 111 m; a way is 1.3 times as long, and driven at 30 km/h.
    #expect(match.at("matches.0.vehiclePickupStraightLineDistanceMeters") == "111")
    #expect(match.at("matches.0.vehiclePickupDistanceMeters") == "145")
    #expect(match.at("matches.0.vehiclePickupEta") == "2026-01-01T10:00:17Z")
    #expect(match.at("matches.0.vehicleMatchType") == "EXCLUSIVE")
    #expect(match.at("matches.0.tripType") == "EXCLUSIVE")
    #expect(match.at("matches.0.requestedOrderedBy") == "PICKUP_POINT_ETA")
    #expect(match.at("matches.0.orderedBy") == "PICKUP_POINT_ETA")
    #expect(match.at("matches.0.vehicleTripsWaypoints") == "2 values")
    #expect(match.at("matches.0.vehicleTripsWaypoints.1.latLng.latitude") == "37.5")
    #expect(match.at("matches.0.vehicleDropoffEta") != nil)
    #expect(match.at("matches.0.vehiclePickupToDropoffDistanceMeters") != nil)
    let plain = try await rig.run(search())
    #expect(plain.at("matches.0.vehicleDropoffEta") == nil)
  }

  @Test func `A search of vehicles omits stale, offline, small and other kinds of vehicles`()
    async throws
  {
    let rig = try await fleet()
    rig.clock.advance(.seconds(299))
    try await rig.run(.located("edge", 37.505, -122.25))
    rig.clock.advance(.seconds(2))
    #expect(try await rig.run(search()).ids == ["edge"])
    let patient = ["maximumStaleness": #""301.5s""#]
    #expect(try await rig.run(search(patient)).ids.count == 3)
    try await rig.run(
      .update("vehicles/near", "vehicleState", #"{"vehicleState":"OFFLINE"}"#),
      .update("vehicles/middle", "vehicleType", #"{"vehicleType":{"category":"TAXI"}}"#))
    #expect(try await rig.run(search(patient)).ids == ["edge"])
    #expect(
      try await rig.run(
        search(patient.merging(["vehicleTypes": #"[{"category":1},{"category":2}]"#]) { $1 })
      ).ids == ["edge", "middle"])
    #expect(try await rig.run(search(["minimumCapacity": "5"])).ids.isEmpty)
    try await rig.run(
      .update("vehicles/edge", "supportedTripTypes", #"{"supportedTripTypes":[1]}"#))
    #expect(try await rig.run(search()).at("") == "{}")
  }

  @Test func `A search of vehicles considers the current trips of vehicles`() async throws {
    let rig = try await fleet()
    try await rig.run(
      .trip("t1", "EXCLUSIVE", #","vehicleId":"near""#),
      .trip("t2", "SHARED", #","vehicleId":"middle","numberOfPassengers":2"#))
    #expect(try await rig.run(search()).ids == ["edge"])
    #expect(try await rig.run(search(["currentTripsPresent": #""NONE""#])).ids == ["edge"])
    let backToBack: [String: String?] = ["includeBackToBack": "true"]
    #expect(try await rig.run(search(backToBack)).ids == ["edge"])
    try await rig.run(
      .update("vehicles/near", "backToBackEnabled", #"{"backToBackEnabled":true}"#)
    )
    #expect(try await rig.run(search(backToBack)).ids == ["edge"])
    try await rig.run(.status("ENROUTE_TO_DROPOFF"))
    let found = try await rig.run(search(backToBack))
    #expect(found.ids == ["near", "edge"])
    #expect(found.at("matches.0.vehicleMatchType") == "BACK_TO_BACK")
    // The way leads over the drop-off of the trip that it is on.
    #expect(found.at("matches.0.vehicleTripsWaypoints") == "3 values")
    #expect(found.at("matches.0.vehiclePickupDistanceMeters").flatMap(Int.init) ?? 0 > 20_000)
    let any = try await rig.run(search(["currentTripsPresent": #""ANY""#]))
    #expect(any.ids == ["near", "middle", "edge"])
    let shared: [String: String?] = [
      "currentTripsPresent": #""ANY""#, "tripTypes": "[1]", "dropoffPoint": dropoff,
    ]
    let pooled = try await rig.run(search(shared))
    #expect(pooled.at("matches.0.vehicleMatchType") == "CARPOOL_BACK_TO_BACK")
    #expect(pooled.at("matches.1.vehicleMatchType") == "CARPOOL")
    #expect(pooled.at("matches.2.vehicleMatchType") == "EXCLUSIVE")
    let three = shared.merging(["minimumCapacity": "3"]) { $1 }
    #expect(try await rig.run(search(three)).ids == ["near", "edge"])
  }

  @Test func `A search of vehicles accepts attributes one by one, in lists and as a filter`()
    async throws
  {
    let rig = try await fleet()
    func mark(_ id: String, _ attributes: String) -> Step {
      .update("vehicles/" + id, "attributes", #"{"attributes":\#(attributes)}"#)
    }
    try await rig.run(
      mark("near", #"[{"key":"a","value":"1"},{"key":"b","boolValue":true}]"#),
      mark("middle", #"[{"key":"a","numberValue":1},{"key":"c","stringValue":"x"}]"#))
    for (field, value, ids) in [
      ("requiredAttributes", #"[{"key":"a","value":"1"}]"#, ["near", "middle"]),
      ("requiredAttributes", #"[{"key":"a","value":"1"},{"key":"b","boolValue":true}]"#, ["near"]),
      (
        "requiredOneOfAttributes",
        #"[{"attributes":[{"key":"b","value":"true"},{"key":"c","value":"x"}]}]"#,
        ["near", "middle"]
      ),
      (
        "requiredOneOfAttributes",
        #"[{"attributes":[{"key":"a","value":"1"}]},{"attributes":[{"key":"c","value":"x"}]}]"#,
        ["middle"]
      ),
      (
        "requiredOneOfAttributeSets",
        #"[{"attributes":[{"key":"a","value":"1"},{"key":"c","value":"x"}]},{"attributes":[{"key":"z","value":"1"}]}]"#,
        ["middle"]
      ),
      ("filter", #""attributes.a = \"1\" AND NOT attributes:c""#, ["near"]),
    ] { #expect(try await rig.run(search([field: value])).ids == ids, "\(field) \(value)") }
  }

  @Test func `A search of vehicles returns few and inexact fields of a fuzzed vehicle`()
    async throws
  {
    let rig = try Rig()
    try await rig.run(.vehicle("v1"), .located("v1", 37.50149, -122.25049))
    let step = search(["orderBy": nil])
    let fuzzed = Step(.post, "vehicles:searchFuzzed", [], step.body)
    let answer = try await rig.send(fuzzed, as: .consumer).tree
    #expect(answer.at("matches.0") == "{tripType,vehicle}")
    #expect(answer.at("matches.0.vehicle.lastLocation.location.latitude") == "37.501")
    #expect(answer.at("matches.0.vehicle.lastLocation.location.longitude") == "-122.25")
    #expect(answer.at("matches.0.vehicle.lastLocation.serverTime") == nil)
  }
}
