// swift-format-ignore-file
import GoogleRidesharingConsumer

extension Guide000 {
  // Listing 000.03
  /*
   * MapViewController.swift
   */
  class ViewController: UIViewController, GMTCMapViewDelegate {
    private var rideSharingMap: GMTCMapView?
    override func viewDidLoad() {
      super.viewDidLoad()
      self.rideSharingMap = GMTCMapView(frame: UIScreen.main.bounds)
      self.rideSharingMap?.delegate = self
      self.rideSharingMap?.settings.myLocationButton = true
      self.view.addSubview(self.rideSharingMap!)
    }
  // End of listing
  }
}
