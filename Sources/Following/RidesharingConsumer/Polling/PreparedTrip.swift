public import FleetEngine
package import Geo

/// A trip with its joined routes.
///
/// A route may have 100,000 points, so the routes are joined once, off the main actor, instead of
/// once for each subscriber. It is an object, because copying a trip's many fields costs time.
package final class PreparedTrip: Sendable {
  private static let empty = PreparedTrip(Trip())

  package let trip: Trip
  package let remainingRoute: [Coordinate]?
  package let remainingRouteTraffic: TrafficPolyline?
  let distanceOfRemainingRouteInMeters: Int32

  /// Joins the routes of a trip.
  package init(_ trip: Trip) {
    self.trip = trip
    remainingRoute = trip.remainingRoute
    remainingRouteTraffic = trip.remainingRouteTraffic
    distanceOfRemainingRouteInMeters = trip.distanceOfRemainingRouteInMeters
  }

  /// The properties that are set; new subscribers are notified of them.
  var properties: TripPropertyFields { differences(from: .empty) }

  /// Returns the properties in which two trips differ, as ``Trip/propertyDifferences(between:and:)``.
  package func differences(from other: PreparedTrip) -> TripPropertyFields {
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
    if trip.remainingWaypoints != other.trip.remainingWaypoints {
      compare(.remainingWaypoints) { $0.remainingWaypoints.map(\.withoutPath) }
    }
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

extension Trip {
  /// Returns the properties in which two trips differ; nil is a trip without properties.
  ///
  /// Ignores the versions and the time left to the first waypoint, which differs in every response.
  public static func propertyDifferences(
    between trip: Trip?, and other: Trip?
  ) -> TripPropertyFields {
    PreparedTrip(trip ?? Trip()).differences(from: PreparedTrip(other ?? Trip()))
  }
}

extension TripWaypoint {
  /// The waypoint without its path and traffic.
  fileprivate var withoutPath: TripWaypoint {
    var waypoint = self
    waypoint.path = nil
    waypoint.traffic = nil
    return waypoint
  }
}
