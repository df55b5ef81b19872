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

/// What a line of a map represents, so that its style can be found again.
public enum LineRole: Sendable, Hashable {
  /// How fast a part of a route is.
  public enum Traffic: Sendable, Hashable {
    case slow
    case jam
  }

  /// A line of an app's own.
  case overlay
  /// What the vehicle has driven.
  case travelled
  /// The circle within which the vehicle is.
  case accuracy
  /// The route to the next waypoint, or a part of it with traffic.
  case activeRoute(Traffic?)
  /// The route after the next waypoint, or a part of it with traffic.
  case remainingRoute(Traffic?)
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
  /// What the line represents.
  public var role: LineRole

  /// Creates a line from a prepared path.
  public init(
    path: MapPath,
    style: LineStyle = LineStyle(),
    zIndex: Int = 0,
    rank: Int = 0,
    role: LineRole = .overlay
  ) {
    self.path = path
    self.style = style
    self.zIndex = zIndex
    self.rank = rank
    self.role = role
  }

  /// Creates a line from coordinates; invalid ones are left out.
  public init(
    coordinates: some Sequence<Coordinate>,
    style: LineStyle = LineStyle(),
    zIndex: Int = 0,
    rank: Int = 0
  ) {
    self.init(path: MapPath(coordinates), style: style, zIndex: zIndex, rank: rank)
  }
}
