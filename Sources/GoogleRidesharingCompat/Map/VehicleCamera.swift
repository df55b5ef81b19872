internal import CoreLocation
internal import Foundation
internal import Geo
internal import RidesharingDriver

/// Moves a map's camera with the vehicle of its location provider.
@MainActor
final class VehicleCamera: GMSRoadSnappedLocationProviderListener {
  /// The SDK's zoom at which a driver is guided.
  private static let zoom: Float = 17

  private weak var mapView: GMSMapView?

  init(_ mapView: GMSMapView) {
    self.mapView = mapView
    mapView.roadSnappedLocationProvider?.add(self)
    if let location = mapView.roadSnappedLocationProvider?.location { show(location) }
  }

  func locationProvider(
    _ provider: GMSRoadSnappedLocationProvider,
    didUpdate location: CLLocation
  ) {
    show(location)
  }

  private func show(_ location: CLLocation) {
    guard let mapView else { return }
    let navigator = mapView.navigator?.navigator
    if mapView.cameraMode == .overview, let navigator, let route = navigator.route {
      let rest = route.path.part(fromMeters: navigator.metersFromStart)
      mapView.animate(with: .fit(GMSCoordinateBounds(CoordinateBounds(enclosing: rest))))
    } else {
      mapView.animate(with: .setTarget(location.coordinate, zoom: Self.zoom))
    }
  }
}
