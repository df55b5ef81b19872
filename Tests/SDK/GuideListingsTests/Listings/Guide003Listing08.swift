// swift-format-ignore-file
import GoogleRidesharingDriver

extension Guide003 {
  class ShiftEndViewController: DriverViewController {
    func endShift() {
      // Listing 003.08
      vehicleReporter.locationTrackingEnabled = false
      // End of listing
    }
  }
}
