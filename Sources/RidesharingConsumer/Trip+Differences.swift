public import FleetEngine

extension Trip {
  /// Finds the properties in which two trips differ.
  ///
  /// - Parameters:
  ///   - trip: One trip; nil differs from another in whatever that one holds.
  ///   - other: The other trip.
  /// - Returns: The properties that differ. The time left to the first waypoint, which every answer
  ///   counts down, and the versions are none.
  public static func propertyDifferences(
    between trip: Trip?,
    and other: Trip?
  ) -> TripPropertyFields {
    let (one, two) = (trip ?? Trip(), other ?? Trip())
    var fields: TripPropertyFields = []
    func compare(_ field: TripPropertyFields, _ property: (Trip) -> some Equatable) {
      if property(one) != property(two) { fields.insert(field) }
    }
    compare(.tripName, \.name)
    compare(.vehicleID, \.vehicleID)
    compare(.tripType, \.type)
    compare(.tripStatus, \.status)
    compare(.pickupLocation, \.pickupPoint)
    compare(.pickupTime, \.pickupTime)
    compare(.dropoffLocation, \.dropoffPoint)
    compare(.dropoffTime, \.dropoffTime)
    compare(.routeLastVehicleLocation, \.lastLocation)
    compare(.routeLastVehicleLocation, \.isLastLocationSnappable)
    compare(.numberOfPassengers, \.numberOfPassengers)
    compare(.remainingWaypoints) { $0.remainingWaypoints.map(\.withoutPath) }
    compare(.intermediateDestinations, \.intermediateDestinations)
    compare(.intermediateDestinationIndex, \.intermediateDestinationIndex)
    compare(.remainingDistanceOfActiveRouteInMeters, \.remainingDistanceOfActiveRouteInMeters)
    compare(.distanceOfRemainingRouteInMeters, \.distanceOfRemainingRouteInMeters)
    compare(.activeRoute, \.activeRoute)
    compare(.activeRouteTraffic, \.activeRouteTraffic)
    compare(.remainingRoute, \.remainingRoute)
    compare(.remainingRouteTraffic, \.remainingRouteTraffic)
    compare(.etaToNextWaypoint, \.etaToFirstWaypoint)
    compare(.actualStops, \.actualPickupPoint)
    compare(.actualStops, \.actualPickupArrivalPoint)
    compare(.actualStops, \.actualDropoffPoint)
    compare(.actualStops, \.actualIntermediateDestinations)
    compare(.actualStops, \.actualIntermediateDestinationArrivalPoints)
    return fields
  }
}

extension TripWaypoint {
  /// The waypoint without how to get there.
  fileprivate var withoutPath: TripWaypoint {
    var waypoint = self
    waypoint.path = nil
    waypoint.traffic = nil
    return waypoint
  }
}
