/// The fields of the resources in JSON's spelling, by what an update may do with them.
///
/// Source: contract 1.2, 1.6 and 2.4.
enum TripFields {
  static let writable: Set<String> = [
    "vehicleId", "tripStatus", "tripType", "pickupPoint", "actualPickupPoint",
    "actualPickupArrivalPoint", "intermediateDestinations", "intermediateDestinationIndex",
    "actualIntermediateDestinationArrivalPoints", "actualIntermediateDestinations", "dropoffPoint",
    "actualDropoffPoint", "vehicleWaypoints",
  ]
  static let readOnly: Set<String> = [
    "name", "pickupTime", "dropoffTime", "intermediateDestinationsVersion", "remainingWaypoints",
    "route", "currentRouteSegment", "currentRouteSegmentVersion", "currentRouteSegmentTraffic",
    "currentRouteSegmentTrafficVersion", "currentRouteSegmentEndPoint", "remainingDistanceMeters",
    "etaToFirstWaypoint", "remainingTimeToFirstWaypoint", "remainingWaypointsVersion",
    "remainingWaypointsRouteVersion", "numberOfPassengers", "lastLocation", "lastLocationSnappable",
  ]
  static let all = writable.union(readOnly).union(["view", "attributes"])
}

enum VehicleFields {
  static let writable: Set<String> = [
    "vehicleState", "supportedTripTypes", "lastLocation", "maximumCapacity", "attributes",
    "vehicleType", "currentRouteSegment", "currentRouteSegmentTraffic",
    "currentRouteSegmentEndPoint", "remainingDistanceMeters", "etaToFirstWaypoint",
    "remainingTimeSeconds", "waypoints", "backToBackEnabled", "navigationStatus", "deviceSettings",
  ]
  static let readOnly: Set<String> = [
    "name", "currentTrips", "currentRouteSegmentVersion", "waypointsVersion", "availableCapacity",
  ]
  static let all = writable.union(readOnly).union(["pastLocations", "licensePlate", "route"])
}
