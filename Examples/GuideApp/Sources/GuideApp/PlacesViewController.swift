import CoreLocation
import GoogleMaps
import GoogleRidesharingConsumer

/// Chooses the pickup and the drop-off on a map and then shows the guide's view controller.
class PlacesViewController: UIViewController, GMTCMapViewDelegate {
  private let mapView = GMTCMapView(
    frame: UIScreen.main.bounds, camera: GMSCameraPosition(target: Backend.center, zoom: 15))
  private let locationManager = CLLocationManager()
  private let hintLabel = UILabel(frame: CGRect(x: 1, y: 0, width: 78, height: 1))
  /// The middle of the map, which Enter chooses.
  private let pin = GMSMarker(position: Backend.center)

  override func viewDidLoad() {
    super.viewDidLoad()
    mapView.delegate = self
    mapView.settings.myLocationButton = true
    mapView.isMyLocationEnabled = true
    view.addSubview(mapView)
    view.addSubview(hintLabel)
    pin.icon = UIImage(text: "+")
    pin.groundAnchor = CGPoint(x: 0.5, y: 0.5)
    pin.isTappable = false
    pin.map = mapView
    locationManager.requestWhenInUseAuthorization()
    Backend.showTown(on: mapView)
    showHint()
  }

  func mapView(_ mapView: GMSMapView, didChange position: GMSCameraPosition) {
    pin.position = position.target
  }

  func mapView(_ map: GMSMapView, didTapAt coordinate: CLLocationCoordinate2D) {
    let place = Backend.place(coordinate)
    if let pickup = mapView.pickupLocation {
      mapView.dropoffLocation = place
      present(MapViewController.following(from: pickup, to: place), animated: true)
    } else {
      mapView.pickupLocation = place
    }
    showHint()
  }

  // Back from a ride, or there for the first time.
  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    (mapView.pickupLocation, mapView.dropoffLocation) = (nil, nil)
    showHint()
  }

  private func showHint() {
    let place = mapView.pickupLocation == nil ? "Pickup" : "Drop-off"
    hintLabel.text = "\(place): click, or arrows and Enter."
  }
}
