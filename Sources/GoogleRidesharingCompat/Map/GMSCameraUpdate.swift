public import CoreLocation
public import Foundation

/// A change of a map's camera, of the name that it has in the Maps SDK.
///
/// Paddings and distances are points as on a telephone: 8 are a column of cells, 16 a row.
public final class GMSCameraUpdate: NSObject, @unchecked Sendable {
  enum Change {
    case set(GMSCameraPosition)
    case target(CLLocationCoordinate2D, zoom: Float?)
    case zoomBy(Float, at: CGPoint?)
    case zoomTo(Float)
    case fit(GMSCoordinateBounds, UIEdgeInsets)
    case scroll(x: CGFloat, y: CGFloat)
  }

  /// The SDK's own padding.
  private static let padding: CGFloat = 64

  let change: Change

  private init(_ change: Change) {
    self.change = change
    super.init()
  }

  /// Shows a place at the same zoom.
  public class func setTarget(_ target: CLLocationCoordinate2D) -> GMSCameraUpdate {
    GMSCameraUpdate(.target(target, zoom: nil))
  }

  /// Shows a place at a zoom.
  public class func setTarget(_ target: CLLocationCoordinate2D, zoom: Float) -> GMSCameraUpdate {
    GMSCameraUpdate(.target(target, zoom: zoom))
  }

  /// Shows what a position says.
  public class func setCamera(_ camera: GMSCameraPosition) -> GMSCameraUpdate {
    GMSCameraUpdate(.set(camera))
  }

  /// Adds 1 to the zoom.
  public class func zoomIn() -> GMSCameraUpdate { zoom(by: 1) }

  /// Takes 1 from the zoom.
  public class func zoomOut() -> GMSCameraUpdate { zoom(by: -1) }

  /// Adds to the zoom.
  public class func zoom(by delta: Float) -> GMSCameraUpdate {
    GMSCameraUpdate(.zoomBy(delta, at: nil))
  }

  /// Adds to the zoom, and keeps a cell of the map where it is.
  public class func zoom(by zoom: Float, at point: CGPoint) -> GMSCameraUpdate {
    GMSCameraUpdate(.zoomBy(zoom, at: point))
  }

  /// Sets the zoom.
  public class func zoom(to zoom: Float) -> GMSCameraUpdate { GMSCameraUpdate(.zoomTo(zoom)) }

  /// Shows bounds as large as they fit with a padding of 64 points.
  public class func fit(_ bounds: GMSCoordinateBounds) -> GMSCameraUpdate {
    fit(bounds, withPadding: padding)
  }

  /// Shows bounds as large as they fit with a padding on each side.
  public class func fit(
    _ bounds: GMSCoordinateBounds,
    withPadding padding: CGFloat
  ) -> GMSCameraUpdate {
    fit(
      bounds,
      with: UIEdgeInsets(top: padding, left: padding, bottom: padding, right: padding)
    )
  }

  /// Shows bounds as large as they fit with paddings.
  public class func fit(
    _ bounds: GMSCoordinateBounds,
    with edgeInsets: UIEdgeInsets
  ) -> GMSCameraUpdate {
    GMSCameraUpdate(.fit(bounds, edgeInsets))
  }

  /// Moves the map by points: what lies to the right and below comes into sight.
  public class func scrollBy(x dX: CGFloat, y dY: CGFloat) -> GMSCameraUpdate {
    GMSCameraUpdate(.scroll(x: dX, y: dY))
  }
}
