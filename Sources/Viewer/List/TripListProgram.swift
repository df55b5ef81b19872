public import CellGrid
public import FleetEngine
public import RidesharingConsumer

/// Why a list of trips ended.
public enum TripListEnding: ScreenEnding, Hashable {
  /// The user opened a trip, by its full name; the list can be run again.
  case open(String)
  /// The user quit, or the terminal was closed.
  case quit
  /// The user pressed Ctrl-C.
  case interrupted
  /// The program that runs the list stopped it.
  case stopped
}

/// A change that a list of trips has received.
public enum TripListReport: Sendable {
  /// A trip, by its full name.
  case trip(String, Trip)
  /// The polling status of a trip, by its full name.
  case polling(String, PollingStatus)
  /// The polling status of the vehicle.
  case vehicle(PollingStatus)
}

/// The list of several trips, the most urgent first.
///
/// It subscribes to each trip when it is added, whether or not it is on the screen, and sets each
/// trip's urgency in the scheduler.
@MainActor
public final class TripListProgram: ScreenProgram {
  /// The shortest time between two redraws for responses, with few trips and with many.
  private static let pauses: (few: Duration, many: Duration) = (.milliseconds(250), .seconds(1))
  /// More trips than this are many.
  private static let many = 50

  /// The settings, with the changes by keys.
  public var settings: ViewerSettings
  /// Polls the vehicle as soon as possible.
  public var askForVehicle: () -> Void = {}
  /// Called with every change.
  public var onReport: ((TripListReport) -> Void)?
  /// The trip that is open elsewhere, which is polled there.
  public private(set) var openTrip: String?
  let scheduler: TripScheduler
  let screen: any Screen
  let clock: ServiceClock
  var state: TripListState
  /// The state with all changes, while the screen is paused.
  var live: TripListState?
  var watchers: [String: (model: TripModel, watcher: TripWatcher)] = [:]
  /// The number of updates of each trip that the vehicle no longer has, until the next update.
  var leaving: [String: Int] = [:]
  /// Whether the order is up to date.
  var isArranged = false
  private var loop: ProgramLoop<TripListEvent>?
  var ending: TripListEnding?

  /// Creates a list without trips.
  public init(
    scheduler: TripScheduler,
    vehicle: VehicleName? = nil,
    screen: any Screen,
    clock: ServiceClock,
    settings: ViewerSettings
  ) {
    self.scheduler = scheduler
    self.screen = screen
    self.clock = clock
    self.settings = settings
    state = TripListState(
      vehicle: vehicle.map {
        TripListState.FollowedVehicle(name: $0.description, vehicleID: $0.vehicleID)
      },
      keys: settings.keys
    )
    state.mouse.isOn = settings.reportsMouse
  }

  /// Lists a trip and begins to poll it; returns whether there was room for it.
  @discardableResult
  public func add(_ name: String) -> Bool {
    guard watchers[name] == nil else { return true }
    guard let model = scheduler.follow(name) else { return false }
    change { $0.add(ListedTrip(name: name, trip: model.currentTrip, polling: model.polling)) }
    let tripName = model.tripName
    let watcher = TripWatcher { [weak self] in self?.apply($0, to: tripName) }
    watchers[name] = (model, watcher)
    model.register(watcher)
    wake()
    return true
  }

  /// Shows the list until the user opens a trip, quits or ``stop()`` is called.
  public func run() async -> TripListEnding {
    let loop = ProgramLoop<TripListEvent>(screen: screen, clock: clock)
    self.loop = loop
    closeTrip()
    if case .open = ending { ending = nil }
    if state.isPaused {
      // A user who returns from a trip wants to see the present state.
      resume()
      state.notice = nil
    }
    _ = state.resize(to: await screen.size())
    isArranged = false
    loop.show(draw())
    let ending = await run(loop)
    self.loop = nil
    return ending
  }

  /// Ends the list from outside, for example after a signal.
  public func stop() {
    if ending == nil { ending = .stopped }
    loop?.mailbox.post(.tick)
  }

  /// Stops polling a trip that is opened elsewhere, and polls the one before again.
  public func openElsewhere(_ name: String) {
    closeTrip()
    openTrip = name
    scheduler.setUrgency(.byItself, of: name)
  }

  /// One line about the trips for the shell, to be printed after the screen is closed.
  public var farewell: SafeText {
    let (trips, attention) = (current.trips, current.attentionCount)
    let ended = trips.count { $0.isEnded }
    let parts = [
      Catalogue.count(trips.count, "trip"),
      attention > 0 ? Catalogue.attention(attention) : nil, ended > 0 ? "\(ended) ended" : nil,
    ]
    return SafeText(parts.compactMap { $0 }.joined(separator: ", "))
  }

  private func closeTrip() {
    guard let name = openTrip else { return }
    openTrip = nil
    state.mouse = MouseState(isOn: settings.reportsMouse)
    if let trip = current[name] { scheduler.setUrgency(trip.rank.urgency, of: name) }
  }

  func wake() {
    let pause = state.trips.count > Self.many ? Self.pauses.many : Self.pauses.few
    loop?.wakeForMap(after: pause) { [weak self] in self?.loop?.mailbox.post(.tick) }
  }

  func apply(_ event: TripListEvent) async {
    guard case .input(let input) = event else {
      isArranged = false
      return
    }
    let wasPaused = state.isPaused
    let moment = moment(loop)
    let commands = state.apply(input, at: moment)
    if state.isPaused, live == nil {
      live = state
      live?.pausedAt = nil
    } else if !state.isPaused {
      resume()
    }
    switch input {
    // A key or a click does not change the order, except for a filter in the state itself.
    case .key, .mouse: if state.isPaused != wasPaused { isArranged = false }
    case .paste, .resize, .endOfInput, .resumed, .terminal: isArranged = false
    }
    for command in commands { await perform(command, now: moment.now) }
    if case .terminal(let answer) = input { settings.apply(answer) }
  }

  private func perform(_ command: TripListCommand, now: Duration) async {
    switch command {
    case .action(let action): await perform(action, now: now)
    case .open(let name): ending = .open(name)
    case .poll(let name): scheduler.askNow(name)
    case .pollVehicle: askForVehicle()
    case .setMouse(let isOn): await screen.setMouse(isOn)
    case .copy(let text): await copy(text, now: now)
    }
  }

  func draw() -> Drawing {
    let (now, wall) = (clock.monotonicNow(), clock.wallNow())
    state.expireNotice(now: now)
    if !isArranged { arrange(now: now, wall: wall) }
    return Canvas(
      state: state,
      settings: settings,
      now: state.pausedAt?.now ?? now,
      wall: state.pausedAt?.wall ?? wall
    ).drawn().drawing
  }

  private func arrange(now: Duration, wall: Timestamp) {
    let turn = scheduler.turn
    change {
      $0.turn = turn
      $0.arrange(now: now, wall: wall)
    }
    if state.isPaused { state.arrange(now: now, wall: wall) }
    let current = current
    // By index, because copying a thousand trips is slow.
    for place in current.trips.indices {
      scheduler.setUrgency(current.trips[place].rank.urgency, of: current.trips[place].name)
    }
    isArranged = true
  }

  var timeToNextChange: Duration? {
    let isOver = state.vehicle == nil && state.trips.allSatisfy(\.isEnded)
    if isOver || state.isPaused {
      let moments = [state.notice?.until, state.isPaused ? nil : state.nextMove]
      let next = moments.compactMap { $0 }.min()
      return next.map { max(.milliseconds(10), $0 - clock.monotonicNow()) }
    }
    return timeToNextSecond
  }
}
