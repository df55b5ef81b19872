public import CellGrid
public import FleetEngine
public import RidesharingConsumer

/// Why a list of trips was left.
public enum TripListEnding: Sendable, Hashable {
  /// The user opened a trip, by its full name; the list can be run again.
  case open(String)
  /// The user quit, or the terminal went away.
  case quit
  /// The user pressed Ctrl-C.
  case interrupted
  /// The program that runs the list asked for it.
  case stopped
}

/// The list of several trips: what somebody has to look at comes first.
///
/// It hears of its trips from the first one that is added on, whether or not it is on the screen, and
/// tells the scheduler how soon each is to be asked for. As in the viewer all that happens meets in
/// one mailbox; the loop takes what waits, applies it to one state and draws once.
@MainActor
public final class TripListProgram {
  /// The shortest time between two pictures that only answers bring, with few trips and with many.
  private static let pauses: (few: Duration, many: Duration) = (.milliseconds(250), .seconds(1))
  /// The number of trips from which on they are many.
  private static let many = 50

  /// Hears of one trip.
  private final class Listener: TripModelSubscriber {
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
  /// The trip that is open elsewhere, which asks for itself; nil for none.
  public private(set) var openTrip: String?
  private let scheduler: TripScheduler
  private let screen: any Screen
  private let clock: ServiceClock
  private var state: TripListState
  private var listeners: [String: (model: TripModel, listener: Listener)] = [:]
  /// The trips that are no longer the vehicle's, until the last answer about them.
  private var leaving: [String: Int] = [:]
  private var loop: ProgramLoop<TripListEvent>?
  private var ending: TripListEnding?

  /// Creates a list without trips.
  ///
  /// - Parameters:
  ///   - scheduler: What asks for the trips.
  ///   - vehicle: The vehicle whose trips they are; nil for trips that were named.
  ///   - screen: Where to draw and where keys come from.
  ///   - clock: The times that it lives by; the scheduler's.
  ///   - settings: What the user and the terminal decide.
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

  /// Lists a trip and begins to ask for it.
  ///
  /// - Parameter name: The full name.
  /// - Returns: Whether there was room for it.
  @discardableResult
  public func add(_ name: String) -> Bool {
    guard listeners[name] == nil else { return true }
    guard let model = scheduler.follow(name) else { return false }
    state.add(ListedTrip(name: name, trip: model.currentTrip, polling: model.polling))
    let listener = Listener { [weak self] in self?.take($0.tripName, $1, $2) }
    listeners[name] = (model, listener)
    model.register(listener)
    wake()
    return true
  }

  /// Takes over which trips the vehicle has now, or why that is not known.
  ///
  /// Those that are over stay to be seen; those that have become another's leave.
  ///
  /// - Parameters:
  ///   - result: The vehicle's answer.
  ///   - providerID: Whose trips they are.
  public func take(_ result: Result<Vehicle, FleetEngineError>, providerID: String) {
    switch result {
    case .failure(let error): state.vehicle?.problem = error
    case .success(let vehicle):
      state.vehicle?.problem = nil
      state.vehicle?.isKnown = true
      let names = vehicle.currentTripIDs.compactMap {
        (try? TripName(providerID: providerID, tripID: $0))?.description
      }
      let active = Set(names)
      for name in names {
        leaving[name] = nil
        if !add(name), !(makeRoom() && add(name)) {
          state.say(Catalogue.noRoom(TripScheduler.maximumTrips), now: clock.monotonicNow())
        }
      }
      for trip in state.trips
      where !active.contains(trip.name) && !trip.isEnded && leaving[trip.name] == nil {
        leaving[trip.name] = trip.polling.totalUpdates
        scheduler.askNow(trip.name)
      }
    }
    wake()
  }

  /// Shows the list until the user opens a trip, quits or ``stop()`` is called.
  ///
  /// - Returns: Why it ended.
  public func run() async -> TripListEnding {
    let loop = ProgramLoop<TripListEvent>(screen: screen, clock: clock)
    self.loop = loop
    closeTrip()
    if case .open = ending { ending = nil }
    state.resize(to: await screen.size())
    loop.show(draw())
    await loop.run(input: { .input($0) }) {
      while ending == nil {
        loop.wake(after: timeToNextChange, with: .tick)
        for event in await loop.mailbox.next() where ending == nil {
          if case .input(let input) = event { await apply(input) }
        }
        loop.show(draw())
      }
    }
    self.loop = nil
    settings.reportsMouse = state.mouse.isOn
    return ending ?? .stopped
  }

  /// Ends the list from outside, as for a signal.
  public func stop() {
    if ending == nil { ending = .stopped }
    loop?.mailbox.post(.tick)
  }

  /// Leaves a trip of the list to itself, because it is seen alone, and takes the one before back.
  ///
  /// - Parameter name: The full name; one that is not listed changes nothing else.
  public func noteOpen(_ name: String) {
    closeTrip()
    openTrip = name
    scheduler.setUrgency(.byItself, of: name)
  }

  /// What became of all in one line for the shell.
  public var farewell: SafeText {
    SafeText(
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
    state.mouse = MouseState()
    state.mouse.isOn = settings.reportsMouse
    if let trip = state[name] { scheduler.setUrgency(trip.rank.urgency, of: name) }
  }

  private func take(_ name: String, _ trip: Trip?, _ polling: PollingStatus?) {
    state.change(name) { listed in
      if let trip { listed.trip = trip }
      if let polling { listed.polling = polling }
    }
    if let polling, !polling.isPolling { leaveIfGone(name, polling) }
    setUrgency(of: name)
    wake()
  }

  /// Drops a trip that is another vehicle's by now, once the last answer about it is here.
  private func leaveIfGone(_ name: String, _ polling: PollingStatus) {
    guard let updates = leaving[name], polling.totalUpdates > updates else { return }
    leaving[name] = nil
    guard let listed = state[name], listed.trip != nil, !listed.isEnded else { return }
    remove(name)
    state.say(Catalogue.leftVehicle(listed.tripID), now: clock.monotonicNow())
  }

  private func remove(_ name: String) {
    if let known = listeners.removeValue(forKey: name) {
      known.model.unregisterSubscriber(known.listener)
    }
    scheduler.leave(name)
    state.remove(name)
  }

  /// Drops the oldest trip that is over.
  private func makeRoom() -> Bool {
    guard let oldest = state.trips.first(where: { $0.isEnded && $0.name != openTrip }) else {
      return false
    }
    remove(oldest.name)
    return true
  }

  /// Has a trip asked for as soon as its state asks for it.
  private func setUrgency(of name: String) {
    guard name != openTrip, let trip = state[name] else { return }
    let connection = trip.connection(
      turn: scheduler.turn,
      now: clock.monotonicNow(),
      wall: clock.wallNow()
    )
    scheduler.setUrgency(ListedTrip.Rank(connection.data).urgency, of: name)
  }

  /// Draws anew before long, however many answers come until then.
  private func wake() {
    let pause = state.trips.count > Self.many ? Self.pauses.many : Self.pauses.few
    loop?.wakeForMap(after: pause) { [weak self] in self?.loop?.mailbox.post(.tick) }
  }

  private func apply(_ input: InputEvent) async {
    let (now, wall) = (clock.monotonicNow(), clock.wallNow())
    for command in state.apply(input, now: now, wall: wall) { await perform(command, now: now) }
    if case .terminal(let answer) = input { settings.take(answer) }
  }

  private func perform(_ command: TripListCommand, now: Duration) async {
    switch command {
    case .quit: ending = .quit
    case .interrupt: ending = .interrupted
    case .open(let name): ending = .open(name)
    case .ask(let name): scheduler.askNow(name)
    case .redraw: await screen.invalidate()
    case .nextGlyphs: state.say(settings.goToNextGlyphs(), now: now)
    case .nextTheme: state.say(settings.goToNextTheme(), now: now)
    case .setMouse(let isOn): await screen.setMouse(isOn)
    case .copy(let text):
      // A trip's name may hold what a shell must not see.
      guard Clipboard.isPlain(text) else { return state.say(Catalogue.cannotCopy, now: now) }
      await screen.copy(SafeText(text))
      state.say(Catalogue.copied(text, isGuarded: settings.isClipboardGuarded), now: now)
    }
  }

  private func draw() -> Frame {
    let (now, wall) = (clock.monotonicNow(), clock.wallNow())
    if let notice = state.notice, notice.until <= now { state.notice = nil }
    state.turn = scheduler.turn
    state.arrange(now: now, wall: wall)
    for trip in state.trips { scheduler.setUrgency(trip.rank.urgency, of: trip.name) }
    let drawn = TripListFrame.drawn(state, settings: settings, now: now, wall: wall)
    state.hits = drawn.hits
    return settings.colored(drawn.frame)
  }

  /// How long the picture stays as it is by itself; nil for good.
  private var timeToNextChange: Duration? {
    let isOver = state.vehicle == nil && state.trips.allSatisfy(\.isEnded)
    if isOver {
      return state.notice.map { max(.milliseconds(10), $0.until - clock.monotonicNow()) }
    }
    let nanoseconds = Int64(clock.wallNow().nanoseconds)
    return .nanoseconds(max(1_000_000, 1_000_000_000 - nanoseconds))
  }
}
