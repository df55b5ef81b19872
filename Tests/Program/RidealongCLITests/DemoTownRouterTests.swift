import FleetEngine
import Geo
import RidesharingDriver
import RouteSources
import TestSupport
import Testing

@testable import RidealongCLI

@Suite(.limited) struct `The roads of the demo's town` {
  @Test func `The roads of the demo's town are slow and jammed in the same places for every route`()
    async throws
  {
    let network = try DemoTown.roads()
    let (busy, free) = (DemoTownRouter(network), RoadNetworkRouter(network))
    let corners = [(45.006, -30.008), (44.994, -29.992), (45.005, -29.993), (44.995, -30.007)]
      .map { Coordinate(latitude: $0.0, longitude: $0.1) }
    var styles: Set<String> = []
    for start in corners {
      for end in corners where end != start {
        let leg = try #require(try await busy.route(through: [start, end]).legs.first)
        let plain = try #require(try await free.route(through: [start, end]).legs.first)
        #expect(leg.path == plain.path)
        #expect(try await busy.route(through: [start, end]).legs == [leg])
        #expect(
          leg.traffic.isEmpty ? leg.duration == plain.duration : leg.duration > plain.duration)
        #expect(leg.duration < plain.duration * 2.2)
        var end = 0
        for stretch in leg.traffic {
          #expect(stretch.offsetMeters >= end && stretch.lengthMeters > 0)
          end = stretch.offsetMeters + stretch.lengthMeters
          styles.insert(stretch.style.wireName)
        }
        #expect(Double(end) <= leg.distanceMeters + 1)
      }
    }
    #expect(styles == ["SLOWER_TRAFFIC", "TRAFFIC_JAM"])
  }
}
