import CoreLocation
import GoogleMaps
import UIKit

/// A place that an app shows.
struct Place {
  let name: String
  let coordinate: CLLocationCoordinate2D
}

/// A marker of an app's own class.
class PlaceMarker: GMSMarker {
  let place: Place

  init(place: Place) {
    self.place = place
    super.init()
    position = place.coordinate
    title = place.name
    icon = UIImage(named: place.name)
    groundAnchor = CGPoint(x: 0.5, y: 1)
    appearAnimation = .pop
    userData = place
  }
}

/// A view controller that shows places around the user.
class PlacesViewController: UIViewController, CLLocationManagerDelegate {
  let locationManager = CLLocationManager()
  // As in an app that fills its properties when the view loads.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  private(set) var mapView: GMSMapView!
  private(set) var markers: [PlaceMarker] = []
  private(set) var metersBetween: CLLocationDistance = 0
  let carMarker = GMSMarker()

  override func viewDidLoad() {
    super.viewDidLoad()
    let camera = GMSCameraPosition.camera(withLatitude: 48.2, longitude: 16.37, zoom: 12)
    mapView = GMSMapView.map(withFrame: view.bounds, camera: camera)
    mapView.settings.compassButton = true
    mapView.settings.myLocationButton = true
    mapView.isMyLocationEnabled = true
    mapView.padding = UIEdgeInsets(top: 0, left: 0, bottom: 32, right: 0)
    view.addSubview(mapView)
    locationManager.delegate = self
    locationManager.desiredAccuracy = kCLLocationAccuracyBest
    locationManager.requestWhenInUseAuthorization()
    locationManager.startUpdatingLocation()
  }

  func show(_ places: [Place]) {
    markers.forEach { $0.map = nil }
    markers = places.map { PlaceMarker(place: $0) }
    var bounds = GMSCoordinateBounds()
    for marker in markers {
      marker.map = mapView
      bounds = bounds.includingCoordinate(marker.position)
    }
    mapView.moveCamera(GMSCameraUpdate.fit(bounds))
  }

  func showCar(at position: CLLocationCoordinate2D, rotation: CLLocationDegrees) {
    carMarker.position = position
    carMarker.rotation = rotation
    carMarker.isFlat = true
    carMarker.icon = UIImage(named: "car")
    carMarker.map = mapView
  }

  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
    guard let location = locations.last else { return }
    let center = CLLocation(
      latitude: mapView.camera.target.latitude, longitude: mapView.camera.target.longitude)
    metersBetween = location.distance(from: center)
    mapView.animate(toLocation: location.coordinate)
  }

  func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
    switch manager.authorizationStatus {
    case .authorizedAlways, .authorizedWhenInUse: manager.startUpdatingLocation()
    case .notDetermined, .restricted, .denied: break
    @unknown default: break
    }
  }
}
