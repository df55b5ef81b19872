import FleetEngine
import Geo
import TestSupport
import Testing

@testable import RidesharingDriver

@Suite(.limited) struct `A shift's machine` {
  private static let place = Coordinate(latitude: 45, longitude: 7)

  private static func stop(_ trip: String, _ type: WaypointType, _ index: Int = 0) -> TripStop {
    TripStop(tripID: trip, type: type, index: index, place: place)
  }

  private static func plan(
    _ stops: [TripStop], trips: [String]? = nil, statuses: [String: TripStatus] = [:]
  ) -> ShiftMachine.Event {
    var ids = trips ?? []
    if trips == nil {
      for stop in stops where !ids.contains(stop.tripID) { ids.append(stop.tripID) }
    }
    return .plan(ShiftMachine.Plan(tripIDs: ids, stops: stops, statuses: statuses))
  }

  /// A machine that reports each status immediately and records them.
  private struct Driver {
    var machine = ShiftMachine(dwell: .seconds(10), rest: .seconds(5))
    var now: Duration = .zero
    var reported: [String] = []
    var guided: [TripStop] = []
    var events: [ShiftEvent] = []

    mutating func handle(_ event: ShiftMachine.Event) {
      for action in machine.handle(event, now: now) {
        switch action {
        case .guide(let stop): guided.append(stop)
        case .emit(let event): events.append(event)
        case .stand: break
        }
      }
    }

    mutating func reportAll() {
      while let progress = machine.pending.first {
        let index = progress.stopIndex.map { " \($0)" } ?? ""
        reported.append("\(progress.tripID) \(progress.status.wireName)\(index)")
        handle(.reported)
      }
    }

    /// Arrives, waits and departs.
    mutating func visit() {
      handle(.arrived)
      reportAll()
      if let end = machine.wakeAt {
        now = end
        handle(.waited)
      }
      reportAll()
    }
  }

  private static let pickup = stop("a", .pickup)
  private static let first = stop("a", .intermediateDestination, 0)
  private static let second = stop("a", .intermediateDestination, 1)
  private static let dropoff = stop("a", .dropoff)

  @Test func `A shift's machine leads a trip with two stops through every status`() {
    var driver = Driver()
    driver.handle(Self.plan([Self.pickup, Self.first, Self.second, Self.dropoff]))
    driver.reportAll()
    for _ in 0..<4 { driver.visit() }
    #expect(
      driver.reported == [
        "a ENROUTE_TO_PICKUP", "a ARRIVED_AT_PICKUP", "a ENROUTE_TO_INTERMEDIATE_DESTINATION 0",
        "a ARRIVED_AT_INTERMEDIATE_DESTINATION 0", "a ENROUTE_TO_INTERMEDIATE_DESTINATION 1",
        "a ARRIVED_AT_INTERMEDIATE_DESTINATION 1", "a ENROUTE_TO_DROPOFF", "a COMPLETE",
      ])
    #expect(driver.guided == [Self.pickup, Self.first, Self.second, Self.dropoff])
    #expect(driver.now == .seconds(35))
    #expect(driver.machine.completed == 1)
    #expect(driver.events.last == .waiting)
  }

  @Test func `A shift's machine interleaves pooled trips, each with its own statuses`() {
    let b = Self.stop("b", .pickup)
    let end = Self.stop("b", .dropoff)
    var driver = Driver()
    driver.handle(Self.plan([Self.pickup, b, Self.dropoff, end]))
    driver.reportAll()
    for _ in 0..<4 { driver.visit() }
    #expect(
      driver.reported == [
        "a ENROUTE_TO_PICKUP", "a ARRIVED_AT_PICKUP", "a ENROUTE_TO_DROPOFF",
        "b ENROUTE_TO_PICKUP", "b ARRIVED_AT_PICKUP", "b ENROUTE_TO_DROPOFF", "a COMPLETE",
        "b COMPLETE",
      ]
    )
    #expect(driver.guided == [Self.pickup, b, Self.dropoff, end])
    #expect(driver.machine.completed == 2)
  }

  @Test func `A shift's machine leaves a next trip new until its pickup is next`() {
    let b = [Self.stop("b", .pickup), Self.stop("b", .dropoff)]
    var driver = Driver()
    driver.handle(Self.plan([Self.dropoff] + b, statuses: ["a": .enrouteToDropoff]))
    driver.reportAll()
    #expect(driver.reported.isEmpty)
    driver.visit()
    #expect(driver.reported == ["a COMPLETE", "b ENROUTE_TO_PICKUP"])
  }

  @Test func `A shift's machine drives to a stop inserted before its own, then to its own`() {
    let b = Self.stop("b", .pickup)
    var driver = Driver()
    driver.handle(Self.plan([Self.pickup, Self.dropoff]))
    driver.reportAll()
    driver.handle(Self.plan([b, Self.pickup, Self.dropoff, Self.stop("b", .dropoff)]))
    driver.reportAll()
    driver.visit()
    #expect(driver.guided == [Self.pickup, b, Self.pickup])
    #expect(
      driver.reported == [
        "a ENROUTE_TO_PICKUP", "b ENROUTE_TO_PICKUP", "b ARRIVED_AT_PICKUP", "b ENROUTE_TO_DROPOFF",
      ])
  }

  @Test func `A shift's machine follows a stop that is moved`() {
    var moved = Self.pickup
    moved.place = Self.place.destination(bearing: 90, meters: 300)
    var driver = Driver()
    driver.handle(Self.plan([Self.pickup, Self.dropoff]))
    driver.handle(Self.plan([moved, Self.dropoff]))
    #expect(driver.guided == [Self.pickup, moved])
    #expect(driver.machine.pending.count == 1)
  }

  @Test func `A shift's machine leaves a trip that is cancelled, on the way and at its pickup`() {
    let b = [Self.stop("b", .pickup), Self.stop("b", .dropoff)]
    var driver = Driver()
    driver.handle(Self.plan([Self.pickup, Self.dropoff] + b))
    driver.reportAll()
    driver.handle(Self.plan(b))
    #expect(driver.events.contains(.left(tripID: "a")))
    driver.reportAll()
    driver.handle(.arrived)
    driver.reportAll()
    driver.handle(Self.plan([]))
    #expect(driver.events.suffix(2) == [.left(tripID: "b"), .waiting])
    #expect(driver.machine.left == 2)
    #expect(driver.machine.completed == 0)
    #expect(driver.machine.phase == .waiting)
  }

  @Test func `A shift's machine follows its own plan while its statuses are not accepted`() {
    var driver = Driver()
    let plan = Self.plan([Self.pickup, Self.dropoff])
    driver.handle(plan)
    driver.handle(.arrived)
    driver.now = .seconds(10)
    driver.handle(.waited)
    // The server responds with old data.
    driver.handle(plan)
    driver.handle(.arrived)
    driver.handle(plan)
    #expect(driver.guided == [Self.pickup, Self.dropoff])
    #expect(
      driver.machine.pending.map(\.status) == [
        .enrouteToPickup, .arrivedAtPickup, .enrouteToDropoff, .complete,
      ])
    #expect(driver.machine.completed == 0)
    driver.reportAll()
    #expect(driver.machine.completed == 1)
  }

  @Test func `A shift's machine continues a trip from its status`() {
    var driver = Driver()
    driver.handle(Self.plan([Self.pickup, Self.dropoff], statuses: ["a": .arrivedAtPickup]))
    driver.visit()
    #expect(driver.reported == ["a ENROUTE_TO_DROPOFF"])
  }

  @Test func `A shift's machine waits at each stop for others if it may not report`() {
    var driver = Driver()
    driver.handle(Self.plan([Self.pickup, Self.dropoff]))
    driver.handle(.reportingDenied)
    driver.handle(.arrived)
    #expect(driver.machine.wakeAt == nil)
    driver.handle(Self.plan([Self.pickup, Self.dropoff]))
    #expect(driver.guided.count == 1)
    driver.handle(Self.plan([Self.dropoff]))
    #expect(driver.guided.last == Self.dropoff)
    driver.handle(.arrived)
    driver.handle(Self.plan([]))
    #expect(driver.machine.completed == 1)
    #expect(driver.machine.pending.isEmpty)
  }

  @Test func `A shift's machine counts a trip whose end is refused as left`() {
    var driver = Driver()
    driver.handle(Self.plan([Self.dropoff], statuses: ["a": .enrouteToDropoff]))
    driver.handle(.arrived)
    driver.handle(.refused)
    #expect(driver.machine.left == 1)
    driver.handle(Self.plan([]))
    #expect(driver.machine.left == 1)
  }

  @Test func `A shift's machine departs early if the vehicle drives away`() {
    var driver = Driver()
    driver.handle(Self.plan([Self.pickup, Self.dropoff]))
    driver.handle(.arrived)
    driver.now = .seconds(3)
    driver.handle(.waited)
    #expect(driver.guided.count == 1)
    driver.handle(.droveAway)
    #expect(driver.guided.last == Self.dropoff)
  }

  @Test func `A shift's machine numbers stops like their trip`() {
    func waypoint(_ trip: String?, _ type: WaypointType) -> TripWaypoint {
      TripWaypoint(location: TerminalLocation(point: Self.place), tripID: trip, type: type)
    }
    let vehicle = Vehicle.with {
      $0.waypoints = [
        waypoint("a", .intermediateDestination), waypoint("b", .pickup),
        waypoint("a", .intermediateDestination), waypoint("a", .dropoff), waypoint(nil, .pickup),
        waypoint("c", .unknown("X")), TripWaypoint(tripID: "d", type: .pickup),
      ]
    }
    let stops = TripStop.stops(of: vehicle, stopCounts: ["a": 3])
    #expect(stops.map(\.tripID) == ["a", "b", "a", "a"])
    #expect(stops.map(\.index) == [1, 0, 2, 0])
    // A count that is too small does not give negative indices.
    #expect(TripStop.stops(of: vehicle, stopCounts: ["a": 1]).map(\.index) == [0, 0, 1, 0])
  }
}
