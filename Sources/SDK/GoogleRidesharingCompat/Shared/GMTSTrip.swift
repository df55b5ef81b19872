public import FleetEngine
public import Foundation
public import RidesharingConsumer

/// A trip at one moment.
///
/// See docs/protocol.md, "SDK data types".
public final class GMTSTrip: GMTSValue<Trip>, @unchecked Sendable {
  /// The full name.
  public var tripName: String? { value.name?.description }
  /// The ID of the trip's vehicle; nil until one is assigned.
  public var vehicleID: String? { value.vehicleID }
  /// Whether the trip shares its vehicle.
  public var tripType: GMTSTripType { GMTSTripType(value.type) }
  /// The trip's status.
  public var tripStatus: GMTSTripStatus { GMTSTripStatus(value.status) }
  /// The pickup location.
  public var pickupLocation: GMTSTerminalLocation? {
    value.pickupPoint.map(GMTSTerminalLocation.init)
  }
  /// The time of the pickup in seconds since 1970, 0 if unknown.
  public var pickupTime: TimeInterval { value.pickupTime?.secondsSince1970 ?? 0 }
  /// The drop-off location.
  public var dropoffLocation: GMTSTerminalLocation? {
    value.dropoffPoint.map(GMTSTerminalLocation.init)
  }
  /// The time of the drop-off in seconds since 1970, 0 if unknown.
  public var dropoffTime: TimeInterval { value.dropoffTime?.secondsSince1970 ?? 0 }
  /// The vehicle's last location.
  public var lastVehicleLocation: GMTSVehicleLocation? {
    value.lastLocation.map {
      GMTSVehicleLocation($0, isSnappableToRoute: value.isLastLocationSnappable)
    }
  }
  /// The number of passengers without the driver.
  public var numberOfPassengers: UInt { UInt(clamping: value.numberOfPassengers) }
  /// The waypoints that the vehicle has still to visit.
  public var remainingWaypoints: [GMTSTripWaypoint]? {
    value.remainingWaypoints.map(GMTSTripWaypoint.init)
  }
  /// The stops between pickup and drop-off.
  public var intermediateDestinations: [GMTSTerminalLocation]? {
    value.intermediateDestinations.map(GMTSTerminalLocation.init)
  }
  /// The index of the next or current stop.
  public var intermediateDestinationIndex: Int { value.intermediateDestinationIndex }

  /// Returns the last component of the name.
  public func tripID() -> String? { value.tripID }
  /// Returns the first remaining waypoint.
  public func nextTripWaypoint() -> GMTSTripWaypoint? {
    value.nextTripWaypoint.map(GMTSTripWaypoint.init)
  }
  /// Returns the first remaining waypoint.
  public func nextWaypoint() -> GMTSTripWaypoint? { nextTripWaypoint() }
  /// Returns the route to the next waypoint.
  public func activeRoute() -> [GMTSLatLng]? { value.activeRoute?.map(GMTSLatLng.init) }
  /// Returns the route after the next waypoint.
  public func remainingRoute() -> [GMTSLatLng]? { value.remainingRoute?.map(GMTSLatLng.init) }
  /// Returns the traffic on the route to the next waypoint.
  public func activeRouteTraffic() -> GMTSTrafficData? {
    value.activeRouteTraffic.map(GMTSTrafficData.init)
  }
  /// Returns the traffic on the route after the next waypoint.
  public func remainingRouteTraffic() -> GMTSTrafficData? {
    value.remainingRouteTraffic.map(GMTSTrafficData.init)
  }
  /// Returns the meters to the next waypoint, 0 if unknown.
  public func remainingDistanceOfActiveRouteInMeters() -> Int32 {
    value.remainingDistanceOfActiveRouteInMeters
  }
  /// Returns the meters after the next waypoint, 0 if unknown.
  public func distanceOfRemainingRouteInMeters() -> Int32 { value.distanceOfRemainingRouteInMeters }
  /// Returns the properties in which two trips differ.
  public static func propertyValueDifferences(
    betweenTrip1 trip1: GMTSTrip?, andTrip2 trip2: GMTSTrip?
  ) -> GMTSTripPropertyFields {
    Trip.propertyDifferences(between: trip1?.value, and: trip2?.value).intersection(.sdk)
  }
}
