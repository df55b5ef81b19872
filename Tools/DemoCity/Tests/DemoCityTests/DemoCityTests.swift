import Foundation
import Geo
import Roads
import Testing

@testable import DemoCity

struct `The demo city` {
  /// Three towns, each made once for all tests.
  private static let city = DemoCity()
  private static let second = DemoCity(seed: 1)
  private static let third = DemoCity(seed: .max)

  /// A number of everything that the town consists of (FNV-1a).
  private static func fingerprint(_ city: DemoCity) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func add(_ bytes: some Sequence<UInt8>) {
      for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }
    func add(_ number: Int) { add((0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }) }
    func add(_ path: [Coordinate]) {
      for place in path {
        add(Int((place.latitude * 1e7).rounded()))
        add(Int((place.longitude * 1e7).rounded()))
      }
    }
    add(city.network.nodes)
    for road in city.roads {
      let segment = road.segment
      add(segment.start)
      add(segment.end)
      add(segment.path)
      add(segment.roadClass.rawValue)
      add(segment.speedLimit)
      add(segment.isOneWay ? 1 : 0)
      add(road.name?.text.utf8.map(\.self) ?? [])
    }
    for area in city.areas { area.rings.forEach(add) }
    for place in city.places { add(place.name.text.utf8.map(\.self)) }
    return hash
  }

  @Test func `The demo city is the same for the same seed, to the last decimal`() {
    // Written down, so that no run, platform or change of the code makes another town unnoticed.
    #expect(Self.fingerprint(Self.city) == 11_851_581_275_360_594_663)
  }

  @Test func `The demo city is another for another seed`() {
    #expect(Self.fingerprint(Self.second) != Self.fingerprint(Self.city))
  }

  @Test func `The demo city has coordinates of seven decimals`() {
    let finer = Self.city.network.nodes.flatMap { [$0.latitude, $0.longitude] }.filter {
      ($0 * 1e7).rounded() / 1e7 != $0
    }
    #expect(finer.isEmpty)
  }

  @Test(arguments: 0..<3) func `The demo city has a sane size with every seed`(town: Int) {
    let city = [Self.city, Self.second, Self.third][town]
    #expect((1_500...4_000).contains(city.roads.count))
    #expect((8_000...18_000).contains(city.areas.count { $0.kind == .building }))
    #expect((6...16).contains(city.roads.count { $0.isBridge }))
    #expect(city.areas.count { $0.kind == .park } > 10)
    #expect(city.areas.count { $0.kind == .square } > 1)
    let bounds = DemoCity.bounds
    #expect(city.roads.allSatisfy { $0.segment.path.allSatisfy(bounds.contains) })
    #expect(city.areas.allSatisfy { $0.rings.allSatisfy { $0.allSatisfy(bounds.contains) } })
    #expect(city.areas.allSatisfy { !$0.rings.isEmpty && $0.rings.allSatisfy { $0.count > 2 } })
    #expect(city.places.allSatisfy { bounds.contains($0.coordinate) })
    Self.checkReach(city)
    Self.checkRiver(city)
    Self.checkNames(city)
  }

  @Test func `The demo city is 6 kilometers wide and 5 high`() {
    let bounds = DemoCity.bounds
    let middle = DemoCity.origin
    let west = Coordinate(latitude: middle.latitude, longitude: bounds.west)
    let east = Coordinate(latitude: middle.latitude, longitude: bounds.east)
    #expect(abs(west.meters(to: east) - 6_000) < 1)
    #expect(abs(bounds.latitudeSpan * Earth.circumferenceInMeters / 360 - 5_000) < 1)
  }

  /// That everywhere is reached from everywhere by vehicle, and on foot too.
  private static func checkReach(_ city: DemoCity) {
    let network = city.network
    func reached(_ next: (Int) -> [Int], from start: Int) -> Set<Int> {
      var known: Set<Int> = [start]
      var open = [start]
      while let node = open.popLast() {
        for other in next(node) where known.insert(other).inserted { open.append(other) }
      }
      return known
    }
    var onward: [Int: [Int]] = [:]
    var back: [Int: [Int]] = [:]
    var walks: [Int: [Int]] = [:]
    for segment in network.segments {
      walks[segment.start, default: []].append(segment.end)
      walks[segment.end, default: []].append(segment.start)
      guard segment.roadClass.isDrivable else { continue }
      onward[segment.start, default: []].append(segment.end)
      back[segment.end, default: []].append(segment.start)
      guard !segment.isOneWay else { continue }
      onward[segment.end, default: []].append(segment.start)
      back[segment.start, default: []].append(segment.end)
    }
    let drivable = Set(onward.keys).union(back.keys)
    let start = network.segments.first { $0.roadClass == .primary }?.start ?? -1
    #expect(drivable.count > 1_000)
    #expect(reached({ onward[$0] ?? [] }, from: start) == drivable)
    #expect(reached({ back[$0] ?? [] }, from: start) == drivable)
    #expect(reached({ walks[$0] ?? [] }, from: start) == Set(network.nodes.indices))
    #expect(network.segments.contains { $0.isOneWay })
  }

  /// That bridges lead over water, and nothing else does.
  private static func checkRiver(_ city: DemoCity) {
    let waters = city.areas.filter { $0.kind == .water }
    let shapes = waters.map { water in
      (box: CoordinateBounds(enclosing: water.rings[0]), rings: water.rings.map(Self.polygon))
    }
    func isWet(_ place: Coordinate) -> Bool {
      shapes.contains { box, rings in
        box?.contains(place) == true
          && rings.count { $0.contains(Point(place.longitude, place.latitude)) } == 1
      }
    }
    #expect(waters.count { $0.rings.count == 2 } == 1)
    let wrong = city.roads.filter { road in
      let line = Polyline(road.segment.path)
      let isOver = stride(from: 0, through: line.lengthInMeters, by: 14).contains { meters in
        line.position(atMeters: meters).map { isWet($0.coordinate) } ?? false
      }
      return isOver != road.isBridge
    }
    #expect(wrong.isEmpty)
    let houses = city.areas.filter { $0.kind == .building }
    #expect(!houses.contains { isWet($0.rings[0][0]) })
  }

  private static func polygon(_ ring: [Coordinate]) -> Polygon {
    Polygon(ring.map { Point($0.longitude, $0.latitude) })
  }

  /// Checks that a name belongs to one street with connected parts.
  private static func checkNames(_ city: DemoCity) {
    let named = Dictionary(grouping: city.roads.filter { $0.name != nil }) { $0.name?.text }
      .mapValues { $0.map(\.segment) }
    #expect(named.count > 300)
    for (name, street) in named {
      var left = Array(street.dropFirst())
      var ends: Set<Int> = [street[0].start, street[0].end]
      while let index = left.firstIndex(where: { ends.contains($0.start) || ends.contains($0.end) })
      {
        ends.formUnion([left[index].start, left[index].end])
        left.remove(at: index)
      }
      #expect(left.isEmpty, "\(name ?? "") is in two places")
    }
    let driven = city.roads.filter { $0.segment.roadClass <= .residential }
    #expect(Double(driven.count { $0.name != nil }) > 0.9 * Double(driven.count))
    #expect(Set(city.roads.compactMap(\.name?.language)).count >= 9)
    // The river's name is in many places.
    let others = city.places.filter { $0.kind != .river }
    #expect(Set(others.map(\.name.text)).count == others.count)
  }

  @Test func `The demo city has houses that are on no street`() {
    let houses = Self.city.areas.filter { $0.kind == .building }
    for house in stride(from: 0, to: houses.count, by: 17).map({ houses[$0] }) {
      let near = house.rings[0].filter { corner in
        let road = Self.city.network.nearestPosition(to: corner, withinMeters: 500)
        return road?.metersOff ?? 0 <= 2
      }
      #expect(near.isEmpty)
    }
  }

  @Test func `The demo city has rings that turn as they should`() {
    let wrong = Self.city.areas.filter { shape in
      Self.polygon(shape.rings[0]).area <= 0
        || shape.rings.dropFirst().contains { Self.polygon($0).area >= 0 }
    }
    #expect(wrong.isEmpty)
  }

  @Test func `The demo city has ways from each of its districts to each other`() throws {
    let network = Self.city.network
    let places = Self.city.places.filter { $0.kind == .district }.map(\.coordinate)
    let positions = try places.map { try #require(network.nearestPosition(to: $0)) }
    for (from, to) in zip(positions, positions.dropFirst() + [positions[0]]) {
      let route = try #require(network.fastestRoute(from: from, to: to))
      #expect(route.meters < 3 * from.coordinate.meters(to: to.coordinate) + 500)
      for part in route.parts where network.segments[part.segment].isOneWay {
        #expect(part.isForward)
      }
    }
  }
}

struct `Sines of sums and products` {
  @Test func `Sines of sums and products are the mathematical ones`() {
    for step in -4_000...4_000 {
      let angle = Double(step) / 100
      #expect(abs(Wave.sin(angle) - Foundation.sin(angle)) < 1e-11)
      #expect(abs(Wave.cos(angle) - Foundation.cos(angle)) < 1e-11)
    }
  }
}
