import FleetEngine
import Geo
import HTTPMessages
import RidesharingDriver
import Synchronization
import TestSupport
import Testing

/// A dispatch that a test writes to.
private final class ScriptedDispatch: TripDispatch {
  private static let start = Coordinate(latitude: 45, longitude: 7)

  struct State {
    var vehicle: Result<Vehicle, TripDispatchError> = .success(Vehicle())
    var reportError: TripDispatchError?
    var reports: [TripProgress] = []
    var polls = 0
  }

  let state = Mutex(State())

  var reports: [TripProgress] { state.withLock { $0.reports } }

  func vehicle() async throws(TripDispatchError) -> Vehicle {
    try state.withLock { state in
      state.polls += 1
      return state.vehicle
    }.get()
  }

  func trip(_ id: String) async throws(TripDispatchError) -> Trip { Trip.with { $0.status = .new } }

  func report(_ progress: TripProgress) async throws(TripDispatchError) {
    let error = state.withLock { state -> TripDispatchError? in
      if state.reportError == nil { state.reports.append(progress) }
      if progress.status == .complete { state.vehicle = .success(Vehicle()) }
      return state.reportError
    }
    if let error { throw error }
  }

  func set(_ trips: String...) {
    func waypoint(_ id: String, _ type: WaypointType, _ meters: Double) -> TripWaypoint {
      let place = Self.start.destination(bearing: 90, meters: meters)
      return TripWaypoint(location: TerminalLocation(point: place), tripID: id, type: type)
    }
    var vehicle = Vehicle.with { $0.currentTripIDs = trips }
    vehicle.waypoints = trips.flatMap { [waypoint($0, .pickup, 300), waypoint($0, .dropoff, 800)] }
    state.withLock { [vehicle] in $0.vehicle = .success(vehicle) }
  }
}

@MainActor @Suite(.limited) struct `A driver's shift` {
  private final class Course {
    var events: [ShiftEvent] = []
    var ending: DriverShift.Ending?
  }

  private let dispatch = ScriptedDispatch()
  private let course = Course()

  private func shift(
    _ fleet: Fleet, _ movement: DriverShift.Movement = .simulated(from: Fleet.start),
    _ options: ShiftOptions = ShiftOptions(mostTrips: 1)
  ) -> DriverShift {
    DriverShift(
      dispatch: dispatch, reporter: fleet.reporter, driver: fleet.driver, movement: movement,
      clock: fleet.service, options: options, onEvent: { [course] in course.events.append($0) })
  }

  /// Runs a shift until it ends or the test cancels it, advancing the clock whenever all tasks sleep.
  ///
  /// `sleepers`: the tasks that sleep while nothing happens, which poll, report and drive.
  private func run(
    _ shift: DriverShift, _ fleet: Fleet, sleepers: Int = 3, until isEnough: () -> Bool = { false }
  ) async {
    let task = Task { course.ending = await shift.run() }
    var turns = Turns()
    var idle = 0
    while course.ending == nil, !Task.isCancelled {
      if isEnough() { break }
      await turns.next()
      // Statuses and routes on their way need turns, but no time of the clock.
      idle = fleet.clock.sleeperCount < sleepers ? 0 : idle + 1
      if idle > 10, let wait = fleet.clock.waits.first {
        fleet.clock.advance(by: wait)
        idle = 0
      }
    }
    task.cancel()
    await task.value
  }

  private var statuses: [TripStatus] { dispatch.reports.map(\.status) }
  private static let allStatuses: [TripStatus] = [
    .enrouteToPickup, .arrivedAtPickup, .enrouteToDropoff, .complete,
  ]

  @Test func `A driver's shift drives a trip and takes the vehicle offline`() async throws {
    let fleet = try Fleet(router: StraightLineRouter())
    dispatch.set("t")
    let shift = shift(fleet)
    await run(shift, fleet)
    #expect(course.ending == .tripsEnded)
    #expect(statuses == Self.allStatuses)
    #expect(shift.completedTrips == 1)
    #expect(fleet.calls.last == "PUT v vehicleState")
    let last = try #require(fleet.driver.provider.lastLocation?.location)
    #expect(last.meters(to: Fleet.start.destination(bearing: 90, meters: 800)) < 1)
    // Two routes, each reported with its end point.
    let ends = fleet.listener.successes.compactMap(\.vehicle.currentRouteSegmentEndPoint?.type)
    #expect(ends == [.pickup, .dropoff])
  }

  @Test func `A driver's shift keeps driving while its dispatch is unavailable`() async throws {
    let fleet = try Fleet(router: StraightLineRouter())
    dispatch.set("t")
    dispatch.state.withLock { $0.reportError = TripDispatchError(.unavailable, "Lost.") }
    let shift = shift(fleet)
    let dispatch = dispatch
    var hasArrived = false
    await run(shift, fleet) {
      let arrivals = course.events.count { if case .arrived = $0 { true } else { false } }
      if arrivals == 2, !hasArrived {
        hasArrived = true
        #expect(dispatch.reports.isEmpty)
        #expect(shift.unreportedProgress.map(\.status) == Self.allStatuses)
        dispatch.state.withLock { $0.reportError = nil }
      }
      return false
    }
    #expect(course.ending == .tripsEnded)
    #expect(statuses == Self.allStatuses)
    // A successful poll in between reconnects, so there may be several disconnections.
    let disconnections = course.events.count { if case .disconnected = $0 { true } else { false } }
    #expect(disconnections >= 1)
    #expect(course.events.count { $0 == .reconnected } == disconnections)
  }

  @Test func `A driver's shift stops reporting if it may not`() async throws {
    let fleet = try Fleet(router: StraightLineRouter())
    dispatch.set("t")
    dispatch.state.withLock { $0.reportError = TripDispatchError(.notPermitted, "Not you.") }
    let dispatch = dispatch
    await run(shift(fleet), fleet) {
      if course.events.contains(where: { if case .arrived = $0 { true } else { false } }) {
        // Others end the trip.
        dispatch.state.withLock { $0.vehicle = .success(Vehicle()) }
      }
      return false
    }
    #expect(statuses.isEmpty)
    #expect(course.events.contains(.reportingDenied(TripDispatchError(.notPermitted, "Not you."))))
    #expect(course.ending == .tripsEnded)
  }

  @Test func `A driver's shift ends if it will never be given trips`() async throws {
    let fleet = try Fleet(router: StraightLineRouter())
    let refusal = TripDispatchError(.notPermitted, "Not you.")
    dispatch.state.withLock { $0.vehicle = .failure(refusal) }
    await run(shift(fleet), fleet)
    #expect(course.ending == .failed(refusal))
    #expect(fleet.calls.last == "PUT v vehicleState")
  }

  @Test func `A driver's shift polls again if the dispatch is unavailable at first`() async throws {
    let fleet = try Fleet(router: StraightLineRouter())
    dispatch.state.withLock { $0.vehicle = .failure(TripDispatchError(.unavailable, "Lost.")) }
    let dispatch = dispatch
    await run(shift(fleet), fleet) {
      if dispatch.state.withLock({ $0.polls == 3 }) { dispatch.set("t") }
      return false
    }
    #expect(course.ending == .tripsEnded)
    let loss = ShiftEvent.disconnected(TripDispatchError(.unavailable, "Lost."))
    #expect(course.events.count { $0 == loss } == 1)
    #expect(course.events.count { $0 == .reconnected } == 1)
  }

  @Test func `A driver's shift takes the vehicle offline when it is cancelled`() async throws {
    let fleet = try Fleet(router: StraightLineRouter())
    dispatch.set("t")
    await run(shift(fleet), fleet) { statuses.count == 1 }
    #expect(course.ending == .cancelled)
    #expect(fleet.calls.last == "PUT v vehicleState")
    #expect(fleet.navigator.route == nil)
  }

  @Test func `A driver's shift repeats the search for a route`() async throws {
    let router = ScriptedRouter { places, index throws(RouteFinderError) in
      guard index > 1 else { throw RouteFinderError(.unavailable, "No router.") }
      return try await StraightLineRouter().route(through: places)
    }
    let fleet = try Fleet(router: router)
    dispatch.set("t")
    await run(shift(fleet), fleet)
    #expect(course.ending == .tripsEnded)
    #expect(course.events.count { if case .noRoute = $0 { true } else { false } } == 2)
  }

  @Test func `A driver's shift arrives within 50 m of a stop of its recording`() async throws {
    let fleet = try Fleet(router: StraightLineRouter())
    dispatch.set("t")
    let fixes = stride(from: 0.0, through: 790, by: 10).enumerated().map { second, meters in
      // Next to the road, as a sensor measures.
      LocationFix(
        Fleet.start.destination(bearing: 90, meters: meters).destination(bearing: 0, meters: 8),
        time: Timestamp(seconds: Int64(second)))
    }
    await run(
      shift(fleet, .recorded(fixes, speedFactor: 1), ShiftOptions(dwell: .seconds(60))), fleet)
    #expect(statuses == Self.allStatuses)
    #expect(course.ending == .locationsEnded)
    let snapped = fleet.listener.successes.compactMap(\.location).filter {
      $0.isRoadSnapped == true
    }
    let offsets = try snapped.compactMap { location -> Double? in
      let raw = try #require(location.rawLocation)
      // Past the pickup and before the next route, the end of the route is the nearest place on it.
      // Whether a report falls into these seconds is up to the order of the tasks.
      if (300.0...400).contains(Fleet.start.meters(to: raw)) { return nil }
      return try #require(location.location).meters(to: raw)
    }
    // The route starts next to the road.
    #expect(offsets.allSatisfy { $0 < 8.5 }, "\(offsets)")
    #expect((offsets.max() ?? 0) > 5)
  }

  @Test func `A driver's shift follows live locations to their end`() async throws {
    let fleet = try Fleet(router: StraightLineRouter())
    dispatch.set("t")
    let (fixes, input) = AsyncStream.makeStream(of: LocationFix.self)
    let shift = shift(fleet, .live(fixes), ShiftOptions())
    input.yield(LocationFix(Fleet.start))
    let dispatch = dispatch
    var sent = 1
    await run(shift, fleet, sleepers: 2) {
      // The pickup, a place well past it, the drop-off.
      let meters = [300.0, 500, 800]
      if sent <= 3, dispatch.reports.count >= [1, 2, 3][sent - 1] {
        input.yield(LocationFix(Fleet.start.destination(bearing: 90, meters: meters[sent - 1])))
        sent += 1
      }
      if dispatch.reports.count == 4 { input.finish() }
      return false
    }
    #expect(statuses == Self.allStatuses)
    #expect(course.ending == .locationsEnded)
  }
}
