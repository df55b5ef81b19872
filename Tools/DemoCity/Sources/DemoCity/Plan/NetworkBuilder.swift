internal import Geo
internal import Roads

/// Makes the road network of a plan.
struct NetworkBuilder {
  /// A road between two junctions, in the plan.
  struct Road {
    var start: Int
    var end: Int
    var points: [Point]
    var roadClass: RoadClass
    var isBridge: Bool
    var name: LocalName?
    var isOneWay = false
    var speedLimit: Int?

    var middle: Point { points[points.count / 2] }

    var length: Double {
      zip(points, points.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
    }
  }

  private let streets: StreetPlan
  private(set) var nodes: [Point] = []
  private(set) var roads: [Road] = []

  init(_ streets: StreetPlan, _ chance: inout Chance) {
    self.streets = streets
    let pieces = Self.pieces(streets)
    chain(pieces)
    var rules = TrafficRules(Chance(seed: chance.next()))
    rules.apply(to: &roads, streets.plan, nodeCount: nodes.count)
    var namer = StreetNamer(Chance(seed: chance.next()))
    namer.name(&roads, nodes: nodes)
  }

  /// The pieces of streets that are connected to the town.
  private static func pieces(_ streets: StreetPlan) -> [Arrangement.Edge] {
    let nodes = streets.arrangement.nodes
    var pieces = streets.arrangement.edges.filter {
      if case .street = streets.lines[$0.line].kind { true } else { false }
    }
    let half = TownPlan.halfSize
    // What ends nowhere within the town is cut off, until nothing does.
    while true {
      var degrees = Array(repeating: 0, count: nodes.count)
      for piece in pieces {
        degrees[piece.start] += 1
        degrees[piece.end] += 1
      }
      func endsNowhere(_ node: Int) -> Bool {
        degrees[node] == 1 && abs(nodes[node].x) < half.x - 1 && abs(nodes[node].y) < half.y - 1
      }
      let kept = pieces.filter { !endsNowhere($0.start) && !endsNowhere($0.end) }
      if kept.count == pieces.count { break }
      pieces = kept
    }
    return largestComponent(pieces, nodes.count)
  }

  private static func largestComponent(
    _ pieces: [Arrangement.Edge], _ count: Int
  ) -> [Arrangement.Edge] {
    var root = Array(0..<count)
    func find(_ node: Int) -> Int {
      var node = node
      while root[node] != node {
        root[node] = root[root[node]]
        node = root[node]
      }
      return node
    }
    for piece in pieces { root[find(piece.start)] = find(piece.end) }
    var sizes: [Int: Int] = [:]
    for piece in pieces { sizes[find(piece.start), default: 0] += 1 }
    let largest = sizes.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    return pieces.filter { find($0.start) == largest }
  }

  /// Joins pieces between junctions to roads.
  private mutating func chain(_ pieces: [Arrangement.Edge]) {
    let points = streets.arrangement.nodes
    var at: [[Int]] = Array(repeating: [], count: points.count)
    for (number, piece) in pieces.enumerated() {
      at[piece.start].append(number)
      at[piece.end].append(number)
    }
    func isJunction(_ node: Int) -> Bool {
      at[node].count != 2 || roadClass(pieces[at[node][0]]) != roadClass(pieces[at[node][1]])
    }
    var number: [Int: Int] = [:]
    func index(_ node: Int, _ nodes: inout [Point]) -> Int {
      if let known = number[node] { return known }
      number[node] = nodes.count
      nodes.append(points[node])
      return nodes.count - 1
    }
    var isUsed = Array(repeating: false, count: pieces.count)
    func follow(_ first: Int, from start: Int) {
      var (node, piece, way) = (start, first, [points[start]])
      var isBridge = false
      while true {
        isUsed[piece] = true
        let next = pieces[piece].start == node ? pieces[piece].end : pieces[piece].start
        isBridge = isBridge || isOverRiver((points[node] + points[next]) / 2, pieces[piece])
        way.append(points[next])
        node = next
        guard node != start, !isJunction(node), let onward = at[node].first(where: { !isUsed[$0] })
        else { break }
        piece = onward
      }
      roads.append(
        Road(
          start: index(start, &nodes), end: index(node, &nodes), points: way,
          roadClass: roadClass(pieces[first]), isBridge: isBridge))
    }
    for node in points.indices where !at[node].isEmpty && isJunction(node) {
      for piece in at[node] where !isUsed[piece] { follow(piece, from: node) }
    }
    for piece in pieces.indices where !isUsed[piece] { follow(piece, from: pieces[piece].start) }
  }

  private func roadClass(_ piece: Arrangement.Edge) -> RoadClass {
    guard case .street(let roadClass) = streets.lines[piece.line].kind else { return .service }
    return roadClass
  }

  private func isOverRiver(_ point: Point, _ piece: Arrangement.Edge) -> Bool {
    streets.lines[piece.line].crossesRiver && streets.plan.riverShare(point) < 1
      && !streets.plan.isIsland(point)
  }

  /// The junctions, bent and on Earth.
  var coordinates: [Coordinate] { nodes.map { TownGrid.coordinate(streets.plan.bent($0)) } }

  /// The roads, bent and on Earth.
  var cityRoads: [CityRoad] {
    roads.map { road in
      CityRoad(
        segment: RoadNetwork.Segment(
          start: road.start, end: road.end,
          path: streets.plan.bent(road.points).map(TownGrid.coordinate), roadClass: road.roadClass,
          speedLimit: road.speedLimit,
          isOneWay: road.isOneWay
        ),
        name: road.name,
        isBridge: road.isBridge)
    }
  }
}
