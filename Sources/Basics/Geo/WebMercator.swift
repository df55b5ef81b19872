/// A point on the square world of web maps.
public struct WorldPoint: Sendable, Hashable {
  /// From 0 at longitude −180 to 1 at 180; values outside are on another copy of the world.
  public var x: Double
  /// From 0 at the northern edge to 1 at the southern edge.
  public var y: Double

  /// Creates a point.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// Whether both values are finite.
  public var isFinite: Bool { x.isFinite && y.isFinite }
}

/// The spherical Mercator projection of web maps, on a world of size 1 × 1.
public enum WebMercator {
  /// The latitude of the square world's northern edge in degrees.
  public static let maximumLatitude = 85.05112878

  /// Projects a coordinate; the point is nan if the coordinate is not finite.
  ///
  /// The latitude is clamped to the square world; the longitude may exceed ±180.
  public static func worldPoint(_ coordinate: Coordinate) -> WorldPoint {
    guard coordinate.latitude.isFinite, coordinate.longitude.isFinite else {
      return WorldPoint(x: .nan, y: .nan)
    }
    let latitude = max(-maximumLatitude, min(maximumLatitude, coordinate.latitude))
    let sine = Maths.sin(Maths.radians(latitude))
    let y = 0.5 - Maths.log((1 + sine) / (1 - sine)) / (4 * .pi)
    return WorldPoint(x: coordinate.longitude / 360 + 0.5, y: max(0, min(1, y)))
  }

  /// The coordinate of a point on any copy of the world, its longitude in −180..<180.
  public static func coordinate(_ point: WorldPoint) -> Coordinate {
    let y = max(0, min(1, point.y))
    let latitude = 90 - Maths.degrees(2 * Maths.atan(Maths.exp((y - 0.5) * 2 * .pi)))
    return Coordinate(latitude: latitude, longitude: Maths.wrappedLongitude((point.x - 0.5) * 360))
  }

  /// Moves a point by whole worlds so that its x is within 0.5 of the reference.
  public static func nearest(_ point: WorldPoint, to reference: Double) -> WorldPoint {
    WorldPoint(x: point.x + (reference - point.x).rounded(), y: point.y)
  }

  /// Projects the valid coordinates of a path, which stays continuous across the antimeridian.
  ///
  /// Each point is at most half a world from the previous one.
  public static func continuous(_ coordinates: some Sequence<Coordinate>) -> [WorldPoint] {
    // The loop over an array is specialized, the loop over any sequence is not.
    continuous(Array(coordinates))
  }

  private static func continuous(_ coordinates: [Coordinate]) -> [WorldPoint] {
    var points: [WorldPoint] = []
    points.reserveCapacity(coordinates.count)
    for coordinate in coordinates where coordinate.isValid {
      var point = worldPoint(coordinate)
      if let last = points.last, abs(last.x - point.x) > 0.5 { point = nearest(point, to: last.x) }
      points.append(point)
    }
    return points
  }

  /// The length of a whole world's width at a latitude, in meters.
  public static func metersPerWorld(atLatitude latitude: Double) -> Double {
    Earth.circumferenceInMeters
      * Maths.cos(Maths.radians(max(-maximumLatitude, min(maximumLatitude, latitude))))
  }
}
