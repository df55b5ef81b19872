public import CoreLocation
public import Foundation
internal import Geo
internal import MapCanvas

/// What a map looks at, of the name that it has in the Maps SDK.
///
/// Zooms are the SDK's: they are chosen for telephones, and a map of cells shows as much of the
/// world as a telephone's screen of its size would. Maps are seen from above with north at the top,
/// whatever bearing and viewing angle are asked for.
public class GMSCameraPosition: NSObject, @unchecked Sendable {
  /// The place in the middle.
  public let target: CLLocationCoordinate2D
  /// The magnification: the world is `256 × 2^zoom` points wide, and a column of cells is 8 points.
  public let zoom: Float
  /// Degrees clockwise from north; not drawn.
  public let bearing: CLLocationDirection
  /// Degrees from the vertical; not drawn.
  public let viewingAngle: Double

  /// Creates a camera position.
  public init(
    target: CLLocationCoordinate2D,
    zoom: Float,
    bearing: CLLocationDirection,
    viewingAngle: Double
  ) {
    self.target = target
    self.zoom = zoom
    self.bearing = bearing
    self.viewingAngle = viewingAngle
    super.init()
  }

  /// Creates a camera position with north at the top, seen from above.
  public convenience init(target: CLLocationCoordinate2D, zoom: Float) {
    self.init(target: target, zoom: zoom, bearing: 0, viewingAngle: 0)
  }

  /// Creates a camera position with north at the top, seen from above.
  public convenience init(
    latitude: CLLocationDegrees,
    longitude: CLLocationDegrees,
    zoom: Float
  ) {
    self.init(target: CLLocationCoordinate2DMake(latitude, longitude), zoom: zoom)
  }

  /// Creates a camera position.
  public convenience init(
    latitude: CLLocationDegrees,
    longitude: CLLocationDegrees,
    zoom: Float,
    bearing: CLLocationDirection,
    viewingAngle: Double
  ) {
    self.init(
      target: CLLocationCoordinate2DMake(latitude, longitude),
      zoom: zoom,
      bearing: bearing,
      viewingAngle: viewingAngle
    )
  }

  convenience init(_ camera: Camera) {
    self.init(
      target: CLLocationCoordinate2D(camera.center),
      zoom: PhoneScale.zoom(of: camera)
    )
  }

  /// Makes a camera position with north at the top, seen from above.
  public class func camera(
    withLatitude latitude: CLLocationDegrees,
    longitude: CLLocationDegrees,
    zoom: Float
  ) -> GMSCameraPosition {
    GMSCameraPosition(latitude: latitude, longitude: longitude, zoom: zoom)
  }

  /// Makes a camera position with north at the top, seen from above.
  public class func camera(
    withTarget target: CLLocationCoordinate2D,
    zoom: Float
  ) -> GMSCameraPosition {
    GMSCameraPosition(target: target, zoom: zoom)
  }

  /// Makes a camera position.
  public class func camera(
    withLatitude latitude: CLLocationDegrees,
    longitude: CLLocationDegrees,
    zoom: Float,
    bearing: CLLocationDirection,
    viewingAngle: Double
  ) -> GMSCameraPosition {
    GMSCameraPosition(
      latitude: latitude,
      longitude: longitude,
      zoom: zoom,
      bearing: bearing,
      viewingAngle: viewingAngle
    )
  }

  /// Makes a camera position.
  public class func camera(
    withTarget target: CLLocationCoordinate2D,
    zoom: Float,
    bearing: CLLocationDirection,
    viewingAngle: Double
  ) -> GMSCameraPosition {
    GMSCameraPosition(target: target, zoom: zoom, bearing: bearing, viewingAngle: viewingAngle)
  }

  /// Whether another position shows the same.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? GMSCameraPosition else { return false }
    return Coordinate(other.target) == Coordinate(target) && other.zoom == zoom
      && other.bearing == bearing && other.viewingAngle == viewingAngle
  }

  /// The hash of place and zoom.
  public override var hash: Int {
    var hasher = Hasher()
    hasher.combine(Coordinate(target))
    hasher.combine(zoom)
    return hasher.finalize()
  }
}
