public import Foundation
internal import Geo

/// A measured place with its time, as in Core Location.
public final class CLLocation: NSObject, @unchecked Sendable {
  /// The place.
  public let coordinate: CLLocationCoordinate2D
  /// Meters above the sea.
  public let altitude: CLLocationDistance
  /// The place's accuracy as a radius in meters; negative for an invalid place.
  public let horizontalAccuracy: CLLocationAccuracy
  /// The accuracy of the altitude in meters; negative for an invalid altitude.
  public let verticalAccuracy: CLLocationAccuracy
  /// The direction of travel, clockwise from true north; negative if unknown.
  public let course: CLLocationDirection
  /// The accuracy of the course in degrees; negative if unknown.
  public let courseAccuracy: CLLocationDirectionAccuracy
  /// Meters per second; negative if unknown.
  public let speed: CLLocationSpeed
  /// The accuracy of the speed; negative if unknown.
  public let speedAccuracy: CLLocationSpeedAccuracy
  /// The time of the measurement.
  public let timestamp: Date

  /// Creates a location; the defaults say that the course and the speed are unknown.
  public init(
    coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance,
    horizontalAccuracy: CLLocationAccuracy, verticalAccuracy: CLLocationAccuracy,
    course: CLLocationDirection = -1, courseAccuracy: CLLocationDirectionAccuracy = -1,
    speed: CLLocationSpeed = -1, speedAccuracy: CLLocationSpeedAccuracy = -1, timestamp: Date
  ) {
    self.coordinate = coordinate
    self.altitude = altitude
    self.horizontalAccuracy = horizontalAccuracy
    self.verticalAccuracy = verticalAccuracy
    self.course = course
    self.courseAccuracy = courseAccuracy
    self.speed = speed
    self.speedAccuracy = speedAccuracy
    self.timestamp = timestamp
  }

  /// Creates a location with the current time.
  public convenience init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
    self.init(
      coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude), altitude: 0,
      horizontalAccuracy: 0, verticalAccuracy: -1, timestamp: Date())
  }

  /// Returns the distance to another location along a great circle, in meters.
  public func distance(from location: CLLocation) -> CLLocationDistance {
    let (one, other) = (coordinate, location.coordinate)
    return Coordinate(latitude: one.latitude, longitude: one.longitude)
      .meters(to: Coordinate(latitude: other.latitude, longitude: other.longitude))
  }
}
