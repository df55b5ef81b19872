internal import FleetEngine
internal import Geo
internal import RidesharingConsumer

/// Tells a subscriber of the SDK what a subscriber of the library is told.
///
/// The library holds it weakly and the model of the SDK strongly. It keeps that model alive as long
/// as the subscriber lives, and takes itself away at the first word after that.
@MainActor
final class SubscriberBridge: TripModelSubscriber {
  private(set) weak var subscriber: (any GMTCTripModelSubscriber)?
  private let id: ObjectIdentifier
  private let model: GMTCTripModel

  init(_ subscriber: any GMTCTripModelSubscriber, model: GMTCTripModel) {
    self.subscriber = subscriber
    self.id = ObjectIdentifier(subscriber)
    self.model = model
  }

  private func tell(_ message: (any GMTCTripModelSubscriber) -> Void) {
    guard let subscriber else { return model.remove(id) }
    message(subscriber)
  }

  func tripModel(_ tripModel: TripModel, didUpdate polling: PollingStatus) {
    tell { _ in }
  }

  func tripModel(_ tripModel: TripModel, didUpdate sessionState: TripModelState) {
    tell { $0.tripModel(model, didUpdate: GMTCTripModelState(sessionState)) }
  }

  func tripModel(
    _ tripModel: TripModel,
    didUpdate trip: Trip?,
    updatedPropertyFields: TripPropertyFields
  ) {
    tell {
      $0.tripModel(
        model,
        didUpdate: trip.map(GMTSTrip.init),
        updatedPropertyFields: GMTSTripPropertyFields(updatedPropertyFields)
      )
    }
  }

  func tripModel(_ tripModel: TripModel, didUpdate tripStatus: TripStatus) {
    tell { $0.tripModel(model, didUpdate: GMTSTripStatus(tripStatus)) }
  }

  func tripModel(_ tripModel: TripModel, didUpdate vehicleLocation: VehicleLocation?) {
    let isSnappable = tripModel.currentTrip?.isLastLocationSnappable ?? false
    let location = vehicleLocation.map {
      GMTSVehicleLocation($0, isSnappableToRoute: isSnappable)
    }
    tell { $0.tripModel(model, didUpdate: location) }
  }

  func tripModel(
    _ tripModel: TripModel,
    didUpdatePickupLocation pickupLocation: TerminalLocation?
  ) {
    let location = pickupLocation.map(GMTSTerminalLocation.init)
    tell { $0.tripModel(model, didUpdatePickupLocation: location) }
  }

  func tripModel(
    _ tripModel: TripModel,
    didUpdateDropoffLocation dropoffLocation: TerminalLocation?
  ) {
    let location = dropoffLocation.map(GMTSTerminalLocation.init)
    tell { $0.tripModel(model, didUpdateDropoffLocation: location) }
  }

  func tripModel(_ tripModel: TripModel, didUpdateETAToNextWaypoint etaToNextWaypoint: Double) {
    tell { $0.tripModel(model, didUpdateETAToNextWaypoint: etaToNextWaypoint) }
  }

  func tripModel(_ tripModel: TripModel, didUpdatePickupETA pickupETA: Double) {
    tell { $0.tripModel(model, didUpdatePickupETA: pickupETA) }
  }

  func tripModel(_ tripModel: TripModel, didUpdateDropoffETA dropoffETA: Double) {
    tell { $0.tripModel(model, didUpdateDropoffETA: dropoffETA) }
  }

  func tripModel(
    _ tripModel: TripModel,
    didUpdateActiveRouteRemainingDistance activeRouteRemainingDistance: Int32
  ) {
    tell {
      $0.tripModel(model, didUpdateActiveRouteRemainingDistance: activeRouteRemainingDistance)
    }
  }

  func tripModel(_ tripModel: TripModel, didUpdateActiveRoute activeRoute: [Coordinate]?) {
    let route = activeRoute?.map(GMTSLatLng.init)
    tell { $0.tripModel(model, didUpdateActiveRoute: route) }
  }

  func tripModel(_ tripModel: TripModel, didUpdateRemainingRoute remainingRoute: [Coordinate]?) {
    let route = remainingRoute?.map(GMTSLatLng.init)
    tell { $0.tripModel(model, didUpdateRemainingRoute: route) }
  }

  func tripModel(
    _ tripModel: TripModel,
    didUpdateRemainingRouteDistance remainingRouteDistance: Int32
  ) {
    tell { $0.tripModel(model, didUpdateRemainingRouteDistance: remainingRouteDistance) }
  }

  func tripModel(_ tripModel: TripModel, didUpdateRemaining remainingWaypoints: [TripWaypoint]?) {
    let waypoints = remainingWaypoints?.map(GMTSTripWaypoint.init)
    tell { $0.tripModel(model, didUpdateRemaining: waypoints) }
  }

  func tripModel(
    _ tripModel: TripModel,
    didUpdateIntermediateDestinations intermediateDestinations: [TerminalLocation]?
  ) {
    let locations = intermediateDestinations?.map(GMTSTerminalLocation.init)
    tell { $0.tripModel(model, didUpdateIntermediateDestinations: locations) }
  }

  func tripModel(
    _ tripModel: TripModel,
    didUpdateActiveRouteTraffic activeRouteTraffic: TrafficPolyline?
  ) {
    let traffic = activeRouteTraffic.map(GMTSTrafficData.init)
    tell { $0.tripModel(model, didUpdateActiveRouteTraffic: traffic) }
  }

  func tripModel(
    _ tripModel: TripModel,
    didUpdateRemainingRouteTraffic remainingRouteTraffic: TrafficPolyline?
  ) {
    let traffic = remainingRouteTraffic.map(GMTSTrafficData.init)
    tell { $0.tripModel(model, didUpdateRemainingRouteTraffic: traffic) }
  }

  func tripModel(_ tripModel: TripModel, didFailUpdateTripWithError error: FleetEngineError?) {
    tell { $0.tripModel(model, didFailUpdateTripWithError: error) }
  }
}
