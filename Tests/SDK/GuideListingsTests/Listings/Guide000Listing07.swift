// swift-format-ignore-file
import GoogleRidesharingConsumer

extension Guide000 {
  class RegisteringViewController: RideViewController, GMTCTripModelSubscriber {
    // Listing 000.07
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
