package import Geo
package import MapCanvas
internal import TrustLimits

/// A path whose projection is computed when it is first drawn.
struct PreparedPath: Sendable, Equatable {
  let coordinates: [Coordinate]
  private var prepared: MapPath?
  private var isGeodesic = false

  init(_ coordinates: [Coordinate] = []) {
    let isValid = coordinates.allSatisfy(\.isValid)
    self.coordinates = isValid ? coordinates : coordinates.filter(\.isValid)
  }

  /// Whether there is a line to draw.
  var isLine: Bool { coordinates.count > 1 }

  mutating func path(isGeodesic: Bool) -> MapPath {
    if let prepared, self.isGeodesic == isGeodesic { return prepared }
    let path = MapPath(coordinates, isGeodesic: isGeodesic)
    prepared = path
    self.isGeodesic = isGeodesic
    return path
  }

  static func == (one: PreparedPath, other: PreparedPath) -> Bool {
    one.coordinates == other.coordinates
  }
}

extension MapPath {
  /// Projects a path with straight segments or great circles.
  package init(_ coordinates: [Coordinate], isGeodesic: Bool) {
    self.init(
      isGeodesic
        ? GreatCircle.path(through: coordinates, addingAtMost: Limits.Style.geodesicPoints)
        : coordinates)
  }
}

/// The part of a route ahead of the vehicle; the projection of all but its beginning is cached.
struct RouteAhead: Sendable, Equatable {
  /// The points after which the cached part begins at a later point.
  private static let chunk = 512

  let polyline: Polyline
  private var tailStart = -1
  private var tail = PreparedPath()

  init(_ coordinates: [Coordinate] = []) { polyline = Polyline(coordinates) }

  var isEmpty: Bool { polyline.coordinates.count < 2 }

  /// Returns the paths from a distance to the route's end.
  mutating func paths(fromMeters meters: Double, isGeodesic: Bool) -> [MapPath] {
    guard !isEmpty, let position = polyline.position(atMeters: meters) else { return [] }
    let coordinates = polyline.coordinates
    let start = min((position.index / Self.chunk + 1) * Self.chunk, coordinates.count - 1)
    if start != tailStart {
      tail = PreparedPath(Array(coordinates[start...]))
      tailStart = start
    }
    let head = [position.coordinate] + coordinates[(position.index + 1)...start]
    let first = MapPath(head, isGeodesic: isGeodesic)
    return tail.isLine ? [first, tail.path(isGeodesic: isGeodesic)] : [first]
  }
}
