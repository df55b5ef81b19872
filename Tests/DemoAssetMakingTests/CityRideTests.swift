import DemoAssets
import DemoCity
import Geo
import RouteSources
import Testing

@testable import DemoAssetMaking

/// The town, made once for all tests.
enum SampleCity {
  static let city = DemoCity()
}

struct `The demo's ride through the town` {
  private static var city: DemoCity { SampleCity.city }

  @Test func `The demo's ride through the town is the asset that the program carries`() throws {
    let asset = Array(
      UnsafeBufferPointer(
        start: ridealong_demo_ride_bytes(),
        count: ridealong_demo_ride_size()
      )
    )
    #expect(asset == Array(try CityRide(Self.city).json.utf8), "Run scripts/make-demo-city.")
  }

  @Test func `The demo's ride through the town stays on the streets and crosses the river`() throws
  {
    let ride = try DemoRide(json: Array(try CityRide(Self.city).json.utf8))
    for point in ride.toPickup.path + ride.toDropoff.path {
      let road = try #require(Self.city.roads.nearestPosition(to: point))
      #expect(road.metersOff < 8)
    }
    let crossed = ride.toDropoff.path.compactMap { Self.city.roads.nearestPosition(to: $0) }
    #expect(crossed.contains { Self.city.roads.segments[$0.segment].isBridge })
  }

  @Test func `The demo's ride through the town is none where no road leads`() {
    #expect(throws: CityRide.Failure.noWay) {
      try CityRide.way(RoadNetwork(nodes: [], segments: []), CityRide.start, CityRide.pickup)
    }
  }
}
