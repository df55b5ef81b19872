internal import FleetEngine
internal import Geo

/// A trip with what has to be joined from its parts before it can be told.
///
/// A route may have 100,000 points. What is made of it is made once, away from the main actor, and
/// not once for each subscriber on it.
struct PreparedTrip: Sendable {
  let trip: Trip
  let remainingRoute: [Coordinate]?
  let remainingRouteTraffic: TrafficPolyline?
  let distanceOfRemainingRouteInMeters: Int32
  /// The properties that hold something, of which whoever comes later is told.
  private(set) var properties: TripPropertyFields = []

  /// Joins what the subscribers to a trip are told.
  init(_ trip: Trip) {
    self.init(joining: trip)
    properties = differences(from: PreparedTrip(joining: Trip()))
  }

  private init(joining trip: Trip) {
    self.trip = trip
    remainingRoute = trip.remainingRoute
    remainingRouteTraffic = trip.remainingRouteTraffic
    distanceOfRemainingRouteInMeters = trip.distanceOfRemainingRouteInMeters
  }

  /// Finds the properties in which two trips differ.
  ///
  /// - Parameter other: The other trip.
  /// - Returns: The properties that differ. The time left to the first waypoint, which every answer
  ///   counts down, and the versions are none.
  func differences(from other: PreparedTrip) -> TripPropertyFields {
    var fields: TripPropertyFields = []
    func compare(_ field: TripPropertyFields, _ property: (Trip) -> some Equatable) {
      if property(trip) != property(other.trip) { fields.insert(field) }
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
    compare(.activeRoute, \.activeRoute)
    compare(.activeRouteTraffic, \.activeRouteTraffic)
    compare(.etaToNextWaypoint, \.etaToFirstWaypoint)
    compare(.actualStops, \.actualPickupPoint)
    compare(.actualStops, \.actualPickupArrivalPoint)
    compare(.actualStops, \.actualDropoffPoint)
    compare(.actualStops, \.actualIntermediateDestinations)
    compare(.actualStops, \.actualIntermediateDestinationArrivalPoints)
    if distanceOfRemainingRouteInMeters != other.distanceOfRemainingRouteInMeters {
      fields.insert(.distanceOfRemainingRouteInMeters)
    }
    if remainingRoute != other.remainingRoute { fields.insert(.remainingRoute) }
    if remainingRouteTraffic != other.remainingRouteTraffic {
      fields.insert(.remainingRouteTraffic)
    }
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
