// swift-format-ignore-file
import GoogleRidesharingConsumer

extension Guide004 {
  class UnregisteringViewController: RegisteringViewController {
    // Listing 004.04
    /*
     * MapViewController.swift
     */
    deinit {
      self.currentTripModel.unregisterSubscriber(self)
    }
    // End of listing
  }
}
