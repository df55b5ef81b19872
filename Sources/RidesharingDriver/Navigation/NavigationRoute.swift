public import FleetEngine
public import Geo

/// A way to a destination, and how fast it can be driven.
public struct NavigationRoute: Sendable, Hashable {
  /// The path from where the route starts to the destination.
  public let path: Polyline
  /// How the path is driven, which remaining times are taken from.
  public let profile: SpeedProfile
  /// The stretches without free traffic, along the path.
  public let traffic: [RoadStretch]
  /// The waypoint of a trip at the end of the path, if it is one.
  public let endPoint: TripWaypoint?

  /// Creates a route.
  ///
  /// - Parameters:
  ///   - path: The path to the destination; nil is the result for fewer than two valid points.
  ///   - profile: How it is driven.
  ///   - traffic: The stretches without free traffic.
  ///   - endPoint: The waypoint at its end.
  public init?(
    path: Polyline,
    profile: SpeedProfile,
    traffic: [RoadStretch] = [],
    endPoint: TripWaypoint? = nil
  ) {
    guard path.coordinates.count > 1 else { return nil }
    self.path = path
    self.profile = profile
    self.traffic = traffic
    self.endPoint = endPoint
  }

  /// The route of a simulated drive.
  public init(_ drive: DriveSimulation, endPoint: TripWaypoint? = nil) {
    path = drive.path
    profile = drive.profile
    traffic = drive.traffic
    self.endPoint = endPoint
  }

  /// The route of a way that a router found.
  ///
  /// - Parameters:
  ///   - leg: The way; nil is the result where it has no length.
  ///   - driving: How it is driven.
  ///   - endPoint: The waypoint at its end.
  public init?(_ leg: RouterAnswer.Leg, driving: Driving, endPoint: TripWaypoint?) {
    let path = Polyline(leg.path)
    guard path.lengthInMeters > 0 else { return nil }
    let profile =
      switch driving {
      case .asEstimated: SpeedProfile(path: path, traffic: leg.traffic, duration: leg.duration)
      case .simulated(let limits, let speedFactor):
        SpeedProfile(path: path, traffic: leg.traffic, limits: limits, speedFactor: speedFactor)
      }
    self.init(path: path, profile: profile, traffic: leg.traffic, endPoint: endPoint)
  }

  /// The same way under other traffic.
  func withTraffic(_ traffic: [RoadStretch]) -> NavigationRoute {
    NavigationRoute(path: path, profile: profile, traffic: traffic, endPoint: endPoint) ?? self
  }

  /// How a way that a router found is driven.
  public enum Driving: Sendable, Hashable {
    /// In the time that the router estimates.
    case asEstimated
    /// As a simulated vehicle drives, some times faster than the world.
    case simulated(SpeedProfile.Limits, speedFactor: Double)
  }
}
