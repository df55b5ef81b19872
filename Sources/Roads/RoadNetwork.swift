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
    /// The speed limit in kilometres per hour.
    public var speedLimit: Int
    /// Whether vehicles may only drive from its start to its end.
    public var isOneWay: Bool

    /// Creates a segment, by default with its class's speed limit.
    public init(
      start: Int,
      end: Int,
      path: [Coordinate],
      roadClass: RoadClass,
      speedLimit: Int? = nil,
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

  /// The segments' paths.
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

  /// Returns the length of the segment with an index, in metres.
  public func meters(of segment: Int) -> Double { lines[segment].lengthInMeters }
}
