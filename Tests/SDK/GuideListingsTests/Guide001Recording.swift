import Foundation
import GoogleRidesharingConsumer

extension Guide001 {
  /// The guide's view controller, which records each call before it runs the guide's code.
  final class RecordingViewController: MapViewController {
    override func tripModel(
      _ model: GMTCTripModel,
      didUpdate trip: GMTSTrip?,
      updatedPropertyFields: GMTSTripPropertyFields
    ) {
      log.record(.trip)
      super.tripModel(model, didUpdate: trip, updatedPropertyFields: updatedPropertyFields)
    }

    override func tripModel(_ model: GMTCTripModel, didUpdate status: GMTSTripStatus) {
      log.record(.tripStatus)
      super.tripModel(model, didUpdate: status)
    }

    override func tripModel(
      _ model: GMTCTripModel,
      didUpdateActiveRouteRemainingDistance meters: Int32
    ) {
      log.record(.activeRouteRemainingDistance)
      super.tripModel(model, didUpdateActiveRouteRemainingDistance: meters)
    }

    override func tripModel(_ model: GMTCTripModel, didUpdateActiveRoute route: [GMTSLatLng]?) {
      log.record(.activeRoute)
      super.tripModel(model, didUpdateActiveRoute: route)
    }

    override func tripModel(_ model: GMTCTripModel, didUpdate location: GMTSVehicleLocation?) {
      log.record(.vehicleLocation)
      super.tripModel(model, didUpdate: location)
    }

    override func tripModel(
      _ model: GMTCTripModel,
      didUpdatePickupLocation place: GMTSTerminalLocation?
    ) {
      log.record(.pickupLocation)
      super.tripModel(model, didUpdatePickupLocation: place)
    }

    override func tripModel(
      _ model: GMTCTripModel,
      didUpdateDropoffLocation place: GMTSTerminalLocation?
    ) {
      log.record(.dropoffLocation)
      super.tripModel(model, didUpdateDropoffLocation: place)
    }

    override func tripModel(_ model: GMTCTripModel, didUpdatePickupETA eta: TimeInterval) {
      log.record(.pickupETA)
      super.tripModel(model, didUpdatePickupETA: eta)
    }

    override func tripModel(_ model: GMTCTripModel, didUpdateDropoffETA eta: TimeInterval) {
      log.record(.dropoffETA)
      super.tripModel(model, didUpdateDropoffETA: eta)
    }

    override func tripModel(
      _ model: GMTCTripModel,
      didUpdateRemaining waypoints: [GMTSTripWaypoint]?
    ) {
      log.record(.remainingWaypoints)
      super.tripModel(model, didUpdateRemaining: waypoints)
    }

    override func tripModel(
      _ model: GMTCTripModel,
      didFailUpdateTripWithError error: (any Error)?
    ) {
      log.record(.error)
      super.tripModel(model, didFailUpdateTripWithError: error)
    }

    override func tripModel(
      _ model: GMTCTripModel,
      didUpdateIntermediateDestinations stops: [GMTSTerminalLocation]?
    ) {
      log.record(.intermediateDestinations)
      super.tripModel(model, didUpdateIntermediateDestinations: stops)
    }

    override func tripModel(
      _ model: GMTCTripModel,
      didUpdateActiveRouteTraffic traffic: GMTSTrafficData?
    ) {
      log.record(.activeRouteTraffic)
      super.tripModel(model, didUpdateActiveRouteTraffic: traffic)
    }
  }
}
