public import FleetEngine
internal import JSON
public import Geo
public import RidesharingDriver
internal import TrustLimits

/// The ride that the demo plays, as its asset describes it.
public struct DemoRide: Sendable, Hashable {
  /// One leg of the ride.
  public struct Leg: Sendable, Hashable {
    /// The path.
    public var path: [Coordinate]
    /// The stretches without free traffic.
    public var traffic: [RoadStretch]
  }

  /// The path from the vehicle's first place to the pickup.
  public let toPickup: Leg
  /// The path from the pickup to the drop-off.
  public let toDropoff: Leg
  /// How fast everything goes in a world of speed 1.
  public let timing: RideScenario.Timing

  /// Reads the asset's content, which errors call `file`.
  public init(json: [UInt8], file: String = "demo-ride.json") throws(RouteSourceError) {
    guard json.count <= Limits.File.routeBytes else {
      throw RouteSourceError(file, BoundedFile.Failure.tooLarge(limit: Limits.File.routeBytes))
    }
    let content: Content
    do throws(JSONError) {
      content = try JSONCoding.decode(Content.self, from: json)
    } catch .notJSON {
      throw RouteSourceError(file, .notJSON, "is not JSON.")
    } catch {
      throw RouteSourceError(file, .unexpectedContent, "does not describe a ride.")
    }
    toPickup = try Self.leg(content.toPickup, file)
    toDropoff = try Self.leg(content.toDropoff, file)
    let waits = [
      content.timing.unassignedSeconds, content.timing.newSeconds, content.timing.atPickupSeconds,
    ]
    guard waits.allSatisfy((0...86_400).contains) else {
      throw RouteSourceError(file, .outOfRange, "has a wait that is not 0 to 86400 seconds.")
    }
    timing = RideScenario.Timing(
      unassigned: .seconds(content.timing.unassignedSeconds),
      new: .seconds(content.timing.newSeconds),
      atPickup: .seconds(content.timing.atPickupSeconds),
      limits: SpeedProfile.Limits(cruising: content.timing.cruisingMetersPerSecond)
    )
  }

  /// The ride as a scenario, in a world that is `speedFactor` times faster, clamped to 1...20.
  public func scenario(
    trip: TripName,
    vehicleID: String,
    speedFactor: Double = 1
  ) throws(RideScenarioError) -> RideScenario {
    try RideScenario(
      trip: trip,
      vehicleID: vehicleID,
      pathToPickup: toPickup.path,
      pathToDropoff: toDropoff.path,
      trafficToPickup: toPickup.traffic,
      trafficToDropoff: toDropoff.traffic,
      timing: RideScenario.Timing(
        unassigned: timing.unassigned,
        new: timing.new,
        atPickup: timing.atPickup,
        limits: timing.limits,
        speedFactor: speedFactor
      )
    )
  }

  private static func leg(_ content: Content.Leg, _ file: String) throws(RouteSourceError) -> Leg {
    let path = content.path.map {
      Coordinate(latitude: $0.first ?? .nan, longitude: $0.dropFirst().first ?? .nan)
    }
    guard path.count > 1 else {
      throw RouteSourceError(file, .onePlace, "has a leg without points.")
    }
    guard path.allSatisfy(\.isValid) else {
      throw RouteSourceError(file, .outOfRange, "has a point that is not on Earth.")
    }
    return Leg(path: path, traffic: content.traffic ?? [])
  }

  private struct Content: Decodable {
    struct Leg: Decodable {
      let path: [[Double]]
      let traffic: [RoadStretch]?
    }

    struct Timing: Decodable {
      let unassignedSeconds: Double
      let newSeconds: Double
      let atPickupSeconds: Double
      let cruisingMetersPerSecond: Double
    }

    let timing: Timing
    let toPickup: Leg
    let toDropoff: Leg
  }
}
