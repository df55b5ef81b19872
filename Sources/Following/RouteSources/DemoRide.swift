package import FleetEngine
internal import JSON
package import Geo
package import RidesharingDriver
internal import TrustLimits

/// The demo's ride, read from its asset.
package struct DemoRide: Sendable, Hashable {
  /// One leg of the ride.
  package struct Leg: Sendable, Hashable {
    /// The path.
    package var path: [Coordinate]
    /// The stretches of slow traffic.
    package var traffic: [RoadStretch]

    fileprivate init(_ content: Content.Leg, _ file: String) throws(RouteSourceError) {
      path = content.path.map {
        Coordinate(latitude: $0.first ?? .nan, longitude: $0.dropFirst().first ?? .nan)
      }
      traffic = content.traffic ?? []
      guard path.count > 1 else {
        throw RouteSourceError(file, .onePlace, "has a leg without points.")
      }
      guard path.allSatisfy(\.isValid) else {
        throw RouteSourceError(file, .outOfRange, "has a point that is not on Earth.")
      }
    }
  }

  /// The leg from the vehicle's first place to the pickup.
  package let toPickup: Leg
  /// The leg from the pickup to the drop-off.
  package let toDropoff: Leg
  /// The speeds and waits in simulated time.
  package let timing: RideScenario.Timing

  /// Reads the asset's content; errors name `file`.
  package init(json: [UInt8], file: String = "demo-ride.json") throws(RouteSourceError) {
    try RouteSourceError.check(json, of: file, limit: Limits.File.routeBytes)
    let content: Content
    do throws(JSONError) {
      let rules = JSONRules.lenient(values: Limits.Response.jsonValues)
      content = try JSONCoding.decode(Content.self, from: json, rules: rules)
    } catch .notJSON { throw RouteSourceError(file, .notJSON, "is not JSON.") } catch {
      throw RouteSourceError(file, .unexpectedContent, "does not describe a ride.")
    }
    toPickup = try Leg(content.toPickup, file)
    toDropoff = try Leg(content.toDropoff, file)
    let times = content.timing
    guard
      [times.unassignedSeconds, times.newSeconds, times.atPickupSeconds]
        .allSatisfy((0...86_400).contains)
    else { throw RouteSourceError(file, .outOfRange, "has a wait that is not 0 to 86400 seconds.") }
    timing = RideScenario.Timing(
      unassigned: .seconds(times.unassignedSeconds), new: .seconds(times.newSeconds),
      atPickup: .seconds(times.atPickupSeconds),
      limits: SpeedProfile.Limits(cruising: times.cruisingMetersPerSecond))
  }

  /// Returns the ride as a scenario.
  ///
  /// `speedFactor` is the ratio of simulated to real time, clamped to 1...20.
  package func scenario(
    trip: TripName, vehicleID: String, speedFactor: Double = 1
  ) throws(RideScenarioError) -> RideScenario {
    var timing = timing
    timing.speedFactor = DriveSimulation.bounded(speedFactor)
    return try RideScenario(
      trip: trip, vehicleID: vehicleID, pathToPickup: toPickup.path, pathToDropoff: toDropoff.path,
      trafficToPickup: toPickup.traffic, trafficToDropoff: toDropoff.traffic, timing: timing)
  }

  fileprivate struct Content: Decodable {
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
