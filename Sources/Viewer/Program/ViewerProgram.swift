public import CellGrid
public import ConsumerMap
public import FleetEngine
public import ProviderBackend
public import RidesharingConsumer

/// Why a viewer ended.
public enum ViewerEnding: ScreenEnding, Hashable {
  /// The user quit, or the terminal was closed.
  case quit
  /// The user pressed Ctrl-C.
  case interrupted
  /// The user goes back to the list, or books another ride.
  case back
  /// The program that runs the viewer stopped it.
  case stopped
}

/// The viewer: follows one trip on one screen.
@MainActor
public final class ViewerProgram: ScreenProgram {
  /// How long a ride that is over is still followed.
  static let pictureDelay: Duration = .seconds(4)

  /// An event and, if it concerns a trip, that trip's number.
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
  private var session: JourneySharingSession
  /// The settings, with the changes by keys.
  public internal(set) var settings: ViewerSettings
  /// The settings at the start.
  public internal(set) var firstSettings: ViewerSettings
  var state: ViewState
  /// The ride on a paused screen.
  private var frozen: (ride: RideState, now: Duration, wall: Timestamp)?
  var ending: ViewerEnding?
  var refreshInterval: Double?
  /// When the user last moved the map, if that turned the automatic camera off.
  var movedAt: Duration?
  /// When the ride was over, until its session is hidden.
  private var endedAt: Duration?
  /// The number of followed trips; late events of an earlier trip are dropped.
  private(set) var tripNumber = 0
  private var watcher: TripWatcher?
  private let bookedTrip: String?
  private var baseMapNotice = BaseMapNotice()

  /// Creates a viewer.
  ///
  /// - Parameters:
  ///   - clock: The trip model's clock.
  ///   - booking: The backend that can cancel the trip; nil for a trip that was not booked here.
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
    let ride = RideState(model, now: clock.monotonicNow(), isOwnBooking: booking != nil)
    state = ViewState(ride: ride, size: GridSize(columns: 0, rows: 0), keys: settings.keys)
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
    mapView.resize(to: state.layout.mapArea.size)
    loop.show(draw())
    watch()
    let ending = await run(loop)
    mapView.consumerMapStyleCoordinator.onChange = nil
    mapView.onChange = nil
    unwatch()
    return ending
  }

  /// Ends the viewer from outside, for example after a signal.
  public func stop() {
    ending = ending ?? .stopped
    post(.tick)
  }

  /// Whether the ride is over, as far as the viewer knows.
  public var hasEnded: Bool { state.ride.isEnded }

  /// The full name of the followed trip.
  public var tripName: String { state.ride.tripName }

  /// One line about the ride for the shell, to be printed after the screen is closed.
  public var farewell: SafeText? {
    guard let trip = state.ride.trip else { return nil }
    var report = PlainReport(
      trip: trip,
      tripName: state.ride.tripName,
      polling: state.ride.polling,
      now: clock.monotonicNow(),
      wall: clock.wallNow(),
      settings: settings
    )
    report.rideMeters = RideSummary.meters(trip, legMeters: state.ride.legMeters)
    return report.summary
  }

  func post(_ event: ViewEvent) { loop.mailbox.post(Posted(event: event)) }

  private func watch() {
    let watcher = TripWatcher { [loop, tripNumber] change in
      let event: ViewEvent =
        switch change {
        case .trip(let trip): .trip(trip)
        case .polling(let polling): .polling(polling)
        }
      loop.mailbox.post(Posted(event: event, tripNumber: tripNumber))
    }
    self.watcher = watcher
    model.register(watcher)
    mapView.show(session)
    state.ride.polling = model.polling
    // A failure before the subscription is logged too.
    if let error = state.ride.polling.lastError { state.ride.logFailure(error, at: moment(loop)) }
  }

  private func unwatch() {
    mapView.hide(session)
    if let watcher { model.unregisterSubscriber(watcher) }
    watcher = nil
  }

  func follow(_ model: TripModel, now: Duration) {
    unwatch()
    tripNumber += 1
    (refreshInterval, endedAt, frozen) = (nil, nil, nil)
    let interval = self.model.options.autoRefreshTimeInterval
    if interval > 0 { model.options.autoRefreshTimeInterval = interval }
    self.model = model
    session = JourneySharingSession(tripModel: model)
    state.keys = settings.keys
    state.follow(RideState(model, now: now, isOwnBooking: model.tripName == bookedTrip))
    watch()
  }

  func apply(_ posted: Posted) async {
    guard posted.tripNumber.map({ $0 == tripNumber }) ?? true else { return }
    let moment = moment(loop)
    let (now, wall) = (moment.now, moment.wall)
    let wasPaused = state.focus.isPaused
    let area = state.layout.mapArea
    for command in state.apply(posted.event, at: moment) { await perform(command, now: now) }
    if settings.isFirstRun, state.ride.trip != nil {
      // A tip before the first trip data would be replaced by its status.
      settings.isFirstRun = false
      let keys = state.keys
      let tip = "Tip: \(keys[.toggleAutoCamera]) = auto camera, \(keys[.help]) = keys."
      state.say(tip, now: now, for: .seconds(10))
    }
    if state.layout.mapArea != area {
      mapView.resize(to: state.layout.mapArea.size)
      redrawFrozenMap()
    }
    resumeAutoCamera(now: now)
    hideEndedSession(now: now)
    if case .input(.terminal(let answer)) = posted.event {
      settings.apply(answer)
      redrawFrozenMap()
    }
    if state.focus.isPaused != wasPaused {
      frozen = state.focus.isPaused ? (updated(now: now, wall: wall).ride, now, wall) : nil
    }
  }

  /// The state with the map as it is now.
  private func updated(now: Duration, wall: Timestamp) -> ViewState {
    mapView.resize(to: state.layout.mapArea.size)
    settings.adjust(mapView)
    let freshness = state.derived(at: now, wall: wall)
    session.isVehicleDoubtful = freshness.isVehicleOld
    if freshness.isVehicleStopped, let heard = state.ride.polling.lastAnswerAt {
      session.stopVehicle(at: now, lastHeard: heard)
    }
    state.ride.map = mapView.advance(to: now)
    state.offersMyLocation = mapView.settings.myLocationButton
    let isFramed = state.layout.isMapFramed
    if let problem = baseMapNotice.sentence(for: state.ride.map, isMapFramed: isFramed) {
      state.say(problem, now: now, for: Notice.newsTime)
    }
    return state
  }

  func redrawFrozenMap() {
    guard let map = frozen?.ride.map else { return }
    settings.adjust(mapView)
    frozen?.ride.map = mapView.redrawn(map)
  }

  /// Redraws after tiles were loaded, at most once in the time of a frame.
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
    let (time, date) = frozen.map { ($0.now, $0.wall) } ?? (now, wall)
    return Canvas(state: shown, settings: settings, now: time, wall: date).drawn().drawing
  }

  var timeToNextChange: Duration? {
    let now = clock.monotonicNow()
    let resume = movedAt.flatMap { moved in settings.autoResume.map { moved + $0 } }
    let times = [resume.map { max(.milliseconds(10), $0 - now) }, timeToNextPicture(now: now)]
    return times.compactMap { $0 }.min()
  }

  private func timeToNextPicture(now: Duration) -> Duration? {
    let notice = state.focus.notice.flatMap { notice in
      notice.staysUntilKey ? nil : max(.milliseconds(10), notice.until - now)
    }
    if frozen != nil { return notice }
    if let change = state.ride.map?.nextChange { return max(settings.frameTime, change - now) }
    guard state.ride.isEnded else { return timeToNextSecond }
    let picture = endedAt.map { max(.milliseconds(10), $0 + Self.pictureDelay - now) }
    return [notice, picture].compactMap { $0 }.min()
  }

  /// Stops polling, because the ride is over.
  func stopPolling(now: Duration) {
    refreshInterval = model.options.autoRefreshTimeInterval
    model.options.autoRefreshTimeInterval = -1
    endedAt = now
  }

  /// Resumes polling, because the ride is not over after all.
  func resumePolling() {
    endedAt = nil
    mapView.show(session)
    if let refreshInterval { model.options.autoRefreshTimeInterval = refreshInterval }
  }

  /// Stops following a ride that has been over for a while, and leaves its picture.
  private func hideEndedSession(now: Duration) {
    guard let endedAt, now >= endedAt + Self.pictureDelay else { return }
    self.endedAt = nil
    mapView.hideKeepingPicture(session)
  }

  /// Turns the automatic camera on again once the user has not moved the map for a while.
  private func resumeAutoCamera(now: Duration) {
    guard let movedAt, let wait = settings.autoResume, now >= movedAt + wait else { return }
    self.movedAt = nil
    guard !mapView.isAllowCameraAutoUpdate else { return }
    mapView.isAllowCameraAutoUpdate = true
    state.say(Catalogue.autoOn, now: now)
  }
}

extension RideState {
  @MainActor
  fileprivate init(_ model: TripModel, now: Duration, isOwnBooking: Bool) {
    let (name, polling) = (model.tripName, model.polling)
    self.init(tripName: name, polling: polling, now: now, isOwnBooking: isOwnBooking)
  }
}
