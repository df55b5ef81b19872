// swift-format-ignore-file

// Listing 003.06
import GoogleRidesharingDriver
private let providerID = "INSERT_YOUR_PROVIDER_ID"
// End of listing

extension Guide003 {
  enum Online {
    // Listing 003.06
    class SampleViewController: UIViewController, GMTDVehicleReporterListener {
      private let mapView: GMSMapView = GMSMapView()
      override func viewDidLoad() {
        // Assumes you have implemented the sample code up to this step.
        ridesharingDriverAPI.vehicleReporter.update(.online)
      }
    }
    // End of listing
  }
}
