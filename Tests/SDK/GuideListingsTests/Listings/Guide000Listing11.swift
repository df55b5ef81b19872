// swift-format-ignore-file
import GoogleRidesharingConsumer

extension Guide000.MapViewController {
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
