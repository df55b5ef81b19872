public import Geo

/// A road network with a search for the nearest road and the fastest route.
public struct RoadNetwork: Sendable {
  /// A road between two nodes, without a junction between them.
  public struct Segment: Sendable, Hashable {
    /// The index of the first node.
    public var start: Int
    /// The index of the last node; the same as `start` for a loop.
    public var end: Int
    /// Two or more coordinates, from the start to the end.
    public var path: [Coordinate]
    /// The road's class.
    public var roadClass: RoadClass
    /// The speed limit in kilometers per hour.
    public var speedLimit: Int
    /// Whether vehicles may only drive from its start to its end.
    public var isOneWay: Bool

    /// Creates a segment, by default with its class's speed limit.
    public init(
      start: Int, end: Int, path: [Coordinate], roadClass: RoadClass, speedLimit: Int? = nil,
      isOneWay: Bool = false
    ) {
      self.start = start
      self.end = end
      self.path = path
      self.roadClass = roadClass
      self.speedLimit = speedLimit ?? roadClass.usualSpeedLimit
      self.isOneWay = isOneWay
    }

    /// The usual speed, a little below the limit.
    var metersPerSecond: Double { Double(max(1, speedLimit)) / 3.6 * 0.85 }
  }

  /// The junctions and ends of roads.
  public let nodes: [Coordinate]
  /// The roads.
  public let segments: [Segment]

  let lines: [Polyline]
  let index: RoadIndex
  let arcs: RoadArcs

  /// Creates a network without the segments that lack a node or have an invalid path.
  public init(nodes: [Coordinate], segments: [Segment]) {
    self.nodes = nodes
    self.segments = segments.filter { segment in
      nodes.indices.contains(segment.start) && nodes.indices.contains(segment.end)
        && segment.path.count > 1 && segment.path.allSatisfy(\.isValid)
    }
    lines = self.segments.map { Polyline($0.path) }
    index = RoadIndex(self.segments)
    arcs = RoadArcs(nodeCount: nodes.count, self.segments, lines)
  }

  /// Returns the length of the segment with an index, in meters.
  public func meters(of segment: Int) -> Double { lines[segment].lengthInMeters }

  // MARK: Nearest position

  /// A position on a road.
  public struct Position: Sendable, Hashable {
    /// The index of the segment in its network.
    public var segment: Int
    /// The distance along the segment from its start, in meters.
    public var metersFromStart: Double
    /// The coordinate.
    public var coordinate: Coordinate
    /// The distance from the requested coordinate, in meters.
    public var metersOff: Double
  }

  /// Returns the nearest position on a drivable road; nil if there is none within the limit.
  public func nearestPosition(
    to coordinate: Coordinate, withinMeters limit: Double = .infinity
  ) -> Position? {
    guard coordinate.isValid, limit >= 0 else { return nil }
    let (column, row) = index.place(of: index.plane.point(coordinate))
    // Search rings of cells around the coordinate's own, from the first that touches the grid.
    let first = max(0, -column, column - index.columns + 1, -row, row - index.rows + 1)
    let farthest = [column, index.columns - 1 - column, row, index.rows - 1 - row]
    let last = farthest.reduce(0) { max($0, abs($1)) }
    var best: Position?
    for ring in stride(from: first, through: last, by: 1) {
      // A ring's roads are at least as far away as the width of the inner rings.
      let reach = min(best?.metersOff ?? .infinity, limit)
      if Double(ring - 1) * index.cellSize > reach { break }
      for nextRow in max(0, row - ring)...max(0, min(index.rows - 1, row + ring)) {
        let isEdge = abs(nextRow - row) == ring
        for nextColumn in stride(
          from: column - ring,
          through: column + ring,
          by: isEdge || ring == 0 ? 1 : 2 * ring
        ) {
          for segment in index.segments(column: nextColumn, row: nextRow) {
            guard let found = position(on: Int(segment), nearestTo: coordinate),
              found.metersOff <= limit, found.metersOff < best?.metersOff ?? .infinity
            else { continue }
            best = found
          }
        }
      }
    }
    return best
  }

  private func position(on segment: Int, nearestTo coordinate: Coordinate) -> Position? {
    lines[segment].nearestPosition(to: coordinate).map { place in
      Position(
        segment: segment, metersFromStart: place.metersFromStart, coordinate: place.coordinate,
        metersOff: place.metersOff)
    }
  }

  // MARK: Fastest route

  /// A route along roads.
  public struct Route: Sendable, Hashable {
    /// The part of the route on one segment.
    public struct Part: Sendable, Hashable {
      /// The index of the segment in its network.
      public var segment: Int
      /// Whether it leads from the segment's start to its end.
      public var isForward: Bool
      /// The length of the part in meters.
      public var meters: Double
    }

    /// Two or more coordinates; a route without length has the same one twice.
    public var path: [Coordinate]
    /// The parts in driving order.
    public var parts: [Part]
    /// The driving time, including turns.
    public var duration: Duration

    /// The length in meters.
    public var meters: Double { parts.reduce(0) { $0 + $1.meters } }
  }

  /// Returns the fastest route between two positions, or nil if there is none.
  public func fastestRoute(from start: Position, to end: Position) -> Route? {
    guard segments.indices.contains(start.segment), segments.indices.contains(end.segment),
      segments[start.segment].roadClass.isDrivable, segments[end.segment].roadClass.isDrivable
    else { return nil }
    var search = RouteSearch(self, start: start, end: end)
    guard let arcs = search.run() else { return nil }
    return route(along: arcs, from: start, to: end, seconds: search.bestSeconds)
  }

  /// Creates the route along arcs, with only a part of the first and the last.
  private func route(
    along arcs: [Int], from start: Position, to end: Position, seconds: Double
  ) -> Route {
    var path: [Coordinate] = []
    var parts: [Route.Part] = []
    for (number, arc) in arcs.enumerated() {
      let line = lines[arc / 2]
      let isForward = arc % 2 == 0
      let length = line.lengthInMeters
      // In both directions, distances are from the segment's start.
      let from = number == 0 ? start.metersFromStart : isForward ? 0 : length
      let to = number == arcs.count - 1 ? end.metersFromStart : isForward ? length : 0
      let points = line.part(fromMeters: min(from, to), toMeters: max(from, to))
      for point in isForward ? points : points.reversed() where point != path.last {
        path.append(point)
      }
      parts.append(Route.Part(segment: arc / 2, isForward: isForward, meters: abs(to - from)))
    }
    if path.count == 1 { path.append(path[0]) }
    return Route(path: path, parts: parts, duration: .seconds(seconds))
  }
}
