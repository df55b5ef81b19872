import FleetEngine
import TestSupport
import Testing

@testable import RidealongCLI

@Suite(.limited) struct `The rate limit of followed trips` {
  @Test func `The rate limit of followed trips is that of the program, and a single trip has none`()
    throws
  {
    let clock = ServiceClock(ManualClock()) { Timestamp(seconds: 1_800_000_000) }
    let servers = ServerAccess(
      clock: clock, environment: Environment(variables: [:]), schedule: FleetSchedule(clock: clock))
    let trip = try TripName(providerID: "p", tripID: "t")
    let vehicle = try VehicleName(providerID: "p", vehicleID: "v")
    func schedule(_ trips: FollowedTrips) -> FleetSchedule? {
      servers.client(
        FleetEngineClient.defaultEndpoint, FixedTokens(), schedule: servers.schedule(for: trips)
      ).schedule
    }
    #expect(schedule(.one(trip)) == nil)
    #expect(schedule(.several([trip])) === servers.schedule)
    #expect(schedule(.vehicle(vehicle)) === servers.schedule)
  }
}
