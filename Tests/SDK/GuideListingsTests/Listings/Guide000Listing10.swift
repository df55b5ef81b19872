// swift-format-ignore-file
import GoogleRidesharingConsumer

extension Guide000.MapViewController {
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
}
