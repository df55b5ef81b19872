@testable import FleetEmulator
import JSON
import FleetEngine
import Geo
import HTTPMessages
import TestSupport
import Testing

@Suite(.limited, .enabled(if: TestData.log != nil)) struct `A real log on the emulator` {
  @Test
  func `A real log is accepted completely and gets the real server's responses, except as listed`()
    async throws
  {
    let rig = try Rig()
    let entries = try RealLog.entries()
    let places = RealLog.waypoints(entries)
    #expect(entries.count == 542)
    #expect(places.count == 4)
    try await RealLog.prepare(rig, entries)
    var allowed: Set<Int> = []
    for entry in entries {
      let response = try await RealLog.send(entry, rig)
      try #require(response.status == 200, "\(entry.kind): \(response.text.prefix(300))")
      let answer = try JSONTree(parsing: response.body)
      for difference in LogDifference.all(entry, answer) {
        let reason = AllowedDifference.all.firstIndex { $0.covers(difference) }
        if let reason { allowed.insert(reason) }
        #expect(reason != nil, "\(difference)")
      }
      for name in ["waypoints", "remainingWaypoints", "vehicleWaypoints"] {
        checkWaypoints(entry.response.list(name), answer.list(name), places)
      }
    }
    let stale = AllowedDifference.all.indices.filter { !allowed.contains($0) }
    #expect(stale.isEmpty, "\(stale.map { AllowedDifference.all[$0].why })")
    let changes = await rig.emulator.history.compactMap(\.statusAfter)
    let ride: [TripStatus] = [
      .new, .enrouteToPickup, .arrivedAtPickup, .enrouteToDropoff, .complete,
    ]
    #expect(changes == ride + ride)
  }

  /// Checks that waypoints are those that lie where the recorded ones do, in their order.
  private func checkWaypoints(
    _ recorded: [JSONTree], _ answered: [JSONTree],
    _ places: [(point: Coordinate, tripID: String, type: String)]
  ) {
    #expect(recorded.count == answered.count)
    for (one, two) in zip(recorded, answered) {
      let place = places.first { place in
        one.value(at: ["location", "point"])?.coordinate.map { $0.meters(to: place.point) < 1 }
          ?? false
      }
      #expect(place != nil && two.text("tripId") == place?.tripID)
      #expect(two.text("waypointType") == place?.type)
    }
  }
}

extension JSONTree {
  fileprivate func list(_ name: String) -> [JSONTree] {
    if case .list(let values) = value(at: [name]) { values } else { [] }
  }
}
