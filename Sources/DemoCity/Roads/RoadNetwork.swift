public import Geo

/// Roads that meet at nodes, as a value that finds what is near and the fastest way.
public struct RoadNetwork: Sendable {
  /// A road from one node to another, without a junction between them.
  public struct Segment: Sendable, Hashable {
    /// The index of the node at which it begins.
    public var start: Int
    /// The index of the node at which it ends; the same for a loop.
    public var end: Int
    /// The way from one node to the other, two or more coordinates.
    public var path: [Coordinate]
    /// What the road is for.
    public var roadClass: RoadClass
    /// The street's name; nil for a road without one.
    public var name: LocalName?
    /// The highest speed that is allowed, in kilometres per hour.
    public var speedLimit: Int
    /// Whether it is driven from its start to its end only; people on foot go both ways.
    public var isOneWay: Bool
    /// Whether it leads over water.
    public var isBridge: Bool

    /// Creates a segment.
    ///
    /// - Parameters:
    ///   - start: The index of the node at which it begins.
    ///   - end: The index of the node at which it ends.
    ///   - path: The way between them, two or more coordinates.
    ///   - roadClass: What the road is for.
    ///   - name: The street's name.
    ///   - speedLimit: The highest speed in kilometres per hour; nil for what is usual.
    ///   - isOneWay: Whether it is driven from its start to its end only.
    ///   - isBridge: Whether it leads over water.
    public init(
      start: Int,
      end: Int,
      path: [Coordinate],
      roadClass: RoadClass,
      name: LocalName? = nil,
      speedLimit: Int? = nil,
      isOneWay: Bool = false,
      isBridge: Bool = false
    ) {
      self.start = start
      self.end = end
      self.path = path
      self.roadClass = roadClass
      self.name = name
      self.speedLimit = speedLimit ?? roadClass.usualSpeedLimit
      self.isOneWay = isOneWay
      self.isBridge = isBridge
    }

    /// The share of the speed limit that traffic reaches between junctions.
    static let usualShare = 0.85

    /// The speed that is usually driven, in metres per second.
    var metersPerSecond: Double { Double(max(1, speedLimit)) / 3.6 * Self.usualShare }
  }

  /// Where roads meet or end.
  public let nodes: [Coordinate]
  /// The roads between them.
  public let segments: [Segment]

  /// The segments' paths with the distances along them.
  let lines: [Polyline]
  let index: RoadIndex
  let arcs: RoadArcs

  /// Creates a network.
  ///
  /// - Parameters:
  ///   - nodes: Where roads meet or end.
  ///   - segments: The roads between them. One whose ends are no nodes, or whose path has fewer
  ///     than two valid coordinates, is left out.
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

  /// The length of a segment in metres.
  ///
  /// - Parameter segment: The segment's index, one of `segments`' indices.
  /// - Returns: Metres along its path.
  public func meters(of segment: Int) -> Double { lines[segment].lengthInMeters }
}
