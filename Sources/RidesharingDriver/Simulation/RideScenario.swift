public import FleetEngine
public import Geo

/// A ride that can be played: its ways, its waits and who takes part.
public struct RideScenario: Sendable, Hashable {
  /// How fast everything goes, and how long the vehicle and the rider wait.
  public struct Timing: Sendable, Hashable {
    /// How long the trip is without a vehicle.
    public var unassigned: Duration
    /// How long the trip is new, at least as long as without a vehicle; from the assignment on
    /// the vehicle is on its way.
    public var new: Duration
    /// How long the vehicle waits at the pickup.
    public var atPickup: Duration
    /// What limits the vehicle's speed.
    public var limits: SpeedProfile.Limits
    /// How many times faster than real the simulated world goes, brought into 1...20.
    public var speedFactor: Double

    /// Creates a timing; times and speeds are those of a world of speed 1.
    ///
    /// - Parameters:
    ///   - unassigned: How long the trip is without a vehicle.
    ///   - new: How long the trip is new.
    ///   - atPickup: How long the vehicle waits at the pickup.
    ///   - limits: What limits the vehicle's speed.
    ///   - speedFactor: How many times faster than real the simulated world goes.
    public init(
      unassigned: Duration = .seconds(9),
      new: Duration = .seconds(9),
      atPickup: Duration = .seconds(11),
      limits: SpeedProfile.Limits = SpeedProfile.Limits(cruising: 15.5),
      speedFactor: Double = 1
    ) {
      self.unassigned = max(unassigned, .zero)
      self.new = max(new, self.unassigned)
      self.atPickup = max(atPickup, .zero)
      self.limits = limits
      self.speedFactor = DriveSimulation.bounded(speedFactor)
    }
  }

  /// The trip that is created.
  public let trip: TripName
  /// The vehicle that is created, of the same provider.
  public let vehicle: VehicleName
  /// The drive from where the vehicle stands to the pickup.
  public let toPickup: DriveSimulation
  /// The drive from the pickup to the drop-off.
  public let toDropoff: DriveSimulation
  /// How fast everything goes.
  public let timing: Timing

  /// Creates a ride.
  ///
  /// - Parameters:
  ///   - trip: The trip to create.
  ///   - vehicleID: The id of the vehicle to create.
  ///   - pathToPickup: The way to the pickup, which is its last point.
  ///   - pathToDropoff: The way to the drop-off, which is its last point.
  ///   - trafficToPickup: The stretches without free traffic on the first way.
  ///   - trafficToDropoff: The stretches without free traffic on the second way.
  ///   - timing: How fast everything goes.
  /// - Throws: What is wrong with the ride.
  public init(
    trip: TripName,
    vehicleID: String,
    pathToPickup: [Coordinate],
    pathToDropoff: [Coordinate],
    trafficToPickup: [RoadStretch] = [],
    trafficToDropoff: [RoadStretch] = [],
    timing: Timing = Timing()
  ) throws(RideScenarioError) {
    self.trip = trip
    do {
      vehicle = try VehicleName(providerID: trip.providerID, vehicleID: vehicleID)
    } catch {
      throw .vehicleID(error)
    }
    let first = DriveSimulation(
      along: pathToPickup,
      traffic: trafficToPickup,
      limits: timing.limits,
      // Who is assigned at once is on the road already; who waits for a trip stands.
      initialSpeed: timing.unassigned == .zero ? timing.limits.cruising : 0,
      speedFactor: timing.speedFactor
    )
    let second = DriveSimulation(
      along: pathToDropoff,
      traffic: trafficToDropoff,
      limits: timing.limits,
      speedFactor: timing.speedFactor
    )
    guard let first else { throw .noWayToPickup }
    guard let second else { throw .noWayToDropoff }
    toPickup = first
    toDropoff = second
    self.timing = timing
  }

  /// Where the ride begins.
  public var pickup: Coordinate { toPickup.path.coordinates[toPickup.path.coordinates.count - 1] }
  /// Where the ride ends.
  public var dropoff: Coordinate {
    toDropoff.path.coordinates[toDropoff.path.coordinates.count - 1]
  }

  /// The time from the trip's creation to its completion by the wall's clock.
  public var duration: Duration {
    let approach = scaled(timing.unassigned) + toPickup.duration
    return max(approach, scaled(timing.new)) + scaled(timing.atPickup) + toDropoff.duration
  }

  /// A time of the simulated world by the wall's clock.
  func scaled(_ duration: Duration) -> Duration { duration / timing.speedFactor }
}

/// Why a ride cannot be played.
public enum RideScenarioError: Error, Sendable, Hashable {
  /// The vehicle's id breaks a rule.
  case vehicleID(ResourceNameError)
  /// The way to the pickup has no length.
  case noWayToPickup
  /// The way to the drop-off has no length.
  case noWayToDropoff
}
