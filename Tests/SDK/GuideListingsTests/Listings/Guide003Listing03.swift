// swift-format-ignore-file

// Listing 003.03
import GoogleRidesharingDriver
private let providerID = "INSERT_YOUR_PROVIDER_ID"
// End of listing

extension Guide003 {
  enum Listener {
    // Listing 003.03
    class SampleViewController: UIViewController, GMTDVehicleReporterListener {
      private let mapView: GMSMapView = GMSMapView()
      override func viewDidLoad() {
        // Assumes you have implemented the sample code up to this step.
        ridesharingDriverAPI.vehicleReporter.add(self)
      }
      func vehicleReporter(_ vehicleReporter: GMTDVehicleReporter, didSucceed vehicleUpdate: GMTDVehicleUpdate) {
        // Handle update succeeded.
      }
      func vehicleReporter(_ vehicleReporter: GMTDVehicleReporter, didFail vehicleUpdate: GMTDVehicleUpdate, withError error: Error) {
        // Handle update failed.
      }
    }
    // End of listing
  }
}
