package import Geo
package import RidesharingDriver
package import Roads
internal import FleetEngine
internal import TrustLimits

/// Finds routes in a road network, such as the demo town's.
package struct RoadNetworkRouter: RouteFinder {
  /// The roads.
  package let network: RoadNetwork
  /// The maximum distance between a place and the nearest road, in meters.
  package let farthestMeters: Double

  /// Creates a router.
  package init(_ network: RoadNetwork, farthestMeters: Double = 300) {
    self.network = network
    self.farthestMeters = farthestMeters
  }

  /// Finds the fastest route between the nearest positions on roads.
  @concurrent
  package func route(through places: [Coordinate]) async throws(RouteFinderError) -> FoundRoute {
    try PlaceCheck.check(places)
    var positions: [RoadNetwork.Position] = []
    for (number, place) in places.enumerated() {
      guard let position = network.nearestPosition(to: place, withinMeters: farthestMeters) else {
        guard let nearest = network.nearestPosition(to: place) else {
          throw RouteFinderError(.noRoute, "The road network has no roads.")
        }
        throw RouteFinderError(
          .noRoute, PlaceCheck.tooFar(number + 1, nearest.metersOff, farthestMeters))
      }
      positions.append(position)
    }
    var legs: [FoundRoute.Leg] = []
    for (number, ends) in zip(positions, positions.dropFirst()).enumerated() {
      if Task.isCancelled {
        throw RouteFinderError(.cancelled, "The search for a route was canceled.")
      }
      guard let route = network.fastestRoute(from: ends.0, to: ends.1) else {
        throw RouteFinderError(
          .noRoute,
          "No road leads from place \(number + 1) to place \(number + 2); choose other places.")
      }
      legs.append(
        FoundRoute.Leg(path: route.path, duration: route.duration, distanceMeters: route.meters))
    }
    return FoundRoute(legs: legs)
  }
}

enum PlaceCheck {
  static func check(_ places: [Coordinate]) throws(RouteFinderError) {
    guard places.count > 1, places.allSatisfy(\.isValid) else {
      throw RouteFinderError(.invalidPlaces, "A route needs two or more places on Earth.")
    }
    guard places.count <= Limits.Routing.places else {
      throw RouteFinderError(
        .invalidPlaces,
        "A route has at most \(Limits.Routing.places) places, not \(places.count); leave some out.")
    }
  }

  /// The error text for a place that is too far from every road; places are numbered from 1.
  static func tooFar(_ number: Int, _ meters: Double, _ limit: Double) -> String {
    let shown = meters < 10_000 ? "\(Int(meters)) m" : "\(Int(min(meters, 1e9) / 1_000)) km"
    return
      "Place \(number) is \(shown) from the nearest road, and at most \(Int(min(limit, 1e9))) m "
      + "are allowed; choose a place nearer to a road."
  }
}
