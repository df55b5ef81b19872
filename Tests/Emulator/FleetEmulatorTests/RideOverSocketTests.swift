import FleetEmulator
import FleetEngine
import Geo
import RideTestSupport
import RidesharingConsumer
import TestSupport
import Testing

/// A whole ride in the emulator, followed over a socket of loopback.
@MainActor @Suite(.limited) struct `A ride over a socket` {
  private func names(_ log: [String]) -> [String] {
    log.map { entry in
      entry.split(separator: " ").filter { Double($0) == nil }.joined(separator: " ")
    }
  }

  @Test func `A ride over a socket calls every method of a subscriber`() async throws {
    let rig = try await SocketRig()
    let (server, driver) = (rig.client(.server), rig.client(.driver))
    rig.follow()
    _ = await rig.settle(polls: 1)
    #expect(
      rig.recorder.log == ["state active", "trip", "status NEW", "pickup", "dropoff", "stops 1"])
    rig.recorder.forget()

    // The vehicle comes online, gets the trip and reports its way.
    _ = try await server.createVehicle(
      rig.vehicleName,
      Vehicle.with {
        $0.state = .offline
        $0.supportedTripTypes = [.exclusive]
        $0.maximumCapacity = 4
        $0.category = .auto
      })
    _ = try await driver.updateVehicle(
      rig.vehicleName,
      Vehicle.with {
        $0.state = .online
        $0.lastLocation = VehicleLocation(location: SocketRig.vehicle)
      },
      mask: ["vehicleState", "lastLocation"]
    )
    _ = try await server.updateTrip(
      rig.name,
      Trip.with {
        $0.vehicleID = "v1"
        $0.status = .enrouteToPickup
      },
      mask: ["vehicleId", "tripStatus"]
    )
    _ = try await driver.updateVehicle(
      rig.vehicleName,
      Vehicle.with {
        $0.route = [SocketRig.vehicle, SocketRig.pickup]
        $0.currentRouteSegmentTraffic = [
          RoadStretch(style: .slowerTraffic, offsetMeters: 20, lengthMeters: 100)
        ]
        $0.remainingDistanceMeters = 266
        $0.remainingTimeSeconds = 41
      },
      mask: [
        "currentRouteSegment", "currentRouteSegmentTraffic", "remainingDistanceMeters",
        "remainingTimeSeconds",
      ])
    rig.wake()
    _ = await rig.settle(polls: 2)
    #expect(
      names(rig.recorder.log) == [
        "trip", "status ENROUTE_TO_PICKUP", "vehicle", "next", "pickup eta", "dropoff eta",
        "distance", "active", "remaining", "remaining distance", "waypoints", "active traffic",
      ])
    #expect(rig.recorder.log.contains("distance 266"))
    #expect(rig.recorder.log.contains("waypoints 3"))
    rig.recorder.forget()

    // What no driver can report: traffic behind the next waypoint, and a failure.
    var trip = try #require(rig.model.currentTrip)
    let path = [SocketRig.pickup, SocketRig.stop]
    trip.remainingWaypoints[1].traffic = TrafficPolyline(
      path: path, intervals: [SpeedReadingInterval(startIndex: 0, endIndex: 1, speed: .slow)])
    try await rig.setFaults(
      Fault(
        answer: FaultAnswer(
          status: 200, body: .literal(try WireJSON.encode(trip), contentType: "application/json"))),
      Fault(answer: FaultAnswer(.aborted)))
    rig.wake()
    _ = await rig.settle(polls: 3)
    #expect(rig.recorder.log.contains("remaining traffic"))
    rig.recorder.forget()
    rig.wake()
    _ = await rig.settle(polls: 4)
    #expect(rig.recorder.log == ["error ABORTED"])
    rig.recorder.forget()

    for status in [TripStatus.arrivedAtPickup, .canceled] {
      _ = try await server.updateTrip(
        rig.name,
        Trip.with {
          $0.status = status
        },
        mask: ["tripStatus"]
      )
      rig.wake()
      _ = await rig.settle(polls: status == .canceled ? 6 : 5)
    }
    #expect(rig.recorder.statuses == [.new, .enrouteToPickup, .arrivedAtPickup, .canceled])
    #expect(rig.recorder.log.contains("active -1"))
    #expect(rig.recorder.log.contains("waypoints 0"))
    await rig.end()
  }

  @Test func `A ride over a socket is followed from its creation to its end`() async throws {
    let rig = try await SocketRig()
    let (server, driver) = (rig.client(.server), rig.client(.driver))
    _ = try await server.createVehicle(
      rig.vehicleName,
      Vehicle.with {
        $0.state = .online
        $0.supportedTripTypes = [.exclusive]
        $0.maximumCapacity = 4
        $0.category = .auto
      })
    rig.follow()
    _ = await rig.settle(polls: 1)
    let ride: [(TripStatus, Coordinate)] = [
      (.enrouteToPickup, SocketRig.vehicle), (.arrivedAtPickup, SocketRig.pickup),
      (.enrouteToIntermediateDestination, SocketRig.pickup),
      (.arrivedAtIntermediateDestination, SocketRig.stop),
      (.enrouteToDropoff, SocketRig.stop), (.complete, SocketRig.dropoff),
    ]
    for (index, (status, place)) in ride.enumerated() {
      _ = try await driver.updateVehicle(
        rig.vehicleName, Vehicle.with { $0.lastLocation = VehicleLocation(location: place) },
        mask: ["lastLocation"])
      _ = try await server.updateTrip(
        rig.name,
        Trip.with {
          $0.vehicleID = "v1"
          $0.status = status
        },
        mask: index == 0 ? ["vehicleId", "tripStatus"] : ["tripStatus"]
      )
      rig.wake()
      _ = await rig.settle(polls: index + 2)
      if status != .complete { #expect(rig.model.currentTrip?.lastLocation?.location == place) }
    }
    #expect(rig.recorder.statuses == [.new] + ride.map(\.0))
    #expect(rig.recorder.errors.isEmpty)
    await rig.end()
  }
}
