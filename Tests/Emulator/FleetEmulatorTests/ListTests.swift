@testable import FleetEmulator
import JSON
import FleetEngine
import HTTPMessages
import TestSupport
import Testing

@Suite(.limited) struct `A list` {
  private func list(_ query: [(String, String)]) -> Step {
    Step(.get, "vehicles", [("vehicleTypeCategories", "1")] + query)
  }

  private func fleet() async throws -> Rig {
    let rig = try Rig()
    for index in 1...5 {
      try await rig.run(
        .vehicle(
          "v\(index)",
          #","attributes":[{"key":"n","value":"\#(index)"},{"key":"odd","value":"\#(index % 2)"}]"#),
        .located("v\(index)", Double(index), 179))
    }
    return rig
  }

  @Test(arguments: [
    ("pageSize", "-1", "page_size"), ("pageToken", "abc", "page_token"),
    ("minimumCapacity", "-1", "minimum_capacity"), ("maximumStaleness", "-3s", "maximum_staleness"),
    ("maximumStaleness", "5", "maximumStaleness"), ("tripTypes", "0", "trip_types"),
    ("tripTypes", "BOTH", "tripTypes"), ("vehicleTypeCategories", "0", "UNKNOWN is not allowed"),
    ("vehicleState", "9", "vehicle_state"), ("requiredAttributes", "novalue", "key:value"),
    ("onTripOnly", "yes", "true or false"), ("filter", "attributes.a", "at character 13"),
    ("viewport.low.latitude", "91", "viewport.low.latitude"),
    ("viewport.low.latitude", "1", "north of viewport.high"), ("viewport", "1", "viewport"),
    ("viewport.low.height", "1", "viewport.low.height"),
  ]) func `The error about an invalid list request names the problem`(
    _ name: String, _ value: String, _ says: String
  ) async throws {
    let status = try await Rig().refusal(list([(name, value)]))
    #expect(status.code == .invalidArgument)
    #expect(status.message.contains(says), "\(status.message)")
  }

  @Test func `A list of vehicles needs categories`() async throws {
    let status = try await Rig().refusal(Step(.get, "vehicles"))
    #expect(status.message.contains("vehicle_type_categories is required"))
  }

  @Test func `A list accepts every filter`() async throws {
    let rig = try await fleet()
    try await rig.run(
      .trip("t1", "EXCLUSIVE", #","vehicleId":"v2""#),
      .update("vehicles/v3", "vehicleState", #"{"vehicleState":"OFFLINE"}"#),
      .update("vehicles/v4", "maximumCapacity", #"{"maximumCapacity":7}"#),
      .update("vehicles/v5", "supportedTripTypes", #"{"supportedTripTypes":["SHARED"]}"#))
    rig.clock.advance(.seconds(100))
    try await rig.run(.located("v1", 1, -179))
    for (query, ids) in [
      ([], ["v1", "v2", "v3", "v4", "v5"]),
      ([("minimumCapacity", "5")], ["v4"]),
      ([("tripTypes", "2")], ["v1", "v2", "v3", "v4"]),
      ([("tripTypes", "EXCLUSIVE"), ("trip_types", "SHARED")], ["v1", "v2", "v3", "v4", "v5"]),
      ([("maximumStaleness", "60s")], ["v1"]),
      ([("vehicleState", "OFFLINE")], ["v3"]),
      ([("onTripOnly", "true")], ["v2"]),
      ([("onTripOnly", "false"), ("vehicleState", "2")], ["v1", "v2", "v4", "v5"]),
      ([("requiredAttributes", "odd:1"), ("requiredAttributes", "n:3")], ["v3"]),
      ([("requiredOneOfAttributes", "n:1|n:2"), ("requiredOneOfAttributes", "odd:0")], ["v2"]),
      (
        [("requiredOneOfAttributeSets", "n:1|odd:1"), ("requiredOneOfAttributeSets", "n:4")],
        ["v1", "v4"]
      ),
      ([("filter", #"attributes.n > "3""#)], ["v4", "v5"]),
      (
        [
          ("viewport.low.latitude", "2"), ("viewport.low.longitude", "178"),
          ("viewport.high.latitude", "3"), ("viewport.high.longitude", "180"),
        ], ["v2", "v3"]
      ),
      // A corner at zero and zero vanishes from the query of Google's clients.
      ([("viewport.high.latitude", "2"), ("viewport.high.longitude", "180")], ["v2"]),
      (
        // Over the antimeridian.
        [
          ("viewport.low.longitude", "178.5"), ("viewport.high.latitude", "2.5"),
          ("viewport.high.longitude", "-178"),
        ], ["v1", "v2"]
      ),
    ] as [([(String, String)], [String])] {
      let answer = try await rig.run(list(query))
      #expect(answer.ids == ids, "\(query)")
      #expect(answer.at("totalSize") == String(ids.count))
    }
    #expect(try await rig.send(list([("minimumCapacity", "9")])).text == "{}")
  }

  @Test func `A list is complete page by page while resources are created and deleted`()
    async throws
  {
    let rig = try await fleet()
    let first = try await rig.run(list([("pageSize", "2")]))
    #expect(first.ids == ["v1", "v2"])
    #expect(first.at("totalSize") == "5")
    let token = try #require(first.at("nextPageToken"))
    try await rig.run(.vehicle("v0"), Step(.delete, "vehicles/v2"), Step(.delete, "vehicles/v3"))
    let second = try await rig.run(list([("pageSize", "2"), ("pageToken", token)]))
    #expect(second.ids == ["v4", "v5"])
    #expect(second.at("nextPageToken") == nil)
    // The first page counts.
    #expect(second.at("totalSize") == "5")
    for forged in [
      "\(token).1", token.replacing(/5$/, with: "-5"), token.replacing(/5$/, with: "x"),
    ] {
      let refusal = try await rig.refusal(list([("pageSize", "2"), ("pageToken", forged)]))
      #expect(refusal.message.contains("page_token"), "\(forged)")
    }
    let other = try await rig.refusal(list([("onTripOnly", "true"), ("pageToken", token)]))
    #expect(other.message.contains("page_token"))
  }

  @Test func `A list of trips contains routes only for a single vehicle`() async throws {
    let rig = try Rig()
    try await rig.prepare()
    try await rig.run(.trip("t2"), .trip("t3"), .status("CANCELED", of: "t3"))
    func find(_ body: String) async throws -> JSONTree {
      try await rig.run(Step(.post, "trips:search", [], body))
    }
    let all = try await find("{}")
    #expect(all.at("trips") == "3 values")
    #expect(all.at("trips.0.name") == "providers/demo/trips/t1")
    for field in [
      "currentRouteSegment", "remainingWaypoints", "remainingDistanceMeters", "etaToFirstWaypoint",
    ] { #expect(all.at("trips.0." + field) == nil) }
    let own = try await find(#"{"vehicleId":"v1"}"#)
    #expect(own.at("trips") == "1 values")
    #expect(own.at("trips.0.currentRouteSegment") != nil)
    #expect(own.at("trips.0.remainingWaypoints") == "2 values")
    #expect(own.at("trips.0.vehicleWaypoints") == nil)
    #expect(try await find(#"{"activeTripsOnly":true}"#).at("trips") == "2 values")
    #expect(try await find(#"{"vehicleId":"v9"}"#).at("") == "{}")
    let page = try await find(#"{"pageSize":2,"header":{"platform":1}}"#)
    let token = try #require(page.at("nextPageToken"))
    #expect(
      try await find(#"{"pageToken":"\#(token)"}"#).at("trips.0.name")?.hasSuffix("t3") == true)
    rig.clock.advance(.seconds(90))
    try await rig.run(.status("NEW", of: "t2"))
    #expect(
      try await find(#"{"minimumStaleness":"90s","activeTripsOnly":true}"#).at("trips")
        == "1 values")
    #expect(try await find(#"{"minimumStaleness":"90.5s"}"#).at("") == "{}")
    let negative = try await rig.refusal(
      Step(.post, "trips:search", [], #"{"minimumStaleness":"-1s"}"#))
    #expect(negative.message == "minimum_staleness is negative.")
  }
}
