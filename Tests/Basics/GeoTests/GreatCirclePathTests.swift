import TestSupport
import Testing

@testable import Geo

@Suite(.limited) struct `A path along great circles` {
  private let lisbon = Coordinate(latitude: 38.7, longitude: -9.1)
  private let tokyo = Coordinate(latitude: 35.7, longitude: 139.7)
  private let seattle = Coordinate(latitude: 47.6, longitude: -122.3)

  @Test func `A path along great circles bends to the north`() throws {
    let path = GreatCircle.path(through: [lisbon, tokyo], addingAtMost: 4_000)
    #expect(path.first == lisbon)
    #expect(path.last == tokyo)
    #expect(path.map(\.latitude).max() ?? 0 > 65)
    let way = lisbon.meters(to: tokyo)
    for place in path { #expect(abs(lisbon.meters(to: place) + place.meters(to: tokyo) - way) < 1) }
    for (one, other) in zip(path, path.dropFirst()) {
      #expect(one.meters(to: other) < GreatCircle.longestStep + 0.01)
    }
  }

  @Test func `A path along great circles crosses the antimeridian in one piece`() {
    let path = GreatCircle.path(through: [tokyo, seattle], addingAtMost: 4_000)
    let points = WebMercator.continuous(path)
    #expect(points.count == path.count)
    for (one, other) in zip(points, points.dropFirst()) {
      #expect(other.x > one.x && other.x - one.x < 0.01)
    }
    #expect((points.last?.x ?? 0) > 1)
  }

  @Test func `A path along great circles leaves short segments and invalid coordinates`() {
    let near = Coordinate(latitude: 38.72, longitude: -9.11)
    let invalid = Coordinate(latitude: .nan, longitude: 0)
    #expect(GreatCircle.path(through: [lisbon, near], addingAtMost: 9) == [lisbon, near])
    #expect(GreatCircle.path(through: [lisbon, invalid, near], addingAtMost: 9) == [lisbon, near])
    #expect(GreatCircle.path(through: [], addingAtMost: 9).isEmpty)
    #expect(GreatCircle.path(through: [tokyo], addingAtMost: 9) == [tokyo])
    #expect(GreatCircle.path(through: [lisbon, tokyo], addingAtMost: 0) == [lisbon, tokyo])
  }

  @Test(arguments: [1, 7, 4_000])
  func `A path along great circles adds no more places than it may`(most: Int) {
    let far = (0..<2_000).map {
      Coordinate(latitude: $0.isMultiple(of: 2) ? 80 : -80, longitude: Double($0 % 360) - 180)
    }
    #expect(GreatCircle.path(through: far, addingAtMost: most).count <= far.count + most)
    let two = GreatCircle.path(through: [lisbon, tokyo], addingAtMost: most)
    #expect(two.count <= 2 + most)
    #expect(two.count >= 2 + min(most, 2) / 2)
  }
}
