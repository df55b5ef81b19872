public import Geo

/// A place in degrees.
///
/// Source: contract 5.4.
public final class GMTSLatLng: GMTSValue<Coordinate>, @unchecked Sendable {
  /// Creates a place from degrees north and east.
  public convenience init(latitude: Double, longitude: Double) {
    self.init(Coordinate(latitude: latitude, longitude: longitude))
  }

  /// Degrees north of the equator.
  public var latitude: Double { value.latitude }
  /// Degrees east of Greenwich.
  public var longitude: Double { value.longitude }
  /// The library's coordinate, in the place of Core Location's.
  public func coordinate() -> Coordinate { value }
}
