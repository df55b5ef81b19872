internal import FleetEngine
internal import Geo
package import RidesharingConsumer

/// The last state of a trip, prepared for drawing.
package struct Journey: Sendable {
  struct Place: Sendable, Hashable {
    var coordinate: Coordinate
    var type: CustomizableMarkerType
    /// The number of a stop, from 1.
    var number: Int
    /// Whether the vehicle has not visited it yet.
    var isAhead: Bool

    /// Creates a place; nil without a valid coordinate.
    init?(
      _ coordinate: Coordinate?, _ type: CustomizableMarkerType, number: Int = 0,
      isAhead: Bool = true
    ) {
      guard let coordinate, coordinate.isValid else { return nil }
      self.coordinate = coordinate
      self.type = type
      self.number = number
      self.isAhead = isAhead
    }
  }

  private var prepared: PreparedTrip?
  var trip: Trip? { prepared?.trip }
  package var worldSpeed = 1.0
  private(set) var revision = 0
  /// The number of changes of the lines, not counting the vehicle's progress along them.
  private(set) var lineRevision = 0
  var activeRoute = RouteAhead()
  private(set) var remainingRoute: [Coordinate] = []
  var remainingPath = PreparedPath()
  var activeTraffic = TrafficAhead()
  var remainingTraffic = TrafficAhead()
  private(set) var motion: VehicleMotion?
  var traveled = TraveledRoute()
  private(set) var trail = VehicleTrail()
  var reports = PreparedPath()

  package init() {}

  package mutating func update(
    _ new: PreparedTrip, _ fields: TripPropertyFields, receivedAt: Duration
  ) {
    prepared = new
    let trip = new.trip
    revision += 1
    traveled.update(trip, after: motion)
    trail.update(trip, worldSpeed: worldSpeed)
    if trail.reports != reports.coordinates { reports = PreparedPath(trail.reports) }
    prepare(fields)
    defer {
      // Off the route each report extends the traveled line.
      let routes: TripPropertyFields = [.activeRoute, .remainingRoute, .tripStatus]
      if !fields.isDisjoint(with: routes) || motion?.route == nil { lineRevision += 1 }
    }
    if !fields.isDisjoint(with: [.routeLastVehicleLocation, .activeRoute, .tripStatus]) {
      // A new route without a new location keeps the time of the last report.
      let isReport = motion == nil || fields.contains(.routeLastVehicleLocation)
      let stoppedAt = isReport ? nil : motion?.stoppedAt
      motion = (trip.isActive ? trip.lastLocation : nil).flatMap {
        VehicleMotion(
          $0, isSnappable: trip.isLastLocationSnappable, route: activeRoute.polyline,
          receivedAt: isReport ? receivedAt : motion?.receivedAt ?? receivedAt,
          worldSpeed: worldSpeed, after: motion)
      }
      if let stoppedAt { motion?.stop(at: stoppedAt) }
    }
  }

  /// Stops the vehicle where it is drawn, until a report that is newer than the last response.
  package mutating func stopVehicle(at now: Duration, lastHeard: Duration) {
    guard let motion, motion.receivedAt <= lastHeard else { return }
    self.motion?.stop(at: now)
  }

  /// Prepares the drawing again, except for the vehicle and the traveled route.
  mutating func redraw() {
    revision += 1
    lineRevision += 1
    prepare([.activeRoute, .remainingRoute, .activeRouteTraffic, .remainingRouteTraffic])
  }

  private mutating func prepare(_ fields: TripPropertyFields) {
    if fields.contains(.activeRoute) { activeRoute = RouteAhead(trip?.activeRoute ?? []) }
    if fields.contains(.remainingRoute) {
      remainingRoute = prepared?.remainingRoute ?? []
      remainingPath = PreparedPath(remainingRoute)
    }
    if fields.contains(.activeRouteTraffic) {
      activeTraffic = TrafficAhead(trip?.activeRouteTraffic)
    }
    if fields.contains(.remainingRouteTraffic) {
      remainingTraffic = TrafficAhead(prepared?.remainingRouteTraffic)
    }
  }

  /// Returns the vehicle's estimated position; nil without a vehicle.
  func vehicle(at now: Duration, isReduced: Bool) -> VehicleMotion.Position? {
    motion?.position(at: now, isReduced: isReduced)
  }

  /// The next points of the route, for which tiles are prefetched.
  var routeAhead: ArraySlice<Coordinate> {
    let next = activeRoute.isEmpty ? remainingRoute : activeRoute.polyline.coordinates
    return next.prefix(1_000)
  }

  /// The trip's valid places in their order.
  var places: [Place] {
    guard let trip else { return [] }
    func place(
      _ location: TerminalLocation?, _ type: CustomizableMarkerType, _ number: Int = 0
    ) -> Place? {
      let isAhead = Self.isAhead(type, number, of: trip)
      return Place(location?.point, type, number: number, isAhead: isAhead)
    }
    let stops = trip.intermediateDestinations.enumerated().map {
      place($1, .intermediateDestination, $0 + 1)
    }
    let places =
      [place(trip.pickupPoint, .tripPickupPoint)] + stops
      + [place(trip.dropoffPoint, .tripDropoffPoint)]
    return places.compactMap { $0 }
  }

  /// The places where the vehicle stops for other trips before the end of this one.
  var foreignStops: [Coordinate] {
    guard let trip, trip.isActive, let own = trip.name?.tripID else { return [] }
    var stops: [Coordinate] = []
    for waypoint in trip.remainingWaypoints where waypoint.tripID.map({ $0 != own }) ?? false {
      guard let place = waypoint.location?.point, place.isValid, !stops.contains(place) else {
        continue
      }
      stops.append(place)
    }
    return stops
  }

  private static func isAhead(
    _ type: CustomizableMarkerType,
    _ number: Int,
    of trip: Trip
  ) -> Bool {
    guard trip.isActive else { return false }
    let isBeforePickup = trip.status.isBeforePickup || !trip.status.isKnown
    return switch type {
    case .tripPickupPoint: isBeforePickup
    case .intermediateDestination:
      isBeforePickup
        || (trip.status.mayHaveStopsAhead && number > trip.intermediateDestinationIndex)
    case .tripDropoffPoint, .tripVehicle, .unknown: true
    }
  }
}
