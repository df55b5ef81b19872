import FleetEngine
import TestSupport
import Testing

@testable import RidealongCLI

@Suite(.limited) struct `The rate limit of followed trips` {
  @Test func `The rate limit of followed trips is that of the program, and a single trip has none`()
    throws
  {
    let clock = ServiceClock(ManualClock()) { Timestamp(seconds: 1_800_000_000) }
    let network = Network(
      clock: clock,
      environment: Environment(variables: [:]),
      schedule: FleetSchedule(clock: clock)
    )
    let trip = try TripName(providerID: "p", tripID: "t")
    let vehicle = try VehicleName(providerID: "p", vehicleID: "v")
    func schedule(_ trips: FollowedTrips) -> FleetSchedule? {
      network.client(
        FleetEngineClient.defaultEndpoint,
        FixedTokens(),
        schedule: network.schedule(for: trips)
      ).schedule
    }
    #expect(schedule(.one(trip)) == nil)
    #expect(schedule(.several([trip])) === network.schedule)
    #expect(schedule(.vehicle(vehicle)) === network.schedule)
  }
}
