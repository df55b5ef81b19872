public import FleetEngine
public import Geo

/// Knows the way to the next destination and how much of it is left.
///
/// It follows locations of a provider that it was added to. With a router it finds the way through
/// several destinations by itself, and a new one when the vehicle leaves it. Source: contract 6.3.
@MainActor
public final class Navigator: RoadSnappedLocationProviderListener {
  /// The distance in metres from which on the vehicle has arrived.
  public static let arrivalDistanceInMeters = 50.0
  /// The distance from the route in metres beyond which the vehicle has left it.
  public static let offRouteDistanceInMeters = 50.0
  /// The locations in a row that have to be off the route before the vehicle has left it, so that
  /// one bad measurement is no detour.
  private static let offRouteLocations = 3
  /// The locations off the route between two searches for a new one that fail.
  private static let locationsBetweenSearches = 10
  /// How far back and ahead of the last place on the route the next one is looked for, in metres.
  private static let searchBehind = 100.0
  private static let searchAhead = 2_000.0

  /// What finds ways, if anything does.
  public let router: (any Router)?
  /// How ways that the router finds are driven.
  public let driving: NavigationRoute.Driving
  /// The way to the destination, if there is one.
  public internal(set) var route: NavigationRoute?
  /// The ways from the destination on to those after it.
  public internal(set) var laterRoutes: [NavigationRoute] = []
  /// A number that changes whenever the route or its traffic does.
  public internal(set) var routeRevision = 0
  /// What navigation does.
  public private(set) var status: NavigationStatus = .noGuidance
  /// How far the vehicle has come along the route, in metres.
  public internal(set) var metersFromStart = 0.0
  /// Where the vehicle last was, if it is known.
  public private(set) var place: Coordinate?
  /// The destinations in their order, the next one first.
  public internal(set) var destinations: [TripWaypoint] = []

  /// Whether the driver is guided along the route; true at first.
  ///
  /// A route without guidance is reported all the same, with the status `noGuidance`.
  public var isGuidanceActive = true {
    didSet {
      guard isGuidanceActive != oldValue, route != nil else { return }
      hasArrived = false
      change(to: isGuidanceActive ? .enrouteToDestination : .noGuidance)
    }
  }

  /// A number that changes whenever somebody sets or clears the destinations.
  var destinationsRevision = 0
  /// The locations in a row that were off the route.
  var locationsOffRoute = 0
  /// The search for a new route that is under way.
  var search: Task<Void, Never>?
  private var hasArrived = false
  private var listeners = WeakListeners<any NavigatorListener>()

  /// Creates a navigator without a destination.
  ///
  /// - Parameters:
  ///   - router: What finds ways; without one routes are set with ``setDestination(_:)`` only.
  ///   - driving: How ways that the router finds are driven.
  public init(
    router: (any Router)? = nil,
    driving: NavigationRoute.Driving = .asEstimated
  ) {
    self.router = router
    self.driving = driving
  }

  /// Adds a listener, which is not kept alive; adding it again changes nothing.
  public func add(_ listener: any NavigatorListener) {
    listeners.add(listener)
  }

  /// Removes a listener.
  public func remove(_ listener: any NavigatorListener) {
    listeners.remove(listener)
  }

  /// Starts guidance along a route.
  ///
  /// The end point has to be the waypoint that Fleet Engine has as the vehicle's next, or its trips
  /// show the wrong way.
  ///
  /// - Parameter route: The way to the destination, from where the vehicle is.
  public func setDestination(_ route: NavigationRoute) {
    setDestinations(route.endPoint.map { [$0] } ?? [], along: [route])
  }

  /// Ends guidance.
  public func clearDestinations() {
    endSearch()
    destinationsRevision += 1
    destinations = []
    guard route != nil else { return }
    route = nil
    laterRoutes = []
    routeRevision += 1
    metersFromStart = 0
    tell { $0.navigatorDidChangeRoute(self) }
    change(to: .noGuidance)
  }

  /// Sets the traffic along the present route, which is reported again if it differs.
  ///
  /// - Parameter traffic: The stretches without free traffic.
  public func setTraffic(_ traffic: [RoadStretch]) {
    guard let route, route.traffic != traffic else { return }
    self.route = route.withTraffic(traffic)
    routeRevision += 1
    tell { $0.navigatorDidChangeRoute(self) }
  }

  /// Metres left to the destination, nil without one.
  public var remainingDistanceMeters: Double? {
    route.map { max(0, $0.path.lengthInMeters - metersFromStart) }
  }

  /// The time left to the destination as the route is driven, nil without one.
  public var remainingTime: Duration? {
    route.map { $0.profile.remainingTime(atMeters: metersFromStart) }
  }

  /// The place of the route that a vehicle at a place is at.
  ///
  /// - Parameter place: Where the vehicle is.
  /// - Returns: The nearest place of the part that it is driving; nil without a route, and for a
  ///   vehicle that has left it.
  public func nearestOnRoute(to place: Coordinate) -> PolylinePosition? {
    near(place).flatMap { $0.metersOff <= Self.offRouteDistanceInMeters ? $0 : nil }
  }

  /// Takes a new location of the vehicle.
  public func locationProvider(
    _ provider: RoadSnappedLocationProvider,
    didUpdate location: VehicleLocation
  ) {
    guard let place = location.location else { return }
    self.place = place
    guard let route, let near = near(place) else { return }
    guard near.metersOff <= Self.offRouteDistanceInMeters else { return leaveRoute() }
    metersFromStart = near.metersFromStart
    if locationsOffRoute > 0 {
      endSearch()
      if status == .offRoute { change(to: .enrouteToDestination) }
    }
    let left = route.path.lengthInMeters - metersFromStart
    if left <= Self.arrivalDistanceInMeters { arrive() }
  }

  /// Starts guidance to destinations that somebody has set.
  func setDestinations(_ waypoints: [TripWaypoint], along routes: [NavigationRoute]) {
    endSearch()
    destinationsRevision += 1
    destinations = waypoints
    begin(routes)
  }

  /// Drives along routes, one after the other.
  func begin(_ routes: [NavigationRoute]) {
    route = routes.first
    laterRoutes = Array(routes.dropFirst())
    routeRevision += 1
    metersFromStart = 0
    locationsOffRoute = 0
    hasArrived = false
    tell { $0.navigatorDidChangeRoute(self) }
    change(to: isGuidanceActive ? .enrouteToDestination : .noGuidance)
  }

  /// Forgets a search for a new route.
  func endSearch() {
    search?.cancel()
    search = nil
    locationsOffRoute = 0
  }

  func tell(_ message: (any NavigatorListener) -> Void) {
    for listener in listeners.present() { message(listener) }
  }

  private func near(_ place: Coordinate) -> PolylinePosition? {
    // Who has left the route may come back to it anywhere.
    guard locationsOffRoute < Self.offRouteLocations else {
      return route?.path.nearestPosition(to: place)
    }
    return route?.path.nearestPosition(
      to: place,
      within: max(0, metersFromStart - Self.searchBehind)...(metersFromStart + Self.searchAhead)
    )
  }

  private func arrive() {
    guard !hasArrived else { return }
    hasArrived = true
    if isGuidanceActive { change(to: .arrivedAtDestination) }
    tell { $0.navigator(self, didArriveAt: route?.endPoint) }
  }

  /// Notes a location off the route, and looks for a new one after some of them in a row.
  private func leaveRoute() {
    locationsOffRoute += 1
    let since = locationsOffRoute - Self.offRouteLocations
    guard since >= 0 else { return }
    hasArrived = false
    if isGuidanceActive { change(to: .offRoute) }
    if since % Self.locationsBetweenSearches == 0, search == nil { reroute() }
  }

  private func change(to new: NavigationStatus) {
    guard new != status else { return }
    status = new
    tell { $0.navigator(self, didChange: new) }
  }
}
