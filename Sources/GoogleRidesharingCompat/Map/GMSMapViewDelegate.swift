public import CoreLocation

/// Who wants to know what happens on a map, of the name that it has in the Maps SDK.
///
/// All methods are optional. Those about the camera are called while the host asks for a picture.
@MainActor
@preconcurrency
public protocol GMSMapViewDelegate: AnyObject {
  /// Called before the camera moves.
  func mapView(_ mapView: GMSMapView, willMove gesture: Bool)

  /// Called for each picture of a move of the camera.
  func mapView(_ mapView: GMSMapView, didChange position: GMSCameraPosition)

  /// Called once the camera has come to rest.
  func mapView(_ mapView: GMSMapView, idleAt position: GMSCameraPosition)

  /// Called for a tap where no marker is.
  func mapView(_ mapView: GMSMapView, didTapAt coordinate: CLLocationCoordinate2D)

  /// Called for a tap on a marker of the app.
  ///
  /// - Parameters:
  ///   - mapView: The map.
  ///   - marker: The marker.
  /// - Returns: Whether that was all that is to happen; else the marker is selected, which shows its
  ///   title and snippet, and brought into sight.
  func mapView(_ mapView: GMSMapView, didTap marker: GMSMarker) -> Bool

  /// Called for a tap on the title of a marker that is selected.
  func mapView(_ mapView: GMSMapView, didTapInfoWindowOf marker: GMSMarker)
}

extension GMSMapViewDelegate {
  /// Does nothing.
  public func mapView(_ mapView: GMSMapView, willMove gesture: Bool) {}
  /// Does nothing.
  public func mapView(_ mapView: GMSMapView, didChange position: GMSCameraPosition) {}
  /// Does nothing.
  public func mapView(_ mapView: GMSMapView, idleAt position: GMSCameraPosition) {}
  /// Does nothing.
  public func mapView(_ mapView: GMSMapView, didTapAt coordinate: CLLocationCoordinate2D) {}
  /// Does nothing.
  public func mapView(_ mapView: GMSMapView, didTap marker: GMSMarker) -> Bool { false }
  /// Does nothing.
  public func mapView(_ mapView: GMSMapView, didTapInfoWindowOf marker: GMSMarker) {}
}
