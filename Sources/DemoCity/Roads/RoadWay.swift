public import Geo

/// A way along roads.
public struct RoadWay: Sendable, Hashable {
  /// A part of the way on one segment.
  public struct Part: Sendable, Hashable {
    /// The index of the segment in its network.
    public var segment: Int
    /// Whether it is driven from the segment's start to its end.
    public var isForward: Bool
    /// The length of the part in metres.
    public var meters: Double

    /// Creates a part.
    ///
    /// - Parameters:
    ///   - segment: The index of the segment in its network.
    ///   - isForward: Whether it is driven from the segment's start to its end.
    ///   - meters: The length of the part in metres.
    public init(segment: Int, isForward: Bool, meters: Double) {
      self.segment = segment
      self.isForward = isForward
      self.meters = meters
    }
  }

  /// The coordinates, two or more; the same twice for a way without length.
  public var path: [Coordinate]
  /// The segments in the order in which they are driven.
  public var parts: [Part]
  /// The time that the drive takes, with its turns.
  public var duration: Duration

  /// Creates a way.
  ///
  /// - Parameters:
  ///   - path: The coordinates, two or more.
  ///   - parts: The segments in the order in which they are driven.
  ///   - duration: The time that the drive takes.
  public init(path: [Coordinate], parts: [Part], duration: Duration) {
    self.path = path
    self.parts = parts
    self.duration = duration
  }

  /// The length of the way in metres.
  public var meters: Double { parts.reduce(0) { $0 + $1.meters } }
}

extension RoadNetwork {
  /// Finds the way that is driven fastest.
  ///
  /// One-way roads are driven in their direction only; turns take time.
  ///
  /// - Parameters:
  ///   - start: Where it begins, a position of this network.
  ///   - end: Where it ends, a position of this network.
  /// - Returns: The way, or nil if there is none.
  public func fastestWay(from start: RoadPosition, to end: RoadPosition) -> RoadWay? {
    guard segments.indices.contains(start.segment), segments.indices.contains(end.segment),
      segments[start.segment].roadClass.isDrivable, segments[end.segment].roadClass.isDrivable
    else { return nil }
    var search = WaySearch(self, start: start, end: end)
    guard let arcs = search.run() else { return nil }
    return way(along: arcs, from: start, to: end, seconds: search.bestSeconds)
  }

  /// The way along arcs of which the first and the last are driven in part.
  private func way(
    along arcs: [Int],
    from start: RoadPosition,
    to end: RoadPosition,
    seconds: Double
  ) -> RoadWay {
    var path: [Coordinate] = []
    var parts: [RoadWay.Part] = []
    for (number, arc) in arcs.enumerated() {
      let line = lines[arc / 2]
      let isForward = arc % 2 == 0
      let length = line.lengthInMeters
      // Distances along the segment itself, whichever way it is driven.
      let from = number == 0 ? start.metersFromStart : isForward ? 0 : length
      let to = number == arcs.count - 1 ? end.metersFromStart : isForward ? length : 0
      let points = line.part(fromMeters: min(from, to), toMeters: max(from, to))
      for point in isForward ? points : points.reversed() where point != path.last {
        path.append(point)
      }
      parts.append(RoadWay.Part(segment: arc / 2, isForward: isForward, meters: abs(to - from)))
    }
    if path.count == 1 { path.append(path[0]) }
    return RoadWay(path: path, parts: parts, duration: .seconds(seconds))
  }
}
