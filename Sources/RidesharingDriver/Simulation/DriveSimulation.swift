public import FleetEngine
public import Geo
internal import TrustLimits

/// A drive along a path as a pure function of time.
public struct DriveSimulation: Sendable, Hashable {
  /// Where a vehicle is at a moment of its drive, and how it moves.
  public struct Moment: Sendable, Hashable {
    /// The place.
    public var coordinate: Coordinate
    /// Degrees clockwise from true north, in 0..<360.
    public var heading: Double
    /// Meters per second, as a speedometer in the simulated world shows them.
    public var speed: Double
    /// Metres from the start of the path.
    public var metersFromStart: Double
    /// Whether the drive has ended.
    public var hasArrived: Bool
  }

  /// The path, two or more valid points and longer than nothing.
  public let path: Polyline
  /// How it is driven, by the wall's clock.
  public let profile: SpeedProfile
  /// The stretches without free traffic.
  public let traffic: [RoadStretch]

  /// Plans a drive.
  ///
  /// - Parameters:
  ///   - coordinates: The path; invalid coordinates are left out, and nil is the result where
  ///     what is left has no length.
  ///   - traffic: The stretches without free traffic.
  ///   - limits: What limits the speed.
  ///   - initialSpeed: The speed at the start of the path in metres per second, 0 for a vehicle
  ///     that stands.
  ///   - speedFactor: How many times faster than real the simulated world goes, brought into
  ///     1...20.
  public init?(
    along coordinates: [Coordinate],
    traffic: [RoadStretch] = [],
    limits: SpeedProfile.Limits = SpeedProfile.Limits(),
    initialSpeed: Double = 0,
    speedFactor: Double = 1
  ) {
    let path = Polyline(coordinates)
    guard path.lengthInMeters > 0 else { return nil }
    self.path = path
    self.traffic = traffic
    profile = SpeedProfile(
      path: path,
      traffic: traffic,
      limits: limits,
      initialSpeed: initialSpeed,
      speedFactor: Self.bounded(speedFactor)
    )
  }

  /// Plans the drive along a route as navigation expects it.
  public init(_ route: NavigationRoute) {
    path = route.path
    traffic = route.traffic
    profile = route.profile
  }

  /// The time that the drive takes by the wall's clock.
  public var duration: Duration { profile.duration }

  /// Finds where the vehicle is.
  ///
  /// - Parameter elapsed: The time since it set off by the wall's clock, clamped to the drive.
  /// - Returns: Its place, heading and speed.
  public func moment(at elapsed: Duration) -> Moment {
    let motion = profile.motion(at: elapsed)
    return Moment(
      coordinate: path.position(atMeters: motion.meters)?.coordinate ?? path.coordinates[0],
      heading: path.bearing(atMeters: motion.meters) ?? 0,
      speed: motion.speed / profile.worldSpeed,
      metersFromStart: motion.meters,
      hasArrived: elapsed >= profile.duration
    )
  }

  /// A factor of the simulated world's speed brought into 1...20; not a number counts as 1.
  package static func bounded(_ speedFactor: Double) -> Double {
    guard !speedFactor.isNaN else { return 1 }
    return min(max(speedFactor, 1), TrustLimits.Limits.Simulation.speed)
  }
}
