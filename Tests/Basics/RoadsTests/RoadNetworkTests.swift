import Geo
import TestSupport
import Testing

@testable import Roads

/// A grid of streets, 0.001 degrees apart at the equator, which are 111.2 meters.
struct GridTown {
  let network: RoadNetwork
  let size: Int

  /// Creates a town of `size` × `size` crossings.
  ///
  /// - Parameters:
  ///   - size: The crossings on a side.
  ///   - change: Changes or drops (for nil) a segment, given its two ends as column and row.
  init(
    _ size: Int,
    _ change: (RoadNetwork.Segment, SIMD2<Int>, SIMD2<Int>) -> RoadNetwork.Segment? = {
      segment, _, _ in segment
    }
  ) {
    self.size = size
    let nodes = (0..<size * size).map { Self.place(Double($0 % size), Double($0 / size)) }
    var segments: [RoadNetwork.Segment] = []
    for row in 0..<size {
      for column in 0..<size {
        for step in [SIMD2(1, 0), SIMD2(0, 1)] {
          let from = SIMD2(column, row)
          let to = from &+ step
          guard to.x < size, to.y < size else { continue }
          let (start, end) = (from.y * size + from.x, to.y * size + to.x)
          let segment = RoadNetwork.Segment(
            start: start, end: end, path: [nodes[start], nodes[end]], roadClass: .residential)
          if let changed = change(segment, from, to) { segments.append(changed) }
        }
      }
    }
    network = RoadNetwork(nodes: nodes, segments: segments)
  }

  static func place(_ column: Double, _ row: Double) -> Coordinate {
    Coordinate(latitude: row / 1_000, longitude: column / 1_000)
  }
}

@Suite(.limited) struct `A road network` {
  private static func route(
    _ network: RoadNetwork, _ from: (Double, Double), _ to: (Double, Double)
  ) throws -> RoadNetwork.Route? {
    let start = try #require(network.nearestPosition(to: GridTown.place(from.0, from.1)))
    let end = try #require(network.nearestPosition(to: GridTown.place(to.0, to.1)))
    return network.fastestRoute(from: start, to: end)
  }

  @Test func `A road network finds the same nearest road as a linear search`() {
    let town = GridTown(12) { segment, from, _ in (from.x * 7 + from.y * 3) % 5 == 0 ? nil : segment
    }
    var random = SeededGenerator(seed: 5)
    for _ in 0..<400 {
      let place = GridTown.place(
        .random(in: -6...18, using: &random),
        .random(in: -6...18, using: &random)
      )
      let slow = town.network.lines.compactMap { $0.nearestPosition(to: place)?.metersOff }.min()
      let found = town.network.nearestPosition(to: place)
      #expect(abs((found?.metersOff ?? -1) - (slow ?? -2)) < 1e-6)
      let limit = Double.random(in: 0...200, using: &random)
      let near = town.network.nearestPosition(to: place, withinMeters: limit)
      #expect((near != nil) == ((slow ?? .infinity) <= limit))
    }
  }

  @Test func `A road network finds no road near an invalid place or without roads`() {
    let town = GridTown(2)
    #expect(town.network.nearestPosition(to: Coordinate(latitude: .nan, longitude: 0)) == nil)
    #expect(RoadNetwork(nodes: [], segments: []).nearestPosition(to: GridTown.place(0, 0)) == nil)
    // At the other end of the world it is still the nearest.
    #expect(town.network.nearestPosition(to: Coordinate(latitude: -60, longitude: 179)) != nil)
  }

  @Test func `A road network ignores footways`() throws {
    let town = GridTown(3) { segment, from, to in
      var segment = segment
      if from.y == 0, to.y == 0 { segment.roadClass = .footway }
      return segment
    }
    let place = try #require(town.network.nearestPosition(to: GridTown.place(0.5, 0)))
    #expect(town.network.segments[place.segment].roadClass == .residential)
    let route = try #require(try Self.route(town.network, (0, 0.5), (2, 0.5)))
    #expect(route.parts.allSatisfy { town.network.segments[$0.segment].roadClass == .residential })
  }

  @Test func `A road network drives from the middle of a road to the middle of another`() throws {
    let town = GridTown(4)
    let route = try #require(try Self.route(town.network, (0.25, 0), (2, 0.5)))
    #expect(route.path.first?.longitude == 0.25 / 1_000)
    #expect(abs(route.meters - 2.25 * 111.195) < 0.05)
    #expect(abs(route.meters - Polyline(route.path).lengthInMeters) < 0.01)
    // 85 % of 30 km/h, and one left turn.
    #expect(abs(route.duration / .seconds(1) - (route.meters / (30 / 3.6 * 0.85) + 5)) < 0.001)
  }

  @Test func `A road network routes along one road in both directions and for no distance`() throws
  {
    let town = GridTown(2)
    for (from, to) in [(0.2, 0.9), (0.9, 0.2), (0.5, 0.5)] {
      let route = try #require(try Self.route(town.network, (from, 0), (to, 0)))
      #expect(abs(route.meters - abs(to - from) * 111.195) < 0.01)
      #expect(route.path.count == 2)
      #expect(route.parts.count == 1)
    }
  }

  @Test func `A road network drives around the block to respect a one-way road`() throws {
    let town = GridTown(2) { segment, from, to in
      var segment = segment
      segment.isOneWay = from.y == 0 && to.y == 0
      return segment
    }
    let with = try #require(try Self.route(town.network, (0.2, 0), (0.8, 0)))
    #expect(with.parts.count == 1)
    let against = try #require(try Self.route(town.network, (0.8, 0), (0.2, 0)))
    #expect(abs(against.meters - 3.4 * 111.195) < 0.05)
    #expect(against.parts.map(\.isForward) == [true, true, false, false, true])
    #expect(against.parts.first?.segment == against.parts.last?.segment)
  }

  @Test func `A road network prefers the fast road and few left turns to the short route`() throws {
    let town = GridTown(5) { segment, from, to in
      var segment = segment
      if from.y == 4, to.y == 4 { segment.speedLimit = 300 }
      return segment
    }
    let route = try #require(try Self.route(town.network, (0, 3), (4, 3)))
    #expect(route.path.contains { $0.latitude == 4.0 / 1_000 })
  }

  @Test func `A road network finds no route to an unconnected place`() throws {
    let town = GridTown(4) { segment, from, to in
      (from.x == 1) != (to.x == 1) && to.x == 2 ? nil : segment
    }
    #expect(try Self.route(town.network, (0, 0.5), (3, 0.5)) == nil)
    let place = RoadNetwork.Position(
      segment: 99, metersFromStart: 0, coordinate: GridTown.place(0, 0), metersOff: 0)
    #expect(town.network.fastestRoute(from: place, to: place) == nil)
  }

  @Test func `A road network leaves out segments that lead nowhere`() {
    let nodes = [GridTown.place(0, 0), GridTown.place(1, 0)]
    let none = Coordinate(latitude: .infinity, longitude: 0)
    let network = RoadNetwork(
      nodes: nodes,
      segments: [
        .init(start: 0, end: 2, path: nodes, roadClass: .primary),
        .init(start: -1, end: 1, path: nodes, roadClass: .primary),
        .init(start: 0, end: 1, path: [nodes[0]], roadClass: .primary),
        .init(start: 0, end: 1, path: [nodes[0], none], roadClass: .primary),
        .init(start: 0, end: 1, path: nodes, roadClass: .primary),
      ])
    #expect(network.segments.count == 1)
  }

  /// The same by Bellman and Ford: each arc is relaxed until nothing changes.
  private static func slowestSearch(
    _ network: RoadNetwork, _ start: RoadNetwork.Position, _ end: RoadNetwork.Position
  ) -> Double {
    let arcs = network.arcs
    func left(_ arc: Int, _ place: RoadNetwork.Position) -> Double {
      let share = place.metersFromStart / network.meters(of: place.segment)
      return arcs.seconds[arc] * (arc % 2 == 0 ? 1 - share : share)
    }
    var times = Array(repeating: Double.infinity, count: arcs.seconds.count)
    var best = Double.infinity
    for arc in [2 * start.segment, 2 * start.segment + 1] where arcs.seconds[arc].isFinite {
      times[arc] = left(arc, start)
      let onward = left(arc, start) - left(arc, end)
      if start.segment == end.segment, onward >= 0 { best = min(best, onward) }
    }
    var hasChanged = true
    while hasChanged {
      hasChanged = false
      for arc in times.indices where times[arc].isFinite {
        for next in arcs.leaving(Int(arcs.ends[arc])).map(Int.init) {
          let time = times[arc] + arcs.turn(from: arc, into: next)
          if next / 2 == end.segment {
            best = min(best, time + arcs.seconds[next] - left(next, end))
          }
          if time + arcs.seconds[next] < times[next] {
            times[next] = time + arcs.seconds[next]
            hasChanged = true
          }
        }
      }
    }
    return best
  }

  @Test(arguments: [UInt64(1), 2, 3])
  func `A road network finds the fastest of all routes`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let town = GridTown(7) { segment, _, _ in
      var segment = segment
      segment.isOneWay = Int.random(in: 0..<4, using: &random) == 0
      segment.speedLimit = [10, 30, 50, 80].randomElement(using: &random) ?? 30
      return Int.random(in: 0..<8, using: &random) == 0 ? nil : segment
    }
    var found = 0
    for _ in 0..<60 {
      let positions = try (0..<2).map { _ in
        try #require(
          town.network.nearestPosition(
            to: GridTown.place(
              .random(in: 0...6, using: &random),
              .random(in: 0...6, using: &random)
            )
          )
        )
      }
      let best = Self.slowestSearch(town.network, positions[0], positions[1])
      guard let route = town.network.fastestRoute(from: positions[0], to: positions[1]) else {
        #expect(best == .infinity)
        continue
      }
      found += 1
      #expect(abs(route.duration / .seconds(1) - best) < 1e-6)
    }
    #expect(found > 30)
  }
}
