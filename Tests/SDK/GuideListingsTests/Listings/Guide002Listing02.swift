// swift-format-ignore-file
import GoogleRidesharingConsumer

extension Guide002.MapViewController {
  // Listing 002.02
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
