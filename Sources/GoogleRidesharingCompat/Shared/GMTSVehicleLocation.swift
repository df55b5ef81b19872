public import FleetEngine
public import Foundation

/// Where a vehicle is, how it moves and how well that is known.
///
/// Source: contract 5.4.
public final class GMTSVehicleLocation: GMTSValue<VehicleLocation>, @unchecked Sendable {
  /// Whether the place can be moved onto the route, as the trip says.
  public let isSnappableToRoute: Bool

  /// Creates the object of a location.
  public init(_ value: VehicleLocation, isSnappableToRoute: Bool) {
    self.isSnappableToRoute = isSnappableToRoute
    super.init(value)
  }

  /// Creates the object of a location that is not known to be near a route.
  public override convenience init(_ value: VehicleLocation) {
    self.init(value, isSnappableToRoute: false)
  }

  /// The place.
  public var latLng: GMTSLatLng? { value.location.map(GMTSLatLng.init) }
  /// The radius in metres within which the place is true, 0 where that is not known.
  public var latLngAccuracy: Double { value.latlngAccuracy ?? 0 }
  /// Degrees clockwise from north, 0 where they are not known.
  public var heading: Int32 { Int32(clamping: value.heading ?? 0) }
  /// The accuracy of the heading in degrees, 0 where it is not known.
  public var headingAccuracy: Double { value.headingAccuracy ?? 0 }
  /// Metres per second, rounded, 0 where they are not known.
  public var speed: Int32 {
    guard let speed = value.speed?.rounded() else { return 0 }
    return Int32(exactly: max(-1e9, min(1e9, speed))) ?? 0
  }
  /// The accuracy of the speed in metres per second, 0 where it is not known.
  public var speedAccuracy: Double { value.speedAccuracy ?? 0 }
  /// When the sensor measured it, in seconds since 1970, 0 where that is not known.
  public var updateTime: TimeInterval { value.updateTime?.secondsSince1970 ?? 0 }
  /// When the server received it, in seconds since 1970, 0 where that is not known.
  public var updateServerTime: TimeInterval { value.serverTime?.secondsSince1970 ?? 0 }

  /// Whether another object stands for the same location, alike near a route.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? GMTSVehicleLocation else { return false }
    return super.isEqual(object) && other.isSnappableToRoute == isSnappableToRoute
  }
}
