/// Degrees of latitude or longitude.
public typealias CLLocationDegrees = Double
/// A distance in meters.
public typealias CLLocationDistance = Double
/// An accuracy as a radius in meters; negative for an invalid place.
public typealias CLLocationAccuracy = Double
/// Meters per second; negative if unknown.
public typealias CLLocationSpeed = Double
/// Meters per second; negative if unknown.
public typealias CLLocationSpeedAccuracy = Double
/// Degrees clockwise from true north; negative if unknown.
public typealias CLLocationDirection = Double
/// Degrees clockwise from true north; negative if unknown.
public typealias CLLocationDirectionAccuracy = Double

/// A place in degrees of WGS84, as in Core Location.
///
/// It is not `Equatable`, so that an app's own conformance compiles.
public struct CLLocationCoordinate2D: Sendable {
  /// Degrees north of the equator.
  public var latitude: CLLocationDegrees
  /// Degrees east of Greenwich.
  public var longitude: CLLocationDegrees

  /// Creates a place without checking its values.
  public init(latitude: CLLocationDegrees = 0, longitude: CLLocationDegrees = 0) {
    self.latitude = latitude
    self.longitude = longitude
  }
}

/// Creates a place without checking its values.
public func CLLocationCoordinate2DMake(
  _ latitude: CLLocationDegrees, _ longitude: CLLocationDegrees
) -> CLLocationCoordinate2D { CLLocationCoordinate2D(latitude: latitude, longitude: longitude) }

/// Returns whether both values are in range.
public func CLLocationCoordinate2DIsValid(_ coord: CLLocationCoordinate2D) -> Bool {
  (-90...90).contains(coord.latitude) && (-180...180).contains(coord.longitude)
}

/// An invalid place.
public let kCLLocationCoordinate2DInvalid = CLLocationCoordinate2D(latitude: -180, longitude: -180)
/// A device's best accuracy, for navigation.
public let kCLLocationAccuracyBestForNavigation: CLLocationAccuracy = -2
/// A device's best accuracy.
public let kCLLocationAccuracyBest: CLLocationAccuracy = -1
/// Ten meters.
public let kCLLocationAccuracyNearestTenMeters: CLLocationAccuracy = 10
/// A hundred meters.
public let kCLLocationAccuracyHundredMeters: CLLocationAccuracy = 100
/// A kilometer.
public let kCLLocationAccuracyKilometer: CLLocationAccuracy = 1_000
/// No distance filter: every location is delivered.
public let kCLDistanceFilterNone: CLLocationDistance = -1
