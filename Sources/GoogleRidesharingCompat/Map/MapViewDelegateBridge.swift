internal import ConsumerMap
internal import CoreLocation
internal import Geo
internal import MapCanvas

/// Calls a map's delegate of the SDK for what the library tells its own.
@MainActor
final class MapViewDelegateBridge: MapViewDelegate {
  private weak var mapView: GMSMapView?

  init(_ mapView: GMSMapView) {
    self.mapView = mapView
  }

  /// The map of trips and its delegate, if it is one and has one.
  private var trips: (GMTCMapView, any GMTCMapViewDelegate)? {
    guard let mapView = mapView as? GMTCMapView,
      let delegate = mapView.delegate as? any GMTCMapViewDelegate
    else { return nil }
    return (mapView, delegate)
  }

  func mapViewDidInitialize(_ map: MapView) {
    guard let (mapView, delegate) = trips else { return }
    delegate.mapViewDidInitialize(mapView)
  }

  func mapViewDidInitializeCustomerState(_ map: MapView) {
    guard let (mapView, delegate) = trips else { return }
    delegate.mapViewDidInitializeCustomerState(mapView)
  }

  func mapView(
    _ map: MapView,
    didTapConsumerMarker marker: MapMarker,
    markerType: CustomizableMarkerType
  ) -> Bool {
    guard let (mapView, delegate) = trips else { return false }
    return delegate.mapView(
      mapView,
      didTapConsumerMarker: GMSMarker(marker),
      markerType: GMTCMapViewMarkerType(markerType)
    )
  }

  func mapView(_ map: MapView, didTapOverlay id: Int) -> Bool {
    guard let mapView, let (marker, isInfo) = mapView.marker(of: id) else { return false }
    if isInfo {
      mapView.delegate?.mapView(mapView, didTapInfoWindowOf: marker)
      return true
    }
    if mapView.delegate?.mapView(mapView, didTap: marker) ?? false { return true }
    mapView.selectedMarker = marker
    return false
  }

  func mapView(_ map: MapView, didTapAt coordinate: Coordinate) {
    guard let mapView else { return }
    mapView.selectedMarker = nil
    mapView.delegate?.mapView(mapView, didTapAt: CLLocationCoordinate2D(coordinate))
  }

  func mapView(_ map: MapView, willMove isGesture: Bool) {
    guard let mapView else { return }
    mapView.delegate?.mapView(mapView, willMove: isGesture)
  }

  func mapView(_ map: MapView, didChange camera: Camera) {
    guard let mapView else { return }
    mapView.delegate?.mapView(mapView, didChange: GMSCameraPosition(camera))
  }

  func mapView(_ map: MapView, idleAt camera: Camera) {
    guard let mapView else { return }
    mapView.delegate?.mapView(mapView, idleAt: GMSCameraPosition(camera))
  }
}
