public import ConsumerMap
public import CoreLocation
internal import Geo
internal import MapCanvas

/// Receives a map's events; all methods are optional.
///
/// The methods about the camera are called while the host requests a snapshot.
@MainActor @preconcurrency public protocol GMSMapViewDelegate: AnyObject {
  /// Called before the camera moves.
  func mapView(_ mapView: GMSMapView, willMove gesture: Bool)
  /// Called for each frame of a camera movement.
  func mapView(_ mapView: GMSMapView, didChange position: GMSCameraPosition)
  /// Called when the camera stops.
  func mapView(_ mapView: GMSMapView, idleAt position: GMSCameraPosition)
  /// Called for a tap that hits no marker.
  func mapView(_ mapView: GMSMapView, didTapAt coordinate: CLLocationCoordinate2D)
  /// Called for a tap on a marker of the app.
  ///
  /// Return true to handle the tap; otherwise the marker is selected, which shows its title and
  /// snippet, and scrolled into view.
  func mapView(_ mapView: GMSMapView, didTap marker: GMSMarker) -> Bool
  /// Called for a tap on the title of a selected marker.
  func mapView(_ mapView: GMSMapView, didTapInfoWindowOf marker: GMSMarker)
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension GMSMapViewDelegate {
  public func mapView(_: GMSMapView, willMove _: Bool) {}
  public func mapView(_: GMSMapView, didChange _: GMSCameraPosition) {}
  public func mapView(_: GMSMapView, idleAt _: GMSCameraPosition) {}
  public func mapView(_: GMSMapView, didTapAt _: CLLocationCoordinate2D) {}
  public func mapView(_: GMSMapView, didTap _: GMSMarker) -> Bool { false }
  public func mapView(_: GMSMapView, didTapInfoWindowOf _: GMSMarker) {}
}

/// Receives the events of a map with trips; all methods are optional.
///
/// See docs/protocol.md, "Map view and sessions".
@MainActor @preconcurrency public protocol GMTCMapViewDelegate: GMSMapViewDelegate {
  /// Called once, when the map has a size and can show sessions.
  func mapViewDidInitialize(_ mapview: GMTCMapView)
  /// Called right after ``mapViewDidInitialize(_:)``; older guides use this name.
  func mapViewDidInitializeCustomerState(_ mapview: GMTCMapView)
  /// Called for a tap on a trip's marker; return true to handle the tap.
  func mapView(
    _ mapView: GMSMapView, didTapConsumerMarker mapMarker: GMSMarker,
    markerType: GMTCMapViewMarkerType
  ) -> Bool
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension GMTCMapViewDelegate {
  public func mapViewDidInitialize(_: GMTCMapView) {}
  public func mapViewDidInitializeCustomerState(_: GMTCMapView) {}
  public func mapView(
    _: GMSMapView, didTapConsumerMarker _: GMSMarker, markerType: GMTCMapViewMarkerType
  ) -> Bool { false }
}

/// Forwards the library's callbacks to a map's SDK delegate.
@MainActor final class MapViewDelegateBridge: MapViewDelegate {
  private weak var mapView: GMSMapView?
  private var isInitialized = false
  private var isTold = false

  init(_ mapView: GMSMapView) { self.mapView = mapView }

  /// The map and its delegate, if they are the consumer SDK's.
  private var consumer: (mapView: GMTCMapView, delegate: any GMTCMapViewDelegate)? {
    guard let mapView = mapView as? GMTCMapView,
      let delegate = mapView.delegate as? any GMTCMapViewDelegate
    else { return nil }
    return (mapView, delegate)
  }

  func mapViewDidInitialize(_: MapView) {
    isInitialized = true
    tellInitialized()
  }

  /// Tells the first delegate, also one that was set late, that the map can show sessions.
  func tellInitialized() {
    guard isInitialized, !isTold, let consumer else { return }
    isTold = true
    consumer.delegate.mapViewDidInitialize(consumer.mapView)
    consumer.delegate.mapViewDidInitializeCustomerState(consumer.mapView)
  }

  func mapView(
    _: MapView, didTapConsumerMarker marker: MapMarker, markerType: CustomizableMarkerType
  ) -> Bool {
    guard let consumer else { return false }
    return consumer.delegate.mapView(
      consumer.mapView, didTapConsumerMarker: GMSMarker(marker), markerType: markerType)
  }

  func mapView(_: MapView, didTapOverlay id: Int) -> Bool {
    guard let mapView, let (marker, isInfo) = mapView.marker(of: id) else { return false }
    if isInfo {
      mapView.delegate?.mapView(mapView, didTapInfoWindowOf: marker)
      return true
    }
    if mapView.delegate?.mapView(mapView, didTap: marker) ?? false { return true }
    mapView.selectedMarker = marker
    return false
  }

  func mapView(_: MapView, didTapAt coordinate: Coordinate) {
    guard let mapView else { return }
    mapView.selectedMarker = nil
    mapView.delegate?.mapView(mapView, didTapAt: CLLocationCoordinate2D(coordinate))
  }

  func mapView(_: MapView, willMove isGesture: Bool) {
    if let mapView { mapView.delegate?.mapView(mapView, willMove: isGesture) }
  }

  func mapView(_: MapView, didChange camera: Camera) {
    if let mapView { mapView.delegate?.mapView(mapView, didChange: GMSCameraPosition(camera)) }
  }

  func mapView(_: MapView, idleAt camera: Camera) {
    if let mapView { mapView.delegate?.mapView(mapView, idleAt: GMSCameraPosition(camera)) }
  }
}
