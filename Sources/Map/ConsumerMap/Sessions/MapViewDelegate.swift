public import Geo
public import MapCanvas

/// Receives a map's events; all methods are optional.
///
/// The methods about the camera are called while a snapshot is requested.
@MainActor public protocol MapViewDelegate: AnyObject, Sendable {
  /// Called once, when the map has a size and can show sessions.
  func mapViewDidInitialize(_ mapView: MapView)
  /// Called right after ``mapViewDidInitialize(_:)``; older guides use this name.
  func mapViewDidInitializeCustomerState(_ mapView: MapView)
  /// Called when a trip's marker was tapped or chosen by key; return true to handle the tap.
  func mapView(
    _ mapView: MapView, didTapConsumerMarker marker: MapMarker, markerType: CustomizableMarkerType
  ) -> Bool
  /// Called when a marker of ``MapView/overlays`` was tapped or chosen by key; return true to handle
  /// the tap.
  func mapView(_ mapView: MapView, didTapOverlay id: Int) -> Bool
  /// Called for a tap that hits no marker.
  func mapView(_ mapView: MapView, didTapAt coordinate: Coordinate)
  /// Called before the camera moves, with whether the user moves it.
  func mapView(_ mapView: MapView, willMove isGesture: Bool)
  /// Called for each frame of a camera movement.
  func mapView(_ mapView: MapView, didChange camera: Camera)
  /// Called when the camera stops.
  func mapView(_ mapView: MapView, idleAt camera: Camera)
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension MapViewDelegate {
  public func mapViewDidInitialize(_: MapView) {}
  public func mapViewDidInitializeCustomerState(_: MapView) {}
  public func mapView(
    _: MapView, didTapConsumerMarker _: MapMarker, markerType: CustomizableMarkerType
  ) -> Bool { false }
  public func mapView(_: MapView, didTapOverlay _: Int) -> Bool { false }
  public func mapView(_: MapView, didTapAt _: Coordinate) {}
  public func mapView(_: MapView, willMove _: Bool) {}
  public func mapView(_: MapView, didChange _: Camera) {}
  public func mapView(_: MapView, idleAt _: Camera) {}
}
