// swift-format-ignore-file
import GoogleRidesharingConsumer

extension Guide004 {
  class RegisteringViewController: RideViewController, GMTCTripModelSubscriber {
    // Listing 004.03
    /*
     * MapViewController.swift
     */
    override func viewDidLoad() {
      super.viewDidLoad()
      // Register for trip update events.
      self.currentTripModel.register(self)
    }
    // End of listing
  }
}
