/// Who wants to know what happens on a map of trips.
///
/// All methods are optional. Source: contract 5.6.
@MainActor
@preconcurrency
public protocol GMTCMapViewDelegate: GMSMapViewDelegate {
  /// Tells once that the map has a size and can show sessions.
  func mapViewDidInitialize(_ mapview: GMTCMapView)

  /// Tells the same once more, as older guides call it.
  func mapViewDidInitializeCustomerState(_ mapview: GMTCMapView)

  /// Tells that somebody tapped a marker of a trip.
  func mapView(
    _ mapView: GMSMapView,
    didTapConsumerMarker mapMarker: GMSMarker,
    markerType: GMTCMapViewMarkerType
  ) -> Bool
}

extension GMTCMapViewDelegate {
  /// Does nothing.
  public func mapViewDidInitialize(_ mapview: GMTCMapView) {}
  /// Does nothing.
  public func mapViewDidInitializeCustomerState(_ mapview: GMTCMapView) {}
  /// Does nothing.
  public func mapView(
    _ mapView: GMSMapView,
    didTapConsumerMarker mapMarker: GMSMarker,
    markerType: GMTCMapViewMarkerType
  ) -> Bool { false }
}
