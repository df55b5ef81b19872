public import FleetEngine
public import Geo

/// Guides a vehicle along a route and measures the remaining distance and time.
///
/// Add it to the location provider that it follows. With a router it finds routes through several
/// destinations, and a new route when the vehicle leaves the old one. See docs/protocol.md,
/// "Contents of an update".
@MainActor public final class Navigator: RoadSnappedLocationProviderListener {
  /// Within this distance of the destination, in meters, the vehicle has arrived.
  public static let arrivalDistanceInMeters = 50.0
  /// Beyond this distance from the route, in meters, the vehicle is off the route.
  public static let offRouteDistanceInMeters = 50.0
  /// The maximum number of destinations, the same as the Navigation SDK's.
  public static let mostDestinations = 25
  /// The successive off-route locations that end guidance; fewer may be bad measurements.
  private static let offRouteLocations = 3
  /// The off-route locations between two failed searches for a new route.
  private static let locationsBetweenSearches = 10
  /// The next position on the route is searched this far behind and ahead of the last, in meters.
  private static let searchBehind = 100.0
  private static let searchAhead = 2_000.0

  /// Finds routes; nil if routes are only set with ``setDestination(_:)``.
  public let router: (any RouteFinder)?
  /// How the router's routes are driven.
  public let driving: NavigationRoute.Driving
  /// The route to the next destination.
  public private(set) var route: NavigationRoute?
  /// The routes between the destinations after that.
  public private(set) var laterRoutes: [NavigationRoute] = []
  /// A number that changes whenever the route or its traffic changes.
  public private(set) var routeRevision = 0
  /// The current status.
  public private(set) var status: NavigationStatus = .noGuidance
  /// The distance that the vehicle has driven along the route, in meters.
  public private(set) var metersFromStart = 0.0
  /// The vehicle's last known position.
  public private(set) var place: Coordinate?
  /// The destinations in order, the next one first.
  public private(set) var destinations: [TripWaypoint] = []

  /// Whether the driver is guided along the route; true at first.
  ///
  /// A route without guidance is still reported, with the status `noGuidance`.
  public var isGuidanceActive = true {
    didSet {
      guard isGuidanceActive != oldValue, route != nil else { return }
      hasArrived = false
      change(to: isGuidanceActive ? .enrouteToDestination : .noGuidance)
    }
  }

  /// Changes whenever a caller sets or clears the destinations.
  private var destinationsRevision = 0
  private var locationsOffRoute = 0
  private var search: Task<Void, Never>?
  private var hasArrived = false
  private var listeners = WeakListeners<any NavigatorListener>()

  /// Creates a navigator without a destination.
  public init(router: (any RouteFinder)? = nil, driving: NavigationRoute.Driving = .asEstimated) {
    self.router = router
    self.driving = driving
  }

  /// Adds a listener, held weakly; adding it again changes nothing.
  public func add(_ listener: any NavigatorListener) { listeners.add(listener) }

  /// Removes a listener.
  public func remove(_ listener: any NavigatorListener) { listeners.remove(listener) }

  // MARK: Destinations

  /// Starts guidance along a route that begins at the vehicle.
  ///
  /// Its end point must be the vehicle's next waypoint in Fleet Engine, or the vehicle's trips show
  /// the wrong route.
  public func setDestination(_ route: NavigationRoute) {
    setDestinations(route.endPoint.map { [$0] } ?? [], along: [route])
  }

  /// Finds a route through 1 to 25 destinations, each with its place, and starts guidance along it.
  ///
  /// The first destination must be the vehicle's next waypoint in Fleet Engine, or the vehicle's
  /// trips show the wrong route. The route starts at `origin`, by default the last known position.
  /// A newer call cancels this one, as does clearing the destinations. After an error the previous
  /// destinations remain.
  public func setDestinations(
    _ waypoints: [TripWaypoint], from origin: Coordinate? = nil
  ) async throws(RouteFinderError) {
    guard let router else {
      throw RouteFinderError(
        .unavailable, "There is no router; set a route instead of destinations.")
    }
    guard let start = origin ?? place else {
      throw RouteFinderError(
        .invalidPlaces, "The vehicle's position is unknown; report a location.")
    }
    let places = waypoints.compactMap { $0.location?.point }
    guard (1...Self.mostDestinations).contains(waypoints.count), places.count == waypoints.count
    else {
      throw RouteFinderError(
        .invalidPlaces,
        "A drive has 1 to \(Self.mostDestinations) destinations, each with its place.")
    }
    destinationsRevision += 1
    let call = destinationsRevision
    let answer = try await router.route(through: [start] + places)
    if Task.isCancelled {
      throw RouteFinderError(.cancelled, "The search for a route was canceled.")
    }
    guard destinationsRevision == call else {
      throw RouteFinderError(.cancelled, "Newer destinations replaced these.")
    }
    let routes = try Self.routes(answer, to: waypoints, from: start, driving: driving)
    setDestinations(waypoints, along: routes)
  }

  /// Continues to the destination after the current one and returns it.
  ///
  /// After the last destination, clears the destinations and returns nil.
  @discardableResult public func continueToNextDestination() -> TripWaypoint? {
    guard !laterRoutes.isEmpty else {
      clearDestinations()
      return nil
    }
    setDestinations(Array(destinations.dropFirst()), along: laterRoutes)
    return destinations.first
  }

  /// Ends guidance.
  public func clearDestinations() {
    cancelSearch()
    destinationsRevision += 1
    destinations = []
    guard route != nil else { return }
    route = nil
    laterRoutes = []
    routeRevision += 1
    metersFromStart = 0
    notify { $0.navigatorDidChangeRoute(self) }
    change(to: .noGuidance)
  }

  /// Sets the slow stretches along the current route, which is reported again if they differ.
  public func setTraffic(_ traffic: [RoadStretch]) {
    guard let route, route.traffic != traffic else { return }
    self.route = route.withTraffic(traffic)
    routeRevision += 1
    notify { $0.navigatorDidChangeRoute(self) }
  }

  private func setDestinations(_ waypoints: [TripWaypoint], along routes: [NavigationRoute]) {
    cancelSearch()
    destinationsRevision += 1
    destinations = waypoints
    begin(routes)
  }

  private func begin(_ routes: [NavigationRoute]) {
    route = routes.first
    laterRoutes = Array(routes.dropFirst())
    routeRevision += 1
    metersFromStart = 0
    locationsOffRoute = 0
    hasArrived = false
    notify { $0.navigatorDidChangeRoute(self) }
    change(to: isGuidanceActive ? .enrouteToDestination : .noGuidance)
  }

  private static func routes(
    _ answer: FoundRoute, to waypoints: [TripWaypoint], from start: Coordinate,
    driving: NavigationRoute.Driving
  ) throws(RouteFinderError) -> [NavigationRoute] {
    guard answer.legs.count == waypoints.count else {
      throw RouteFinderError(.malformedAnswer, "The router's response lacks legs or has too many.")
    }
    var routes: [NavigationRoute] = []
    for (var leg, waypoint) in zip(answer.legs, waypoints) {
      // A vehicle that is already at its destination gets a route of one meter.
      if Polyline(leg.path).lengthInMeters == 0 {
        let here = leg.path.last ?? start
        leg.path = [here.destination(bearing: 180, meters: 1), here]
        leg.duration = .seconds(1)
      }
      guard let route = NavigationRoute(leg, driving: driving, endPoint: waypoint) else {
        throw RouteFinderError(.malformedAnswer, "The router's response has a leg without a path.")
      }
      routes.append(route)
    }
    return routes
  }

  // MARK: Progress

  /// The meters left to the next destination; nil without one.
  public var remainingDistanceMeters: Double? {
    route.map { max(0, $0.path.lengthInMeters - metersFromStart) }
  }

  /// The time left to the next destination; nil without one.
  public var remainingTime: Duration? {
    route.map { $0.profile.remainingTime(atMeters: metersFromStart) }
  }

  /// The destination's position; nil without guidance and after the arrival.
  public var guidedTo: Coordinate? {
    guard status == .enrouteToDestination || status == .offRoute else { return nil }
    return route?.endPoint?.location?.point ?? route?.path.coordinates.last
  }

  /// Returns the nearest position on the part of the route that the vehicle is driving.
  ///
  /// It is nil without a route, and if `place` is off the route.
  public func nearestOnRoute(to place: Coordinate) -> PolylinePosition? {
    nearest(place).flatMap { $0.metersOff <= Self.offRouteDistanceInMeters ? $0 : nil }
  }

  /// Follows a new location of the vehicle.
  public func locationProvider(
    _ provider: RoadSnappedLocationProvider, didUpdate location: VehicleLocation
  ) {
    guard let place = location.location else { return }
    self.place = place
    guard let route, let nearest = nearest(place) else { return }
    guard nearest.metersOff <= Self.offRouteDistanceInMeters else { return handleOffRoute() }
    metersFromStart = nearest.metersFromStart
    if locationsOffRoute > 0 {
      cancelSearch()
      if status == .offRoute { change(to: .enrouteToDestination) }
    }
    guard route.path.lengthInMeters - metersFromStart <= Self.arrivalDistanceInMeters, !hasArrived
    else { return }
    hasArrived = true
    if isGuidanceActive { change(to: .arrivedAtDestination) }
    notify { $0.navigator(self, didArriveAt: route.endPoint) }
  }

  private func nearest(_ place: Coordinate) -> PolylinePosition? {
    // A vehicle that has left the route may return to it anywhere.
    guard locationsOffRoute < Self.offRouteLocations else {
      return route?.path.nearestPosition(to: place)
    }
    return route?.path.nearestPosition(
      to: place,
      within: max(0, metersFromStart - Self.searchBehind)...(metersFromStart + Self.searchAhead))
  }

  /// Counts an off-route location and reroutes after several in a row.
  private func handleOffRoute() {
    locationsOffRoute += 1
    let excess = locationsOffRoute - Self.offRouteLocations
    guard excess >= 0 else { return }
    hasArrived = false
    if isGuidanceActive { change(to: .offRoute) }
    if excess % Self.locationsBetweenSearches == 0, search == nil { reroute() }
  }

  private func reroute() {
    guard let router, let start = place, !destinations.isEmpty else { return }
    let waypoints = destinations
    let places = [start] + waypoints.compactMap { $0.location?.point }
    // Unstructured, because the vehicle keeps moving during the search.
    search = Task {
      do throws(RouteFinderError) {
        let answer = try await router.route(through: places)
        if Task.isCancelled { return }
        let routes = try Self.routes(answer, to: waypoints, from: start, driving: driving)
        search = nil
        begin(routes)
      } catch {
        if Task.isCancelled { return }
        search = nil
        notify { $0.navigator(self, didFailToReroute: error) }
      }
    }
  }

  private func cancelSearch() {
    search?.cancel()
    search = nil
    locationsOffRoute = 0
  }

  private func change(to new: NavigationStatus) {
    guard new != status else { return }
    status = new
    notify { $0.navigator(self, didChange: new) }
  }

  private func notify(_ body: (any NavigatorListener) -> Void) { listeners.all.forEach(body) }
}
