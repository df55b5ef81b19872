internal import DemoCity
internal import Geo
internal import Roads

/// The roads of one zoom, those that look the same joined: what is one street is one line, which
/// saves bytes and gives names room.
struct RoadLines {
  /// The properties that roads drawn alike share.
  struct Key: Hashable {
    var roadClass: RoadClass
    var name: LocalName?
    var isBridge: Bool
  }

  /// All roads that look the same.
  struct Street {
    var key: Key
    var paths: [[Coordinate]]
  }

  /// The lowest zoom that has bridges.
  private static let bridgeZoom = 13

  /// The streets in the order of their first segments.
  private(set) var streets: [Street] = []

  init(_ roads: [CityRoad], zoom: Int) {
    var groups: [Key: [Int]] = [:]
    var order: [Key] = []
    for (index, road) in roads.enumerated() where zoom >= road.segment.roadClass.zoom {
      let key = Key(
        roadClass: road.segment.roadClass,
        name: zoom >= road.segment.roadClass.nameZoom ? road.name : nil,
        isBridge: zoom >= Self.bridgeZoom && road.isBridge)
      if groups[key] == nil { order.append(key) }
      groups[key, default: []].append(index)
    }
    streets = order.map { key in
      var joiner = PathJoiner(roads, groups[key] ?? [])
      return Street(key: key, paths: joiner.paths())
    }
  }
}

/// Joins segments that meet to long paths, straight on where several go on.
private struct PathJoiner {
  private let roads: [CityRoad]
  private let segments: [Int]
  /// The segments at each node.
  private var atNode: [Int: [Int]] = [:]
  private var used: Set<Int> = []

  init(_ roads: [CityRoad], _ segments: [Int]) {
    self.roads = roads
    self.segments = segments
    for index in segments {
      let segment = roads[index].segment
      atNode[segment.start, default: []].append(index)
      if segment.end != segment.start { atNode[segment.end, default: []].append(index) }
    }
  }

  mutating func paths() -> [[Coordinate]] {
    var paths: [[Coordinate]] = []
    for index in segments where used.insert(index).inserted {
      let segment = roads[index].segment
      let forward = extended(segment.path, from: segment.end)
      paths.append(extended(forward.reversed(), from: segment.start))
    }
    return paths
  }

  /// A path with what follows behind its last point.
  private mutating func extended(_ path: [Coordinate], from node: Int) -> [Coordinate] {
    var (path, node) = (path, node)
    while let (index, way) = next(after: path, at: node) {
      used.insert(index)
      path += way.dropFirst()
      let segment = roads[index].segment
      node = segment.start == node ? segment.end : segment.start
    }
    return path
  }

  /// The segment that goes on straightest, in the direction of going.
  private func next(after path: [Coordinate], at node: Int) -> (Int, [Coordinate])? {
    guard path.count > 1 else { return nil }
    let heading = Self.heading(path[path.count - 2], path[path.count - 1])
    var best: (index: Int, way: [Coordinate], straightness: Double)?
    for index in atNode[node] ?? [] where !used.contains(index) {
      let segment = roads[index].segment
      let way = segment.start == node ? segment.path : segment.path.reversed()
      let straightness = (heading * Self.heading(way[0], way[1])).sum()
      // A sharp corner is the start of another line.
      guard straightness > best?.straightness ?? 0.3 else { continue }
      best = (index, way, straightness)
    }
    return best.map { ($0.index, $0.way) }
  }

  private static func heading(_ from: Coordinate, _ to: Coordinate) -> SIMD2<Double> {
    let (one, other) = (WebMercator.worldPoint(from), WebMercator.worldPoint(to))
    let along = SIMD2(other.x - one.x, other.y - one.y)
    let length = (along * along).sum().squareRoot()
    return length > 0 ? along / length : .zero
  }
}
