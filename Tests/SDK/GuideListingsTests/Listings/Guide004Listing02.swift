// swift-format-ignore-file
import GoogleRidesharingConsumer

extension Guide004.MapViewController {
  // Listing 004.02
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
