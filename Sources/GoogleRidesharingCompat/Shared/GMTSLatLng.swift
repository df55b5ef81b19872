public import CoreLocation
public import Geo

/// A place in degrees.
///
/// Source: contract 5.4.
public final class GMTSLatLng: GMTSValue<Coordinate>, @unchecked Sendable {
  /// Creates a place from degrees north and east.
  public convenience init(latitude: Double, longitude: Double) {
    self.init(Coordinate(latitude: latitude, longitude: longitude))
  }

  /// Creates a place from Core Location's.
  public convenience init(from coordinate: CLLocationCoordinate2D) {
    self.init(Coordinate(coordinate))
  }

  /// Degrees north of the equator.
  public var latitude: Double { value.latitude }
  /// Degrees east of Greenwich.
  public var longitude: Double { value.longitude }
  /// The place as Core Location has it.
  public func coordinate() -> CLLocationCoordinate2D { CLLocationCoordinate2D(value) }
}
