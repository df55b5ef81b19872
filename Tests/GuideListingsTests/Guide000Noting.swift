import Foundation
import GoogleRidesharingConsumer

extension Guide000 {
  /// The guide's view controller, which records each call before it runs the guide's code.
  final class NotingViewController: MapViewController {
    override func tripModel(
      _ tripModel: GMTCTripModel,
      didUpdate trip: GMTSTrip?,
      updatedPropertyFields: GMTSTripPropertyFields
    ) {
      log.note(.trip)
      super.tripModel(tripModel, didUpdate: trip, updatedPropertyFields: updatedPropertyFields)
    }

    override func tripModel(
      _ tripModel: GMTCTripModel,
      didUpdate tripStatus: GMTSTripStatus
    ) {
      log.note(.tripStatus)
      super.tripModel(tripModel, didUpdate: tripStatus)
    }

    override func tripModel(
      _ tripModel: GMTCTripModel,
      didUpdateActiveRouteRemainingDistance activeRouteRemainingDistance: Int32
    ) {
      log.note(.activeRouteRemainingDistance)
      super.tripModel(
        tripModel,
        didUpdateActiveRouteRemainingDistance: activeRouteRemainingDistance
      )
    }

    override func tripModel(
      _ tripModel: GMTCTripModel,
      didUpdateActiveRoute activeRoute: [GMTSLatLng]?
    ) {
      log.note(.activeRoute)
      super.tripModel(tripModel, didUpdateActiveRoute: activeRoute)
    }

    override func tripModel(
      _ tripModel: GMTCTripModel,
      didUpdate vehicleLocation: GMTSVehicleLocation?
    ) {
      log.note(.vehicleLocation)
      super.tripModel(tripModel, didUpdate: vehicleLocation)
    }

    override func tripModel(
      _ tripModel: GMTCTripModel,
      didUpdatePickupLocation pickupLocation: GMTSTerminalLocation?
    ) {
      log.note(.pickupLocation)
      super.tripModel(tripModel, didUpdatePickupLocation: pickupLocation)
    }

    override func tripModel(
      _ tripModel: GMTCTripModel,
      didUpdateDropoffLocation dropoffLocation: GMTSTerminalLocation?
    ) {
      log.note(.dropoffLocation)
      super.tripModel(tripModel, didUpdateDropoffLocation: dropoffLocation)
    }

    override func tripModel(
      _ tripModel: GMTCTripModel,
      didUpdatePickupETA pickupETA: TimeInterval
    ) {
      log.note(.pickupETA)
      super.tripModel(tripModel, didUpdatePickupETA: pickupETA)
    }

    override func tripModel(
      _ tripModel: GMTCTripModel,
      didUpdateDropoffETA dropoffETA: TimeInterval
    ) {
      log.note(.dropoffETA)
      super.tripModel(tripModel, didUpdateDropoffETA: dropoffETA)
    }

    override func tripModel(
      _ tripModel: GMTCTripModel,
      didUpdateRemaining remainingWaypoints: [GMTSTripWaypoint]?
    ) {
      log.note(.remainingWaypoints)
      super.tripModel(tripModel, didUpdateRemaining: remainingWaypoints)
    }

    override func tripModel(
      _ tripModel: GMTCTripModel,
      didFailUpdateTripWithError error: (any Error)?
    ) {
      log.note(.error)
      super.tripModel(tripModel, didFailUpdateTripWithError: error)
    }

    override func tripModel(
      _ tripModel: GMTCTripModel,
      didUpdateIntermediateDestinations intermediateDestinations: [GMTSTerminalLocation]?
    ) {
      log.note(.intermediateDestinations)
      super.tripModel(tripModel, didUpdateIntermediateDestinations: intermediateDestinations)
    }

    override func tripModel(
      _ tripModel: GMTCTripModel,
      didUpdateActiveRouteTraffic activeRouteTraffic: GMTSTrafficData?
    ) {
      log.note(.activeRouteTraffic)
      super.tripModel(tripModel, didUpdateActiveRouteTraffic: activeRouteTraffic)
    }
  }
}
