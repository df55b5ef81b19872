// swift-format-ignore-file
import GoogleRidesharingConsumer

extension Guide001 {
  class TappingViewController: RideViewController, GMTCMapViewDelegate {
    // Listing 001.04
    func mapViewDidInitialize(_ mapview: GMTCMapView) {
      // Handle the update to the state of the map view to browsing.
    }
    func mapView(_ mapView: GMSMapView, didTapConsumerMarker mapMarker: GMSMarker, markerType: GMTCMapViewMarkerType) -> Bool {
      // Handle the mapView marker was tapped.
      return false
    }
    // End of listing
  }
}
