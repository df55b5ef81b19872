public import FleetEngine
public import Geo

extension Navigator {
  /// The most destinations that may be set at once, as many as the Navigation SDK takes.
  public static let mostDestinations = 25

  /// Finds a way through destinations and starts guidance along it.
  ///
  /// The first destination has to be the waypoint that Fleet Engine has as the vehicle's next, or
  /// its trips show the wrong way. A newer call, and clearing the destinations, end this one.
  ///
  /// - Parameters:
  ///   - waypoints: The destinations in their order, 1 to 25, each with its place.
  ///   - origin: Where the vehicle is; by default the last location that was heard of.
  /// - Throws: Why there is no way; the destinations of before stay then.
  public func setDestinations(
    _ waypoints: [TripWaypoint],
    from origin: Coordinate? = nil
  ) async throws(RouterError) {
    guard let router else {
      throw RouterError(.unavailable, "There is no router; give a route instead of destinations.")
    }
    guard let start = origin ?? place else {
      throw RouterError(.invalidPlaces, "It is not known where the vehicle is; report a location.")
    }
    let places = waypoints.compactMap { $0.location?.point }
    guard (1...Self.mostDestinations).contains(waypoints.count), places.count == waypoints.count
    else {
      throw RouterError(
        .invalidPlaces,
        "A drive has 1 to \(Self.mostDestinations) destinations, each with its place."
      )
    }
    destinationsRevision += 1
    let call = destinationsRevision
    let answer = try await router.route(through: [start] + places)
    if Task.isCancelled { throw RouterError(.cancelled, "The search for a way was given up.") }
    // Whoever set or cleared destinations in the meantime has the last word.
    guard destinationsRevision == call else {
      throw RouterError(.cancelled, "Newer destinations took the place of these.")
    }
    let routes = try Self.routes(answer, to: waypoints, from: start, driving: driving)
    setDestinations(waypoints, along: routes)
  }

  /// Goes on to the destination after the one that has been reached.
  ///
  /// - Returns: The waypoint that the vehicle is guided to now; nil if the one of before was the
  ///   last, which clears the destinations.
  @discardableResult
  public func continueToNextDestination() -> TripWaypoint? {
    guard !laterRoutes.isEmpty else {
      clearDestinations()
      return nil
    }
    setDestinations(Array(destinations.dropFirst()), along: laterRoutes)
    return destinations.first
  }

  /// Looks for a new way from where the vehicle is, if there is a router.
  func reroute() {
    guard let router, let start = place, !destinations.isEmpty else { return }
    let waypoints = destinations
    let places = [start] + waypoints.compactMap { $0.location?.point }
    // Not a child of any task: the driver goes on while the way is looked for.
    search = Task {
      do throws(RouterError) {
        let answer = try await router.route(through: places)
        if Task.isCancelled { return }
        let routes = try Self.routes(answer, to: waypoints, from: start, driving: self.driving)
        self.search = nil
        self.begin(routes)
      } catch {
        if Task.isCancelled { return }
        self.search = nil
        self.tell { $0.navigator(self, didFailToReroute: error) }
      }
    }
  }

  /// The routes of a router's answer, one for each waypoint.
  private static func routes(
    _ answer: RouterAnswer,
    to waypoints: [TripWaypoint],
    from start: Coordinate,
    driving: NavigationRoute.Driving
  ) throws(RouterError) -> [NavigationRoute] {
    guard answer.legs.count == waypoints.count else {
      throw RouterError(.malformedAnswer, "The router's answer has not one leg for each place.")
    }
    var routes: [NavigationRoute] = []
    for (leg, waypoint) in zip(answer.legs, waypoints) {
      var leg = leg
      let end = leg.path.last
      // A vehicle that is there already still has a destination, so a point is made a way.
      if Polyline(leg.path).lengthInMeters == 0 {
        let here = end ?? start
        leg.path = [here.destination(bearing: 180, meters: 1), here]
        leg.duration = .seconds(1)
      }
      guard let route = NavigationRoute(leg, driving: driving, endPoint: waypoint) else {
        throw RouterError(.malformedAnswer, "The router's answer has a leg without a valid path.")
      }
      routes.append(route)
    }
    return routes
  }
}
