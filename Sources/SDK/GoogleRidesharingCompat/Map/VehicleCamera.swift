internal import ConsumerMap
internal import CoreLocation
internal import Foundation
internal import Geo
internal import RidesharingDriver

/// Moves a map's camera with the vehicle of its location provider.
@MainActor final class VehicleCamera: GMSRoadSnappedLocationProviderListener {
  private static let zoom: Float = 17

  private weak var mapView: GMSMapView?

  init(_ mapView: GMSMapView) {
    self.mapView = mapView
    mapView.roadSnappedLocationProvider?.add(self)
    if let location = mapView.roadSnappedLocationProvider?.location { show(location) }
  }

  func locationProvider(_: GMSRoadSnappedLocationProvider, didUpdate location: CLLocation) {
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

/// Marks the device's location on a map.
@MainActor final class MyLocationBridge: CLLocationManagerDelegate {
  private(set) var last: CLLocation?
  private weak var map: MapView?
  private let manager = CLLocationManager()

  init(_ map: MapView) {
    self.map = map
    manager.delegate = self
    manager.startUpdatingLocation()
  }

  func locationManager(_: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
    guard let location = locations.last else { return }
    last = location
    map?.myLocation = Coordinate(location.coordinate)
    map?.onChange?()
  }
}
