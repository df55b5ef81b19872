// swift-format-ignore-file
import GoogleRidesharingConsumer

// Listings 000.03 and 000.07 are left out: they show other bodies of viewDidLoad.
class MapViewController: UIViewController, GMTCMapViewDelegate, GMTCTripModelSubscriber {
  var mapView: GMTCMapView!
  var selectedPickupLocation: GMTSTerminalLocation?
  var selectedDropoffLocation: GMTSTerminalLocation?
  nonisolated(unsafe) var currentTripModel: GMTCTripModel!
  var currentJourneySharingSession: GMTCJourneySharingSession!
  var journeySharingSession: GMTCJourneySharingSession { currentJourneySharingSession }
  let groundAnchor = CGPoint(x: 0.5, y: 0.5)
  let icon = UIImage(text: "car")
  let statusLabel = UILabel(frame: CGRect(x: 1, y: 0, width: 78, height: 1))
  let errors = TripErrors()
  var hasFailed = false

  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    updatePolylineUIOptions()
    updateMarkerUIOptions()
    Backend.showTown(on: mapView)
    view.addSubview(statusLabel)
    view.addSubview(errors.label)
  }
  override func viewWillDisappear(_ animated: Bool) {
    super.viewWillDisappear(animated)
    stopFollowing()
  }

  // Listing 000.05
  /*
   * MapViewController.swift
   */
  override func viewDidLoad() {
    super.viewDidLoad()
    self.mapView = GMTCMapView(frame: UIScreen.main.bounds)
    self.mapView.delegate = self
    self.view.addSubview(self.mapView)
  }
  func mapViewDidInitializeCustomerState(_: GMTCMapView) {
    self.mapView.pickupLocation = self.selectedPickupLocation
    self.mapView.dropoffLocation = self.selectedDropoffLocation
    self.startConsumerMatchWithLocations(
      pickupLocation: self.mapView.pickupLocation!,
      dropoffLocation: self.mapView.dropoffLocation!
    ) { [weak self] (tripName, error) in
      guard let strongSelf = self else { return }
      if error != nil {
        // print error message.
        return
      }
      let tripService = GMTCServices.shared().tripService
      // Create a tripModel instance for listening the update of the trip
      // specified by this trip name.
      let tripModel = tripService.tripModel(forTripName: tripName)
      // Create a journeySharingSession instance based on the tripModel
      let journeySharingSession = GMTCJourneySharingSession(tripModel: tripModel)
      // Add the journeySharingSession instance on the mapView for UI updating.
      strongSelf.mapView.show(journeySharingSession)
      // Register for the trip update events.
      tripModel.register(strongSelf)
      strongSelf.currentTripModel = tripModel
      strongSelf.currentJourneySharingSession = journeySharingSession
      strongSelf.hideLoadingView()
    }
    self.showLoadingView()
  }
  // End of listing

  // Listing 000.08
  /*
   * MapViewController.swift
   */
  deinit {
    self.currentTripModel.unregisterSubscriber(self)
  }
  // End of listing

  // Listing 000.04
  func mapViewDidInitialize(_ mapview: GMTCMapView) {
    // Handle the update to the state of the map view to browsing.
  }
  func mapView(_ mapView: GMSMapView, didTapConsumerMarker mapMarker: GMSMarker, markerType: GMTCMapViewMarkerType) -> Bool {
    // Handle the mapView marker was tapped.
    return false
  }
  // End of listing

  // Listing 000.09
  /*
   * MapViewController.swift
   */
  func tripModel(_: GMTCTripModel, didUpdate trip: GMTSTrip?, updatedPropertyFields: GMTSTripPropertyFields) {
    // Update the UI with the new `trip` data.
    self.updateUI(with: trip)
  }
  func tripModel(_: GMTCTripModel, didUpdate tripStatus: GMTSTripStatus) {
    // Handle trip status did change.
  }
  func tripModel(_: GMTCTripModel, didUpdateActiveRouteRemainingDistance activeRouteRemainingDistance: Int32) {
    // Handle remaining distance of active route did update.
  }
  func tripModel(_: GMTCTripModel, didUpdateActiveRoute activeRoute: [GMTSLatLng]?) {
    // Handle trip active route did update.
  }
  func tripModel(_: GMTCTripModel, didUpdate vehicleLocation: GMTSVehicleLocation?) {
    // Handle vehicle location did update.
  }
  func tripModel(_: GMTCTripModel, didUpdatePickupLocation pickupLocation: GMTSTerminalLocation?) {
    // Handle pickup location did update.
  }
  func tripModel(_: GMTCTripModel, didUpdateDropoffLocation dropoffLocation: GMTSTerminalLocation?) {
    // Handle drop off location did update.
  }
  func tripModel(_: GMTCTripModel, didUpdatePickupETA pickupETA: TimeInterval) {
    // Handle the pickup ETA did update.
  }
  func tripModel(_: GMTCTripModel, didUpdateDropoffETA dropoffETA: TimeInterval) {
    // Handle the drop off ETA did update.
  }
  func tripModel(_: GMTCTripModel, didUpdateRemaining remainingWaypoints: [GMTSTripWaypoint]?) {
    // Handle updates to the pickup, dropoff or intermediate destinations of the trip.
  }
  func tripModel(_: GMTCTripModel, didFailUpdateTripWithError error: Error?) {
    // Handle the error.
  }
  func tripModel(_: GMTCTripModel, didUpdateIntermediateDestinations intermediateDestinations: [GMTSTerminalLocation]?) {
    // Handle the intermediate destinations being updated.
  }
  func tripModel(_: GMTCTripModel, didUpdateActiveRouteTraffic activeRouteTraffic: GMTSTrafficData?) {
    // Handle trip active route traffic being updated.
  }
  // End of listing
}

extension MapViewController {
  // Listing 000.06
  /*
   * MapViewController.swift
   */
  func cancelCurrentActiveTrip() {
    // Stop the tripModel
    self.currentTripModel.unregisterSubscriber(self)
    // Remove the journey sharing session from the mapView's UI stack.
    self.mapView.hide(journeySharingSession)
  }
  // End of listing

  // Listing 000.10
  /** MapViewController.swift */
  func updatePolylineUIOptions() {
    // The polyline type that you would like to set custom UI options for.
    let customizablePolylineType = GMTCPolylineType.activeRoute
    let polylineStyleOptions = GMTCMutablePolylineStyleOptions()
    polylineStyleOptions.strokeWidth = 8.0
    polylineStyleOptions.strokeColor = .blue
    polylineStyleOptions.isVisible = true
    polylineStyleOptions.zIndex = 1000
    polylineStyleOptions.isGeodesic = true
    let coordinator = self.mapView.consumerMapStyleCoordinator
    coordinator.setPolylineStyleOptions(polylineStyleOptions, polylineType:customizablePolylineType)
  }
  // End of listing

  // Listing 000.11
  /** MapViewController.swift */
  func updateMarkerUIOptions() {
    let customizableMarkerType = GMTCCustomizableMarkerType.tripVehicle
    let markerStyleOptions = GMTCMutableMarkerStyleOptions()
    markerStyleOptions.groundAnchor = groundAnchor
    markerStyleOptions.isVisible = true
    markerStyleOptions.icon = icon
    markerStyleOptions.zIndex = 100
    markerStyleOptions.isFlat = false
    let coordinator = self.mapView.consumerMapStyleCoordinator
    coordinator.setMarkerStyleOptions(markerStyleOptions, markerType: customizableMarkerType)
  }
  // End of listing
}
