public import Geo

/// The content of a map: lines and markers.
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

/// The meaning of a line on a map, so that it can be restyled.
public enum LineRole: Sendable, Hashable {
  /// How fast a part of a route is.
  public enum Traffic: Sendable, Hashable {
    case slow
    case jam
  }

  /// A line that an app adds.
  case overlay
  /// The driven part of the route.
  case traveled
  /// The places where the vehicle reported its position.
  case reports
  /// The circle of the vehicle's possible positions.
  case accuracy
  /// The route to the next waypoint, or a part of it with traffic.
  case activeRoute(Traffic?)
  /// The route after the next waypoint, or a part of it with traffic.
  case remainingRoute(Traffic?)

  /// Ways may come back along the same streets; traffic is a part of the route before it.
  var passing: DotGrid.Passing {
    switch self {
    case .activeRoute(let traffic), .remainingRoute(let traffic):
      traffic == nil ? .apart : .asBefore
    case .traveled: .apart
    case .overlay, .reports, .accuracy: .merged
    }
  }
}

/// A line on a map.
public struct MapPolyline: Sendable, Hashable {
  /// The line's path.
  public var path: MapPath
  /// The line's style.
  public var style: LineStyle
  /// The order among lines: a cell shows only the dots of the highest line in it.
  public var zIndex: Int
  /// The order among lines of one z-index.
  public var rank: Int
  /// The meaning of the line.
  public var role: LineRole

  /// Creates a line from a prepared path.
  public init(
    path: MapPath, style: LineStyle = LineStyle(), zIndex: Int = 0, rank: Int = 0,
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
    coordinates: some Sequence<Coordinate>, style: LineStyle = LineStyle(), zIndex: Int = 0,
    rank: Int = 0
  ) { self.init(path: MapPath(coordinates), style: style, zIndex: zIndex, rank: rank) }
}
