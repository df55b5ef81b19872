public import FleetEngine
public import Geo
internal import TrustLimits

/// A drive along a path as a pure function of time.
public struct DriveSimulation: Sendable, Hashable {
  /// A vehicle's position and motion at one time of its drive.
  public struct Moment: Sendable, Hashable {
    /// The position.
    public var coordinate: Coordinate
    /// Degrees clockwise from true north, in 0..<360.
    public var heading: Double
    /// Meters per second in simulated time, as a speedometer shows them.
    public var speed: Double
    /// Meters from the start of the path.
    public var metersFromStart: Double
    /// Whether the drive has ended.
    public var hasArrived: Bool
  }

  /// The path, with a length above zero.
  public let path: Polyline
  /// The speed along the path in real time.
  public let profile: SpeedProfile
  /// The stretches of slow traffic.
  public let traffic: [RoadStretch]

  /// Plans a drive; nil if the valid coordinates form a path without length.
  ///
  /// `initialSpeed` is in meters per second. `speedFactor` is the ratio of simulated to real time,
  /// clamped to 1...20.
  public init?(
    along coordinates: [Coordinate], traffic: [RoadStretch] = [],
    limits: SpeedProfile.Limits = SpeedProfile.Limits(), initialSpeed: Double = 0,
    speedFactor: Double = 1
  ) {
    let path = Polyline(coordinates)
    guard path.lengthInMeters > 0 else { return nil }
    self.path = path
    self.traffic = traffic
    profile = SpeedProfile(
      path: path, traffic: traffic, limits: limits, initialSpeed: initialSpeed,
      speedFactor: Self.bounded(speedFactor))
  }

  /// Plans the drive along a navigation route.
  public init(_ route: NavigationRoute) {
    path = route.path
    traffic = route.traffic
    profile = route.profile
  }

  /// The real time that the drive takes.
  public var duration: Duration { profile.duration }

  /// Returns the vehicle's position and motion after a real time, clamped to the drive.
  public func moment(at elapsed: Duration) -> Moment {
    let motion = profile.motion(at: elapsed)
    return Moment(
      coordinate: path.position(atMeters: motion.meters)?.coordinate ?? path.coordinates[0],
      heading: path.bearing(atMeters: motion.meters) ?? 0, speed: motion.speed / profile.worldSpeed,
      metersFromStart: motion.meters, hasArrived: elapsed >= profile.duration)
  }

  /// Clamps a ratio of simulated to real time to 1...20; NaN becomes 1.
  package static func bounded(_ speedFactor: Double) -> Double {
    speedFactor.isNaN ? 1 : min(max(speedFactor, 1), TrustLimits.Limits.Simulation.speed)
  }
}
