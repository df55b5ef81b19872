public import FleetEngine
public import Geo

/// A driver's shift: takes a vehicle online, waits for trips and drives them one after another.
///
/// It polls a dispatch for trips, even while driving, to follow changes, and reports each trip
/// status to the dispatch, like Google's sample driver. A status is reported before the route that
/// belongs to it. See docs/protocol.md, "Vehicle reporting", "Statuses" and "Order of a ride".
@MainActor public final class DriverShift: RoadSnappedLocationProviderListener {
  /// The source of the vehicle's locations.
  public enum Movement: Sendable {
    /// A simulation along the navigator's routes, starting at a place.
    case simulated(from: Coordinate)
    /// A recording played at a multiple of its speed; the shift ends with it.
    case recorded([LocationFix], speedFactor: Double)
    /// Live locations; the shift ends with the stream.
    case live(AsyncStream<LocationFix>)
  }

  /// Why a shift has ended.
  public enum Ending: Sendable, Hashable {
    /// The maximum number of trips has ended.
    case tripsEnded
    /// There are no more locations.
    case locationsEnded
    /// The task was cancelled.
    case cancelled
    /// The dispatch will never give this driver trips.
    case failed(TripDispatchError)
  }

  private static let retryInterval: Duration = .seconds(2)
  private static let routeSearchInterval: Duration = .seconds(5)
  /// Beyond this distance from a reached stop, in meters, the vehicle has driven away.
  private static let departureDistance = Navigator.arrivalDistanceInMeters + 25

  private let dispatch: any TripDispatch
  private let reader: PlanReader
  private let reporter: VehicleReporter
  private let driver: SimulatedDriver
  private let clock: ServiceClock
  private let movement: Movement
  private let options: ShiftOptions
  private let onEvent: @MainActor (ShiftEvent) -> Void

  private var machine: ShiftMachine
  private var place: Coordinate?
  private var heading: Double?
  private let endings = AsyncStream.makeStream(of: Ending.self)
  private var hasEnded = false
  private var reportingWaiters: [CheckedContinuation<Void, Never>] = []
  private var isDisconnected = false
  private var hasPlan = false
  private var moving: Task<Void, Never>?
  private var routing: Task<Void, Never>?
  private var polling: Task<Void, Never>?
  private var reporting: Task<Void, Never>?
  private var timer: (end: Duration, task: Task<Void, Never>)?

  /// Creates a shift, which begins with ``run()``; its clock is the reporter's unless another is given.
  public init(
    dispatch: any TripDispatch, reporter: VehicleReporter, driver: SimulatedDriver,
    movement: Movement, clock: ServiceClock? = nil, options: ShiftOptions = ShiftOptions(),
    onEvent: @escaping @MainActor (ShiftEvent) -> Void = { _ in }
  ) {
    self.dispatch = dispatch
    reader = PlanReader(dispatch)
    self.reporter = reporter
    self.driver = driver
    self.movement = movement
    self.clock = clock ?? reporter.clock
    self.options = options
    self.onEvent = onEvent
    machine = ShiftMachine(dwell: options.dwell, rest: options.rest)
  }

  /// The number of trips driven to their end.
  public var completedTrips: Int { machine.completed }
  /// The number of trips that were cancelled or given to another vehicle.
  public var leftTrips: Int { machine.left }
  /// The statuses that the dispatch has not accepted yet, in order.
  public var unreportedProgress: [TripProgress] { machine.pending }

  /// Runs until there is nothing more to do or the task is cancelled.
  ///
  /// However the shift ends, it takes the vehicle offline and waits for that last update.
  public func run() async -> Ending {
    driver.provider.add(reporter)
    driver.provider.add(self)
    reporter.locationTrackingEnabled = true
    reporter.update(.online)
    onEvent(.waiting)
    startMoving()
    // Unstructured, because the shift's end must not wait for it.
    polling = Task { await poll() }
    let ending = await firstEnding()
    hasEnded = true
    for task in [moving, routing, polling, timer?.task] { task?.cancel() }
    if ending != .cancelled { await finishReporting() }
    reporting?.cancel()
    driver.navigator.clearDestinations()
    reporter.locationTrackingEnabled = false
    await reporter.finishPendingUpdates()
    driver.provider.remove(self)
    return ending
  }

  /// Follows a new location of the vehicle.
  public func locationProvider(
    _ provider: RoadSnappedLocationProvider, didUpdate location: VehicleLocation
  ) {
    guard let place = location.location else { return }
    let isFirst = self.place == nil
    self.place = place
    heading = location.heading.map(Double.init) ?? heading
    // A simulated vehicle arrives at the end of its drive.
    if case .simulated = movement { return }
    switch machine.phase {
    case .waiting: break
    case .driving(let stop):
      if place.meters(to: stop.place) <= Navigator.arrivalDistanceInMeters {
        handle(.arrived)
      } else if isFirst {
        guide(to: stop)
      }
    case .atStop(let stop, _):
      if place.meters(to: stop.place) > Self.departureDistance { handle(.droveAway) }
    }
  }

  private func firstEnding() async -> Ending {
    for await ending in endings.stream { return ending }
    return .cancelled
  }

  private func end(_ ending: Ending) {
    hasEnded = true
    endings.continuation.yield(ending)
  }

  private func handle(_ event: ShiftMachine.Event) {
    for action in machine.handle(event, now: clock.monotonicNow()) {
      switch action {
      case .emit(let event): onEvent(event)
      case .guide(let stop): if !hasEnded { guide(to: stop) }
      case .stand: if !hasEnded { stand() }
      }
    }
    startReporting()
    setTimer()
    if let most = options.mostTrips, machine.completed + machine.left >= most { end(.tripsEnded) }
  }

  private func setTimer() {
    guard timer?.end != machine.wakeAt else { return }
    timer?.task.cancel()
    timer = machine.wakeAt.map { end in
      let task = Task {
        do { try await clock.sleep(max(end - clock.monotonicNow(), .zero)) } catch { return }
        if !Task.isCancelled { handle(.waited) }
      }
      return (end, task)
    }
  }

  // MARK: Movement

  private func startMoving() {
    switch movement {
    case .simulated(let start):
      place = start
      stand()
    case .recorded(let fixes, let speedFactor):
      moving = Task {
        do { try await driver.drive(fixes, speedFactor: speedFactor) } catch { return }
        end(.locationsEnded)
      }
    case .live(let fixes):
      moving = Task {
        await driver.follow(fixes)
        if !Task.isCancelled { end(.locationsEnded) }
      }
    }
  }

  private func stand() {
    routing?.cancel()
    driver.navigator.clearDestinations()
    guard case .simulated = movement, let place else { return }
    moving?.cancel()
    moving = Task { do { try await driver.stand(at: place, heading: heading) } catch {} }
  }

  private func guide(to stop: TripStop) {
    routing?.cancel()
    if case .simulated = movement { moving?.cancel() }
    // Unstructured, because another stop may replace this one at any time.
    routing = Task {
      await finishReporting()
      guard await setDestination(stop), let route = driver.navigator.route else { return }
      onEvent(.driving(stop, meters: route.path.lengthInMeters, time: route.profile.duration))
      guard case .simulated = movement else { return }
      let drive = DriveSimulation(route)
      do { try await driver.drive(drive, since: clock.monotonicNow()) } catch { return }
      if !Task.isCancelled { handle(.arrived) }
      // A waiting vehicle still reports its location.
      do { try await driver.stand(at: drive.moment(at: drive.duration)) } catch {}
    }
  }

  /// Finds a route to a stop; returns false if it was cancelled or the vehicle's place is unknown.
  private func setDestination(_ stop: TripStop) async -> Bool {
    while !Task.isCancelled {
      // The first location calls `guide(to:)` again.
      guard let place else { return false }
      do throws(RouteFinderError) {
        try await driver.navigator.setDestinations([stop.waypoint], from: place)
        return !Task.isCancelled
      } catch {
        guard !Task.isCancelled else { return false }
        onEvent(.noRoute(stop, error))
        do { try await clock.sleep(Self.routeSearchInterval) } catch { return false }
      }
    }
    return false
  }

  // MARK: Dispatch

  private func poll() async {
    while !Task.isCancelled {
      do throws(TripDispatchError) {
        let plan = try await reader.read()
        guard !Task.isCancelled else { return }
        hasPlan = true
        reconnect()
        handle(.plan(plan))
      } catch {
        guard !Task.isCancelled else { return }
        // If the first poll is refused, later ones will be too.
        if error.kind != .unavailable, !hasPlan { return end(.failed(error)) }
        disconnect(error)
      }
      do { try await clock.sleep(options.pollInterval) } catch { return }
    }
  }

  private func disconnect(_ error: TripDispatchError) {
    guard !isDisconnected else { return }
    isDisconnected = true
    onEvent(.disconnected(error))
    resumeReportingWaiters()
  }

  private func reconnect() {
    guard isDisconnected else { return }
    isDisconnected = false
    onEvent(.reconnected)
  }

  private func startReporting() {
    guard reporting == nil, !machine.pending.isEmpty else { return }
    // Unstructured, because the vehicle does not wait for its reports.
    reporting = Task {
      await reportPending()
      reporting = nil
      resumeReportingWaiters()
    }
  }

  private func reportPending() async {
    while let progress = machine.pending.first, !Task.isCancelled {
      do throws(TripDispatchError) {
        try await dispatch.report(progress)
        reconnect()
        handle(.reported)
      } catch {
        guard !Task.isCancelled else { return }
        switch error.kind {
        case .unavailable:
          disconnect(error)
          do { try await clock.sleep(Self.retryInterval) } catch { return }
        case .refused:
          onEvent(.refused(progress, error))
          handle(.refused)
        case .notPermitted:
          onEvent(.reportingDenied(error))
          handle(.reportingDenied)
        }
      }
    }
  }

  /// Waits until all statuses are reported or the dispatch is disconnected.
  private func finishReporting() async {
    await withCheckedContinuation { continuation in
      if reporting != nil, !isDisconnected {
        reportingWaiters.append(continuation)
      } else {
        continuation.resume()
      }
    }
  }

  private func resumeReportingWaiters() {
    let waiters = reportingWaiters
    reportingWaiters = []
    for waiter in waiters { waiter.resume() }
  }
}
