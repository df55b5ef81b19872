public import Foundation
internal import Geo

/// A measured place with its time, as Core Location has it.
public final class CLLocation: NSObject, @unchecked Sendable {
  /// The place.
  public let coordinate: CLLocationCoordinate2D
  /// Meters above the sea.
  public let altitude: CLLocationDistance
  /// The radius in meters within which the place is true; negative for an invalid place.
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
  /// When it was measured.
  public let timestamp: Date

  /// Creates a location with all that is known of it.
  public init(
    coordinate: CLLocationCoordinate2D,
    altitude: CLLocationDistance,
    horizontalAccuracy: CLLocationAccuracy,
    verticalAccuracy: CLLocationAccuracy,
    course: CLLocationDirection,
    courseAccuracy: CLLocationDirectionAccuracy,
    speed: CLLocationSpeed,
    speedAccuracy: CLLocationSpeedAccuracy,
    timestamp: Date
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

  /// Creates a location with a course and a speed.
  public convenience init(
    coordinate: CLLocationCoordinate2D,
    altitude: CLLocationDistance,
    horizontalAccuracy: CLLocationAccuracy,
    verticalAccuracy: CLLocationAccuracy,
    course: CLLocationDirection,
    speed: CLLocationSpeed,
    timestamp: Date
  ) {
    self.init(
      coordinate: coordinate,
      altitude: altitude,
      horizontalAccuracy: horizontalAccuracy,
      verticalAccuracy: verticalAccuracy,
      course: course,
      courseAccuracy: -1,
      speed: speed,
      speedAccuracy: -1,
      timestamp: timestamp
    )
  }

  /// Creates a location without a course and a speed.
  public convenience init(
    coordinate: CLLocationCoordinate2D,
    altitude: CLLocationDistance,
    horizontalAccuracy: CLLocationAccuracy,
    verticalAccuracy: CLLocationAccuracy,
    timestamp: Date
  ) {
    self.init(
      coordinate: coordinate,
      altitude: altitude,
      horizontalAccuracy: horizontalAccuracy,
      verticalAccuracy: verticalAccuracy,
      course: -1,
      speed: -1,
      timestamp: timestamp
    )
  }

  /// Creates a location of this moment from a place alone.
  public convenience init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
    self.init(
      coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude),
      altitude: 0,
      horizontalAccuracy: 0,
      verticalAccuracy: -1,
      timestamp: Date()
    )
  }

  /// The distance to another location along a great circle, in meters.
  public func distance(from location: CLLocation) -> CLLocationDistance {
    Coordinate(latitude: coordinate.latitude, longitude: coordinate.longitude).meters(
      to: Coordinate(
        latitude: location.coordinate.latitude,
        longitude: location.coordinate.longitude
      )
    )
  }
}
