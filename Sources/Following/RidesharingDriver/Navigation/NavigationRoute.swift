public import FleetEngine
public import Geo

/// A route to a destination with its speed profile.
public struct NavigationRoute: Sendable, Hashable {
  /// The path from the start to the destination.
  public let path: Polyline
  /// The speed along the path, from which remaining times are computed.
  public let profile: SpeedProfile
  /// The stretches of slow traffic along the path.
  public let traffic: [RoadStretch]
  /// The trip's waypoint at the end of the path, if there is one.
  public let endPoint: TripWaypoint?

  /// Creates a route; nil if the path has fewer than two valid points.
  public init?(
    path: Polyline, profile: SpeedProfile, traffic: [RoadStretch] = [],
    endPoint: TripWaypoint? = nil
  ) {
    guard path.coordinates.count > 1 else { return nil }
    self.path = path
    self.profile = profile
    self.traffic = traffic
    self.endPoint = endPoint
  }

  /// Creates the route of a simulated drive.
  public init(_ drive: DriveSimulation, endPoint: TripWaypoint? = nil) {
    path = drive.path
    profile = drive.profile
    traffic = drive.traffic
    self.endPoint = endPoint
  }

  /// Creates the route of a router's leg; nil if the leg has no length.
  public init?(_ leg: FoundRoute.Leg, driving: Driving, endPoint: TripWaypoint?) {
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

  func withTraffic(_ traffic: [RoadStretch]) -> NavigationRoute {
    NavigationRoute(path: path, profile: profile, traffic: traffic, endPoint: endPoint) ?? self
  }

  /// How a router's route is driven.
  public enum Driving: Sendable, Hashable {
    /// In the time that the router estimates.
    case asEstimated
    /// With simulated speeds, multiplied by `speedFactor`.
    case simulated(SpeedProfile.Limits, speedFactor: Double)
  }
}
