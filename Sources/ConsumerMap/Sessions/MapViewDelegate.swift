public import MapCanvas

/// Who wants to know what happens on a map.
///
/// Source: contract 5.6.
@MainActor
public protocol MapViewDelegate: AnyObject, Sendable {
  /// Tells once that the map has a size and can show sessions.
  func mapViewDidInitialize(_ mapView: MapView)

  /// Tells that somebody tapped a marker of a trip.
  ///
  /// - Returns: Whether that was all that is to happen.
  func mapView(
    _ mapView: MapView,
    didTapConsumerMarker marker: MapMarker,
    markerType: CustomizableMarkerType
  ) -> Bool
}

extension MapViewDelegate {
  /// Does nothing.
  public func mapViewDidInitialize(_ mapView: MapView) {}
  /// Does nothing.
  public func mapView(
    _ mapView: MapView,
    didTapConsumerMarker marker: MapMarker,
    markerType: CustomizableMarkerType
  ) -> Bool { false }
}
