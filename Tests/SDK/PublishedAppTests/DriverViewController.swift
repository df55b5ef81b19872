import CoreLocation
import GoogleMaps
import GoogleRidesharingDriver
import UIKit

/// A driver's view controller as published apps write it.
class DriverViewController: UIViewController, CLLocationManagerDelegate, GMSNavigatorListener,
  GMTDVehicleReporterListener, GMSRoadSnappedLocationProviderListener
{
  static let start = CLLocationCoordinate2D(latitude: 48.195, longitude: 16.36)

  private(set) lazy var mapView: GMSMapView = {
    let mapView = GMSMapView(frame: CGRect(x: 0, y: 0, width: 60, height: 20))
    mapView.settings.compassButton = true
    mapView.settings.myLocationButton = true
    return mapView
  }()
  private lazy var locationManager = CLLocationManager()
  var arrivals: [GMSNavigationWaypoint] = []
  var routes = 0
  var locations: [CLLocation] = []
  var isReady = false

  override func loadView() {
    super.loadView()
    view = mapView
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    GMSNavigationServices.showTermsAndConditionsDialogIfNeeded(withCompanyName: "Acme") {
      [weak self] termsAccepted in if termsAccepted { self?.setUpDriver() }
    }
  }

  private func setUpDriver() {
    if locationManager.authorizationStatus == .notDetermined {
      locationManager.delegate = self
      locationManager.requestAlwaysAuthorization()
    }
    mapView.isNavigationEnabled = true
    mapView.cameraMode = .following
    mapView.navigator?.sendsBackgroundNotifications = true
    mapView.navigator?.add(self)
    mapView.roadSnappedLocationProvider?.allowsBackgroundLocationUpdates = true
    mapView.roadSnappedLocationProvider?.add(self)
    mapView.roadSnappedLocationProvider?.startUpdatingLocation()
    mapView.locationSimulator?.simulateLocation(at: DriverViewController.start)
    isReady = true
  }

  func setDestination(_ point: GMTSLatLng?, then: @escaping (GMSRouteStatus) -> Void) {
    guard let coordinate = point?.coordinate(),
      let waypoint = GMSNavigationWaypoint(location: coordinate, title: "")
    else { return }
    mapView.navigator?.setDestinations([waypoint]) { routeStatus in then(routeStatus) }
  }

  func drive() {
    mapView.navigator?.isGuidanceActive = true
    if let locationSimulator = mapView.locationSimulator {
      locationSimulator.isPaused = false
      locationSimulator.speedMultiplier = 5
      locationSimulator.simulateLocationsAlongExistingRoute()
    }
  }

  func navigator(_ navigator: GMSNavigator, didArriveAt waypoint: GMSNavigationWaypoint) {
    arrivals.append(waypoint)
  }

  func navigatorDidChangeRoute(_ navigator: GMSNavigator) { routes += 1 }

  func locationProvider(
    _ locationProvider: GMSRoadSnappedLocationProvider, didUpdate location: CLLocation
  ) { locations.append(location) }

  func vehicleReporter(
    _ vehicleReporter: GMTDVehicleReporter, didSucceed vehicleUpdate: GMTDVehicleUpdate
  ) { if vehicleUpdate.vehicleState == .online { routes += 0 } }
}
