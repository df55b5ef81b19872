public import Geo
public import MapCanvas

/// Who wants to know what happens on a map.
@MainActor
public protocol MapViewDelegate: AnyObject, Sendable {
  /// Tells once that the map has a size and can show sessions.
  func mapViewDidInitialize(_ mapView: MapView)

  /// Tells the same once more, right after ``mapViewDidInitialize(_:)``, as older guides call it.
  func mapViewDidInitializeCustomerState(_ mapView: MapView)

  /// Tells that somebody tapped a marker, or chose it by key.
  func mapView(
    _ mapView: MapView,
    didTapConsumerMarker marker: MapMarker,
    markerType: CustomizableMarkerType
  ) -> Bool

  /// Tells that somebody tapped a marker of ``MapView/overlays``, or chose it by key.
  func mapView(_ mapView: MapView, didTapOverlay id: Int) -> Bool

  /// Tells that somebody tapped the map where no marker is.
  func mapView(_ mapView: MapView, didTapAt coordinate: Coordinate)

  /// Tells that the camera begins to move.
  ///
  /// This and the next two are called while a picture is asked for.
  ///
  /// - Parameters:
  ///   - mapView: The map.
  ///   - isGesture: Whether the user moves it.
  func mapView(_ mapView: MapView, willMove isGesture: Bool)

  /// Tells that the camera is elsewhere, for each picture of a move.
  func mapView(_ mapView: MapView, didChange camera: Camera)

  /// Tells that the camera has come to rest.
  func mapView(_ mapView: MapView, idleAt camera: Camera)
}

extension MapViewDelegate {
  /// Does nothing.
  public func mapViewDidInitialize(_ mapView: MapView) {}
  /// Does nothing.
  public func mapViewDidInitializeCustomerState(_ mapView: MapView) {}
  /// Does nothing.
  public func mapView(
    _ mapView: MapView,
    didTapConsumerMarker marker: MapMarker,
    markerType: CustomizableMarkerType
  ) -> Bool { false }
  /// Does nothing.
  public func mapView(_ mapView: MapView, didTapOverlay id: Int) -> Bool { false }
  /// Does nothing.
  public func mapView(_ mapView: MapView, didTapAt coordinate: Coordinate) {}
  /// Does nothing.
  public func mapView(_ mapView: MapView, willMove isGesture: Bool) {}
  /// Does nothing.
  public func mapView(_ mapView: MapView, didChange camera: Camera) {}
  /// Does nothing.
  public func mapView(_ mapView: MapView, idleAt camera: Camera) {}
}
