import FleetEngine
import Geo
import RidesharingDriver
import TestSupport
import Testing

@Suite(.limited) struct `A check of the destination` {
  private static let here = Coordinate(latitude: 45, longitude: 7)
  private static let there = here.destination(bearing: 90, meters: 3_000)

  private static func vehicle(_ place: Coordinate?) -> Vehicle {
    guard let place else { return Vehicle() }
    return Vehicle.with {
      $0.waypoints = [
        TripWaypoint(location: TerminalLocation(point: place), tripID: "t", type: .pickup)
      ]
    }
  }

  @Test func `A check of the destination returns a difference that lasts, once`() throws {
    var check = DestinationCheck()
    #expect(check.check(Self.here, against: Self.vehicle(Self.there), at: .zero) == nil)
    let found = check.check(Self.here, against: Self.vehicle(Self.there), at: .seconds(10))
    let mismatch = try #require(found)
    #expect(mismatch.destination == Self.here)
    #expect(mismatch.waypoint == Self.there)
    #expect(abs(mismatch.meters - 3_000) < 1)
    #expect(mismatch.tripID == "t")
    #expect(check.check(Self.here, against: Self.vehicle(Self.there), at: .seconds(20)) == nil)
  }

  @Test func `A check of the destination returns nothing while the server is one update behind`() {
    var check = DestinationCheck()
    let old = Self.vehicle(Self.there)
    #expect(check.check(Self.there, against: old, at: .zero) == nil)
    // The destination has changed, the server answers what was true before.
    #expect(check.check(Self.here, against: old, at: .seconds(10)) == nil)
    #expect(check.check(Self.here, against: Self.vehicle(Self.here), at: .seconds(20)) == nil)
    // Two updates in quick succession are one.
    #expect(check.check(Self.there, against: Self.vehicle(Self.here), at: .seconds(30)) == nil)
    #expect(check.check(Self.there, against: Self.vehicle(Self.here), at: .seconds(31)) == nil)
  }

  @Test
  func `A check of the destination returns a difference again after the two places were the same`()
  {
    var check = DestinationCheck()
    var count = 0
    for (index, place) in [Self.there, Self.there, Self.here, Self.there, Self.there].enumerated() {
      let found = check.check(Self.here, against: Self.vehicle(place), at: .seconds(index * 10))
      if found != nil { count += 1 }
    }
    #expect(count == 2)
  }

  @Test(arguments: [nil, here.destination(bearing: 0, meters: 40)])
  func `A destination check accepts a vehicle without waypoints, or one nearby`(
    _ waypoint: Coordinate?
  ) {
    var check = DestinationCheck()
    for second in [0, 10, 20] {
      let vehicle = Self.vehicle(waypoint)
      #expect(check.check(Self.here, against: vehicle, at: .seconds(second)) == nil)
    }
  }

  @Test func `A check of the destination accepts a vehicle that is not guided`() {
    var check = DestinationCheck()
    for second in [0, 10] {
      #expect(check.check(nil, against: Self.vehicle(Self.there), at: .seconds(second)) == nil)
    }
  }
}
