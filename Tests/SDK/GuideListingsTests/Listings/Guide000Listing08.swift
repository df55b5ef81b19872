// swift-format-ignore-file
import GoogleRidesharingConsumer

extension Guide000 {
  class UnregisteringViewController: RegisteringViewController {
    // Listing 000.08
    /*
     * MapViewController.swift
     */
    deinit {
      self.currentTripModel.unregisterSubscriber(self)
    }
    // End of listing
  }
}
