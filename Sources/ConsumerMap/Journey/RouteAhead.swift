internal import Geo
internal import MapCanvas

/// A route of which the part behind the vehicle is not drawn.
///
/// All but the beginning of the part ahead is projected once and kept.
struct RouteAhead: Sendable, Equatable {
  private static let chunk = 512

  let polyline: Polyline
  private var tailStart = -1
  private var tail = PreparedPath()

  init(_ coordinates: [Coordinate] = []) {
    polyline = Polyline(coordinates)
  }

  var isEmpty: Bool { polyline.coordinates.count < 2 }

  /// The paths from a distance on.
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
