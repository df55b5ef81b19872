import FleetEngine
import Geo
import HTTPMessages
import RideTestSupport
import RidesharingConsumer
import TestSupport
import Testing

/// A change of a trip and the calls that a subscriber receives.
struct Change: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let log: [String]
  let apply: @Sendable (inout Trip) -> Void

  init(_ name: String, tells log: [String], _ apply: @escaping @Sendable (inout Trip) -> Void) {
    testDescription = name
    self.log = ["trip"] + log
    self.apply = apply
  }
}

@MainActor @Suite(.limited) struct `Notifications of a subscriber` {
  private nonisolated static let traffic = TrafficPolyline(
    path: [.at(1, 1), .at(1, 1.1), .at(1, 1.2)],
    intervals: [SpeedReadingInterval(startIndex: 0, endIndex: 1, speed: .normal)])

  private nonisolated static let full = Trip.with {
    $0.vehicleID = "v"
    $0.status = .enrouteToPickup
    $0.type = .exclusive
    $0.pickupPoint = TerminalLocation(point: .at(1, 1))
    $0.pickupTime = .at(60)
    $0.intermediateDestinations = [TerminalLocation(point: .at(1, 2))]
    $0.dropoffPoint = TerminalLocation(point: .at(2, 2))
    $0.dropoffTime = .at(120)
    $0.remainingWaypoints = [
      .sample(.pickup, at: 1),
      .sample(.dropoff, at: 2, path: [.at(1, 1), .at(2, 2)], traffic: traffic, meters: 30),
    ]
    $0.route = [.at(0, 0), .at(1, 1)]
    $0.currentRouteSegmentTraffic = traffic
    $0.remainingDistanceMeters = 120
    $0.etaToFirstWaypoint = .at(50)
    $0.numberOfPassengers = 1
    $0.lastLocation = VehicleLocation(location: .at(0, 0), heading: 3)
    $0.isLastLocationSnappable = true
  }

  private nonisolated static let changes: [Change] = [
    Change("the vehicle's id, with the whole trip only", tells: []) { $0.vehicleID = "w" },
    Change("the status", tells: ["status ARRIVED_AT_PICKUP"]) { $0.status = .arrivedAtPickup },
    Change("where the vehicle is", tells: ["vehicle"]) { $0.lastLocation?.heading = 4 },
    Change("whether that fits the route", tells: ["vehicle"]) {
      $0.isLastLocationSnappable = false
    },
    Change("that nobody knows where it is", tells: ["vehicle"]) { $0.lastLocation = nil },
    Change("the pickup", tells: ["pickup"]) { $0.pickupPoint?.point = .at(3, 3) },
    Change("that there is no pickup", tells: ["pickup"]) { $0.pickupPoint = nil },
    Change("the drop-off", tells: ["dropoff"]) { $0.dropoffPoint?.point = .at(3, 3) },
    Change("that there is no drop-off", tells: ["dropoff"]) { $0.dropoffPoint = nil },
    Change("the next arrival", tells: ["next 51.0"]) { $0.etaToFirstWaypoint = .at(51) },
    Change("that there is no next arrival", tells: ["next 0.0"]) { $0.etaToFirstWaypoint = nil },
    Change("the pickup's time", tells: ["pickup eta 61.0"]) { $0.pickupTime = .at(61) },
    Change("the drop-off's time", tells: ["dropoff eta 121.0"]) { $0.dropoffTime = .at(121) },
    Change("the distance", tells: ["distance 119"]) { $0.remainingDistanceMeters = 119 },
    Change("the active route", tells: ["active 1"]) { $0.route = [.at(1, 1)] },
    Change("that there is no active route", tells: ["active -1"]) { $0.route = nil },
    Change("the remaining route", tells: ["remaining 3"]) {
      $0.remainingWaypoints[1].path = [.at(1, 1), .at(1, 2), .at(2, 2)]
    },
    Change(
      "the distance after it, a waypoint's too", tells: ["remaining distance 31", "waypoints 2"]
    ) { $0.remainingWaypoints[1].distanceMeters = 31 },
    Change("the waypoints", tells: ["waypoints 2"]) { $0.remainingWaypoints[1].eta = .at(99) },
    Change("the stops", tells: ["stops 0"]) { $0.intermediateDestinations = [] },
    Change("the active route's traffic", tells: ["active traffic"]) {
      $0.currentRouteSegmentTraffic?.intervals[0].speed = .slow
    },
    Change("the remaining route's traffic", tells: ["remaining traffic"]) {
      $0.remainingWaypoints[1].traffic?.intervals[0].speed = .trafficJam
    },
  ]

  @Test(arguments: changes)
  func `A subscriber is notified once of each change`(change: Change) async {
    let rig = TripRig { index in
      var trip = Self.full
      if index > 0 { change.apply(&trip) }
      return TripRig.answer(trip)
    }
    rig.model.register(rig.recorder)
    await rig.settle(polls: 1)
    rig.recorder.forget()
    rig.clock.advance(by: .seconds(5))
    await rig.settle(polls: 2)
    #expect(rig.recorder.log == change.log)
    rig.recorder.forget()
    rig.clock.advance(by: .seconds(5))
    await rig.settle(polls: 3)
    #expect(rig.recorder.log.isEmpty)
  }

  @Test func `A subscriber is notified once of each failure, and not when the same trip is back`()
    async
  {
    let rig = TripRig { index in
      index == 1 ? TripRig.failure(.unavailable) : TripRig.answer(Self.full)
    }
    rig.model.register(rig.recorder)
    await rig.settle(polls: 1)
    rig.recorder.forget()
    rig.clock.advance(by: .seconds(5))
    await rig.settle(polls: 2)
    #expect(rig.recorder.log == ["error UNAVAILABLE"])
    rig.clock.advance(by: .seconds(5))
    await rig.settle(polls: 3)
    #expect(rig.recorder.log == ["error UNAVAILABLE"])
  }

  @Test func `A subscriber is notified once that the model is active`() async {
    let rig = TripRig { _ in TripRig.answer(Self.full) }
    rig.model.register(rig.recorder)
    rig.model.register(rig.recorder)
    #expect(rig.recorder.log == ["state active"])
    await rig.settle(polls: 1)
    #expect(rig.recorder.log.filter { $0.hasPrefix("state") } == ["state active"])
  }

  @Test func `A subscriber that removes itself during an update still gets all of it`() async {
    let rig = TripRig { _ in TripRig.answer(Self.full) }
    let leaver = SelfRemover()
    rig.model.register(leaver)
    rig.model.register(rig.recorder)
    await rig.settle(polls: 1)
    #expect(leaver.log == ["trip", "status ENROUTE_TO_PICKUP", "remaining traffic"])
    rig.clock.advance(by: .seconds(5))
    await rig.settle(polls: 2)
    #expect(leaver.log.count == 3)
    #expect(rig.model.state == .active)
  }
}

/// A subscriber that removes itself at its first chance.
private final class SelfRemover: TripModelSubscriber {
  private(set) var log: [String] = []

  func tripModel(
    _ tripModel: TripModel, didUpdate trip: Trip?, updatedPropertyFields: TripPropertyFields
  ) {
    log.append("trip")
    tripModel.unregisterSubscriber(self)
  }
  func tripModel(_ tripModel: TripModel, didUpdate tripStatus: TripStatus) {
    log.append("status \(tripStatus.wireName)")
  }
  func tripModel(
    _ tripModel: TripModel, didUpdateRemainingRouteTraffic remainingRouteTraffic: TrafficPolyline?
  ) { log.append("remaining traffic") }
  func tripModel(_ tripModel: TripModel, didUpdate polling: PollingStatus) {
    if polling.totalUpdates > 0 { log.append("polling") }
  }
}
