import TestSupport
import Testing

@testable import Geo

@Suite(.limited) struct `Great circles` {
  private let milan = Coordinate(latitude: 45.4642, longitude: 9.19)
  private let rome = Coordinate(latitude: 41.9028, longitude: 12.4964)

  @Test func `Great circles measure distances`() {
    #expect(abs(milan.meters(to: rome) - 477_000) < 1_500)
    #expect(milan.meters(to: milan) == 0)
    let opposite = Coordinate(latitude: -45.4642, longitude: -170.81)
    #expect(abs(milan.meters(to: opposite) - Earth.circumferenceInMeters / 2) < 1)
    #expect(milan.meters(to: Coordinate(latitude: .nan, longitude: 0)).isNaN)
    #expect(milan.meters(to: Coordinate(latitude: 0, longitude: .infinity)).isNaN)
  }

  @Test func `Great circles measure across the antimeridian`() {
    let west = Coordinate(latitude: 0, longitude: 179.99)
    let east = Coordinate(latitude: 0, longitude: -179.99)
    #expect(abs(west.meters(to: east) - 2_224) < 1)
    #expect(abs(west.initialBearing(to: east) - 90) < 0.001)
    let middle = west.interpolated(to: east, fraction: 0.5)
    #expect(abs(abs(middle.longitude) - 180) < 1e-9)
  }

  @Test(arguments: [
    (1.0, 0.0, 0.0), (0, 1, 90), (-1, 0, 180), (0, -1, 270), (1, 1, 45), (-1, -1, 225), (0, 0, 0),
  ]) func `Great circles have an initial bearing`(north: Double, east: Double, degrees: Double) {
    let equator = Coordinate(latitude: 0, longitude: 0)
    let bearing = equator.initialBearing(
      to: Coordinate(latitude: north / 100, longitude: east / 100))
    #expect(abs(bearing - degrees) < 0.01)
    #expect((0..<360).contains(bearing))
  }

  @Test(arguments: [UInt64(1), 2])
  func `Great circles lead to the destination of a bearing and distance`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let start = Coordinate(
        latitude: .random(in: -85...85, using: &random),
        longitude: .random(in: -180...180, using: &random))
      let bearing = Double.random(in: 0..<360, using: &random)
      let meters = Double.random(in: 1...1_000_000, using: &random)
      let end = start.destination(bearing: bearing, meters: meters)
      #expect(end.isValid)
      #expect(abs(start.meters(to: end) - meters) < 0.01)
      let turn = abs(start.initialBearing(to: end) - bearing)
      #expect(min(turn, 360 - turn) < 0.01)
    }
  }

  @Test func `Great circles interpolate between their ends`() {
    #expect(milan.interpolated(to: rome, fraction: 0) == milan)
    #expect(milan.interpolated(to: rome, fraction: 1) == rome)
    #expect(milan.interpolated(to: rome, fraction: -3) == milan)
    let third = milan.interpolated(to: rome, fraction: 1.0 / 3)
    #expect(abs(milan.meters(to: third) * 3 - milan.meters(to: rome)) < 0.1)
  }
}
