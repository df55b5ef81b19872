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
  ///
  /// - Parameters:
  ///   - drive: The drive.
  ///   - endPoint: The waypoint at its end.
  public init(_ drive: DriveSimulation, endPoint: TripWaypoint? = nil) {
    path = drive.path
    profile = drive.profile
    traffic = drive.traffic
    self.endPoint = endPoint
  }
}
