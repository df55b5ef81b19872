/// A place on the Earth's surface, in degrees of WGS 84.
public struct Coordinate: Sendable, Hashable {
  /// Degrees north of the equator, in −90...90 when valid.
  public var latitude: Double
  /// Degrees east of Greenwich, in −180...180 when valid.
  public var longitude: Double

  /// Creates a coordinate; see ``isValid``.
  public init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }

  /// Whether both values are finite and in range.
  public var isValid: Bool { (-90...90).contains(latitude) && (-180...180).contains(longitude) }
}
