@testable import FleetEmulator
import FleetEngine
import Geo
import TestSupport
import Testing

@Suite(.limited) struct `Traffic from a driver's stretches` {
  /// About 1,112 m along the equator, with a point in the middle.
  private let route = [
    Coordinate(latitude: 0, longitude: 0), Coordinate(latitude: 0, longitude: 0.005),
    Coordinate(latitude: 0, longitude: 0.01),
  ]

  @Test func `Traffic from a driver's stretches gets a point at every edge, in any order`() throws {
    let traffic = try #require(
      TrafficConversion.polyline(
        [
          RoadStretch(style: .trafficJam, offsetMeters: 700, lengthMeters: 100),
          RoadStretch(style: .slowerTraffic, offsetMeters: 0, lengthMeters: 100),
        ],
        along: route
      )
    )
    #expect(traffic.intervals.map(\.speed) == [.slow, .normal, .trafficJam, .normal])
    #expect(traffic.path.count == 6)
    #expect(traffic.intervals.map(\.startIndex) == [0, 1, 3, 4])
    #expect(traffic.intervals.map(\.endIndex) == [1, 3, 4, 5])
    #expect(abs(Polyline(Array(traffic.path[...1])).lengthInMeters - 100) < 0.5)
  }

  @Test(arguments: [
    RoadStretch(style: .slowerTraffic, offsetMeters: 0, lengthMeters: 0),
    RoadStretch(style: .slowerTraffic, offsetMeters: 0, lengthMeters: -4),
    RoadStretch(style: .unknown("PURPLE"), offsetMeters: 0, lengthMeters: 100),
    RoadStretch(style: .trafficJam, offsetMeters: .min, lengthMeters: 5),
  ]) func `Traffic from a driver's stretches drops stretches outside of the route`(
    _ stretch: RoadStretch
  ) throws {
    let traffic = try #require(TrafficConversion.polyline([stretch], along: route))
    #expect(traffic.intervals.map(\.speed) == [.normal])
  }

  @Test func `Traffic from a driver's stretches is cut where stretches overlap or pass the end`()
    throws
  {
    let traffic = try #require(
      TrafficConversion.polyline(
        [
          RoadStretch(style: .slowerTraffic, offsetMeters: 0, lengthMeters: 500),
          RoadStretch(style: .trafficJam, offsetMeters: 200, lengthMeters: .max),
        ],
        along: route
      )
    )
    #expect(traffic.intervals.map(\.speed) == [.slow, .trafficJam])
    #expect(traffic.intervals.last?.endIndex == traffic.path.count - 1)
  }

  @Test func `Traffic from a driver's stretches needs a route with a length`() {
    #expect(TrafficConversion.polyline([], along: []) == nil)
    #expect(TrafficConversion.polyline([], along: [route[0]]) == nil)
    #expect(TrafficConversion.polyline([], along: [route[0], route[0]]) == nil)
  }
}
