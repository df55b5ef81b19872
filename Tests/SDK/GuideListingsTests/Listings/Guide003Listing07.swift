// swift-format-ignore-file
// Listing 003.07
import GoogleRidesharingDriver
// End of listing

extension Guide003 {
  // Listing 003.07
  class VehicleReporterListener: NSObject, GMTDVehicleReporterListener {
    var emptyMaskUpdates: Int
    var failedUpdates: Int
    func vehicleReporter(
      _ vehicleReporter: GMTDVehicleReporter,
      didFail vehicleUpdate: GMTDVehicleUpdate,
      withError error: Error
    ) {
      let fullError = error as NSError
      if let innerError = fullError.userInfo[NSUnderlyingErrorKey] as? NSError {
        let innerFullError = innerError as NSError
        if innerFullError.localizedDescription.contains("update_mask cannot be empty") {
          emptyMaskUpdates += 1
          return
        }
      }
      failedUpdates += 1
    }
    override init() {
      emptyMaskUpdates = 0
      failedUpdates = 0
    }
  }
  // End of listing
}
