import TestSupport
import Testing

@testable import Geo

@Suite(.limited) struct `Coordinate bounds` {
  private func at(_ latitude: Double, _ longitude: Double) -> Coordinate {
    Coordinate(latitude: latitude, longitude: longitude)
  }

  @Test func `Coordinate bounds enclose coordinates`() throws {
    let bounds = try #require(CoordinateBounds(enclosing: [at(1, 2), at(3, -4), at(.nan, 0)]))
    #expect(bounds == CoordinateBounds(south: 1, west: -4, north: 3, east: 2))
    #expect(bounds.center == at(2, -1))
    #expect(CoordinateBounds(enclosing: [at(.nan, 0), at(91, 0)]) == nil)
    #expect(CoordinateBounds(enclosing: []) == nil)
  }

  @Test(arguments: [
    (-4.0, 2.0, 1.0, 9.0, 1.0, 2.0), (0, 10, 2, 5, 2, 5), (2, 5, 0, 10, 2, 5),
    (170, -170, 175, 179, 175, 179), (170, -170, -175, 0, -175, -170),
    (160, 175, 170, -170, 170, 175), (-180, 180, 1, 2, 1, 2), (1, 2, -180, 180, 1, 2),
    // The first reaches around the globe, so that there are two areas.
    (-10, -40, -50, 5, -10, 5),
  ]) func `Coordinate bounds have a part in common`(
    west: Double, east: Double, otherWest: Double, otherEast: Double, commonWest: Double,
    commonEast: Double
  ) throws {
    let one = CoordinateBounds(south: 0, west: west, north: 20, east: east)
    let other = CoordinateBounds(south: 10, west: otherWest, north: 30, east: otherEast)
    let part = try #require(one.intersection(other))
    #expect((part.south, part.north) == (10, 20))
    #expect(abs(part.west - commonWest) < 1e-9 && abs(part.east - commonEast) < 1e-9, "\(part)")
  }

  @Test func `Coordinate bounds that are apart have no part in common`() {
    let bounds = CoordinateBounds(south: 0, west: 170, north: 10, east: -170)
    for other in [
      CoordinateBounds(south: 11, west: 170, north: 20, east: -170),
      CoordinateBounds(south: 0, west: -160, north: 10, east: 160),
    ] { #expect(bounds.intersection(other) == nil) }
  }

  @Test func `Coordinate bounds cross the antimeridian where that is shorter`() throws {
    let bounds = try #require(CoordinateBounds(enclosing: [at(0, 179), at(1, -178), at(0, 180)]))
    #expect(bounds == CoordinateBounds(south: 0, west: 179, north: 1, east: -178))
    #expect(bounds.longitudeSpan == 3)
    #expect(abs(bounds.center.longitude - -179.5) < 1e-9)
    #expect(bounds.contains(at(0.5, 180)))
    #expect(bounds.contains(at(0.5, -180)))
    #expect(!bounds.contains(at(0.5, 0)))
    #expect(!bounds.contains(at(.nan, 180)))
  }

  @Test(arguments: [
    (-4.0, 2.0, 1.0, 9.0, -4.0, 9.0), (170, 175, -175, -170, 170, -170),
    (179, -179, 178, 179.5, 178, -179), (-10, 10, -5, 5, -10, 10), (-180, 180, 1, 2, -180, 180),
  ]) func `Coordinate bounds unite the short way around`(
    west: Double, east: Double, otherWest: Double, otherEast: Double, unitedWest: Double,
    unitedEast: Double
  ) {
    let one = CoordinateBounds(south: 0, west: west, north: 1, east: east)
    let other = CoordinateBounds(south: -1, west: otherWest, north: 0, east: otherEast)
    let united = CoordinateBounds(south: -1, west: unitedWest, north: 1, east: unitedEast)
    #expect(one.union(other) == united)
    #expect(other.union(one) == united)
  }
}
