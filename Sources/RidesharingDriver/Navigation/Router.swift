public import FleetEngine
public import Geo

/// Finds the way that a vehicle drives through places.
public protocol Router: Sendable {
  /// Finds a way.
  ///
  /// - Parameter places: Where the way begins, where it passes, in order, and where it ends; two or
  ///   more valid places.
  /// - Returns: One leg for each two neighbouring places.
  /// - Throws: Why there is no way.
  func route(through places: [Coordinate]) async throws(RouterError) -> RouterAnswer
}

/// A way through places, as a router found it.
public struct RouterAnswer: Sendable, Hashable {
  /// The way from one place to the next.
  public struct Leg: Sendable, Hashable {
    /// The path, two or more points from the place of departure to the place of arrival or to where
    /// the road comes nearest to them.
    public var path: [Coordinate]
    /// The time that the drive takes, as the router estimates it.
    public var duration: Duration
    /// The length of the path in metres.
    public var distanceMeters: Double
    /// The stretches without free traffic, along the path.
    public var traffic: [RoadStretch]

    /// Creates a leg.
    ///
    /// - Parameters:
    ///   - path: The path, two or more points.
    ///   - duration: The time that the drive takes.
    ///   - distanceMeters: The length of the path in metres; that of the path's own points if nil.
    ///   - traffic: The stretches without free traffic, along the path.
    public init(
      path: [Coordinate],
      duration: Duration,
      distanceMeters: Double? = nil,
      traffic: [RoadStretch] = []
    ) {
      self.path = path
      self.duration = duration
      self.traffic = traffic
      self.distanceMeters = distanceMeters ?? Polyline(path).lengthInMeters
    }
  }

  /// The legs in the order in which they are driven, at least one.
  public var legs: [Leg]

  /// Creates an answer.
  ///
  /// - Parameter legs: The legs in the order in which they are driven.
  public init(legs: [Leg]) {
    self.legs = legs
  }

  /// The path of all legs, without the points that two legs share.
  public var path: [Coordinate] {
    var path: [Coordinate] = []
    for leg in legs {
      path += leg.path.first == path.last ? leg.path.dropFirst() : leg.path[...]
    }
    return path
  }

  /// The time that all legs take.
  public var duration: Duration { legs.reduce(.zero) { $0 + $1.duration } }

  /// The length of all legs in metres.
  public var distanceMeters: Double { legs.reduce(0) { $0 + $1.distanceMeters } }
}

/// Why a router gives no way.
public struct RouterError: Error, Sendable, Hashable {
  /// What kind of failure it is, which decides what helps.
  public enum Kind: Sendable, Hashable {
    /// There is no way between two of the places, or a place is far from every road.
    case noRoute
    /// The places are fewer than two, invalid or too many.
    case invalidPlaces
    /// The router cannot be reached or does not answer.
    case unavailable
    /// The answer is none of a router's.
    case malformedAnswer
    /// The task was cancelled.
    case cancelled
  }

  /// What kind of failure it is.
  public let kind: Kind
  /// One sentence that says what is wrong and what to do; it may hold text from outside.
  public let reason: String

  /// Creates an error.
  public init(_ kind: Kind, _ reason: String) {
    self.kind = kind
    self.reason = reason
  }
}
