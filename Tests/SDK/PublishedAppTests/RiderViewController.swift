import GoogleMaps
import GoogleRidesharingConsumer
import UIKit

/// A rider's view controller as published apps write it: the user picks places by moving the map,
/// sees them as markers with a preview line, and follows the trip that was booked.
class RiderViewController: UIViewController, GMTCTripModelSubscriber {
  enum Step { case idle, pickingPickup, pickingDropoff, preview, riding }

  static let pickupImage = "ic_wait_pickup_marker"
  static let stopImage = "ic_intermediate_destination_point"

  var mapView: GMTCMapView { uiView }
  private(set) lazy var uiView: GMTCMapView = {
    let uiView = GMTCMapView(frame: CGRect.zero)
    uiView.camera = .vienna
    uiView.translatesAutoresizingMaskIntoConstraints = false
    return uiView
  }()
  private(set) lazy var pickupMarker = GMSMarker()
  private(set) lazy var stopMarkers = [GMSMarker()]
  private(set) var selectedMarker: GMSMarker?
  private(set) var previewLine: GMSPolyline?
  private(set) var session: GMTCJourneySharingSession?

  var step = Step.idle
  var pickup = GMTSTerminalLocation(
    point: nil, label: nil, description: nil, placeID: nil, generatedID: nil, accessPointID: nil)
  var dropoff = GMTSTerminalLocation(
    point: nil, label: nil, description: nil, placeID: nil, generatedID: nil, accessPointID: nil)
  private var tripName = ""

  // What the app heard, for the tests.
  var idlePositions: [GMSCameraPosition] = []
  var changes = 0
  var gestures: [Bool] = []
  var tapped: [GMSMarker] = []
  var tappedInfo: [GMSMarker] = []
  var tappedPlaces: [CLLocationCoordinate2D] = []
  var statuses: [GMTSTripStatus] = []
  var handlesTaps = true

  init() { super.init(nibName: nil, bundle: nil) }

  required init?(coder: NSCoder) { fatalError("init(coder:) is not used") }

  override func loadView() {
    super.loadView()
    pickupMarker.icon = UIImage(named: RiderViewController.pickupImage)
    let options = GMTCMutablePolylineStyleOptions()
    options.isTrafficEnabled = true
    options.setTrafficColorFor(.slow, color: .yellow)
    options.setTrafficColorFor(.noData, color: .gray)
    mapView.consumerMapStyleCoordinator.setPolylineStyleOptions(options, polylineType: .activeRoute)
    mapView.delegate = self
    self.view = uiView
  }

  func showStops(_ stops: [GMTSTerminalLocation]) {
    for stop in stops {
      let marker = GMSMarker()
      marker.map = mapView
      marker.icon = UIImage(named: RiderViewController.stopImage)
      guard let latitude = stop.point?.latitude else { return }
      guard let longitude = stop.point?.longitude else { return }
      marker.position = CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
      stopMarkers.append(marker)
    }
  }

  func showPreview() {
    step = .preview
    guard let from = pickup.point?.coordinate(), let to = dropoff.point?.coordinate() else {
      return
    }
    let path = GMSMutablePath()
    path.add(from)
    path.add(to)
    previewLine?.map = nil
    previewLine = GMSPolyline(path: path)
    previewLine?.strokeWidth = 8.0
    previewLine?.strokeColor = .red
    previewLine?.isGeodesic = true
    previewLine?.map = mapView
    var bounds = GMSCoordinateBounds(path: path)
    bounds = bounds.includingCoordinate(from)
    if bounds.isValid { mapView.animate(with: GMSCameraUpdate.fit(bounds, withPadding: 50.0)) }
  }

  func follow(_ tripName: String) {
    mapView.clear()
    self.tripName = tripName
    step = .riding
    let tripService = GMTCServices.shared().tripService
    guard let tripModel = tripService.tripModel(forTripName: tripName) else { return }
    tripModel.register(self)
    self.session = GMTCJourneySharingSession(tripModel: tripModel)
    guard let session = self.session else { return }
    mapView.show(session)
  }

  func stop() {
    let tripModel = GMTCServices.shared().tripService.tripModel(forTripName: tripName)
    tripModel?.unregisterSubscriber(self)
    guard let session = session else { return }
    mapView.hide(session)
  }

  // MARK: GMTCTripModelSubscriber

  func tripModel(_ tripModel: GMTCTripModel, didUpdate tripStatus: GMTSTripStatus) {
    statuses.append(tripStatus)
    switch tripStatus {
    case .complete, .canceled: stop()
    case .unknown: break
    default: break
    }
  }

  func tripModel(
    _ tripModel: GMTCTripModel, didUpdateETAToNextWaypoint nextWaypointETA: TimeInterval
  ) { _ = nextWaypointETA - Date().timeIntervalSince1970 }

  func tripModel(_ tripModel: GMTCTripModel, didUpdate sessionState: GMTCTripModelState) {
    guard sessionState == .inactive else { return }
    tripModel.unregisterSubscriber(self)
  }

  func tripModel(
    _ tripModel: GMTCTripModel, didUpdateRemaining remainingWaypoints: [GMTSTripWaypoint]?
  ) {
    guard let waypoint = remainingWaypoints?.first else { return }
    if tripModel.currentTrip?.tripID() != waypoint.tripID {
      guard let point = waypoint.location?.point else { return }
      let marker = GMSMarker(position: point.coordinate())
      marker.icon = GMSMarker.markerImage(with: .red)
      marker.map = mapView
    }
  }
}

extension RiderViewController: GMTCMapViewDelegate {
  func mapView(_ mapView: GMSMapView, idleAt position: GMSCameraPosition) {
    idlePositions.append(position)
    let latlng = GMTSLatLng(
      latitude: position.target.latitude, longitude: position.target.longitude)
    switch step {
    case .pickingPickup:
      if selectedMarker == nil {
        selectedMarker = GMSMarker()
        selectedMarker?.map = mapView
      }
      selectedMarker?.position = position.target
      selectedMarker?.icon = UIImage(named: RiderViewController.pickupImage)
      pickup = GMTSTerminalLocation(
        point: latlng, label: "Here", description: nil, placeID: nil, generatedID: nil,
        accessPointID: nil)
    case .pickingDropoff:
      selectedMarker?.position = position.target
      selectedMarker?.icon = GMSMarker.markerImage(with: .green)
      dropoff = GMTSTerminalLocation(
        point: latlng, label: nil, description: "There", placeID: nil, generatedID: nil,
        accessPointID: nil)
    default: break
    }
  }

  func mapView(_ mapView: GMSMapView, willMove gesture: Bool) { gestures.append(gesture) }

  func mapView(_ mapView: GMSMapView, didChange position: GMSCameraPosition) { changes += 1 }

  func mapView(_ mapView: GMSMapView, didTapAt coordinate: CLLocationCoordinate2D) {
    tappedPlaces.append(coordinate)
  }

  func mapView(_ mapView: GMSMapView, didTap marker: GMSMarker) -> Bool {
    tapped.append(marker)
    return handlesTaps
  }

  func mapView(_ mapView: GMSMapView, didTapInfoWindowOf marker: GMSMarker) {
    tappedInfo.append(marker)
  }
}

extension GMSCameraPosition {
  fileprivate static let vienna = GMSCameraPosition.camera(
    withLatitude: 48.2, longitude: 16.37, zoom: Float(13))
}
