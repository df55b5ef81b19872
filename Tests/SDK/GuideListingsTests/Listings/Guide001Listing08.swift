// swift-format-ignore-file
import GoogleRidesharingConsumer

extension Guide001 {
  class UnregisteringViewController: RegisteringViewController {
    // Listing 001.08
    /*
     * MapViewController.swift
     */
    deinit {
      self.currentTripModel.unregisterSubscriber(self)
    }
    // End of listing
  }
}
