internal import FleetEngine
public import Foundation
internal import Geo
public import RidesharingConsumer

/// Receives a trip's changes.
///
/// Only changes are reported, in the order of the declarations; a new subscriber receives all
/// values once. A model holds its subscribers weakly. All methods are optional. See
/// docs/protocol.md, "Subscriber callbacks".
@MainActor @preconcurrency public protocol GMTCTripModelSubscriber: AnyObject {
  /// Called when the model becomes active or inactive.
  func tripModel(_ tripModel: GMTCTripModel, didUpdate sessionState: GMTCTripModelState)
  /// Called when any property of the trip has changed.
  func tripModel(
    _ tripModel: GMTCTripModel, didUpdate trip: GMTSTrip?,
    updatedPropertyFields: GMTSTripPropertyFields)
  /// Called with the new status.
  func tripModel(_ tripModel: GMTCTripModel, didUpdate tripStatus: GMTSTripStatus)
  /// Called with the vehicle's new location.
  func tripModel(_ tripModel: GMTCTripModel, didUpdate vehicleLocation: GMTSVehicleLocation?)
  /// Called with the new pickup location.
  func tripModel(
    _ tripModel: GMTCTripModel, didUpdatePickupLocation location: GMTSTerminalLocation?)
  /// Called with the new drop-off location.
  func tripModel(
    _ tripModel: GMTCTripModel, didUpdateDropoffLocation location: GMTSTerminalLocation?)
  /// Called with the ETA at the next waypoint in seconds since 1970, 0 if unknown.
  func tripModel(_ tripModel: GMTCTripModel, didUpdateETAToNextWaypoint eta: TimeInterval)
  /// Called with the pickup ETA in seconds since 1970, 0 if unknown.
  func tripModel(_ tripModel: GMTCTripModel, didUpdatePickupETA pickupETA: TimeInterval)
  /// Called with the drop-off ETA in seconds since 1970, 0 if unknown.
  func tripModel(_ tripModel: GMTCTripModel, didUpdateDropoffETA dropoffETA: TimeInterval)
  /// Called with the meters to the next waypoint, 0 if unknown.
  func tripModel(_ tripModel: GMTCTripModel, didUpdateActiveRouteRemainingDistance meters: Int32)
  /// Called with the route to the next waypoint.
  func tripModel(_ tripModel: GMTCTripModel, didUpdateActiveRoute activeRoute: [GMTSLatLng]?)
  /// Called with the route after the next waypoint.
  func tripModel(_ tripModel: GMTCTripModel, didUpdateRemainingRoute remainingRoute: [GMTSLatLng]?)
  /// Called with the meters after the next waypoint, 0 if unknown.
  func tripModel(_ tripModel: GMTCTripModel, didUpdateRemainingRouteDistance meters: Int32)
  /// Called with the waypoints that the vehicle has still to visit.
  func tripModel(_ tripModel: GMTCTripModel, didUpdateRemaining waypoints: [GMTSTripWaypoint]?)
  /// Called with the stops between pickup and drop-off.
  func tripModel(
    _ tripModel: GMTCTripModel,
    didUpdateIntermediateDestinations destinations: [GMTSTerminalLocation]?)
  /// Called with the traffic on the route to the next waypoint.
  func tripModel(_ tripModel: GMTCTripModel, didUpdateActiveRouteTraffic traffic: GMTSTrafficData?)
  /// Called with the traffic on the route after the next waypoint.
  func tripModel(
    _ tripModel: GMTCTripModel, didUpdateRemainingRouteTraffic traffic: GMTSTrafficData?)
  /// Called when a poll has failed; the model continues to poll.
  func tripModel(_ tripModel: GMTCTripModel, didFailUpdateTripWithError error: (any Error)?)
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension GMTCTripModelSubscriber {
  public func tripModel(_: GMTCTripModel, didUpdate _: GMTCTripModelState) {}
  public func tripModel(
    _: GMTCTripModel, didUpdate _: GMTSTrip?, updatedPropertyFields: GMTSTripPropertyFields
  ) {}
  public func tripModel(_: GMTCTripModel, didUpdate _: GMTSTripStatus) {}
  public func tripModel(_: GMTCTripModel, didUpdate _: GMTSVehicleLocation?) {}
  public func tripModel(_: GMTCTripModel, didUpdatePickupLocation _: GMTSTerminalLocation?) {}
  public func tripModel(_: GMTCTripModel, didUpdateDropoffLocation _: GMTSTerminalLocation?) {}
  public func tripModel(_: GMTCTripModel, didUpdateETAToNextWaypoint _: TimeInterval) {}
  public func tripModel(_: GMTCTripModel, didUpdatePickupETA _: TimeInterval) {}
  public func tripModel(_: GMTCTripModel, didUpdateDropoffETA _: TimeInterval) {}
  public func tripModel(_: GMTCTripModel, didUpdateActiveRouteRemainingDistance _: Int32) {}
  public func tripModel(_: GMTCTripModel, didUpdateActiveRoute _: [GMTSLatLng]?) {}
  public func tripModel(_: GMTCTripModel, didUpdateRemainingRoute _: [GMTSLatLng]?) {}
  public func tripModel(_: GMTCTripModel, didUpdateRemainingRouteDistance _: Int32) {}
  public func tripModel(_: GMTCTripModel, didUpdateRemaining _: [GMTSTripWaypoint]?) {}
  public func tripModel(
    _: GMTCTripModel, didUpdateIntermediateDestinations _: [GMTSTerminalLocation]?
  ) {}
  public func tripModel(_: GMTCTripModel, didUpdateActiveRouteTraffic _: GMTSTrafficData?) {}
  public func tripModel(_: GMTCTripModel, didUpdateRemainingRouteTraffic _: GMTSTrafficData?) {}
  public func tripModel(_: GMTCTripModel, didFailUpdateTripWithError _: (any Error)?) {}
}

/// Forwards the library's callbacks to an SDK subscriber.
///
/// The library's model holds it weakly, the SDK's model strongly. It keeps the SDK's model alive as
/// long as the subscriber lives, and removes itself at the first callback after that.
@MainActor final class SubscriberBridge: TripModelSubscriber {
  private(set) weak var subscriber: (any GMTCTripModelSubscriber)?
  private let id: ObjectIdentifier
  private let model: GMTCTripModel

  init(_ subscriber: any GMTCTripModelSubscriber, model: GMTCTripModel) {
    self.subscriber = subscriber
    self.id = ObjectIdentifier(subscriber)
    self.model = model
  }

  private func notify(_ call: (any GMTCTripModelSubscriber) -> Void) {
    guard let subscriber else { return model.remove(id) }
    call(subscriber)
  }

  func tripModel(_: TripModel, didUpdate polling: PollingStatus) { notify { _ in } }

  func tripModel(_: TripModel, didUpdate state: TripModelState) {
    notify { $0.tripModel(model, didUpdate: state) }
  }

  func tripModel(_: TripModel, didUpdate trip: Trip?, updatedPropertyFields: TripPropertyFields) {
    let trip = trip.map(GMTSTrip.init)
    let fields = updatedPropertyFields.intersection(.sdk)
    notify { $0.tripModel(model, didUpdate: trip, updatedPropertyFields: fields) }
  }

  func tripModel(_: TripModel, didUpdate status: TripStatus) {
    notify { $0.tripModel(model, didUpdate: GMTSTripStatus(status)) }
  }

  func tripModel(_ tripModel: TripModel, didUpdate location: VehicleLocation?) {
    let isSnappable = tripModel.currentTrip?.isLastLocationSnappable ?? false
    let location = location.map { GMTSVehicleLocation($0, isSnappableToRoute: isSnappable) }
    notify { $0.tripModel(model, didUpdate: location) }
  }

  func tripModel(_: TripModel, didUpdatePickupLocation place: TerminalLocation?) {
    notify { $0.tripModel(model, didUpdatePickupLocation: place.map(GMTSTerminalLocation.init)) }
  }

  func tripModel(_: TripModel, didUpdateDropoffLocation place: TerminalLocation?) {
    notify { $0.tripModel(model, didUpdateDropoffLocation: place.map(GMTSTerminalLocation.init)) }
  }

  func tripModel(_: TripModel, didUpdateETAToNextWaypoint eta: Double) {
    notify { $0.tripModel(model, didUpdateETAToNextWaypoint: eta) }
  }

  func tripModel(_: TripModel, didUpdatePickupETA eta: Double) {
    notify { $0.tripModel(model, didUpdatePickupETA: eta) }
  }

  func tripModel(_: TripModel, didUpdateDropoffETA eta: Double) {
    notify { $0.tripModel(model, didUpdateDropoffETA: eta) }
  }

  func tripModel(_: TripModel, didUpdateActiveRouteRemainingDistance meters: Int32) {
    notify { $0.tripModel(model, didUpdateActiveRouteRemainingDistance: meters) }
  }

  func tripModel(_: TripModel, didUpdateActiveRoute route: [Coordinate]?) {
    notify { $0.tripModel(model, didUpdateActiveRoute: route?.map(GMTSLatLng.init)) }
  }

  func tripModel(_: TripModel, didUpdateRemainingRoute route: [Coordinate]?) {
    notify { $0.tripModel(model, didUpdateRemainingRoute: route?.map(GMTSLatLng.init)) }
  }

  func tripModel(_: TripModel, didUpdateRemainingRouteDistance meters: Int32) {
    notify { $0.tripModel(model, didUpdateRemainingRouteDistance: meters) }
  }

  func tripModel(_: TripModel, didUpdateRemaining waypoints: [TripWaypoint]?) {
    notify { $0.tripModel(model, didUpdateRemaining: waypoints?.map(GMTSTripWaypoint.init)) }
  }

  func tripModel(_: TripModel, didUpdateIntermediateDestinations stops: [TerminalLocation]?) {
    let stops = stops?.map(GMTSTerminalLocation.init)
    notify { $0.tripModel(model, didUpdateIntermediateDestinations: stops) }
  }

  func tripModel(_: TripModel, didUpdateActiveRouteTraffic data: TrafficPolyline?) {
    notify { $0.tripModel(model, didUpdateActiveRouteTraffic: data.map(GMTSTrafficData.init)) }
  }

  func tripModel(_: TripModel, didUpdateRemainingRouteTraffic data: TrafficPolyline?) {
    notify { $0.tripModel(model, didUpdateRemainingRouteTraffic: data.map(GMTSTrafficData.init)) }
  }

  func tripModel(_: TripModel, didFailUpdateTripWithError error: FleetEngineError?) {
    notify { $0.tripModel(model, didFailUpdateTripWithError: error) }
  }
}
