// swift-format-ignore-file
import Foundation
import GoogleRidesharingCompat

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
