public import Geo

/// Joins places by straight lines, where nothing is known of roads.
public struct StraightLineRouter: Router {
  /// The speed that times are estimated with, in metres per second.
  public let metersPerSecond: Double

  /// Creates a router.
  ///
  /// - Parameter metersPerSecond: The speed that times are estimated with; a value that is not
  ///   finite or not positive becomes the default of 30 km/h.
  public init(metersPerSecond: Double = 30 / 3.6) {
    self.metersPerSecond =
      metersPerSecond.isFinite && metersPerSecond > 0 ? metersPerSecond : 30 / 3.6
  }

  /// Joins the places.
  public func route(through places: [Coordinate]) async throws(RouterError) -> RouterAnswer {
    guard places.count > 1, places.allSatisfy(\.isValid) else {
      throw RouterError(.invalidPlaces, "A way needs two or more places on Earth.")
    }
    return RouterAnswer(
      legs: zip(places, places.dropFirst()).map { from, to in
        let meters = from.meters(to: to)
        return RouterAnswer.Leg(
          path: [from, to],
          duration: .seconds(meters / metersPerSecond),
          distanceMeters: meters
        )
      }
    )
  }
}
