public import FleetEngine
public import Foundation
internal import RidesharingConsumer

/// A trip as it was at one moment.
///
/// Source: contract 5.4.
public final class GMTSTrip: GMTSValue<Trip>, @unchecked Sendable {
  /// The full name.
  public var tripName: String? { value.name?.description }
  /// The id of the vehicle that drives it; nil while there is none.
  public var vehicleID: String? { value.vehicleID }
  /// Whether it shares its vehicle.
  public var tripType: GMTSTripType { GMTSTripType(value.type) }
  /// How far it is.
  public var tripStatus: GMTSTripStatus { GMTSTripStatus(value.status) }
  /// Where it is to begin.
  public var pickupLocation: GMTSTerminalLocation? {
    value.pickupPoint.map(GMTSTerminalLocation.init)
  }
  /// When it begins, in seconds since 1970, 0 where that is not known.
  public var pickupTime: TimeInterval { value.pickupTime?.secondsSince1970 ?? 0 }
  /// Where it is to end.
  public var dropoffLocation: GMTSTerminalLocation? {
    value.dropoffPoint.map(GMTSTerminalLocation.init)
  }
  /// When it ends, in seconds since 1970, 0 where that is not known.
  public var dropoffTime: TimeInterval { value.dropoffTime?.secondsSince1970 ?? 0 }
  /// Where the vehicle last was.
  public var lastVehicleLocation: GMTSVehicleLocation? {
    value.lastLocation.map {
      GMTSVehicleLocation($0, isSnappableToRoute: value.isLastLocationSnappable)
    }
  }
  /// Passengers without the driver.
  public var numberOfPassengers: UInt { UInt(clamping: value.numberOfPassengers) }
  /// What the vehicle still visits.
  public var remainingWaypoints: [GMTSTripWaypoint]? {
    value.remainingWaypoints.map(GMTSTripWaypoint.init)
  }
  /// The stops on the way.
  public var intermediateDestinations: [GMTSTerminalLocation]? {
    value.intermediateDestinations.map(GMTSTerminalLocation.init)
  }
  /// The index of the next or present stop.
  public var intermediateDestinationIndex: Int { value.intermediateDestinationIndex }

  /// The last part of the name.
  public func tripID() -> String? { value.tripID }
  /// The first of the remaining waypoints.
  public func nextTripWaypoint() -> GMTSTripWaypoint? {
    value.nextTripWaypoint.map(GMTSTripWaypoint.init)
  }
  /// The waypoint that the vehicle visits next.
  public func nextWaypoint() -> GMTSTripWaypoint? { nextTripWaypoint() }
  /// The path to the next waypoint.
  public func activeRoute() -> [GMTSLatLng]? { value.activeRoute?.map(GMTSLatLng.init) }
  /// The path after the next waypoint.
  public func remainingRoute() -> [GMTSLatLng]? { value.remainingRoute?.map(GMTSLatLng.init) }
  /// The traffic on the path to the next waypoint.
  public func activeRouteTraffic() -> GMTSTrafficData? {
    value.activeRouteTraffic.map(GMTSTrafficData.init)
  }
  /// The traffic on the path after the next waypoint.
  public func remainingRouteTraffic() -> GMTSTrafficData? {
    value.remainingRouteTraffic.map(GMTSTrafficData.init)
  }
  /// Metres to the next waypoint, 0 where they are not known.
  public func remainingDistanceOfActiveRouteInMeters() -> Int32 {
    value.remainingDistanceOfActiveRouteInMeters
  }
  /// Metres after the next waypoint, 0 where they are not known.
  public func distanceOfRemainingRouteInMeters() -> Int32 {
    value.distanceOfRemainingRouteInMeters
  }
  /// The properties in which two trips differ.
  public static func propertyValueDifferences(
    betweenTrip1 trip1: GMTSTrip?,
    andTrip2 trip2: GMTSTrip?
  ) -> GMTSTripPropertyFields {
    GMTSTripPropertyFields(Trip.propertyDifferences(between: trip1?.value, and: trip2?.value))
  }
}
