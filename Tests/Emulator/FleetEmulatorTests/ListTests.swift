import FleetEngine
import HTTPMessages
import JSON
import TestSupport
import Testing

@Suite(.limited) struct `A list` {
  private func list(_ query: [(String, String)]) -> Step {
    Step(.get, "vehicles", [("vehicleTypeCategories", "1")] + query)
  }

  @Test func `A list has vehicles whose locations are not older than a duration`() async throws {
    let rig = try Rig()
    try await rig.run(.vehicle("v1"), .vehicle("v2"), .located("v2", 2, 179))
    rig.clock.advance(.seconds(100))
    try await rig.run(.located("v1", 1, -179))
    #expect(try await rig.run(list([("maximumStaleness", "60s")])).ids == ["v1"])
    #expect(try await rig.run(list([("maximumStaleness", "101s")])).ids == ["v1", "v2"])
  }

  @Test func `A list refuses page tokens with changed counts`() async throws {
    let rig = try Rig()
    for index in 1...5 { try await rig.run(.vehicle("v\(index)")) }
    let token = try #require(try await rig.run(list([("pageSize", "2")])).at("nextPageToken"))
    for forged in [token.replacing(/5$/, with: "-5"), token.replacing(/5$/, with: "x")] {
      let refusal = try await rig.refusal(list([("pageSize", "2"), ("pageToken", forged)]))
      #expect(refusal.message.contains("page_token"), "\(forged)")
    }
  }

  @Test func `A list of trips has those that were not updated for a duration`() async throws {
    let rig = try Rig()
    try await rig.run(.trip("t1"), .trip("t2"), .trip("t3"), .status("CANCELED", of: "t3"))
    func find(_ body: String) async throws -> JSONTree {
      try await rig.run(Step(.post, "trips:search", [], body))
    }
    rig.clock.advance(.seconds(90))
    try await rig.run(.status("NEW", of: "t2"))
    let found = try await find(#"{"minimumStaleness":"90s","activeTripsOnly":true}"#)
    #expect(found.at("trips") == "1 values")
    #expect(found.at("trips.0.name") == "providers/demo/trips/t1")
    #expect(try await find(#"{"minimumStaleness":"90.5s"}"#).at("") == "{}")
  }
}
