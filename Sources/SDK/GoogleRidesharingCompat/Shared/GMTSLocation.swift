public import CoreLocation
public import FleetEngine
public import Foundation
public import Geo

/// A place in degrees.
///
/// See docs/protocol.md, "SDK data types".
public final class GMTSLatLng: GMTSValue<Coordinate>, @unchecked Sendable {
  /// Creates a place from degrees north and east.
  public convenience init(latitude: Double, longitude: Double) {
    self.init(Coordinate(latitude: latitude, longitude: longitude))
  }

  /// Converts a coordinate of Core Location.
  public convenience init(from coordinate: CLLocationCoordinate2D) {
    self.init(Coordinate(coordinate))
  }

  /// Degrees north of the equator.
  public var latitude: Double { value.latitude }
  /// Degrees east of Greenwich.
  public var longitude: Double { value.longitude }
  /// Returns Core Location's coordinate.
  public func coordinate() -> CLLocationCoordinate2D { CLLocationCoordinate2D(value) }
}

/// The location and motion of a vehicle, with their accuracies.
///
/// See docs/protocol.md, "SDK data types".
public final class GMTSVehicleLocation: GMTSValue<VehicleLocation>, @unchecked Sendable {
  /// Whether the place can be snapped to the route, according to the trip.
  public let isSnappableToRoute: Bool

  /// Wraps a location of the library.
  public init(_ value: VehicleLocation, isSnappableToRoute: Bool) {
    self.isSnappableToRoute = isSnappableToRoute
    super.init(value)
  }

  /// Wraps a location of the library that cannot be snapped to the route.
  public override convenience init(_ value: VehicleLocation) {
    self.init(value, isSnappableToRoute: false)
  }

  /// The place.
  public var latLng: GMTSLatLng? { value.location.map(GMTSLatLng.init) }
  /// The place's accuracy as a radius in meters, 0 if unknown.
  public var latLngAccuracy: Double { value.latlngAccuracy ?? 0 }
  /// Degrees clockwise from north, 0 if unknown.
  public var heading: Int32 { Int32(clamping: value.heading ?? 0) }
  /// The heading's accuracy in degrees, 0 if unknown.
  public var headingAccuracy: Double { value.headingAccuracy ?? 0 }
  /// Meters per second, rounded, 0 if unknown.
  public var speed: Int32 {
    guard let speed = value.speed?.rounded() else { return 0 }
    return Int32(exactly: max(-1e9, min(1e9, speed))) ?? 0
  }
  /// The speed's accuracy in meters per second, 0 if unknown.
  public var speedAccuracy: Double { value.speedAccuracy ?? 0 }
  /// The time of the measurement in seconds since 1970, 0 if unknown.
  public var updateTime: TimeInterval { value.updateTime?.secondsSince1970 ?? 0 }
  /// The time when the server received it in seconds since 1970, 0 if unknown.
  public var updateServerTime: TimeInterval { value.serverTime?.secondsSince1970 ?? 0 }

  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? GMTSVehicleLocation else { return false }
    return super.isEqual(object) && other.isSnappableToRoute == isSnappableToRoute
  }
}

/// A pickup, a drop-off or a stop.
///
/// Fleet Engine sends only the point. The texts and IDs are those with which an object was created.
/// See docs/protocol.md, "SDK data types".
public final class GMTSTerminalLocation: GMTSValue<TerminalLocation>, @unchecked Sendable {
  /// A name for people.
  public let label: String?
  /// A longer text for people; also the object's `description` if not nil.
  public let locationDescription: String?
  /// The ID of the place.
  public let placeID: String?
  /// A generated ID.
  public let generatedID: String?
  /// The ID of the access point.
  public let accessPointID: String?

  /// Wraps a location of the library.
  public override convenience init(_ value: TerminalLocation) {
    self.init(point: value.point.map(GMTSLatLng.init))
  }

  /// Creates a location.
  public init(
    point: GMTSLatLng?, label: String? = nil, description: String? = nil, placeID: String? = nil,
    generatedID: String? = nil, accessPointID: String? = nil
  ) {
    self.label = label
    self.locationDescription = description
    self.placeID = placeID
    self.generatedID = generatedID
    self.accessPointID = accessPointID
    super.init(TerminalLocation(point: point?.value))
  }

  /// The location's point.
  public var point: GMTSLatLng? { value.point.map(GMTSLatLng.init) }

  public override var description: String { locationDescription ?? super.description }

  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? GMTSTerminalLocation else { return false }
    return super.isEqual(object) && other.texts == texts
  }

  private var texts: [String?] {
    [label, locationDescription, placeID, generatedID, accessPointID]
  }
}
