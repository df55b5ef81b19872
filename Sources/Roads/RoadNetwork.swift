public import Geo

/// Roads that meet at nodes, searchable for the nearest road and the fastest route.
public struct RoadNetwork: Sendable {
  /// A road from one node to another, without a junction between them.
  public struct Segment: Sendable, Hashable {
    /// The index of the node at which it begins.
    public var start: Int
    /// The index of the node at which it ends; the same as `start` for a loop.
    public var end: Int
    /// Two or more coordinates, from the start to the end.
    public var path: [Coordinate]
    /// The road's class.
    public var roadClass: RoadClass
    /// The speed limit in kilometres per hour.
    public var speedLimit: Int
    /// Whether vehicles may drive it from its start to its end only.
    public var isOneWay: Bool

    /// Creates a segment; without a speed limit it has the usual one of its class.
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

    /// The share of the speed limit that traffic reaches between junctions.
    private static let usualShare = 0.85

    /// The speed that is usually driven.
    var metersPerSecond: Double { Double(max(1, speedLimit)) / 3.6 * Self.usualShare }
  }

  /// Where roads meet or end.
  public let nodes: [Coordinate]
  /// The roads between the nodes.
  public let segments: [Segment]

  /// The segments' paths with the distances along them.
  let lines: [Polyline]
  let index: RoadIndex
  let arcs: RoadArcs

  /// Creates a network, without the segments whose ends are not nodes or whose path has fewer than
  /// two valid coordinates.
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

  /// The length of a segment in metres; the index has to be one of `segments`.
  public func meters(of segment: Int) -> Double { lines[segment].lengthInMeters }
}
