import TestSupport
import Testing

@testable import Geo

@Suite(.limited) struct `The web Mercator world` {
  @Test func `The web Mercator world has the equator in its middle`() {
    let middle = WebMercator.worldPoint(Coordinate(latitude: 0, longitude: 0))
    #expect(abs(middle.x - 0.5) < 1e-12)
    #expect(abs(middle.y - 0.5) < 1e-12)
  }

  @Test(arguments: [90.0, 85.05112878, 89, -85.05112878, -90])
  func `The web Mercator world ends at its edges`(latitude: Double) {
    let point = WebMercator.worldPoint(Coordinate(latitude: latitude, longitude: -180))
    #expect(abs(point.y - (latitude > 0 ? 0 : 1)) < 1e-9)
    #expect(point.x == 0)
  }

  @Test func `The web Mercator point of an invalid coordinate is not finite`() {
    #expect(!WebMercator.worldPoint(Coordinate(latitude: .nan, longitude: 0)).isFinite)
    #expect(!WebMercator.worldPoint(Coordinate(latitude: 0, longitude: .infinity)).isFinite)
  }

  @Test(arguments: [UInt64(1), 2])
  func `The web Mercator world is the same after projecting and unprojecting`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<1_000 {
      let place = Coordinate(
        latitude: .random(in: -85...85, using: &random),
        longitude: .random(in: -180..<180, using: &random))
      let back = WebMercator.coordinate(WebMercator.worldPoint(place))
      #expect(abs(back.latitude - place.latitude) < 1e-9)
      #expect(abs(back.longitude - place.longitude) < 1e-9)
    }
  }

  @Test func `The web Mercator world keeps a path across the antimeridian in one piece`() {
    let path = [178.0, 179, -179, -178, 179].map { Coordinate(latitude: 0, longitude: $0) }
    let points = WebMercator.continuous(path + [Coordinate(latitude: .nan, longitude: 0)])
    #expect(points.count == 5)
    #expect(zip(points, points.dropFirst()).allSatisfy { abs($0.x - $1.x) < 0.01 })
    #expect(points[2].x > 1)
  }

  @Test func `The web Mercator world has a width in meters`() {
    #expect(WebMercator.metersPerWorld(atLatitude: 0) == Earth.circumferenceInMeters)
    let ratio =
      WebMercator.metersPerWorld(atLatitude: 60) / WebMercator.metersPerWorld(atLatitude: 0)
    #expect(abs(ratio - 0.5) < 1e-12)
  }
}
