// swift-format-ignore-file
import GoogleRidesharingConsumer

extension Guide004 {
  class TripErrorsViewController: RideViewController, GMTCTripModelSubscriber {
    // Listing 004.06
    // Called when there is a trip update error.
    func tripModel(_ tripModel: GMTCTripModel, didFailUpdateTripWithError error: Error?) {
      // Check to see if the error comes from gRPC.
      if let error = error as NSError?, error.domain == "io.grpc" {
        let gRPCErrorCode = error.code
        self.note(gRPCErrorCode)  // ...
      }
    }
    // End of listing
  }
}
