// swift-format-ignore-file
import GoogleRidesharingConsumer

/// Shows why a trip cannot be followed, as a second subscriber of its model.
class TripErrors: NSObject, GMTCTripModelSubscriber {
  let label = UILabel(frame: CGRect(x: 1, y: 1, width: 78, height: 1))

  // Listing 002.06
  // Called when there is a trip update error.
  func tripModel(_ tripModel: GMTCTripModel, didFailUpdateTripWithError error: Error?) {
    // Check to see if the error comes from gRPC.
    if let error = error as NSError?, error.domain == "io.grpc" {
      let gRPCErrorCode = error.code
      show("The trip was not updated: gRPC error \(gRPCErrorCode), \(error.localizedDescription)") // ...
    }
  }
  // End of listing

  // The next update with a change removes the error: a poll that brings nothing new is not reported.
  func tripModel(_: GMTCTripModel, didUpdate trip: GMTSTrip?, updatedPropertyFields: GMTSTripPropertyFields) {
    label.text = nil
  }
  private func show(_ text: String) { label.text = text }
}
