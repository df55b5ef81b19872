public import CellGrid
public import ConsumerMap
public import FleetEngine
public import ProviderBackend
internal import Geo
package import RideRecordings
public import RidesharingConsumer

/// The viewer: follows one trip on one screen.
@MainActor public final class ViewerProgram: ScreenProgram {
  /// How long the map follows a ride after its end; then only its picture remains.
  static let pictureDelay: Duration = .seconds(4)

  let mapView: MapView
  let screen: any Screen
  let clock: ServiceClock
  let booking: ProviderClient?
  let services: ViewerServices
  let loop: ProgramLoop<RideNews>
  var model: TripModel
  private(set) var session: JourneySharingSession
  /// The settings, with the changes by keys.
  public internal(set) var settings: ViewerSettings
  /// The settings at the start.
  public internal(set) var firstSettings: ViewerSettings
  var state: ViewState
  /// The moment that is shown instead of the present.
  var past: Playback?
  /// A recorded ride that is compared with the past one.
  private(set) var compared: ComparedRide?
  /// The present ride, while the past is shown; nil for a recording.
  var present: RideState?
  /// The recording of the live ride, to show earlier moments.
  private(set) var live: LiveRecording?
  private var recorder: (any PollRecorder)?
  /// The ride on a paused screen.
  var frozen: (ride: RideState, now: Duration, wall: Timestamp)?
  /// Whether pictures to share are being made.
  var isSharing = false
  var ending: ScreenEnding?
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
  /// The places for which a map was chosen.
  private var mappedPlaces: [Coordinate] = []
  /// Tips that wait until no other notice is shown.
  private var tips: [String] = []
  /// When the next tip may be shown.
  private var nextTipAt: Duration = .zero

  /// Creates a viewer.
  ///
  /// - Parameters:
  ///   - clock: The trip model's clock.
  ///   - booking: The backend that can cancel the trip; nil for a trip that was not booked here.
  ///   - isFromList: Whether there is a list of trips to go back to.
  public init(
    model: TripModel, mapView: MapView, screen: any Screen, clock: ServiceClock,
    settings: ViewerSettings, booking: ProviderClient? = nil,
    services: ViewerServices = ViewerServices(), isFromList: Bool = false
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

  /// Creates a viewer of one trip of a recording, at its first moment.
  ///
  /// - Parameters:
  ///   - trip: The number of the trip in the recording.
  ///   - compared: Another ride to show in step with it.
  package convenience init(
    recording: RideRecording, trip: Int, compared: ComparedRide.Source? = nil, mapView: MapView,
    screen: any Screen, clock: ServiceClock, settings: ViewerSettings,
    services: ViewerServices = ViewerServices()
  ) {
    let past = Playback(recording, trip: trip, clock: clock, settings: settings, hasPresent: false)
    self.init(
      model: past.model, mapView: mapView, screen: screen, clock: clock, settings: settings,
      services: services)
    self.past = past
    self.compared = compared.map { ComparedRide($0, clock: clock, settings: settings) }
    session = past.session
  }

  /// Follows the trip until the user quits or ``stop()`` is called.
  public func run() async -> ScreenEnding {
    state.size = await screen.size()
    mapView.isReducedMotion = settings.isMotionReduced
    mapView.worldSpeed = settings.speed
    mapView.consumerMapStyleCoordinator.onChange = { [loop] in loop.mailbox.post(.tick) }
    mapView.onChange = { [weak self] in self?.wakeForMap() }
    mapView.resize(to: state.layout)
    loop.show(picture())
    watch()
    let ending = await run(loop)
    mapView.consumerMapStyleCoordinator.onChange = nil
    mapView.onChange = nil
    unwatch()
    return ending
  }

  /// Ends the viewer from outside, for example after a signal.
  public func stop() { endFromOutside() }

  var readLog: (@Sendable () async -> [SafeText])? { services.readLog }

  /// Whether the ride is over, as far as the viewer knows.
  public var hasEnded: Bool { state.ride.isEnded }

  /// The full name of the followed trip.
  public var tripName: String { state.ride.tripName }

  /// One line about the ride for the shell, to be printed after the screen is closed.
  public var farewell: SafeText? {
    guard let trip = state.ride.trip else { return nil }
    var report = PlainReport(
      trip: trip, tripName: state.ride.tripName, polling: state.ride.polling,
      now: clock.monotonicNow(), wall: clock.wallNow(), settings: settings)
    report.rideMeters = RideSummary.meters(trip, legMeters: state.ride.legMeters)
    return report.summary
  }

  func post(_ event: ScreenEvent<RideNews>) { loop.mailbox.post(event) }

  private func watch() {
    if let past {
      compared?.show(on: mapView)
      mapView.show(session)
      return open(past)
    }
    let watcher = TripWatcher { [loop, tripNumber] event in
      switch event {
      case .trip(_, let trip): loop.mailbox.post(.news(.trip(trip), trip: tripNumber))
      case .polling(_, let polling): loop.mailbox.post(.news(.polling(polling), trip: tripNumber))
      case .vehicle, .left: break
      }
    }
    self.watcher = watcher
    model.options.recordsExchanges = true
    // Its clock is the service's, so that states of the past and the present can be exchanged. It comes
    // first, because the first subscriber starts the polling.
    let live = LiveRecording(from: .zero)
    let recorder = live.recorder(of: model.tripName)
    (self.live, self.recorder) = (live, recorder)
    model.add(recorder)
    model.register(watcher)
    mapView.show(session)
    state.ride.polling = model.polling
    // A failure before the subscription is logged too.
    if let error = state.ride.polling.lastError { state.ride.logFailure(error, at: moment(loop)) }
  }

  private func unwatch() {
    if let past { mapView.hide(past.session) }
    compared?.hide(from: mapView)
    (past, present, state.timeline) = (nil, nil, nil)
    mapView.hide(session)
    if let recorder { model.remove(recorder) }
    (live, recorder) = (nil, nil)
    model.options.recordsExchanges = false
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

  func apply(_ event: ScreenEvent<RideNews>) async {
    if case .news(_, let trip?) = event, trip != tripNumber { return }
    let moment = moment(loop)
    let (now, wall) = (moment.now, moment.wall)
    let wasPaused = state.focus.isPaused
    let layout = state.layout
    if let commands = applyToPresent(event, at: moment) {
      for command in commands { await perform(command, now: now) }
      return
    }
    for command in state.apply(event, at: moment) { await perform(command, now: now) }
    fillRequests()
    if settings.tips != .none, state.ride.trip != nil {
      // A tip before the first trip data would be replaced by its status.
      let all = ViewerText.tips(state.keys)
      tips += settings.tips == .tour ? all[...] : all.prefix(1)
      settings.tips = .none
    }
    if !tips.isEmpty, state.focus.notice == nil, now >= nextTipAt {
      state.say(tips.removeFirst(), now: now, for: .seconds(10), isTip: true)
      nextTipAt = now + .seconds(15)
    }
    chooseMap()
    if state.layout != layout {
      mapView.resize(to: state.layout)
      redrawFrozenMap()
    }
    resumeAutoCamera(now: now)
    hideEndedSession(now: now)
    if case .input(.terminal(let answer)) = event {
      settings.apply(answer)
      redrawFrozenMap()
    }
    if state.focus.isPaused != wasPaused {
      if state.focus.isPaused {
        advance(now: now, wall: wall)
        frozen = (state.ride, now, wall)
      } else {
        frozen = nil
      }
    }
  }

  /// Has a map chosen when the trip's places are known or change.
  private func chooseMap() {
    guard let choose = services.chooseMap, let places = state.ride.trip?.places, !places.isEmpty,
      places != mappedPlaces
    else { return }
    mappedPlaces = places
    // An unstructured task: the ride never waits for the base map.
    Task { [weak self] in
      guard let tip = await choose(places) else { return }
      self?.tips.insert(tip, at: 0)
      self?.nextTipAt = .zero
      self?.post(.tick)
    }
  }

  func advance(now: Duration, wall: Timestamp) {
    mapView.resize(to: state.layout)
    settings.adjust(mapView)
    if let past { return advance(past, now: now) }
    let freshness = state.derived(at: now, wall: wall)
    session.isVehicleDoubtful = freshness.isVehicleOld
    if freshness.isVehicleStopped, let heard = state.ride.polling.lastAnswerAt {
      session.stopVehicle(at: now, lastHeard: heard)
    }
    state.ride.map = mapView.advance(to: now)
    state.offersMyLocation = mapView.settings.myLocationButton
    let isFramed = state.layout.isFramed && !state.layout.isMapOnly
    if let problem = baseMapNotice.sentence(for: state.ride.map, isShownOnMap: isFramed) {
      state.say(problem, now: now, for: Notice.newsTime)
    }
  }

  func redrawFrozenMap() {
    guard let map = frozen?.ride.map else { return }
    settings.adjust(mapView)
    frozen?.ride.map = mapView.redrawn(map)
  }

  /// Redraws when all awaited tiles of the view are there, and else once in the time of a frame.
  private func wakeForMap() {
    loop.wakeForMap(after: mapView.hasAwaitedTiles ? .zero : settings.frameTime) { [weak self] in
      self?.redrawFrozenMap()
      self?.post(.tick)
    }
  }

  func shown(now: Duration, wall: Timestamp) -> (state: ViewState, now: Duration, wall: Timestamp) {
    var shown = state
    if let frozen { shown.ride = frozen.ride }
    if let past, shown.focus.notice == nil { shown.focus.notice = past.notice }
    let time = past.map { ($0.position, $0.wall) } ?? frozen.map { ($0.now, $0.wall) }
    return (shown, time?.0 ?? now, time?.1 ?? wall)
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
    if let past { return timeToNextPicture(of: past, notice: notice, now: now) }
    if frozen != nil { return notice }
    let arrival = timeToArrivalChange(now: now, wall: clock.wallNow())
    if let change = state.ride.map?.nextChange {
      return [max(settings.frameTime, change - now), arrival].compactMap { $0 }.min()
    }
    guard state.ride.isEnded else { return [timeToNextSecond, arrival].compactMap { $0 }.min() }
    let picture = endedAt.map { max(.milliseconds(10), $0 + Self.pictureDelay - now) }
    return [notice, picture, arrival].compactMap { $0 }.min()
  }

  /// The time until something around an arrival looks different; nil while nothing of it moves.
  func timeToArrivalChange(now: Duration, wall: Timestamp) -> Duration? {
    Arrival(state, state.derived(at: now, wall: wall), settings, now: now)
      .map { max(.milliseconds(10), $0.nextChange - now) }
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
    state.say(ViewerText.autoOn, now: now)
  }
}

extension RideState {
  @MainActor fileprivate init(_ model: TripModel, now: Duration, isOwnBooking: Bool) {
    let (name, polling) = (model.tripName, model.polling)
    self.init(tripName: name, polling: polling, now: now, isOwnBooking: isOwnBooking)
  }
}
