// swift-format-ignore-file
import GoogleRidesharingConsumer

extension Guide002 {
  class UnregisteringViewController: RegisteringViewController {
    // Listing 002.04
    /*
     * MapViewController.swift
     */
    deinit {
      self.currentTripModel.unregisterSubscriber(self)
    }
    // End of listing
  }
}
