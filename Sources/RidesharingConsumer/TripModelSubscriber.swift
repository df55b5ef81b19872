public import FleetEngine
public import Geo

/// Who wants to know of a trip's changes.
///
/// Only what changed is told, in the order of the declarations. A new subscriber is told everything
/// once. A model holds its subscribers weakly. Source: contract 5.3; the last method is ridealong's
/// own.
@MainActor
public protocol TripModelSubscriber: AnyObject, Sendable {
  /// Tells that the model became active or inactive.
  func tripModel(_ tripModel: TripModel, didUpdate sessionState: TripModelState)

  /// Tells that anything changed, and what.
  func tripModel(
    _ tripModel: TripModel,
    didUpdate trip: Trip?,
    updatedPropertyFields: TripPropertyFields
  )

  /// Tells the new status.
  func tripModel(_ tripModel: TripModel, didUpdate tripStatus: TripStatus)

  /// Tells where the vehicle is now.
  func tripModel(_ tripModel: TripModel, didUpdate vehicleLocation: VehicleLocation?)

  /// Tells where the trip is to begin.
  func tripModel(
    _ tripModel: TripModel,
    didUpdatePickupLocation pickupLocation: TerminalLocation?
  )

  /// Tells where the trip is to end.
  func tripModel(
    _ tripModel: TripModel,
    didUpdateDropoffLocation dropoffLocation: TerminalLocation?
  )

  /// Tells when the next waypoint is reached, in seconds since 1970, 0 where that is not known.
  func tripModel(
    _ tripModel: TripModel,
    didUpdateETAToNextWaypoint etaToNextWaypoint: Double
  )

  /// Tells when the trip begins, in seconds since 1970, 0 where that is not known.
  func tripModel(_ tripModel: TripModel, didUpdatePickupETA pickupETA: Double)

  /// Tells when the trip ends, in seconds since 1970, 0 where that is not known.
  func tripModel(_ tripModel: TripModel, didUpdateDropoffETA dropoffETA: Double)

  /// Tells the metres to the next waypoint, 0 where they are not known.
  func tripModel(
    _ tripModel: TripModel,
    didUpdateActiveRouteRemainingDistance activeRouteRemainingDistance: Int32
  )

  /// Tells the path to the next waypoint.
  func tripModel(_ tripModel: TripModel, didUpdateActiveRoute activeRoute: [Coordinate]?)

  /// Tells the path after the next waypoint.
  func tripModel(_ tripModel: TripModel, didUpdateRemainingRoute remainingRoute: [Coordinate]?)

  /// Tells the metres after the next waypoint, 0 where they are not known.
  func tripModel(
    _ tripModel: TripModel,
    didUpdateRemainingRouteDistance remainingRouteDistance: Int32
  )

  /// Tells what the vehicle still visits.
  func tripModel(
    _ tripModel: TripModel,
    didUpdateRemaining remainingWaypoints: [TripWaypoint]?
  )

  /// Tells the stops on the way.
  func tripModel(
    _ tripModel: TripModel,
    didUpdateIntermediateDestinations intermediateDestinations: [TerminalLocation]?
  )

  /// Tells the traffic on the path to the next waypoint.
  func tripModel(
    _ tripModel: TripModel,
    didUpdateActiveRouteTraffic activeRouteTraffic: TrafficPolyline?
  )

  /// Tells the traffic on the path after the next waypoint.
  func tripModel(
    _ tripModel: TripModel,
    didUpdateRemainingRouteTraffic remainingRouteTraffic: TrafficPolyline?
  )

  /// Tells why the server could not be asked; the model goes on asking.
  func tripModel(_ tripModel: TripModel, didFailUpdateTripWithError error: FleetEngineError?)

  /// Tells of each start and end of a poll, also when the trip did not change.
  func tripModel(_ tripModel: TripModel, didUpdate polling: PollingStatus)
}

extension TripModelSubscriber {
  /// Does nothing.
  public func tripModel(_ tripModel: TripModel, didUpdate sessionState: TripModelState) {}
  /// Does nothing.
  public func tripModel(
    _ tripModel: TripModel,
    didUpdate trip: Trip?,
    updatedPropertyFields: TripPropertyFields
  ) {}
  /// Does nothing.
  public func tripModel(_ tripModel: TripModel, didUpdate tripStatus: TripStatus) {}
  /// Does nothing.
  public func tripModel(_ tripModel: TripModel, didUpdate vehicleLocation: VehicleLocation?) {}
  /// Does nothing.
  public func tripModel(
    _ tripModel: TripModel,
    didUpdatePickupLocation pickupLocation: TerminalLocation?
  ) {}
  /// Does nothing.
  public func tripModel(
    _ tripModel: TripModel,
    didUpdateDropoffLocation dropoffLocation: TerminalLocation?
  ) {}
  /// Does nothing.
  public func tripModel(
    _ tripModel: TripModel,
    didUpdateETAToNextWaypoint etaToNextWaypoint: Double
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
    _ tripModel: TripModel,
    didUpdateRemainingRoute remainingRoute: [Coordinate]?
  ) {}
  /// Does nothing.
  public func tripModel(
    _ tripModel: TripModel,
    didUpdateRemainingRouteDistance remainingRouteDistance: Int32
  ) {}
  /// Does nothing.
  public func tripModel(
    _ tripModel: TripModel,
    didUpdateRemaining remainingWaypoints: [TripWaypoint]?
  ) {}
  /// Does nothing.
  public func tripModel(
    _ tripModel: TripModel,
    didUpdateIntermediateDestinations intermediateDestinations: [TerminalLocation]?
  ) {}
  /// Does nothing.
  public func tripModel(
    _ tripModel: TripModel,
    didUpdateActiveRouteTraffic activeRouteTraffic: TrafficPolyline?
  ) {}
  /// Does nothing.
  public func tripModel(
    _ tripModel: TripModel,
    didUpdateRemainingRouteTraffic remainingRouteTraffic: TrafficPolyline?
  ) {}
  /// Does nothing.
  public func tripModel(
    _ tripModel: TripModel,
    didFailUpdateTripWithError error: FleetEngineError?
  ) {}
  /// Does nothing.
  public func tripModel(_ tripModel: TripModel, didUpdate polling: PollingStatus) {}
}
