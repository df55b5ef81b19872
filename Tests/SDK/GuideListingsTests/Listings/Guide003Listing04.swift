// swift-format-ignore-file

// Listing 003.04
import GoogleRidesharingDriver
private let providerID = "INSERT_YOUR_PROVIDER_ID"
// End of listing

extension Guide003 {
  enum LocationProvider {
    // Listing 003.04
    class SampleViewController: UIViewController, GMTDVehicleReporterListener {
      private let mapView: GMSMapView = GMSMapView()
      override func viewDidLoad() {
        // Assumes you have implemented the sample code up to this step.
        if let roadSnappedLocationProvider = mapView.roadSnappedLocationProvider {
          roadSnappedLocationProvider.add(ridesharingDriverAPI.vehicleReporter)
          roadSnappedLocationProvider.startUpdatingLocation()
        }
      }
    }
    // End of listing
  }
}
