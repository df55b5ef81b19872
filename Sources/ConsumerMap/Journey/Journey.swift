internal import FleetEngine
internal import Geo
internal import MapCanvas
internal import RidesharingConsumer

/// What a map knows of a trip: its last state, prepared for drawing.
struct Journey: Sendable {
  /// A place of the trip.
  struct Place: Sendable, Hashable {
    var coordinate: Coordinate
    var type: CustomizableMarkerType
    /// The number of a stop, from 1.
    var number = 0
    /// Whether the vehicle is still to come.
    var isAhead: Bool
  }

  private var prepared: PreparedTrip?
  var trip: Trip? { prepared?.trip }
  /// How many times faster than the clock the followed world goes.
  var worldSpeed = 1.0
  /// Counts the changes, so that work for one is done once.
  private(set) var revision = 0
  /// Counts the changes after which the lines as a whole run otherwise: not the vehicle's progress.
  private(set) var lineRevision = 0
  var activeRoute = RouteAhead()
  private(set) var remainingRoute: [Coordinate] = []
  var remainingPath = PreparedPath()
  var activeTraffic = TrafficAhead()
  var remainingTraffic = TrafficAhead()
  private(set) var motion: VehicleMotion?
  private(set) var travelled = TravelledWay()

  /// Takes a trip's new state.
  mutating func update(_ new: PreparedTrip, _ fields: TripPropertyFields, receivedAt: Duration) {
    prepared = new
    let trip = new.trip
    revision += 1
    travelled.update(trip, after: motion)
    prepare(fields)
    defer {
      // Off the route each report draws the way on.
      let routes: TripPropertyFields = [.activeRoute, .remainingRoute, .tripStatus]
      if !fields.isDisjoint(with: routes) || motion?.route == nil { lineRevision += 1 }
    }
    if !fields.isDisjoint(with: [.routeLastVehicleLocation, .activeRoute, .tripStatus]) {
      // A new route alone does not make the last report younger.
      let isReport = motion == nil || fields.contains(.routeLastVehicleLocation)
      let stoppedAt = isReport ? nil : motion?.stoppedAt
      motion = (trip.isActive ? trip.lastLocation : nil).flatMap {
        VehicleMotion(
          $0,
          isSnappable: trip.isLastLocationSnappable,
          route: activeRoute.polyline,
          receivedAt: isReport ? receivedAt : motion?.receivedAt ?? receivedAt,
          worldSpeed: worldSpeed,
          after: motion
        )
      }
      if let stoppedAt { motion?.stop(at: stoppedAt) }
    }
  }

  /// Stops the vehicle where it is shown, until a report that is newer than the last response.
  mutating func stopVehicle(at now: Duration, lastHeard: Duration) {
    guard let motion, motion.receivedAt <= lastHeard else { return }
    self.motion?.stop(at: now)
  }

  /// Prepares all that is drawn anew; the vehicle and the way that was seen stay as they are.
  mutating func redraw() {
    revision += 1
    lineRevision += 1
    prepare([.activeRoute, .remainingRoute, .activeRouteTraffic, .remainingRouteTraffic])
  }

  /// Prepares for drawing what changed of the trip.
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

  /// Where the vehicle is shown; nil without one.
  func vehicle(at now: Duration, isReduced: Bool) -> VehicleMotion.Position? {
    motion?.position(at: now, isReduced: isReduced)
  }

  /// The way that the vehicle is about to go, as much as tiles may be fetched for.
  var wayAhead: ArraySlice<Coordinate> {
    let next = activeRoute.isEmpty ? remainingRoute : activeRoute.polyline.coordinates
    return next.prefix(1_000)
  }

  /// The trip's places in their order, those that are valid.
  var places: [Place] {
    guard let trip else { return [] }
    var places: [Place] = []
    func add(_ location: TerminalLocation?, _ type: CustomizableMarkerType, _ number: Int = 0) {
      guard let point = location?.point, point.isValid else { return }
      places.append(
        Place(
          coordinate: point,
          type: type,
          number: number,
          isAhead: Self.isAhead(type, number, of: trip)
        )
      )
    }
    add(trip.pickupPoint, .tripPickupPoint)
    for (index, stop) in trip.intermediateDestinations.enumerated() {
      add(stop, .intermediateDestination, index + 1)
    }
    add(trip.dropoffPoint, .tripDropoffPoint)
    return places
  }

  /// Where the vehicle stops for others' trips before this one is over, each place once.
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
    let beforePickup: Bool =
      switch trip.status {
      case .new, .enrouteToPickup, .arrivedAtPickup, .unknown: true
      case .enrouteToIntermediateDestination, .arrivedAtIntermediateDestination,
        .enrouteToDropoff, .complete, .canceled:
        false
      }
    return switch type {
    case .tripPickupPoint: beforePickup
    case .intermediateDestination:
      beforePickup
        || (trip.status != .enrouteToDropoff && number > trip.intermediateDestinationIndex)
    case .tripDropoffPoint, .tripVehicle, .unknown: true
    }
  }
}
