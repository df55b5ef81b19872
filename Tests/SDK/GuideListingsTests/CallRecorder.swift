import Foundation
import GoogleRidesharingConsumer

/// Records the calls of a trip's model, next to a guide's controller.
final class CallRecorder: GMTCTripModelSubscriber {
  private let log: CallLog

  init(_ log: CallLog) { self.log = log }

  func tripModel(
    _ model: GMTCTripModel, didUpdate trip: GMTSTrip?, updatedPropertyFields: GMTSTripPropertyFields
  ) { log.record(.trip) }

  func tripModel(_ model: GMTCTripModel, didUpdate status: GMTSTripStatus) {
    log.record(.tripStatus)
  }

  func tripModel(_ model: GMTCTripModel, didUpdateActiveRouteRemainingDistance meters: Int32) {
    log.record(.activeRouteRemainingDistance)
  }

  func tripModel(_ model: GMTCTripModel, didUpdateActiveRoute route: [GMTSLatLng]?) {
    log.record(.activeRoute)
  }

  func tripModel(_ model: GMTCTripModel, didUpdate location: GMTSVehicleLocation?) {
    log.record(.vehicleLocation)
  }

  func tripModel(_ model: GMTCTripModel, didUpdatePickupLocation place: GMTSTerminalLocation?) {
    log.record(.pickupLocation)
  }

  func tripModel(_ model: GMTCTripModel, didUpdateDropoffLocation place: GMTSTerminalLocation?) {
    log.record(.dropoffLocation)
  }

  func tripModel(_ model: GMTCTripModel, didUpdatePickupETA eta: TimeInterval) {
    log.record(.pickupETA)
  }

  func tripModel(_ model: GMTCTripModel, didUpdateDropoffETA eta: TimeInterval) {
    log.record(.dropoffETA)
  }

  func tripModel(_ model: GMTCTripModel, didUpdateRemaining waypoints: [GMTSTripWaypoint]?) {
    log.record(.remainingWaypoints)
  }

  func tripModel(_ model: GMTCTripModel, didFailUpdateTripWithError error: (any Error)?) {
    log.record(.error)
  }

  func tripModel(
    _ model: GMTCTripModel, didUpdateIntermediateDestinations stops: [GMTSTerminalLocation]?
  ) { log.record(.intermediateDestinations) }

  func tripModel(_ model: GMTCTripModel, didUpdateActiveRouteTraffic traffic: GMTSTrafficData?) {
    log.record(.activeRouteTraffic)
  }
}
