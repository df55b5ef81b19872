public import Geo

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
