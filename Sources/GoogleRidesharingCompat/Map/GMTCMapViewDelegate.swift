internal import ConsumerMap
internal import MapCanvas

/// Who wants to know what happens on a map, of the name that it has in the Maps SDK.
@MainActor
@preconcurrency
public protocol GMSMapViewDelegate: AnyObject {}

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
  ///
  /// - Returns: Whether that was all that is to happen.
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

/// Tells a delegate of the SDK what a delegate of the library is told.
@MainActor
final class MapViewDelegateBridge: MapViewDelegate {
  private weak var mapView: GMTCMapView?

  init(_ mapView: GMTCMapView) {
    self.mapView = mapView
  }

  func mapViewDidInitialize(_ map: MapView) {
    guard let mapView else { return }
    mapView.delegate?.mapViewDidInitialize(mapView)
  }

  func mapViewDidInitializeCustomerState(_ map: MapView) {
    guard let mapView else { return }
    mapView.delegate?.mapViewDidInitializeCustomerState(mapView)
  }

  func mapView(
    _ map: MapView,
    didTapConsumerMarker marker: MapMarker,
    markerType: CustomizableMarkerType
  ) -> Bool {
    guard let mapView, let delegate = mapView.delegate else { return false }
    return delegate.mapView(
      mapView,
      didTapConsumerMarker: GMSMarker(marker),
      markerType: GMTCMapViewMarkerType(markerType)
    )
  }
}
