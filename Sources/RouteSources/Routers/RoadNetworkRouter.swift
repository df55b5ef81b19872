public import DemoCity
public import Geo
public import RidesharingDriver
internal import FleetEngine
internal import TrustLimits

/// Finds ways along a road network that is at hand, such as the demo city's.
public struct RoadNetworkRouter: Router {
  /// The roads.
  public let network: RoadNetwork
  /// The farthest that a place may be from a road, in metres.
  public let farthestMeters: Double
  /// The traffic; nil for roads that are all free.
  public let traffic: InventedTraffic?

  /// Creates a router.
  ///
  /// - Parameters:
  ///   - network: The roads.
  ///   - farthestMeters: The farthest that a place may be from a road, in metres.
  ///   - traffic: The traffic; nil for roads that are all free.
  public init(
    _ network: RoadNetwork,
    farthestMeters: Double = 300,
    traffic: InventedTraffic? = nil
  ) {
    self.network = network
    self.farthestMeters = farthestMeters
    self.traffic = traffic
  }

  /// Finds the fastest way, which begins and ends where the roads come nearest to the places.
  @concurrent
  public func route(through places: [Coordinate]) async throws(RouterError) -> RouterAnswer {
    try PlaceCheck.check(places)
    var positions: [RoadPosition] = []
    for (number, place) in places.enumerated() {
      guard let position = network.nearestPosition(to: place, withinMeters: farthestMeters) else {
        throw tooFar(place, number: number + 1)
      }
      positions.append(position)
    }
    var legs: [RouterAnswer.Leg] = []
    for (number, ends) in zip(positions, positions.dropFirst()).enumerated() {
      if Task.isCancelled { throw RouterError(.cancelled, "The search for a way was given up.") }
      guard let way = network.fastestWay(from: ends.0, to: ends.1) else {
        throw RouterError(
          .noRoute,
          "No road leads from place \(number + 1) to place \(number + 2); choose other places."
        )
      }
      legs.append(leg(way))
    }
    return RouterAnswer(legs: legs)
  }

  private func leg(_ way: RoadWay) -> RouterAnswer.Leg {
    let stretches = traffic?.stretches(on: way, of: network) ?? []
    let delay = traffic?.delay(on: way, of: network) ?? .zero
    return RouterAnswer.Leg(
      path: way.path,
      duration: way.duration + delay,
      distanceMeters: way.meters,
      traffic: stretches
    )
  }

  private func tooFar(_ place: Coordinate, number: Int) -> RouterError {
    guard let nearest = network.nearestPosition(to: place) else {
      return RouterError(.noRoute, "The road network has no roads.")
    }
    return RouterError(.noRoute, PlaceCheck.tooFar(number, nearest.metersOff, farthestMeters))
  }
}

/// What every router asks of its places.
enum PlaceCheck {
  static func check(_ places: [Coordinate]) throws(RouterError) {
    guard places.count > 1, places.allSatisfy(\.isValid) else {
      throw RouterError(.invalidPlaces, "A way needs two or more places on Earth.")
    }
    guard places.count <= Limits.Routing.places else {
      throw RouterError(
        .invalidPlaces,
        "A way can pass at most \(Limits.Routing.places) places, not \(places.count); leave some out."
      )
    }
  }

  /// That a place is too far from every road; counted from 1.
  static func tooFar(_ number: Int, _ meters: Double, _ limit: Double) -> String {
    let shown = meters < 10_000 ? "\(Int(meters)) m" : "\(Int(min(meters, 1e9) / 1_000)) km"
    return
      "Place \(number) is \(shown) from the nearest road, and at most \(Int(min(limit, 1e9))) m "
      + "are bridged; choose a place nearer to a road."
  }
}
