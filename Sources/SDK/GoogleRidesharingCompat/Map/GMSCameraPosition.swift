public import CoreLocation
public import Foundation
internal import Geo
internal import MapCanvas

/// A map's camera position, as in the Maps SDK.
///
/// Zooms are the SDK's, which are chosen for phones: a map of cells shows the same area as a phone
/// screen of its size. Bearing and viewing angle are ignored; north is up, and the view is from above.
public class GMSCameraPosition: NSObject, @unchecked Sendable {
  /// The center.
  public let target: CLLocationCoordinate2D
  /// The zoom: the world is `256 × 2^zoom` points wide, and a column of cells is 8 points.
  public let zoom: Float
  /// Degrees clockwise from north; not drawn.
  public let bearing: CLLocationDirection
  /// Degrees from the vertical; not drawn.
  public let viewingAngle: Double

  /// Creates a camera position.
  public init(
    target: CLLocationCoordinate2D, zoom: Float, bearing: CLLocationDirection = 0,
    viewingAngle: Double = 0
  ) {
    self.target = target
    self.zoom = zoom
    self.bearing = bearing
    self.viewingAngle = viewingAngle
  }

  /// Creates a camera position.
  public convenience init(
    latitude: CLLocationDegrees, longitude: CLLocationDegrees, zoom: Float,
    bearing: CLLocationDirection = 0, viewingAngle: Double = 0
  ) {
    self.init(
      target: CLLocationCoordinate2DMake(latitude, longitude), zoom: zoom, bearing: bearing,
      viewingAngle: viewingAngle)
  }

  convenience init(_ camera: Camera) {
    self.init(target: CLLocationCoordinate2D(camera.center), zoom: PhoneScale.zoom(of: camera))
  }

  /// Creates a camera position.
  public class func camera(
    withLatitude latitude: CLLocationDegrees, longitude: CLLocationDegrees, zoom: Float,
    bearing: CLLocationDirection = 0, viewingAngle: Double = 0
  ) -> GMSCameraPosition {
    camera(
      withTarget: CLLocationCoordinate2DMake(latitude, longitude), zoom: zoom, bearing: bearing,
      viewingAngle: viewingAngle)
  }

  /// Creates a camera position.
  public class func camera(
    withTarget target: CLLocationCoordinate2D, zoom: Float, bearing: CLLocationDirection = 0,
    viewingAngle: Double = 0
  ) -> GMSCameraPosition {
    GMSCameraPosition(target: target, zoom: zoom, bearing: bearing, viewingAngle: viewingAngle)
  }

  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? GMSCameraPosition else { return false }
    return Coordinate(other.target) == Coordinate(target) && other.zoom == zoom
      && other.bearing == bearing && other.viewingAngle == viewingAngle
  }

  public override var hash: Int { Coordinate(target).hashValue ^ zoom.hashValue }
}
