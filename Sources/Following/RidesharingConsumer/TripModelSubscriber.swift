public import FleetEngine
public import Geo

/// An object that is notified of a trip's changes.
///
/// The model calls only the methods whose property changed, in the order of their declarations. It
/// calls a new subscriber once for everything that is known. A model holds its subscribers weakly.
/// All methods are optional. See docs/protocol.md, "Subscriber callbacks"; the last method is
/// ridealong's own.
@MainActor public protocol TripModelSubscriber: AnyObject, Sendable {
  /// The model became active or inactive.
  func tripModel(_ tripModel: TripModel, didUpdate sessionState: TripModelState)

  /// The given properties of the trip changed.
  func tripModel(
    _ tripModel: TripModel, didUpdate trip: Trip?, updatedPropertyFields: TripPropertyFields)

  /// The status changed.
  func tripModel(_ tripModel: TripModel, didUpdate tripStatus: TripStatus)

  /// The vehicle's location changed.
  func tripModel(_ tripModel: TripModel, didUpdate vehicleLocation: VehicleLocation?)

  /// The planned pickup changed.
  func tripModel(_ tripModel: TripModel, didUpdatePickupLocation pickupLocation: TerminalLocation?)

  /// The planned drop-off changed.
  func tripModel(
    _ tripModel: TripModel, didUpdateDropoffLocation dropoffLocation: TerminalLocation?)

  /// The ETA to the next waypoint changed, in seconds since 1970, 0 if unknown.
  func tripModel(_ tripModel: TripModel, didUpdateETAToNextWaypoint etaToNextWaypoint: Double)

  /// The ETA to the pickup changed, in seconds since 1970, 0 if unknown.
  func tripModel(_ tripModel: TripModel, didUpdatePickupETA pickupETA: Double)

  /// The ETA to the drop-off changed, in seconds since 1970, 0 if unknown.
  func tripModel(_ tripModel: TripModel, didUpdateDropoffETA dropoffETA: Double)

  /// The meters to the next waypoint changed, 0 if unknown.
  func tripModel(
    _ tripModel: TripModel,
    didUpdateActiveRouteRemainingDistance activeRouteRemainingDistance: Int32)

  /// The path to the next waypoint changed.
  func tripModel(_ tripModel: TripModel, didUpdateActiveRoute activeRoute: [Coordinate]?)

  /// The path after the next waypoint changed.
  func tripModel(_ tripModel: TripModel, didUpdateRemainingRoute remainingRoute: [Coordinate]?)

  /// The meters after the next waypoint changed, 0 if unknown.
  func tripModel(
    _ tripModel: TripModel, didUpdateRemainingRouteDistance remainingRouteDistance: Int32)

  /// The vehicle's remaining waypoints changed.
  func tripModel(_ tripModel: TripModel, didUpdateRemaining remainingWaypoints: [TripWaypoint]?)

  /// The stops between pickup and drop-off changed.
  func tripModel(
    _ tripModel: TripModel,
    didUpdateIntermediateDestinations intermediateDestinations: [TerminalLocation]?)

  /// The traffic on the path to the next waypoint changed.
  func tripModel(
    _ tripModel: TripModel, didUpdateActiveRouteTraffic activeRouteTraffic: TrafficPolyline?)

  /// The traffic on the path after the next waypoint changed.
  func tripModel(
    _ tripModel: TripModel, didUpdateRemainingRouteTraffic remainingRouteTraffic: TrafficPolyline?)

  /// A poll failed; the model retries.
  func tripModel(_ tripModel: TripModel, didFailUpdateTripWithError error: FleetEngineError?)

  /// A poll started or ended, whether the trip changed or not.
  func tripModel(_ tripModel: TripModel, didUpdate polling: PollingStatus)
}

extension TripModelSubscriber {
  /// Does nothing.
  public func tripModel(_ tripModel: TripModel, didUpdate sessionState: TripModelState) {}
  /// Does nothing.
  public func tripModel(
    _ tripModel: TripModel, didUpdate trip: Trip?, updatedPropertyFields: TripPropertyFields
  ) {}
  /// Does nothing.
  public func tripModel(_ tripModel: TripModel, didUpdate tripStatus: TripStatus) {}
  /// Does nothing.
  public func tripModel(_ tripModel: TripModel, didUpdate vehicleLocation: VehicleLocation?) {}
  /// Does nothing.
  public func tripModel(
    _ tripModel: TripModel, didUpdatePickupLocation pickupLocation: TerminalLocation?
  ) {}
  /// Does nothing.
  public func tripModel(
    _ tripModel: TripModel, didUpdateDropoffLocation dropoffLocation: TerminalLocation?
  ) {}
  /// Does nothing.
  public func tripModel(
    _ tripModel: TripModel, didUpdateETAToNextWaypoint etaToNextWaypoint: Double
  ) {}
  /// Does nothing.
  public func tripModel(_ tripModel: TripModel, didUpdatePickupETA pickupETA: Double) {}
  /// Does nothing.
  public func tripModel(_ tripModel: TripModel, didUpdateDropoffETA dropoffETA: Double) {}
  /// Does nothing.
  public func tripModel(
    _ tripModel: TripModel,
    didUpdateActiveRouteRemainingDistance activeRouteRemainingDistance: Int32
  ) {}
  /// Does nothing.
  public func tripModel(_ tripModel: TripModel, didUpdateActiveRoute activeRoute: [Coordinate]?) {}
  /// Does nothing.
  public func tripModel(
    _ tripModel: TripModel, didUpdateRemainingRoute remainingRoute: [Coordinate]?
  ) {}
  /// Does nothing.
  public func tripModel(
    _ tripModel: TripModel, didUpdateRemainingRouteDistance remainingRouteDistance: Int32
  ) {}
  /// Does nothing.
  public func tripModel(
    _ tripModel: TripModel, didUpdateRemaining remainingWaypoints: [TripWaypoint]?
  ) {}
  /// Does nothing.
  public func tripModel(
    _ tripModel: TripModel,
    didUpdateIntermediateDestinations intermediateDestinations: [TerminalLocation]?
  ) {}
  /// Does nothing.
  public func tripModel(
    _ tripModel: TripModel, didUpdateActiveRouteTraffic activeRouteTraffic: TrafficPolyline?
  ) {}
  /// Does nothing.
  public func tripModel(
    _ tripModel: TripModel, didUpdateRemainingRouteTraffic remainingRouteTraffic: TrafficPolyline?
  ) {}
  /// Does nothing.
  public func tripModel(
    _ tripModel: TripModel,
    didFailUpdateTripWithError error: FleetEngineError?
  ) {}
  /// Does nothing.
  public func tripModel(_ tripModel: TripModel, didUpdate polling: PollingStatus) {}
}

extension TripModelSubscriber {
  /// Calls the methods for the properties that changed, in declared order.
  func notify(_ prepared: PreparedTrip, _ fields: TripPropertyFields, of model: TripModel) {
    guard !fields.isEmpty else { return }
    let trip = prepared.trip
    tripModel(model, didUpdate: trip, updatedPropertyFields: fields)
    if fields.contains(.tripStatus) { tripModel(model, didUpdate: trip.status) }
    if fields.contains(.routeLastVehicleLocation) { tripModel(model, didUpdate: trip.lastLocation) }
    if fields.contains(.pickupLocation) {
      tripModel(model, didUpdatePickupLocation: trip.pickupPoint)
    }
    if fields.contains(.dropoffLocation) {
      tripModel(model, didUpdateDropoffLocation: trip.dropoffPoint)
    }
    func seconds(_ moment: Timestamp?) -> Double { moment?.secondsSince1970 ?? 0 }
    if fields.contains(.etaToNextWaypoint) {
      tripModel(model, didUpdateETAToNextWaypoint: seconds(trip.etaToFirstWaypoint))
    }
    if fields.contains(.pickupTime) {
      tripModel(model, didUpdatePickupETA: seconds(trip.pickupTime))
    }
    if fields.contains(.dropoffTime) {
      tripModel(model, didUpdateDropoffETA: seconds(trip.dropoffTime))
    }
    notifyOfRoutes(prepared, fields, of: model)
  }

  private func notifyOfRoutes(
    _ prepared: PreparedTrip, _ fields: TripPropertyFields, of model: TripModel
  ) {
    let trip = prepared.trip
    if fields.contains(.remainingDistanceOfActiveRouteInMeters) {
      let distance = trip.remainingDistanceOfActiveRouteInMeters
      tripModel(model, didUpdateActiveRouteRemainingDistance: distance)
    }
    if fields.contains(.activeRoute) { tripModel(model, didUpdateActiveRoute: trip.activeRoute) }
    if fields.contains(.remainingRoute) {
      tripModel(model, didUpdateRemainingRoute: prepared.remainingRoute)
    }
    if fields.contains(.distanceOfRemainingRouteInMeters) {
      tripModel(model, didUpdateRemainingRouteDistance: prepared.distanceOfRemainingRouteInMeters)
    }
    if fields.contains(.remainingWaypoints) {
      tripModel(model, didUpdateRemaining: trip.remainingWaypoints)
    }
    if fields.contains(.intermediateDestinations) {
      tripModel(model, didUpdateIntermediateDestinations: trip.intermediateDestinations)
    }
    if fields.contains(.activeRouteTraffic) {
      tripModel(model, didUpdateActiveRouteTraffic: trip.activeRouteTraffic)
    }
    if fields.contains(.remainingRouteTraffic) {
      tripModel(model, didUpdateRemainingRouteTraffic: prepared.remainingRouteTraffic)
    }
  }
}
