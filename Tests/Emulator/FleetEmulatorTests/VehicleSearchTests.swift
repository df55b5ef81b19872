import HTTPMessages
import TestSupport
import Testing

@Suite(.limited) struct `A search of vehicles` {
  /// A search near a place, whose further fields start with a comma.
  private func search(_ more: String = "") -> Step {
    Step(
      .post, "vehicles:search", [],
      #"{"pickupPoint":{"point":{"latitude":37.5,"longitude":-122.25}},"pickupRadiusMeters":2000,"#
        + #""count":10,"minimumCapacity":2,"tripTypes":[2],"orderBy":4,"#
        + #""vehicleTypes":[{"category":1}]\#(more)}"#)
  }

  @Test func `A search of vehicles estimates a vehicle's way to the pickup`() async throws {
    let rig = try Rig()
    try await rig.run(.vehicle("v1"), .located("v1", 37.501, -122.25))
    let match = try await rig.run(search())
    // 0.001 degrees are 111 m; a way is 1.3 times as long, and driven at 30 km/h.
    #expect(match.at("matches.0.vehiclePickupDistanceMeters") == "145")
    #expect(match.at("matches.0.vehiclePickupEta") == "2026-01-01T10:00:17Z")
  }

  @Test func `A search of vehicles omits those with an old location`() async throws {
    let rig = try Rig()
    try await rig.run(
      .vehicle("v1"),
      .located("v1", 37.501, -122.25),
      .vehicle("v2"),
      .located("v2", 37.51, -122.25)
    )
    rig.clock.advance(.seconds(299))
    try await rig.run(.located("v2", 37.505, -122.25))
    rig.clock.advance(.seconds(2))
    #expect(try await rig.run(search()).ids == ["v2"])
    #expect(try await rig.run(search(#","maximumStaleness":"301.5s""#)).ids == ["v1", "v2"])
  }
}
