// swift-format-ignore-file
import GoogleRidesharingConsumer

extension Guide000.MapViewController {
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
}
