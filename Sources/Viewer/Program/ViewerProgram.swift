public import CellGrid
public import ConsumerMap
public import FleetEngine
public import ProviderBackend
internal import HTTPMessages
public import RidesharingConsumer

/// The viewer: follows one trip on one screen until somebody ends it.
///
/// All that happens meets in one mailbox; the loop takes what waits, applies it to one ``ViewState``
/// and draws once.
@MainActor
public final class ViewerProgram: ScreenProgram {
  /// How long a ride that is over is still followed.
  static let pictureDelay: Duration = .seconds(4)

  /// What happened, with the trip that it is about; an event of no trip has none.
  struct Posted: ScreenEvent {
    let event: ViewEvent
    var tripNumber: Int?

    static func input(_ event: InputEvent) -> Posted { Posted(event: .input(event)) }
    static var tick: Posted { Posted(event: .tick) }
  }

  let mapView: MapView
  let screen: any Screen
  let clock: ServiceClock
  let booking: ProviderClient?
  let services: ViewerServices
  let loop: ProgramLoop<Posted>
  var model: TripModel
  var session: JourneySharingSession
  /// What the user and the terminal decide, as keys have changed it.
  public internal(set) var settings: ViewerSettings
  /// The same as they were at the start.
  public internal(set) var firstSettings: ViewerSettings
  var state: ViewState
  /// What is known of the ride on a paused screen.
  var frozen: (ride: RideState, now: Duration, wall: Timestamp)?
  var ending: ViewerEnding?
  /// How often the server was asked before the ride was over.
  var refreshInterval: Double?
  /// When the user last moved the map since the automatic camera went off with that; nil for while it
  /// is on, or off by its key.
  var movedAt: Duration?
  /// When the ride was over, until its session is hidden.
  var endedAt: Duration?
  /// Counts the trips that were followed, so that what is heard late of an old one is dropped.
  var tripNumber = 0
  private var watcher: TripWatcher?
  /// The trip that was booked here.
  private let bookedTrip: String?
  private var baseMapNotice = BaseMapNotice()

  /// Creates a viewer.
  ///
  /// - Parameters:
  ///   - model: The trip to follow.
  ///   - mapView: The map to show it on.
  ///   - screen: Where to draw and where keys come from.
  ///   - clock: The times that the viewer lives by; the same as the trip model's.
  ///   - settings: What the user and the terminal decide.
  ///   - booking: The backend at which the user booked the trip and can cancel it; nil for a trip that
  ///     is followed only.
  ///   - services: What the program around the viewer does for it.
  ///   - isFromList: Whether there is a list of trips to go back to.
  public init(
    model: TripModel,
    mapView: MapView,
    screen: any Screen,
    clock: ServiceClock,
    settings: ViewerSettings,
    booking: ProviderClient? = nil,
    services: ViewerServices = ViewerServices(),
    isFromList: Bool = false
  ) {
    self.booking = booking
    self.services = services
    self.model = model
    self.mapView = mapView
    self.screen = screen
    self.clock = clock
    (self.settings, firstSettings) = (settings, settings)
    loop = ProgramLoop(screen: screen, clock: clock)
    bookedTrip = booking == nil ? nil : model.tripName
    session = JourneySharingSession(tripModel: model)
    state = ViewState(
      ride: RideState(
        tripName: model.tripName,
        polling: model.polling,
        now: clock.monotonicNow(),
        isOwnBooking: booking != nil
      ),
      size: GridSize(columns: 0, rows: 0),
      keys: settings.keys
    )
    state.isFromList = isFromList
    state.unavailableActions = services.unavailableActions
    state.mouse.isOn = settings.reportsMouse
  }

  /// Follows the trip until the user quits or ``stop()`` is called.
  public func run() async -> ViewerEnding {
    state.size = await screen.size()
    mapView.isReducedMotion = settings.isMotionReduced
    mapView.worldSpeed = settings.speed
    mapView.consumerMapStyleCoordinator.onChange = { [loop] in loop.mailbox.post(.tick) }
    mapView.onChange = { [weak self] in self?.wakeForMap() }
    resizeMap()
    loop.show(draw())
    watch()
    let ending = await run(loop)
    mapView.consumerMapStyleCoordinator.onChange = nil
    mapView.onChange = nil
    settings.reportsMouse = state.mouse.isOn
    unwatch()
    return ending
  }

  /// Ends the viewer from outside, as for a signal.
  public func stop() {
    ending = ending ?? .stopped
    post(.tick)
  }

  /// Whether the ride is over, as far as the viewer knows.
  public var hasEnded: Bool { state.ride.isEnded }

  /// The full name of the trip that is followed.
  public var tripName: String { state.ride.tripName }

  /// One line about the ride for the shell, once the screen is gone.
  public var farewell: SafeText? {
    guard let trip = state.ride.trip else { return nil }
    return PlainReport(
      trip: trip,
      tripName: state.ride.tripName,
      polling: state.ride.polling,
      now: clock.monotonicNow(),
      wall: clock.wallNow(),
      settings: settings,
      rideMeters: RideSummary.meters(trip, legMeters: state.ride.legMeters)
    ).summary
  }

  func post(_ event: ViewEvent) { loop.mailbox.post(Posted(event: event)) }

  /// Begins to hear of the trip and to show it.
  private func watch() {
    let watcher = TripWatcher { [loop, tripNumber] event in
      loop.mailbox.post(Posted(event: event, tripNumber: tripNumber))
    }
    self.watcher = watcher
    model.register(watcher)
    mapView.show(session)
    state.ride.polling = model.polling
    // What failed before anybody heard of it is nevertheless the first thing that happened.
    if let error = state.ride.polling.lastError {
      state.ride.logFailure(
        error,
        now: clock.monotonicNow(),
        wall: clock.wallNow(),
        settings: settings
      )
    }
  }

  private func unwatch() {
    mapView.hide(session)
    if let watcher { model.unregisterSubscriber(watcher) }
    watcher = nil
  }

  /// Follows another trip from now on, on the same screen.
  func follow(_ model: TripModel, now: Duration) {
    unwatch()
    tripNumber += 1
    (refreshInterval, endedAt, frozen) = (nil, nil, nil)
    let interval = self.model.options.autoRefreshTimeInterval
    if interval > 0 { model.options.autoRefreshTimeInterval = interval }
    self.model = model
    session = JourneySharingSession(tripModel: model)
    state.keys = settings.keys
    state.follow(
      RideState(
        tripName: model.tripName,
        polling: model.polling,
        now: now,
        isOwnBooking: model.tripName == bookedTrip
      )
    )
    watch()
  }

  func say(_ text: String, now: Duration) { state.say(text, now: now) }

  func apply(_ posted: Posted) async {
    guard posted.tripNumber.map({ $0 == tripNumber }) ?? true else { return }
    let event = posted.event
    let (now, wall) = (clock.monotonicNow(), clock.wallNow())
    let wasPaused = state.focus.isPaused
    let area = state.layout.mapArea
    let moment = InputMoment(now: now, wall: wall, settings: settings, hits: loop.hits)
    for command in state.apply(event, at: moment) {
      await perform(command, now: now)
    }
    if settings.isFirstRun, state.ride.trip != nil {
      // What is said before there is a ride goes with its first status.
      settings.isFirstRun = false
      state.say(Catalogue.firstRunTip(state.keys), now: now, for: .seconds(10))
    }
    if state.layout.mapArea != area {
      resizeMap()
      redrawFrozenMap()
    }
    resumeAutoCamera(now: now)
    hideEndedSession(now: now)
    if case .input(.terminal(let answer)) = event {
      settings.apply(answer)
      redrawFrozenMap()
    }
    if state.focus.isPaused != wasPaused {
      frozen = state.focus.isPaused ? (updated(now: now, wall: wall).ride, now, wall) : nil
    }
  }

  private func resizeMap() {
    mapView.resize(to: state.layout.mapArea.size)
  }

  /// The state with the map as it is now.
  private func updated(now: Duration, wall: Timestamp) -> ViewState {
    let area = state.layout.mapArea
    mapView.resize(to: area.size)
    settings.adjust(mapView)
    let freshness = state.derived(at: now, wall: wall)
    session.isVehicleDoubtful = freshness.isVehicleOld
    if freshness.isVehicleStopped, let heard = state.ride.polling.lastAnswerAt {
      session.stopVehicle(at: now, lastHeard: heard)
    }
    state.ride.map = mapView.advance(to: now)
    state.offersMyLocation = mapView.settings.myLocationButton
    if let problem = baseMapNotice.sentence(
      for: state.ride.map,
      isMapFramed: state.layout.isMapFramed
    ) {
      state.say(problem, now: now, for: Notice.newsTime)
    }
    return state
  }

  /// Puts the street map as it is now under the picture that stands still.
  func redrawFrozenMap() {
    guard let map = frozen?.ride.map else { return }
    settings.adjust(mapView)
    frozen?.ride.map = mapView.redrawn(map)
  }

  /// Draws anew when tiles have come, at most once in the time of a frame.
  private func wakeForMap() {
    loop.wakeForMap(after: settings.frameTime) { [weak self] in
      self?.redrawFrozenMap()
      self?.post(.tick)
    }
  }

  func draw() -> Drawing {
    let (now, wall) = (clock.monotonicNow(), clock.wallNow())
    var shown = updated(now: now, wall: wall)
    if let frozen { shown.ride = frozen.ride }
    let drawn = ViewFrame.drawn(
      shown,
      settings: settings,
      now: frozen?.now ?? now,
      wall: frozen?.wall ?? wall
    )
    return Drawing(frame: settings.colored(drawn.frame), hits: drawn.hits)
  }
}
