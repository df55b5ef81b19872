public import CoreLocation
public import Foundation

/// A camera change of the Maps SDK; lengths are points, 8 per column of cells and 16 per row.
public final class GMSCameraUpdate: NSObject, @unchecked Sendable {
  enum Change {
    case set(GMSCameraPosition)
    case target(CLLocationCoordinate2D, zoom: Float?)
    case zoomBy(Float, at: CGPoint?)
    case zoomTo(Float)
    case fit(GMSCoordinateBounds, UIEdgeInsets)
    case scroll(x: CGFloat, y: CGFloat)
  }

  let change: Change

  private init(_ change: Change) { self.change = change }

  /// Centers a place at the current zoom.
  public class func setTarget(_ target: CLLocationCoordinate2D) -> GMSCameraUpdate {
    GMSCameraUpdate(.target(target, zoom: nil))
  }

  /// Centers a place at a zoom.
  public class func setTarget(_ target: CLLocationCoordinate2D, zoom: Float) -> GMSCameraUpdate {
    GMSCameraUpdate(.target(target, zoom: zoom))
  }

  /// Moves to a camera position.
  public class func setCamera(_ camera: GMSCameraPosition) -> GMSCameraUpdate {
    GMSCameraUpdate(.set(camera))
  }

  /// Adds 1 to the zoom.
  public class func zoomIn() -> GMSCameraUpdate { zoom(by: 1) }

  /// Subtracts 1 from the zoom.
  public class func zoomOut() -> GMSCameraUpdate { zoom(by: -1) }

  /// Adds to the zoom.
  public class func zoom(by delta: Float) -> GMSCameraUpdate {
    GMSCameraUpdate(.zoomBy(delta, at: nil))
  }

  /// Adds to the zoom around a cell of the map.
  public class func zoom(by zoom: Float, at point: CGPoint) -> GMSCameraUpdate {
    GMSCameraUpdate(.zoomBy(zoom, at: point))
  }

  /// Sets the zoom.
  public class func zoom(to zoom: Float) -> GMSCameraUpdate { GMSCameraUpdate(.zoomTo(zoom)) }

  /// Fits bounds with a padding on each side, by default the SDK's 64 points.
  public class func fit(
    _ bounds: GMSCoordinateBounds, withPadding padding: CGFloat = 64
  ) -> GMSCameraUpdate {
    fit(bounds, with: UIEdgeInsets(top: padding, left: padding, bottom: padding, right: padding))
  }

  /// Fits bounds with paddings.
  public class func fit(
    _ bounds: GMSCoordinateBounds, with edgeInsets: UIEdgeInsets
  ) -> GMSCameraUpdate { GMSCameraUpdate(.fit(bounds, edgeInsets)) }

  /// Moves the camera by points to the right and down.
  public class func scrollBy(x dX: CGFloat, y dY: CGFloat) -> GMSCameraUpdate {
    GMSCameraUpdate(.scroll(x: dX, y: dY))
  }
}
