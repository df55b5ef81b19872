package import Geo
package import MapCanvas
internal import TrustLimits

/// A path that is projected when it is first drawn, and kept.
struct PreparedPath: Sendable, Equatable {
  let coordinates: [Coordinate]
  private var prepared: MapPath?
  private var isGeodesic = false

  init(_ coordinates: [Coordinate] = []) {
    self.coordinates = coordinates.filter(\.isValid)
  }

  /// Whether there is a way to draw.
  var isLine: Bool { coordinates.count > 1 }

  /// The path as it is drawn.
  mutating func path(isGeodesic: Bool) -> MapPath {
    if let prepared, self.isGeodesic == isGeodesic { return prepared }
    let path = MapPath(coordinates, isGeodesic: isGeodesic)
    prepared = path
    self.isGeodesic = isGeodesic
    return path
  }

  /// Whether two paths run alike, whatever is prepared of them.
  static func == (one: PreparedPath, other: PreparedPath) -> Bool {
    one.coordinates == other.coordinates
  }
}

extension MapPath {
  /// Projects a path whose segments are straight on the map or follow great circles.
  package init(_ coordinates: [Coordinate], isGeodesic: Bool) {
    self.init(
      isGeodesic
        ? GreatCircle.path(through: coordinates, addingAtMost: Limits.Style.geodesicPoints)
        : coordinates
    )
  }
}
