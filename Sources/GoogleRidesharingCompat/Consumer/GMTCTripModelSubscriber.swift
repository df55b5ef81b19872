public import Foundation

/// Who wants to know of a trip's changes.
///
/// Only what changed is told, in the order of the declarations. A new subscriber is told everything
/// once. A model holds its subscribers weakly. All methods are optional. Source: contract 5.3.
@MainActor
@preconcurrency
public protocol GMTCTripModelSubscriber: AnyObject {
  /// Tells that the model became active or inactive.
  func tripModel(_ tripModel: GMTCTripModel, didUpdate sessionState: GMTCTripModelState)

  /// Tells that anything changed, and what.
  func tripModel(
    _ tripModel: GMTCTripModel,
    didUpdate trip: GMTSTrip?,
    updatedPropertyFields: GMTSTripPropertyFields
  )

  /// Tells the new status.
  func tripModel(_ tripModel: GMTCTripModel, didUpdate tripStatus: GMTSTripStatus)

  /// Tells where the vehicle is now.
  func tripModel(_ tripModel: GMTCTripModel, didUpdate vehicleLocation: GMTSVehicleLocation?)

  /// Tells where the trip is to begin.
  func tripModel(
    _ tripModel: GMTCTripModel,
    didUpdatePickupLocation pickupLocation: GMTSTerminalLocation?
  )

  /// Tells where the trip is to end.
  func tripModel(
    _ tripModel: GMTCTripModel,
    didUpdateDropoffLocation dropoffLocation: GMTSTerminalLocation?
  )

  /// Tells when the next waypoint is reached, in seconds since 1970, 0 where that is not known.
  func tripModel(
    _ tripModel: GMTCTripModel,
    didUpdateETAToNextWaypoint etaToNextWaypoint: TimeInterval
  )

  /// Tells when the trip begins, in seconds since 1970, 0 where that is not known.
  func tripModel(_ tripModel: GMTCTripModel, didUpdatePickupETA pickupETA: TimeInterval)

  /// Tells when the trip ends, in seconds since 1970, 0 where that is not known.
  func tripModel(_ tripModel: GMTCTripModel, didUpdateDropoffETA dropoffETA: TimeInterval)

  /// Tells the metres to the next waypoint, 0 where they are not known.
  func tripModel(
    _ tripModel: GMTCTripModel,
    didUpdateActiveRouteRemainingDistance activeRouteRemainingDistance: Int32
  )

  /// Tells the path to the next waypoint.
  func tripModel(_ tripModel: GMTCTripModel, didUpdateActiveRoute activeRoute: [GMTSLatLng]?)

  /// Tells the path after the next waypoint.
  func tripModel(_ tripModel: GMTCTripModel, didUpdateRemainingRoute remainingRoute: [GMTSLatLng]?)

  /// Tells the metres after the next waypoint, 0 where they are not known.
  func tripModel(
    _ tripModel: GMTCTripModel,
    didUpdateRemainingRouteDistance remainingRouteDistance: Int32
  )

  /// Tells what the vehicle still visits.
  func tripModel(
    _ tripModel: GMTCTripModel,
    didUpdateRemaining remainingWaypoints: [GMTSTripWaypoint]?
  )

  /// Tells the stops on the way.
  func tripModel(
    _ tripModel: GMTCTripModel,
    didUpdateIntermediateDestinations intermediateDestinations: [GMTSTerminalLocation]?
  )

  /// Tells the traffic on the path to the next waypoint.
  func tripModel(
    _ tripModel: GMTCTripModel,
    didUpdateActiveRouteTraffic activeRouteTraffic: GMTSTrafficData?
  )

  /// Tells the traffic on the path after the next waypoint.
  func tripModel(
    _ tripModel: GMTCTripModel,
    didUpdateRemainingRouteTraffic remainingRouteTraffic: GMTSTrafficData?
  )

  /// Tells why the server could not be asked; the model goes on asking.
  func tripModel(_ tripModel: GMTCTripModel, didFailUpdateTripWithError error: (any Error)?)
}

extension GMTCTripModelSubscriber {
  /// Does nothing.
  public func tripModel(_ tripModel: GMTCTripModel, didUpdate sessionState: GMTCTripModelState) {}
  /// Does nothing.
  public func tripModel(
    _ tripModel: GMTCTripModel,
    didUpdate trip: GMTSTrip?,
    updatedPropertyFields: GMTSTripPropertyFields
  ) {}
  /// Does nothing.
  public func tripModel(_ tripModel: GMTCTripModel, didUpdate tripStatus: GMTSTripStatus) {}
  /// Does nothing.
  public func tripModel(_ tripModel: GMTCTripModel, didUpdate vehicleLocation: GMTSVehicleLocation?)
  {}
  /// Does nothing.
  public func tripModel(
    _ tripModel: GMTCTripModel,
    didUpdatePickupLocation pickupLocation: GMTSTerminalLocation?
  ) {}
  /// Does nothing.
  public func tripModel(
    _ tripModel: GMTCTripModel,
    didUpdateDropoffLocation dropoffLocation: GMTSTerminalLocation?
  ) {}
  /// Does nothing.
  public func tripModel(
    _ tripModel: GMTCTripModel,
    didUpdateETAToNextWaypoint etaToNextWaypoint: TimeInterval
  ) {}
  /// Does nothing.
  public func tripModel(_ tripModel: GMTCTripModel, didUpdatePickupETA pickupETA: TimeInterval) {}
  /// Does nothing.
  public func tripModel(_ tripModel: GMTCTripModel, didUpdateDropoffETA dropoffETA: TimeInterval) {}
  /// Does nothing.
  public func tripModel(
    _ tripModel: GMTCTripModel,
    didUpdateActiveRouteRemainingDistance activeRouteRemainingDistance: Int32
  ) {}
  /// Does nothing.
  public func tripModel(_ tripModel: GMTCTripModel, didUpdateActiveRoute activeRoute: [GMTSLatLng]?)
  {}
  /// Does nothing.
  public func tripModel(
    _ tripModel: GMTCTripModel,
    didUpdateRemainingRoute remainingRoute: [GMTSLatLng]?
  ) {}
  /// Does nothing.
  public func tripModel(
    _ tripModel: GMTCTripModel,
    didUpdateRemainingRouteDistance remainingRouteDistance: Int32
  ) {}
  /// Does nothing.
  public func tripModel(
    _ tripModel: GMTCTripModel,
    didUpdateRemaining remainingWaypoints: [GMTSTripWaypoint]?
  ) {}
  /// Does nothing.
  public func tripModel(
    _ tripModel: GMTCTripModel,
    didUpdateIntermediateDestinations intermediateDestinations: [GMTSTerminalLocation]?
  ) {}
  /// Does nothing.
  public func tripModel(
    _ tripModel: GMTCTripModel,
    didUpdateActiveRouteTraffic activeRouteTraffic: GMTSTrafficData?
  ) {}
  /// Does nothing.
  public func tripModel(
    _ tripModel: GMTCTripModel,
    didUpdateRemainingRouteTraffic remainingRouteTraffic: GMTSTrafficData?
  ) {}
  /// Does nothing.
  public func tripModel(
    _ tripModel: GMTCTripModel,
    didFailUpdateTripWithError error: (any Error)?
  ) {}
}
