internal import FleetEngine
internal import Geo

extension WorldTransaction {
  /// The most meters between a vehicle and the route onto which it is snapped.
  ///
  /// See docs/protocol.md, "From vehicle to trip".
  private static let snappingDistance = 50.0

  /// A trip with everything that is derived from its vehicle.
  ///
  /// See docs/protocol.md, "From vehicle to trip" and "Contents at each stage".
  func shown(_ record: StoredTrip) -> Trip {
    var trip = record.trip
    guard record.isActive, let vehicleID = trip.vehicleID, let vehicle = vehicle(vehicleID) else {
      return trip
    }
    let timeline = timeline(vehicle)
    let last = vehicle.plan.lastIndex { $0.tripID == record.id }
    trip.remainingWaypoints = last.map { Array(timeline[...$0]) } ?? []
    trip.remainingWaypointsVersion = vehicle.vehicle.waypointsVersion
    trip.remainingWaypointsRouteVersion = vehicle.waypointsRouteVersion
    trip.route = vehicle.vehicle.route
    trip.currentRouteSegmentVersion = vehicle.vehicle.currentRouteSegmentVersion
    trip.currentRouteSegmentEndPoint = vehicle.vehicle.currentRouteSegmentEndPoint
    trip.currentRouteSegmentTrafficVersion = vehicle.trafficVersion
    trip.currentRouteSegmentTraffic = traffic(vehicle)
    trip.remainingDistanceMeters = vehicle.vehicle.remainingDistanceMeters
    trip.etaToFirstWaypoint = vehicle.vehicle.etaToFirstWaypoint
    trip.remainingTimeToFirstWaypoint = trip.etaToFirstWaypoint.map { $0 - now }
    trip.lastLocation = vehicle.vehicle.lastLocation.map(Self.forConsumers)
    trip.isLastLocationSnappable = isSnappable(vehicle)
    for (planned, waypoint) in zip(vehicle.plan, timeline) where planned.tripID == record.id {
      let arrival = waypoint.eta ?? (planned == vehicle.plan.first ? trip.etaToFirstWaypoint : nil)
      if planned.type == .pickup { trip.pickupTime = arrival }
      if planned.type == .dropoff { trip.dropoffTime = arrival }
    }
    return trip
  }

  /// A trip as in the response to a change, which has all of the vehicle's waypoints.
  func shownAfterChange(_ record: StoredTrip) -> Trip {
    var trip = shown(record)
    if record.isActive, let vehicleID = trip.vehicleID, let vehicle = vehicle(vehicleID) {
      trip.vehicleWaypoints = timeline(vehicle)
    }
    return trip
  }

  /// A vehicle with everything that is derived, and without what only its driver sends.
  func shown(_ record: StoredVehicle) -> Vehicle {
    var vehicle = record.vehicle
    vehicle.waypoints = timeline(record)
    vehicle.currentRouteSegmentTraffic = nil
    vehicle.remainingTimeSeconds = nil
    vehicle.deviceSettings = nil
    vehicle.lastLocation?.isGPSSensorEnabled = nil
    vehicle.lastLocation?.timeSinceUpdateSeconds = nil
    return vehicle
  }

  typealias PlanEnd = (
    point: Coordinate, arrival: Timestamp?, meters: Int, waypoints: [VehicleMatch.Waypoint]
  )

  /// The end of a vehicle's plan: place, estimated arrival, meters from the vehicle, and the
  /// waypoints before; nil without a plan.
  ///
  /// See docs/protocol.md, "Contents at each stage".
  func endOfPlan(_ record: StoredVehicle) -> PlanEnd? {
    guard let first = record.plan.first, let last = record.plan.last else { return nil }
    let timeline = timeline(record)
    let toFirst =
      record.vehicle.remainingDistanceMeters
      ?? record.vehicle.lastLocation?.location.map { leg(from: $0, to: first.point).meters } ?? 0
    let etas = [record.vehicle.etaToFirstWaypoint] + timeline.dropFirst().map(\.eta)
    return (
      last.point, etas.last ?? nil, timeline.reduce(toFirst) { $0 + ($1.distanceMeters ?? 0) },
      zip(record.plan, etas).map { VehicleMatch.Waypoint(point: $0.point, eta: $1) }
    )
  }

  /// The plan's waypoints with paths, distances and times.
  private func timeline(_ record: StoredVehicle) -> [TripWaypoint] {
    var arrival = record.vehicle.etaToFirstWaypoint
    var previous: Coordinate?
    return record.plan.map { planned in
      var waypoint = planned.waypoint
      if let previous {
        let leg = leg(from: previous, to: planned.point)
        arrival = arrival.map { $0 + leg.duration }
        waypoint.path = [previous, planned.point]
        waypoint.distanceMeters = leg.meters
        waypoint.duration = leg.duration
        waypoint.eta = arrival
      } else {
        waypoint.path = record.vehicle.route
      }
      previous = planned.point
      return waypoint
    }
  }

  private func traffic(_ record: StoredVehicle) -> TrafficPolyline? {
    guard let route = record.vehicle.route else { return nil }
    return TrafficConversion.polyline(record.vehicle.currentRouteSegmentTraffic ?? [], along: route)
  }

  private func isSnappable(_ record: StoredVehicle) -> Bool {
    guard let location = record.vehicle.lastLocation?.location, let route = record.vehicle.route,
      let near = Polyline(route).nearestPosition(to: location)
    else { return false }
    return near.metersOff <= Self.snappingDistance
  }

  /// A location without the fields that only drivers may see.
  static func forConsumers(_ location: VehicleLocation) -> VehicleLocation {
    var shown = location
    shown.isGPSSensorEnabled = nil
    shown.timeSinceUpdateSeconds = nil
    shown.rawLocation = nil
    shown.rawLocationTime = nil
    shown.rawLocationSensor = .unspecified
    shown.rawLocationAccuracy = nil
    shown.supplementalLocation = nil
    shown.supplementalLocationTime = nil
    shown.supplementalLocationSensor = .unspecified
    shown.supplementalLocationAccuracy = nil
    return shown
  }
}
