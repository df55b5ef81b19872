public import FleetEngine
public import Geo

/// A ride to simulate: its routes, waits, trip and vehicle.
public struct RideScenario: Sendable, Hashable {
  /// The speeds and waits of a ride, in simulated time.
  public struct Timing: Sendable, Hashable {
    /// How long the trip has no vehicle.
    public var unassigned: Duration
    /// How long the trip is new, at least `unassigned`; the vehicle drives from its assignment on.
    public var new: Duration
    /// How long the vehicle waits at the pickup.
    public var atPickup: Duration
    /// The limits of the vehicle's speed.
    public var limits: SpeedProfile.Limits
    /// The ratio of simulated to real time, in 1...20.
    public var speedFactor: Double

    /// Creates a timing; values out of range are clamped.
    public init(
      unassigned: Duration = .seconds(9), new: Duration = .seconds(9),
      atPickup: Duration = .seconds(11),
      limits: SpeedProfile.Limits = SpeedProfile.Limits(cruising: 15.5), speedFactor: Double = 1
    ) {
      self.unassigned = max(unassigned, .zero)
      self.new = max(new, self.unassigned)
      self.atPickup = max(atPickup, .zero)
      self.limits = limits
      self.speedFactor = DriveSimulation.bounded(speedFactor)
    }
  }

  /// The trip to create.
  public let trip: TripName
  /// The vehicle to create; its provider is the trip's.
  public let vehicle: VehicleName
  /// The drive from the vehicle's first place to the pickup.
  public let toPickup: DriveSimulation
  /// The drive from the pickup to the drop-off.
  public let toDropoff: DriveSimulation
  /// The speeds and waits.
  public let timing: Timing

  /// Creates a ride; each path ends at its pickup or drop-off.
  public init(
    trip: TripName, vehicleID: String, pathToPickup: [Coordinate], pathToDropoff: [Coordinate],
    trafficToPickup: [RoadStretch] = [], trafficToDropoff: [RoadStretch] = [],
    timing: Timing = Timing()
  ) throws(RideScenarioError) {
    self.trip = trip
    do { vehicle = try VehicleName(providerID: trip.providerID, vehicleID: vehicleID) } catch {
      throw .vehicleID(error)
    }
    let toPickup = DriveSimulation(
      along: pathToPickup, traffic: trafficToPickup, limits: timing.limits,
      // A vehicle that is assigned immediately is already moving.
      initialSpeed: timing.unassigned == .zero ? timing.limits.cruising : 0,
      speedFactor: timing.speedFactor)
    let toDropoff = DriveSimulation(
      along: pathToDropoff, traffic: trafficToDropoff, limits: timing.limits,
      speedFactor: timing.speedFactor)
    guard let toPickup else { throw .noRouteToPickup }
    guard let toDropoff else { throw .noRouteToDropoff }
    self.toPickup = toPickup
    self.toDropoff = toDropoff
    self.timing = timing
  }

  /// The pickup's position.
  public var pickup: Coordinate { toPickup.path.coordinates[toPickup.path.coordinates.count - 1] }
  /// The drop-off's position.
  public var dropoff: Coordinate {
    toDropoff.path.coordinates[toDropoff.path.coordinates.count - 1]
  }

  /// The real time from the trip's creation to its completion.
  public var duration: Duration {
    let approach = scaled(timing.unassigned) + toPickup.duration
    return max(approach, scaled(timing.new)) + scaled(timing.atPickup) + toDropoff.duration
  }

  /// Converts simulated time to real time.
  func scaled(_ duration: Duration) -> Duration { duration / timing.speedFactor }
}

/// Why a ride cannot be simulated.
public enum RideScenarioError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The vehicle ID is invalid.
  case vehicleID(ResourceNameError)
  /// The route to the pickup has no length.
  case noRouteToPickup
  /// The route to the drop-off has no length.
  case noRouteToDropoff

  /// The error in one line.
  public var description: String {
    switch self {
    case .vehicleID(let error): error.description
    case .noRouteToPickup: "The route to the pickup has no length."
    case .noRouteToDropoff: "The route to the drop-off has no length."
    }
  }
}
