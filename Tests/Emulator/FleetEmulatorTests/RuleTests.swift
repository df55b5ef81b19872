import FleetEngine
import HTTPMessages
import TestSupport
import Testing

@Suite(.limited) struct `The emulator's rules` {
  @Test func `The emulator's rules do not change an ended trip that ends again`() async throws {
    let rig = try Rig()
    try await rig.prepare()
    _ = try await rig.status("COMPLETE")
    let ended = try await rig.trip()
    rig.clock.advance(.seconds(5))
    #expect(try await rig.status("COMPLETE") == ended)
  }

  @Test func `The emulator's rules estimate a second trip's arrivals in order`() async throws {
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
    let etas = second.remainingWaypoints.dropFirst().compactMap(\.eta)
    #expect(etas == etas.sorted() && etas.count == 3)
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
