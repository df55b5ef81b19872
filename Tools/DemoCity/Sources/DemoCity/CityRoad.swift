public import Roads

/// A road of the town, from one junction to the next.
public struct CityRoad: Sendable, Hashable {
  /// The road as part of the network.
  public var segment: RoadNetwork.Segment
  /// The street's name; nil for a road without one.
  public var name: LocalName?
  /// Whether it crosses water.
  public var isBridge: Bool
}
