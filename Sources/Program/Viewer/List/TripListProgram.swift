public import CellGrid
public import ConsumerMap
public import FleetEngine
public import Geo
public import RidesharingConsumer

/// The list of several trips, the most urgent first, and one map of their vehicles.
///
/// It subscribes to each trip when it is added, whether or not it is on the screen.
@MainActor public final class TripListProgram: ScreenProgram {
  /// The shortest time between two redraws for responses, with few trips and with many.
  private static let pauses: (few: Duration, many: Duration) = (.milliseconds(250), .seconds(1))
  /// More trips than this are many.
  private static let many = 50

  /// The settings, with the changes by keys.
  public var settings: ViewerSettings
  /// Shows a base map that covers the vehicles, and returns a tip if there is none.
  public var chooseMap: (@MainActor @Sendable ([Coordinate]) async -> String?)?
  /// Reads the last lines of the program's log; nil without one.
  public var readLog: (@Sendable () async -> [SafeText])?
  /// Polls the vehicle as soon as possible.
  public var askForVehicle: () -> Void = {}
  /// Called with every change.
  public var onEvent: ((TripEvent) -> Void)?
  /// The trip that is open elsewhere, which is polled there.
  public private(set) var openTrip: String?
  let scheduler: TripScheduler?
  /// The server whose whole fleet is listed; nil for trips that are polled.
  let feed: FleetFeed?
  let screen: any Screen
  let clock: ServiceClock
  let mapView: MapView
  /// Whether a base map is being chosen.
  var isChoosingMap = false
  var state: TripListState
  /// The state with all changes, while the screen is paused.
  var live: TripListState?
  var models: [String: TripModel] = [:]
  private var watcher: TripWatcher?
  var leaving = LeavingTrips()
  /// Whether the order is up to date.
  var isArranged = false
  private var loop: ProgramLoop<Never>?
  var ending: ScreenEnding?

  /// Creates a list without trips.
  ///
  /// The map may be used by others while the list does not run.
  public init(
    scheduler: TripScheduler, vehicle: VehicleName? = nil, mapView: MapView, screen: any Screen,
    clock: ServiceClock, settings: ViewerSettings
  ) {
    self.scheduler = scheduler
    feed = nil
    self.mapView = mapView
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

  /// Creates a list of all trips and vehicles of a server in this process.
  ///
  /// The map may be used by others while the list does not run.
  public init(
    feed: FleetFeed, mapView: MapView, screen: any Screen, clock: ServiceClock,
    settings: ViewerSettings
  ) {
    self.feed = feed
    scheduler = nil
    self.mapView = mapView
    self.screen = screen
    self.clock = clock
    self.settings = settings
    state = TripListState(keys: settings.keys)
    state.fleet = FleetState(feed)
    state.mouse.isOn = settings.reportsMouse
  }

  deinit {
    // The scheduler's models do not poll by themselves, and would not notice.
    guard let watcher else { return }
    for model in models.values { model.unregisterSubscriber(watcher) }
  }

  /// Lists a trip and begins to poll it; returns whether there was room for it.
  @discardableResult public func add(_ name: String) -> Bool {
    guard models[name] == nil else { return true }
    guard let model = scheduler?.follow(name) else { return false }
    change { $0.add(ListedTrip(name: name, trip: model.currentTrip, polling: model.polling)) }
    let watcher = self.watcher ?? TripWatcher { [weak self] in self?.apply($0) }
    self.watcher = watcher
    models[name] = model
    model.register(watcher)
    wake()
    return true
  }

  /// Lists these trips and no others, as a list that was read again has them.
  public func replace(with names: [String]) {
    let wanted = Set(names)
    let removed = Set(current.trips.map(\.name)).subtracting(wanted)
    let before = current.trips.count - removed.count
    remove(removed)
    let hasRoom = names.map { add($0) }.allSatisfy(\.self)
    let added = current.trips.count - before
    if !hasRoom { return sayFull() }
    say("The list has changed: \(added) added, \(removed.count) removed.")
    wake()
  }

  /// Removes a trip from the list.
  public func remove(_ name: String) {
    remove([name])
    wake()
  }

  /// Shows the list until the user opens a trip, quits or ``stop()`` is called.
  public func run() async -> ScreenEnding {
    let loop = ProgramLoop<Never>(screen: screen, clock: clock)
    self.loop = loop
    if openTrip != nil { state.keepSelection() }
    closeTrip()
    showMap()
    if case .open = ending { ending = nil }
    if state.isPaused {
      // A user who returns from a trip wants to see the present state.
      resume()
      state.notice = nil
    }
    _ = state.resize(to: await screen.size())
    isArranged = false
    state.hasLog = readLog != nil
    loop.show(picture())
    let watch = feed.map(watchFleet)
    let ending = await run(loop)
    watch?.cancel()
    self.loop = nil
    mapView.onChange = nil
    return ending
  }

  /// Redraws when all awaited tiles of the view are there, and else once in the time of a frame.
  func wakeForMap() {
    loop?.wakeForMap(after: mapView.hasAwaitedTiles ? .zero : settings.frameTime) { [weak self] in
      self?.post(.tick)
    }
  }

  /// Ends the list from outside, for example after a signal.
  public func stop() { endFromOutside() }

  func post(_ event: ScreenEvent<Never>) { loop?.mailbox.post(event) }

  /// Stops polling a trip that is opened elsewhere, and polls the one before again.
  public func openElsewhere(_ name: String) {
    closeTrip()
    openTrip = name
    scheduler?.setUrgency(.byItself, of: name)
  }

  /// One line about the trips for the shell, to be printed after the screen is closed.
  public var farewell: SafeText {
    let trips = current.trips.filter { $0.vehicle == nil }
    let attention = current.attentionCount
    let ended = trips.count { $0.isEnded }
    let parts = [
      ViewerText.count(trips.count, "trip"), attention > 0 ? ViewerText.attention(attention) : nil,
      ended > 0 ? "\(ended) ended" : nil,
    ]
    return SafeText(parts.compactMap { $0 }.joined(separator: ", "))
  }

  private func closeTrip() {
    guard let name = openTrip else { return }
    openTrip = nil
    state.mouse = MouseState(isOn: settings.reportsMouse)
    scheduler?.setUrgency(nil, of: name)
  }

  func wake() {
    let pause = state.trips.count > Self.many ? Self.pauses.many : Self.pauses.few
    loop?.wakeForMap(after: pause) { [weak self] in self?.post(.tick) }
  }

  func apply(_ event: ScreenEvent<Never>) async {
    let wasPaused = state.isPaused
    let moment = moment(loop)
    let commands = state.apply(event, at: moment)
    guard case .input(let input) = event else {
      isArranged = false
      return
    }
    if state.isPaused, live == nil {
      live = state
      live?.pausedAt = nil
    } else if !state.isPaused {
      resume()
    }
    switch input {
    // A key or a click does not change the order, except for a filter in the state itself.
    case .key, .mouse: if state.isPaused != wasPaused { isArranged = false }
    case .paste, .resize, .endOfInput, .resumed, .focus, .terminal: isArranged = false
    }
    for command in commands { await perform(command, now: moment.now) }
    if case .terminal(let answer) = input { settings.apply(answer) }
  }

  private func perform(_ command: TripListCommand, now: Duration) async {
    switch command {
    case .screen(let action): await perform(action, now: now)
    case .open(let name): ending = .open(name)
    case .poll(let name): scheduler?.pollNow(name)
    case .pollVehicle: askForVehicle()
    case .copy(let text): await copy(text, now: now)
    case .look(let camera): mapView.moveCamera(to: camera)
    case .playFault(let index): await playFault(index, now: now)
    }
  }

  func advance(now: Duration, wall: Timestamp) {
    state.expireNotice(now: now)
    if !isArranged { arrange(now: now, wall: wall) }
    advanceMap(now: now)
  }

  func shown(
    now: Duration, wall: Timestamp
  ) -> (state: TripListState, now: Duration, wall: Timestamp) {
    (state, state.pausedAt?.now ?? now, state.pausedAt?.wall ?? wall)
  }

  private func arrange(now: Duration, wall: Timestamp) {
    change { $0.arrange(now: now, wall: wall) }
    if state.isPaused { state.arrange(now: now, wall: wall) }
    isArranged = true
  }

  var timeToNextChange: Duration? {
    let now = clock.monotonicNow()
    let map = state.map?.nextChange.map { max(settings.frameTime, $0 - now) }
    // A fleet's updates come by themselves.
    let isOver = feed != nil || state.vehicle == nil && state.trips.allSatisfy(\.isEnded)
    if isOver || state.isPaused {
      let moments = [state.notice?.until, state.isPaused ? nil : state.nextMove]
      let next = moments.compactMap { $0 }.min().map { max(.milliseconds(10), $0 - now) }
      return [next, map].compactMap { $0 }.min()
    }
    return min(timeToNextSecond, map ?? .seconds(1))
  }
}

extension TripListProgram {
  /// Applies a response about the vehicle's trips.
  ///
  /// Trips that are over stay in the list; trips that the vehicle no longer has are removed.
  public func apply(_ answer: VehicleWatch.Outcome, _ polling: PollingStatus, providerID: String) {
    onEvent?(.vehicle(answer, polling))
    change { $0.vehicle?.polling = polling }
    if case .success(let vehicle) = answer {
      // The card of the next failure is shown again.
      change {
        $0.vehicle?.isKnown = true
        $0.isCardHidden = false
      }
      let names = vehicle.currentTripIDs.compactMap {
        (try? TripName(providerID: providerID, tripID: $0))?.description
      }
      let active = Set(names)
      makeRoom(for: active.count { current[$0] == nil })
      if !names.allSatisfy({ add($0) }) { sayFull() }
      let running = current.trips.lazy.filter { !$0.isEnded }
        .map { (name: $0.name, updates: $0.polling.totalUpdates) }
      for name in leaving.keep(active, of: running) { scheduler?.pollNow(name) }
    }
    wake()
  }

  /// The state with all changes, also while the screen is paused.
  var current: TripListState { live ?? state }

  /// Changes the current state, without a copy of all trips.
  func change(_ change: (inout TripListState) -> Void) {
    isArranged = false
    guard var live else { return change(&state) }
    // A single owner avoids a copy.
    self.live = nil
    change(&live)
    self.live = live
  }

  private func sayFull() {
    say("No more than \(TripScheduler.maximumTrips) trips are followed at once.")
  }

  /// Shows a notice.
  public func say(_ text: String) { change { $0.say(text, now: clock.monotonicNow()) } }

  /// Shows the changes since the screen was paused.
  func resume() {
    guard var new = live else { return }
    new.adoptPosition(of: state)
    (state, live) = (new, nil)
  }

  private func apply(_ event: TripEvent) {
    onEvent?(event)
    switch event {
    case .trip(let name, let trip): change { $0.change(name) { $0.trip = trip } }
    case .polling(let name, let polling):
      change { $0.change(name) { $0.polling = polling } }
      if !polling.isPolling { removeIfLeft(name, polling) }
    case .vehicle, .left: break
    }
    wake()
  }

  /// Removes a trip that the vehicle no longer has, once the last response about it was received.
  private func removeIfLeft(_ name: String, _ polling: PollingStatus) {
    guard leaving.hasLeft(name, after: polling.totalUpdates), let listed = current[name],
      listed.trip != nil, !listed.isEnded
    else { return }
    remove([name])
    say("\(listed.tripID) left the vehicle.")
  }

  private func remove(_ names: Set<String>) {
    for name in names {
      if let model = models.removeValue(forKey: name), let watcher {
        model.unregisterSubscriber(watcher)
      }
      scheduler?.leave(name)
      onEvent?(.left(name))
    }
    change { $0.remove(names) }
  }

  /// Removes the oldest trips that are over, to make room for new ones.
  private func makeRoom(for count: Int) {
    let surplus = current.trips.count + count - TripScheduler.maximumTrips
    guard surplus > 0 else { return }
    let ended = current.trips.lazy.filter { $0.isEnded && $0.name != self.openTrip }.prefix(surplus)
    let names = Set(ended.map(\.name))
    if !names.isEmpty { remove(names) }
  }
}
