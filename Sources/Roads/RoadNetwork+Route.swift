public import Geo

extension RoadNetwork {
  /// A route along roads.
  public struct Route: Sendable, Hashable {
    /// The part of the route on one segment.
    public struct Part: Sendable, Hashable {
      /// The index of the segment in its network.
      public var segment: Int
      /// Whether it leads from the segment's start to its end.
      public var isForward: Bool
      /// The length of the part in metres.
      public var meters: Double
    }

    /// Two or more coordinates; a route without length has the same one twice.
    public var path: [Coordinate]
    /// The parts in driving order.
    public var parts: [Part]
    /// The driving time, including turns.
    public var duration: Duration

    /// The length in metres.
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
    along arcs: [Int],
    from start: Position,
    to end: Position,
    seconds: Double
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
