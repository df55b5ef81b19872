public import FleetEngine
public import Geo
internal import TrustLimits

/// Finds the route that a vehicle drives through places.
public protocol RouteFinder: Sendable {
  /// Finds a route through two or more valid places, with one leg for each two neighboring places.
  func route(through places: [Coordinate]) async throws(RouteFinderError) -> FoundRoute
}

/// A router's route through places.
public struct FoundRoute: Sendable, Hashable {
  /// The route from one place to the next.
  public struct Leg: Sendable, Hashable {
    /// Two or more points, from the departure to the arrival or the nearest points on a road.
    public var path: [Coordinate]
    /// The estimated driving time.
    public var duration: Duration
    /// The length in meters.
    public var distanceMeters: Double
    /// The stretches of slow traffic along the path.
    public var traffic: [RoadStretch]

    /// Creates a leg; the distance is by default the path's length.
    public init(
      path: [Coordinate], duration: Duration, distanceMeters: Double? = nil,
      traffic: [RoadStretch] = []
    ) {
      self.path = path
      self.duration = duration
      self.traffic = traffic
      self.distanceMeters = distanceMeters ?? Polyline(path).lengthInMeters
    }
  }

  /// The legs in driving order, at least one.
  public var legs: [Leg]

  /// Creates an answer.
  public init(legs: [Leg]) { self.legs = legs }
}

/// Why a router found no route.
public struct RouteFinderError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of failure.
  public enum Kind: Sendable, Hashable {
    /// There is no route between two of the places, or a place is far from every road.
    case noRoute
    /// The places are fewer than two, invalid or too many.
    case invalidPlaces
    /// The router is unreachable or does not respond.
    case unavailable
    /// The response is not a router's.
    case malformedAnswer
    /// The task was cancelled.
    case cancelled
  }

  /// The kind of failure.
  public let kind: Kind
  /// One sentence with the cause and the remedy; it may contain text from the server.
  public let reason: String

  /// The reason on one line, without control characters.
  public var description: String { EscapedText.line(reason) }

  /// Creates an error.
  public init(_ kind: Kind, _ reason: String) {
    self.kind = kind
    self.reason = reason
  }
}

/// Joins places by straight lines, for use without road data.
public struct StraightLineRouter: RouteFinder {
  /// The speed from which times are estimated: 30 km/h.
  private static let metersPerSecond = 30 / 3.6

  /// Creates a router.
  public init() {}

  /// Joins the places.
  public func route(through places: [Coordinate]) async throws(RouteFinderError) -> FoundRoute {
    guard places.count > 1, places.allSatisfy(\.isValid) else {
      throw RouteFinderError(.invalidPlaces, "A route needs two or more places on Earth.")
    }
    return FoundRoute(
      legs: zip(places, places.dropFirst()).map { from, to in
        let meters = from.meters(to: to)
        return FoundRoute.Leg(
          path: [from, to], duration: .seconds(meters / Self.metersPerSecond),
          distanceMeters: meters)
      })
  }
}
