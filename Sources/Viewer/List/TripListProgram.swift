public import CellGrid
public import FleetEngine
public import RidesharingConsumer

/// The list of several trips: what somebody has to look at comes first.
///
/// It hears of its trips from the first one that is added on, whether or not it is on the screen, and
/// tells the scheduler how soon each is to be asked for. As in the viewer all that happens meets in
/// one mailbox; the loop takes what waits, applies it to one state and draws once.
@MainActor
public final class TripListProgram: ScreenProgram {
  /// The shortest time between two pictures that only answers bring, with few trips and with many.
  private static let pauses: (few: Duration, many: Duration) = (.milliseconds(250), .seconds(1))
  /// The number of trips from which on they are many.
  private static let many = 50

  /// Hears of one trip.
  final class Listener: TripModelSubscriber {
    private let onChange: (TripModel, Trip?, PollingStatus?) -> Void

    init(onChange: @escaping (TripModel, Trip?, PollingStatus?) -> Void) {
      self.onChange = onChange
    }

    func tripModel(
      _ tripModel: TripModel,
      didUpdate trip: Trip?,
      updatedPropertyFields: TripPropertyFields
    ) {
      onChange(tripModel, trip, nil)
    }

    func tripModel(_ tripModel: TripModel, didUpdate polling: PollingStatus) {
      onChange(tripModel, nil, polling)
    }
  }

  /// What the user and the terminal decide, as keys have changed it.
  public var settings: ViewerSettings
  /// Asks for the vehicle at the next opportunity.
  public var askForVehicle: () -> Void = {}
  /// Told of all that is heard, beside the screen.
  public var onReport: ((TripListReport) -> Void)?
  /// The trip that is open elsewhere, which asks for itself; nil for none.
  public private(set) var openTrip: String?
  let scheduler: TripScheduler
  let screen: any Screen
  let clock: ServiceClock
  /// What is on the screen.
  var state: TripListState
  /// What was heard since, while the screen stands still; nil while it does not.
  var live: TripListState?
  var listeners: [String: (model: TripModel, listener: Listener)] = [:]
  /// The trips that are no longer the vehicle's, until the last answer about them.
  var leaving: [String: Int] = [:]
  /// Whether nothing has changed the list's order since it was arranged last.
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
    guard listeners[name] == nil else { return true }
    guard let model = scheduler.follow(name) else { return false }
    hear { $0.add(ListedTrip(name: name, trip: model.currentTrip, polling: model.polling)) }
    let listener = Listener { [weak self] in self?.apply($0.tripName, $1, $2) }
    listeners[name] = (model, listener)
    model.register(listener)
    wake()
    return true
  }

  /// Shows the list until the user opens a trip, quits or ``stop()`` is called; returns why it
  /// ended.
  public func run() async -> TripListEnding {
    let loop = ProgramLoop<TripListEvent>(screen: screen, clock: clock)
    self.loop = loop
    closeTrip()
    if case .open = ending { ending = nil }
    if state.isPaused {
      // Who comes back from a trip wants to see how all are.
      resume()
      state.notice = nil
    }
    state.resize(to: await screen.size())
    isArranged = false
    loop.show(draw())
    let ending = await run(loop)
    self.loop = nil
    settings.reportsMouse = state.mouse.isOn
    return ending
  }

  /// Ends the list from outside, as for a signal.
  public func stop() {
    if ending == nil { ending = .stopped }
    loop?.mailbox.post(.tick)
  }

  /// Leaves a trip of the list to itself, because it is seen alone, and takes the one before back.
  public func openElsewhere(_ name: String) {
    closeTrip()
    openTrip = name
    scheduler.setUrgency(.byItself, of: name)
  }

  /// What became of all in one line for the shell.
  public var farewell: SafeText {
    let state = heard
    return SafeText(
      Catalogue.listSummary(
        state.trips.count,
        attention: state.attentionCount,
        ended: state.trips.count { $0.isEnded }
      )
    )
  }

  private func closeTrip() {
    guard let name = openTrip else { return }
    openTrip = nil
    state.mouse = MouseState(isOn: settings.reportsMouse)
    if let trip = heard[name] { scheduler.setUrgency(trip.rank.urgency, of: name) }
  }

  /// Draws anew before long, however many answers come until then.
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
    let (now, wall) = (clock.monotonicNow(), clock.wallNow())
    let moment = InputMoment(now: now, wall: wall, settings: settings, hits: loop?.hits ?? [])
    let commands = state.apply(input, at: moment)
    if state.isPaused, live == nil {
      live = state
      live?.stillAt = nil
    } else if !state.isPaused {
      resume()
    }
    switch input {
    // A key or a click chooses, and changes no order; the state does that itself for a filter.
    case .key, .mouse: if state.isPaused != wasPaused { isArranged = false }
    case .paste, .resize, .endOfInput, .resumed, .terminal: isArranged = false
    }
    for command in commands { await perform(command, now: now) }
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

  func say(_ text: String, now: Duration) { state.say(text, now: now) }

  func draw() -> Drawing {
    let (now, wall) = (clock.monotonicNow(), clock.wallNow())
    state.expireNotice(now: now)
    if !isArranged { arrange(now: now, wall: wall) }
    let drawn = TripListFrame.drawn(
      state,
      settings: settings,
      now: state.stillAt?.now ?? now,
      wall: state.stillAt?.wall ?? wall
    )
    return Drawing(frame: settings.colored(drawn.frame), hits: drawn.hits)
  }

  private func arrange(now: Duration, wall: Timestamp) {
    let turn = scheduler.turn
    hear {
      $0.turn = turn
      $0.arrange(now: now, wall: wall)
    }
    if state.isPaused { state.arrange(now: now, wall: wall) }
    let heard = heard
    // By index, because copying a thousand trips is slow.
    for place in heard.trips.indices {
      scheduler.setUrgency(heard.trips[place].rank.urgency, of: heard.trips[place].name)
    }
    isArranged = true
  }

  /// How long the picture stays as it is by itself; nil for good.
  var timeToNextChange: Duration? {
    let isOver = state.vehicle == nil && state.trips.allSatisfy(\.isEnded)
    if isOver || state.isPaused {
      let moments = [state.notice?.until, state.isPaused ? nil : state.nextMove]
      let next = moments.compactMap { $0 }.min()
      return next.map { max(.milliseconds(10), $0 - clock.monotonicNow()) }
    }
    let nanoseconds = Int64(clock.wallNow().nanoseconds)
    return .nanoseconds(max(1_000_000, 1_000_000_000 - nanoseconds))
  }
}
