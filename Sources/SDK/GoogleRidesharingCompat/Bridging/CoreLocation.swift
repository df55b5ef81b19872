public import CoreLocation
public import FleetEngine
internal import Foundation
public import Geo

extension Coordinate {
  /// Converts a coordinate of Core Location.
  public init(_ coordinate: CLLocationCoordinate2D) {
    self.init(latitude: coordinate.latitude, longitude: coordinate.longitude)
  }
}

extension CLLocationCoordinate2D {
  /// Converts a coordinate of the library.
  public init(_ coordinate: Coordinate) {
    self.init(latitude: coordinate.latitude, longitude: coordinate.longitude)
  }
}

extension CLLocation {
  /// Converts a vehicle's location; nil without a place.
  public convenience init?(_ location: VehicleLocation) {
    guard let place = location.location else { return nil }
    self.init(
      coordinate: CLLocationCoordinate2D(place), altitude: 0,
      horizontalAccuracy: location.latlngAccuracy ?? 0, verticalAccuracy: -1,
      course: location.heading.map { Double($0) } ?? -1,
      courseAccuracy: location.headingAccuracy ?? -1, speed: location.speed ?? -1,
      speedAccuracy: location.speedAccuracy ?? -1,
      timestamp: Date(
        timeIntervalSince1970: (location.updateTime ?? location.serverTime)?.secondsSince1970 ?? 0))
  }
}

extension VehicleLocation {
  /// Converts a location of Core Location.
  public init(_ location: CLLocation) {
    self.init(location: Coordinate(location.coordinate))
    latlngAccuracy = location.horizontalAccuracy >= 0 ? location.horizontalAccuracy : nil
    heading = (0...360).contains(location.course) ? Int(location.course.rounded()) % 360 : nil
    headingAccuracy = location.courseAccuracy >= 0 ? location.courseAccuracy : nil
    speed = location.speed >= 0 ? location.speed : nil
    speedAccuracy = location.speedAccuracy >= 0 ? location.speedAccuracy : nil
    updateTime = Timestamp(secondsSince1970: location.timestamp.timeIntervalSince1970)
  }
}
