import DemoCity
import Geo
import Roads
import Testing

@testable import DemoAssetMaking

struct `The demo's ride through the town` {
  private static var city: DemoCity { SampleCity.city }

  @Test func `The demo's ride through the town is the asset that the program carries`() throws {
    let asset = try CommittedAsset.bytes("demo-ride.json")
    #expect(asset == Array(try CityRide(Self.city).json.utf8), "Run scripts/make-demo-city.")
  }

  @Test func `The demo's ride through the town stays on the streets and crosses the river`() throws
  {
    let ride = try CityRide(Self.city)
    for point in ride.toPickup + ride.toDropoff {
      let road = try #require(Self.city.network.nearestPosition(to: point))
      #expect(road.metersOff < 8)
    }
    let crossed = ride.toDropoff.compactMap { Self.city.network.nearestPosition(to: $0) }
    #expect(crossed.contains { Self.city.roads[$0.segment].isBridge })
  }

  @Test func `The demo's ride through the town throws where no road leads`() {
    #expect(throws: CityRide.Failure.noRoute) {
      try CityRide.path(RoadNetwork(nodes: [], segments: []), CityRide.start, CityRide.pickup)
    }
  }
}
