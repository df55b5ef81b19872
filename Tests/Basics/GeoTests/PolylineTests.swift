import TestSupport
import Testing

@testable import Geo

@Suite(.limited) struct `Polylines` {
  /// An L: a hundredth of a degree east, then one north.
  private let corner = Polyline([
    Coordinate(latitude: 0, longitude: 0), Coordinate(latitude: 0, longitude: 0.01),
    Coordinate(latitude: 0.01, longitude: 0.01),
  ])
  private let side = Earth.circumferenceInMeters / 36_000

  @Test func `Polylines have a length`() {
    #expect(abs(corner.lengthInMeters - 2 * side) < 0.001)
    #expect(Polyline([]).lengthInMeters == 0)
    #expect(Polyline([Coordinate(latitude: 1, longitude: 1)]).lengthInMeters == 0)
  }

  @Test func `Polylines leave out invalid coordinates`() {
    let path = corner.coordinates + [Coordinate(latitude: .nan, longitude: 1)]
    #expect(Polyline(path) == corner)
  }

  @Test(arguments: [
    (-5.0, 0, 0.0), (0, 0, 0), (0.5, 0, 0.5), (1.25, 1, 0.25), (2, 1, 1), (9, 1, 1),
  ])
  func `Polylines have a place at each distance`(sides: Double, index: Int, fraction: Double) throws
  {
    let position = try #require(corner.position(atMeters: sides * side))
    #expect(position.index == index)
    #expect(abs(position.fraction - fraction) < 1e-9)
  }

  @Test func `Polylines without length have places`() throws {
    let place = Coordinate(latitude: 1, longitude: 1)
    #expect(Polyline([]).position(atMeters: 1) == nil)
    #expect(Polyline([place]).position(atMeters: 1)?.coordinate == place)
    let repeated = Polyline([place, place, place])
    #expect(repeated.position(atMeters: .nan)?.coordinate == place)
    #expect(repeated.bearing(atMeters: 0) == nil)
    #expect(repeated.nearestPosition(to: place)?.metersOff == 0)
    #expect(repeated.part(fromMeters: 0) == [place])
    #expect(Polyline([]).part(fromMeters: 0) == [])
  }

  @Test func `Polylines have a direction at each distance`() throws {
    let east = try #require(corner.bearing(atMeters: side / 2))
    let north = try #require(corner.bearing(atMeters: side * 1.5))
    #expect(abs(east - 90) < 0.01)
    #expect(abs(north) < 0.01)
    let repeated = Polyline(corner.coordinates + [corner.coordinates[2]])
    #expect(repeated.bearing(atMeters: .infinity) == north)
  }

  @Test func `Polylines find the nearest place`() throws {
    let near = Coordinate(latitude: 0.0025, longitude: 0.011)
    let position = try #require(corner.nearestPosition(to: near))
    #expect(position.index == 1)
    #expect(abs(position.fraction - 0.25) < 1e-6)
    #expect(abs(position.metersOff - side / 10) < 0.1)
    #expect(abs(position.metersFromStart - 1.25 * side) < 0.1)
    let early = try #require(corner.nearestPosition(to: near, within: 0...side))
    #expect(abs(early.metersFromStart - side) < 1e-6)
    #expect(corner.nearestPosition(to: Coordinate(latitude: .nan, longitude: 0)) == nil)
    #expect(corner.nearestPosition(to: near, within: 9_000...9_001) == nil)
  }

  @Test func `Polylines find the nearest place across the antimeridian`() throws {
    let path = Polyline([
      Coordinate(latitude: 0, longitude: 179.9), Coordinate(latitude: 0, longitude: -179.9),
    ])
    let position = try #require(
      path.nearestPosition(to: Coordinate(latitude: 0.01, longitude: -179.95)))
    #expect(abs(position.fraction - 0.75) < 1e-6)
  }

  @Test func `Polylines are cut at exact places`() throws {
    let rest = corner.part(fromMeters: side / 2)
    #expect(rest.count == 3)
    #expect(abs(rest[0].longitude - 0.005) < 1e-9)
    let middle = corner.part(fromMeters: side / 4, toMeters: side / 2)
    #expect(middle.count == 2)
    #expect(abs(Polyline(middle).lengthInMeters - side / 4) < 0.001)
    #expect(corner.part(fromMeters: side, toMeters: side / 2) == [])
  }

  @Test func `Simplified polylines lose the points on a straight line`() {
    let straight = Polyline(
      (0...1_000).map { Coordinate(latitude: 0, longitude: Double($0) / 10_000) })
    #expect(straight.simplified(toleranceMeters: 1).coordinates.count == 2)
    #expect(corner.simplified(toleranceMeters: 1) == corner)
    #expect(corner.simplified(toleranceMeters: .nan) == corner)
    #expect(corner.simplified(toleranceMeters: 10_000).coordinates.count == 2)
  }

  @Test(arguments: [UInt64(1), 2])
  func `Simplified polylines stay near the original`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var path = [Coordinate(latitude: 45, longitude: 180)]
    for _ in 0..<3_000 {
      path.append(
        (path.last ?? path[0]).destination(
          bearing: .random(in: 0...180, using: &random), meters: .random(in: 1...20, using: &random)
        ))
    }
    let simple = Polyline(path).simplified(toleranceMeters: 15)
    #expect(simple.coordinates.count < path.count / 2)
    for coordinate in path {
      let off = try #require(simple.nearestPosition(to: coordinate)).metersOff
      #expect(off < 15.2)
    }
  }
}
