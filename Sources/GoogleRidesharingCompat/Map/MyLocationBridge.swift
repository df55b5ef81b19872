internal import ConsumerMap
internal import CoreLocation
internal import Geo

/// Marks on a map where the device is.
@MainActor
final class MyLocationBridge: CLLocationManagerDelegate {
  private(set) var last: CLLocation?
  private weak var map: MapView?
  private let manager = CLLocationManager()

  init(_ map: MapView) {
    self.map = map
    manager.delegate = self
    manager.startUpdatingLocation()
  }

  func locationManager(
    _ manager: CLLocationManager,
    didUpdateLocations locations: [CLLocation]
  ) {
    guard let location = locations.last else { return }
    last = location
    map?.myLocation = Coordinate(location.coordinate)
    map?.onChange?()
  }
}
