// swift-format-ignore-file

// Listing 003.02
import GoogleRidesharingDriver
private let providerID = "INSERT_YOUR_PROVIDER_ID"
// End of listing

extension Guide003 {
  enum DriverAPI {
    // Listing 003.02
    class SampleViewController: UIViewController {
      private let mapView: GMSMapView = GMSMapView()
      override func viewDidLoad() {
        super.viewDidLoad()
        let vehicleID = "INSERT_CREATED_VEHICLE_ID"
        let accessTokenProvider = SampleAccessTokenProvider()
        let driverContext = GMTDDriverContext(
          accessTokenProvider: accessTokenProvider,
          providerID: providerID,
          vehicleID: vehicleID,
          navigator: mapView.navigator)
        let ridesharingDriverAPI = GMTDRidesharingDriverAPI(driverContext: driverContext)
      }
    }
    // End of listing
  }
}
