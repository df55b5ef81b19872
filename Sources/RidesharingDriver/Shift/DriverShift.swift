public import FleetEngine
internal import Geo

/// A driver's shift: takes a vehicle online, waits for trips and drives them one after another.
///
/// It polls a dispatch for what there is to do, also while it drives, so that what changes on the way
/// is followed; and it tells the dispatch each status, as Google's sample driver does. A status is
/// told before the route that belongs to it is reported. Source: contract 6.2, 7.1 and 8.4.
@MainActor
public final class DriverShift: RoadSnappedLocationProviderListener {
  private static let betweenRetries: Duration = .seconds(2)
  /// How much farther than where it arrived a vehicle has to be to have driven away, in metres.
  private static let awayDistance = Navigator.arrivalDistanceInMeters + 25

  private let dispatch: any TripDispatch
  private let reader: PlanReader
  private let reporter: VehicleReporter
  let driver: SimulatedDriver
  let clock: ServiceClock
  let movement: Movement
  private let options: ShiftOptions
  let onEvent: @MainActor (ShiftEvent) -> Void

  private var machine: ShiftMachine
  var place: Coordinate?
  var heading: Double?
  var ending: Ending?
  private var waiter: CheckedContinuation<Ending, Never>?
  private var tellingWaiters: [CheckedContinuation<Void, Never>] = []
  private var isLost = false
  private var hasPlan = false
  var moving: Task<Void, Never>?
  var routing: Task<Void, Never>?
  private var polling: Task<Void, Never>?
  private var telling: Task<Void, Never>?
  private var timer: (end: Duration, task: Task<Void, Never>)?

  /// Creates a shift that does not begin yet.
  public init(
    dispatch: any TripDispatch,
    reporter: VehicleReporter,
    driver: SimulatedDriver,
    movement: Movement,
    clock: ServiceClock,
    options: ShiftOptions = ShiftOptions(),
    onEvent: @escaping @MainActor (ShiftEvent) -> Void = { _ in }
  ) {
    self.dispatch = dispatch
    reader = PlanReader(dispatch)
    self.reporter = reporter
    self.driver = driver
    self.movement = movement
    self.clock = clock
    self.options = options
    self.onEvent = onEvent
    machine = ShiftMachine(dwell: options.dwell, rest: options.rest)
  }

  /// The trips that were driven to their end.
  public var completedTrips: Int { machine.completed }
  /// The trips that were cancelled or given to another vehicle.
  public var leftTrips: Int { machine.left }
  /// The statuses that nobody has taken yet, in order.
  public var untoldProgress: [TripProgress] { machine.pending }

  /// Goes on until there is nothing more to do or the task is cancelled.
  ///
  /// However the shift ends, the vehicle is taken offline with a last update, which is awaited.
  ///
  /// - Returns: Why the shift is over.
  public func run() async -> Ending {
    driver.provider.add(reporter)
    driver.provider.add(self)
    reporter.locationTrackingEnabled = true
    reporter.update(.online)
    onEvent(.waiting)
    startMoving()
    // Not children of this task: they end with the shift, whatever they wait for.
    polling = Task { await poll() }
    let ending = await withTaskCancellationHandler {
      await firstEnding()
    } onCancel: {
      Task { await end(.cancelled) }
    }
    for task in [moving, routing, polling, timer?.task] { task?.cancel() }
    // The last trip's end is told, unless the shift is broken off.
    if ending != .cancelled { await toldOrLost() }
    telling?.cancel()
    driver.navigator.clearDestinations()
    reporter.locationTrackingEnabled = false
    await reporter.finishPendingUpdates()
    driver.provider.remove(self)
    return ending
  }

  /// Takes a new location of the vehicle.
  public func locationProvider(
    _ provider: RoadSnappedLocationProvider,
    didUpdate location: VehicleLocation
  ) {
    guard let place = location.location else { return }
    let isFirst = self.place == nil
    self.place = place
    heading = location.heading.map(Double.init) ?? heading
    // A simulated vehicle is there at the end of its way.
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
      if place.meters(to: stop.place) > Self.awayDistance { handle(.droveAway) }
    }
  }

  private func firstEnding() async -> Ending {
    if let ending { return ending }
    return await withCheckedContinuation { waiter = $0 }
  }

  func end(_ ending: Ending) {
    guard self.ending == nil else { return }
    self.ending = ending
    waiter?.resume(returning: ending)
    waiter = nil
  }

  func handle(_ event: ShiftMachine.Event) {
    for action in machine.handle(event, now: clock.monotonicNow()) {
      switch action {
      case .say(let event): onEvent(event)
      case .guide(let stop): if ending == nil { guide(to: stop) }
      case .stand: if ending == nil { stand() }
      }
    }
    startTelling()
    setTimer()
    if let most = options.mostTrips, machine.completed + machine.left >= most { end(.tripsEnded) }
  }

  private func setTimer() {
    guard timer?.end != machine.wakeAt else { return }
    timer?.task.cancel()
    timer = machine.wakeAt.map { end in
      // Not structured: the stop may be left before its time is over.
      let task = Task {
        do { try await clock.sleep(max(end - clock.monotonicNow(), .zero)) } catch { return }
        if !Task.isCancelled { handle(.waited) }
      }
      return (end, task)
    }
  }

  // MARK: Asking

  private func poll() async {
    while !Task.isCancelled {
      do throws(TripDispatchError) {
        let plan = try await reader.read()
        guard !Task.isCancelled else { return }
        hasPlan = true
        find()
        handle(.plan(plan))
      } catch {
        guard !Task.isCancelled else { return }
        // Who was never given an answer will not be given one by asking again.
        if error.kind != .unavailable, !hasPlan { return end(.failed(error)) }
        lose(error)
      }
      do { try await clock.sleep(options.pollInterval) } catch { return }
    }
  }

  private func lose(_ error: TripDispatchError) {
    guard !isLost else { return }
    isLost = true
    onEvent(.lost(error))
    resumeTellingWaiters()
  }

  private func find() {
    guard isLost else { return }
    isLost = false
    onEvent(.found)
  }

  // MARK: Telling

  private func startTelling() {
    guard telling == nil, !machine.pending.isEmpty else { return }
    // Not structured: what is told need not be waited for.
    telling = Task {
      await tellAll()
      telling = nil
      resumeTellingWaiters()
    }
  }

  private func tellAll() async {
    while let progress = machine.pending.first, !Task.isCancelled {
      do throws(TripDispatchError) {
        try await dispatch.tell(progress)
        find()
        handle(.told)
      } catch {
        guard !Task.isCancelled else { return }
        switch error.kind {
        case .unavailable:
          lose(error)
          do { try await clock.sleep(Self.betweenRetries) } catch { return }
        case .refused:
          onEvent(.refused(progress, error))
          handle(.refused)
        case .notPermitted:
          onEvent(.mayNotTell(error))
          handle(.mayNotTell)
        }
      }
    }
  }

  /// Waits until everything is told, or until it is clear that it cannot be told now.
  func toldOrLost() async {
    guard telling != nil, !isLost else { return }
    await withCheckedContinuation { tellingWaiters.append($0) }
  }

  private func resumeTellingWaiters() {
    let waiters = tellingWaiters
    tellingWaiters = []
    for waiter in waiters { waiter.resume() }
  }
}
