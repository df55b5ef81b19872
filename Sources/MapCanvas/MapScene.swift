public import Geo

/// All that a map shows, as a value.
public struct MapScene: Sendable, Hashable {
  /// The lines, in any order.
  public var polylines: [MapPolyline]
  /// The markers, in any order.
  public var markers: [MapMarker]

  /// Creates a scene, by default an empty one.
  public init(polylines: [MapPolyline] = [], markers: [MapMarker] = []) {
    self.polylines = polylines
    self.markers = markers
  }
}

/// A line on a map.
public struct MapPolyline: Sendable, Hashable {
  /// Where it runs.
  public var path: MapPath
  /// How it is drawn.
  public var style: LineStyle
  /// The order among lines: a cell belongs to the highest, which drops the dots of lower ones.
  public var zIndex: Int
  /// The order among lines of one z-index.
  public var rank: Int

  /// Creates a line from a prepared path.
  public init(path: MapPath, style: LineStyle = LineStyle(), zIndex: Int = 0, rank: Int = 0) {
    self.path = path
    self.style = style
    self.zIndex = zIndex
    self.rank = rank
  }

  /// Creates a line from coordinates, of which invalid ones are left out.
  public init(
    coordinates: some Sequence<Coordinate>,
    style: LineStyle = LineStyle(),
    zIndex: Int = 0,
    rank: Int = 0
  ) {
    self.init(path: MapPath(coordinates), style: style, zIndex: zIndex, rank: rank)
  }
}
