import FleetEmulator
import FleetEngine
import Geo
import HTTPMessages
import TestSupport
import Testing

@Suite(.limited) struct `A ride on the emulator` {
  @Test(arguments: Edge.allCases)
  func `A ride on the emulator goes from new to complete for the client library`(
    _ edge: Edge
  ) async throws {
    let rig = try Rig(edge)
    let server = rig.client()
    let name = try TripName(providerID: "demo", tripID: "t1")
    let vehicle = try VehicleName(providerID: "demo", vehicleID: "v1")
    let created = try await server.createTrip(
      name,
      Trip.with {
        $0.type = .exclusive
        $0.pickupPoint = TerminalLocation(point: Samples.pickup)
        $0.dropoffPoint = TerminalLocation(point: Samples.dropoff)
        $0.numberOfPassengers = 1
      }
    ).value
    #expect(created.status == .new)
    #expect(created.remainingWaypoints.isEmpty)
    _ = try await server.createVehicle(
      vehicle,
      Vehicle.with {
        $0.state = .offline
        $0.supportedTripTypes = [.exclusive]
        $0.maximumCapacity = 4
        $0.category = .auto
      })
    let location = VehicleLocation(location: Samples.start, updateTime: rig.clock.now)
    let driver = rig.client(.driver)
    _ = try await driver.updateVehicle(
      vehicle,
      Vehicle.with {
        $0.state = .online
        $0.lastLocation = location
      },
      mask: ["vehicleState", "lastLocation"]
    )
    let assigned = try await server.updateTrip(
      name,
      Trip.with {
        $0.vehicleID = "v1"
      },
      mask: ["vehicleId"]
    ).value
    #expect(assigned.remainingWaypoints.map(\.type) == [.pickup, .dropoff])
    #expect(assigned.route?.count == 2)
    #expect(assigned.etaToFirstWaypoint != nil)
    #expect(assigned.vehicleWaypoints.count == 2)
    for status in [TripStatus.enrouteToPickup, .arrivedAtPickup, .enrouteToDropoff, .complete] {
      rig.clock.advance(.seconds(8))
      let changed = try await server.updateTrip(
        name,
        Trip.with {
          $0.status = status
        },
        mask: ["tripStatus"]
      ).value
      #expect(changed.status == status)
      let seen = try await rig.client(.consumer).getTrip(name).value
      #expect(seen.status == status)
      #expect(seen.vehicleWaypoints.isEmpty)
    }
    let history = await rig.emulator.history
    #expect(
      history.compactMap(\.statusAfter)
        == [.new, .enrouteToPickup, .arrivedAtPickup, .enrouteToDropoff, .complete]
    )
    await rig.end()
  }

  @Test
  func `A ride on the emulator keeps its arrival while the driver continues without guidance`()
    async throws
  {
    let rig = try Rig()
    try await rig.prepare()
    let arrival = try #require(try await rig.report().etaToFirstWaypoint)
    rig.clock.advance(.seconds(20))
    let mask = "navigationStatus,remainingTimeSeconds,remainingDistanceMeters"
    let unguided = try await rig.report(
      #"{"navigationStatus":"NO_GUIDANCE","remainingTimeSeconds":41,"remainingDistanceMeters":260}"#,
      mask: mask)
    #expect(unguided.etaToFirstWaypoint == arrival)
    #expect(unguided.remainingDistanceMeters == 260)
    let guided = try await rig.report(
      #"{"navigationStatus":"ENROUTE_TO_DESTINATION","remainingTimeSeconds":41}"#, mask: mask)
    #expect(guided.etaToFirstWaypoint == rig.clock.now + .seconds(41))
  }

  @Test func `A ride on the emulator accepts a segment as a classic Google polyline`() async throws
  {
    let rig = try Rig()
    try await rig.prepare()
    let vehicle = try await rig.report(
      #"{"currentRouteSegment":"_p~iF~ps|U_ulLnnqC"}"#, mask: "currentRouteSegment")
    let ends = [
      Coordinate(latitude: 38.5, longitude: -120.2), Coordinate(latitude: 40.7, longitude: -120.95),
    ]
    let route = try #require(vehicle.route)
    #expect(route.count == 2)
    // A cell of the other form is about two meters wide.
    #expect(zip(route, ends).allSatisfy { $0.meters(to: $1) < 2 })
  }

  @Test func `A ride on the emulator equals the protocol's example on the way to the pickup`()
    async throws
  {
    let rig = try Rig()
    try await rig.prepare()
    _ = try await rig.status("ENROUTE_TO_PICKUP")
    rig.clock.advance(.milliseconds(2_900))
    let trip = try await rig.trip([("routeFormatType", "ENCODED_POLYLINE_TYPE")])
    #expect(trip.status == .enrouteToPickup)
    #expect(trip.remainingDistanceMeters == 266)
    #expect(trip.etaToFirstWaypoint == TestNow.start + .seconds(41))
    #expect(trip.remainingTimeToFirstWaypoint == .milliseconds(38_100))
    #expect(trip.pickupTime == TestNow.start + .seconds(41))
    #expect(trip.dropoffTime == TestNow.start + .seconds(41 + 1_164))
    #expect(trip.remainingWaypoints.map(\.distanceMeters) == [nil, 9_701])
    #expect(trip.remainingWaypoints.map(\.duration) == [nil, .seconds(1_164)])
    #expect(trip.remainingWaypoints.map(\.type) == [.pickup, .dropoff])
    #expect(trip.isLastLocationSnappable)
    #expect(trip.lastLocation?.serverTime == TestNow.start)
    #expect(trip.lastLocation?.rawLocation == nil)
    #expect(trip.currentRouteSegmentEndPoint?.type == .pickup)
    #expect(trip.route?.count == 5)
    #expect(trip.currentRouteSegmentTraffic?.intervals.map(\.speed) == [.normal, .slow, .normal])
  }

  @Test func `A ride's pickup and drop-off are at the moments of its departure and its end`()
    async throws
  {
    let rig = try Rig()
    try await rig.prepare()
    rig.clock.advance(.seconds(10))
    let left = try await rig.status("ENROUTE_TO_DROPOFF")
    #expect(left.pickupTime == rig.clock.now)
    #expect(left.actualPickupPoint == StopLocation(point: Samples.start, timestamp: TestNow.start))
    rig.clock.advance(.seconds(60))
    let done = try await rig.status("COMPLETE")
    #expect(done.pickupTime == left.pickupTime)
    #expect(done.dropoffTime == rig.clock.now)
  }

  @Test func `A ride on the emulator ignores a report of the way that its trip has left`()
    async throws
  {
    let rig = try Rig()
    try await rig.prepare()
    _ = try await rig.status("ENROUTE_TO_DROPOFF")
    let stale = try await rig.report(
      #"{"remainingTimeSeconds":0,"remainingDistanceMeters":0}"#,
      mask: "remainingTimeSeconds,remainingDistanceMeters")
    #expect(stale.remainingDistanceMeters ?? 0 > 1_000)
    let fresh = try await rig.report(
      #"{"currentRouteSegment":"\#(Samples.toDropoff)","remainingTimeSeconds":600,"remainingDistanceMeters":5000}"#,
      mask: "currentRouteSegment,remaining_time_seconds,remaining_distance_meters")
    #expect(fresh.route?.count == 9)
    #expect(fresh.etaToFirstWaypoint == rig.clock.now + .seconds(600))
    #expect(try await rig.trip().remainingDistanceMeters == 5_000)
  }

  @Test func `A ride estimates at its world's speed and keeps reported times unchanged`()
    async throws
  {
    let rig = try Rig(speed: 4)
    try await rig.prepare()
    let trip = try await rig.trip()
    #expect(trip.remainingWaypoints.last?.duration == .seconds(291))
    #expect(trip.etaToFirstWaypoint == TestNow.start + .seconds(41))
  }

  @Test func `A ride on the emulator changes versions only with data, even while the clock stops`()
    async throws
  {
    let rig = try Rig()
    try await rig.prepare()
    let before = try await rig.trip()
    _ = try await rig.report()
    let same = try await rig.trip()
    #expect(same.currentRouteSegmentVersion == before.currentRouteSegmentVersion)
    #expect(same.currentRouteSegmentTrafficVersion == before.currentRouteSegmentTrafficVersion)
    _ = try await rig.report(
      #"{"currentRouteSegment":"AhYFIvrYXZ6GALkBlQK2AYQNAA=="}"#, mask: "currentRouteSegment")
    let after = try await rig.trip()
    #expect(
      try #require(after.currentRouteSegmentVersion) > #require(before.currentRouteSegmentVersion))
    #expect(after.remainingWaypointsVersion == before.remainingWaypointsVersion)
  }
}
