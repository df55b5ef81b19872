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
public final class ViewerProgram {
  private let model: TripModel
  private let session: JourneySharingSession
  private let mapView: MapView
  private let screen: any Screen
  private let clock: ServiceClock
  private var settings: ViewerSettings
  private let booking: ProviderClient?
  /// How long a ride that is over is still followed.
  private static let pictureDelay: Duration = .seconds(4)
  private let mailbox = Mailbox<ViewEvent>()
  private var state: ViewState
  /// What the screen shows while it stands still.
  private var frozen: (state: ViewState, now: Duration, wall: Timestamp)?
  private var ending: ViewerEnding?
  /// How often the server was asked before the ride was over.
  private var refreshInterval: Double?
  /// When the ride was over, until its session is hidden.
  private var endedAt: Duration?
  private var wake: Task<Void, Never>?
  private var mapWake: Task<Void, Never>?
  /// What was wrong with the street map when it was said last.
  private var toldProblem: SafeText?

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
  public init(
    model: TripModel,
    mapView: MapView,
    screen: any Screen,
    clock: ServiceClock,
    settings: ViewerSettings,
    booking: ProviderClient? = nil
  ) {
    self.booking = booking
    self.model = model
    self.mapView = mapView
    self.screen = screen
    self.clock = clock
    self.settings = settings
    session = JourneySharingSession(tripModel: model)
    state = ViewState(
      tripName: model.tripName,
      size: GridSize(columns: 0, rows: 0),
      polling: model.polling,
      now: clock.monotonicNow()
    )
    state.isOwnBooking = booking != nil
  }

  /// Follows the trip until the user quits or ``stop()`` is called.
  ///
  /// - Returns: Why it ended.
  public func run() async -> ViewerEnding {
    let watcher = TripWatcher { [mailbox] event in mailbox.post(event) }
    let painter = FramePainter(screen: screen)
    state.size = await screen.size()
    mapView.isReducedMotion = settings.isMotionReduced
    mapView.consumerMapStyleCoordinator.onChange = { [mailbox] in mailbox.post(.tick) }
    mapView.onChange = { [weak self] in self?.wakeForMap() }
    resizeMap()
    painter.offer(draw())
    model.register(watcher)
    mapView.show(session)
    state.polling = model.polling
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await painter.run() }
      group.addTask { [screen, mailbox] in
        while let events = await screen.nextEvents() {
          for event in events { await mailbox.post(.input(event)) }
        }
      }
      while ending == nil {
        scheduleWake()
        for event in await mailbox.next() { await apply(event) }
        painter.offer(draw())
      }
      painter.stop()
      group.cancelAll()
    }
    wake?.cancel()
    mapWake?.cancel()
    mapView.consumerMapStyleCoordinator.onChange = nil
    mapView.onChange = nil
    mapView.hide(session)
    model.unregisterSubscriber(watcher)
    return ending ?? .stopped
  }

  /// Ends the viewer from outside, as for a signal.
  public func stop() {
    ending = ending ?? .stopped
    mailbox.post(.tick)
  }

  /// Whether the ride is over, as far as the viewer knows.
  public var hasEnded: Bool { state.isEnded }

  /// One line about the ride for the shell, once the screen is gone.
  public var farewell: SafeText? {
    guard let trip = state.trip else { return nil }
    return PlainReport(
      trip: trip,
      tripName: state.tripName,
      polling: state.polling,
      now: clock.monotonicNow(),
      wall: clock.wallNow(),
      settings: settings,
      rideMeters: RideSummary.meters(trip, legMeters: state.legMeters)
    ).summary
  }

  private func apply(_ event: ViewEvent) async {
    let (now, wall) = (clock.monotonicNow(), clock.wallNow())
    let wasPaused = state.isPaused
    let area = state.layout.mapArea
    for command in state.apply(event, now: now, wall: wall, settings: settings) {
      await perform(command, now: now)
    }
    frozen?.state.size = state.size
    if state.layout.mapArea != area {
      resizeMap()
      redrawFrozenMap()
    }
    hideEndedSession(now: now)
    if case .input(.terminal(let answer)) = event {
      settings.take(answer)
      redrawFrozenMap()
    }
    if state.isPaused != wasPaused {
      frozen = state.isPaused ? (snapshotted(now: now, wall: wall), now, wall) : nil
    }
  }

  private func perform(_ command: ViewCommand, now: Duration) async {
    switch command {
    case .quit: ending = .quit
    case .interrupt: ending = .interrupted
    case .refresh: model.refresh()
    case .cancelRide: cancelRide()
    case .redraw: await screen.invalidate()
    case .nextGlyphs:
      state.say(settings.goToNextGlyphs(), now: now)
      redrawFrozenMap()
    case .nextTheme:
      state.say(settings.goToNextTheme(), now: now)
      redrawFrozenMap()
    case .stopPolling:
      refreshInterval = model.options.autoRefreshTimeInterval
      model.options.autoRefreshTimeInterval = -1
      endedAt = now
    case .resumePolling:
      endedAt = nil
      mapView.show(session)
      if let refreshInterval { model.options.autoRefreshTimeInterval = refreshInterval }
    case .toggleAutoCamera:
      mapView.isAllowCameraAutoUpdate.toggle()
      state.say(
        mapView.isAllowCameraAutoUpdate ? Catalogue.autoOn : Catalogue.autoOff,
        now: now
      )
    case .pan(let columns, let rows):
      noteManualCamera(mapView.pan(columns: columns, rows: rows), now: now)
    case .zoom(let steps, let point):
      noteManualCamera(mapView.zoom(by: steps, at: point.map(cell(of:))), now: now)
    case .fitTrip:
      if state.trip == nil { state.say(Catalogue.nothingToFit, now: now) }
      noteManualCamera(mapView.fitTrip(), now: now)
    case .centreOnVehicle:
      if state.trip?.lastLocation?.location == nil {
        state.say(Catalogue.noVehicleToCentre, now: now)
      } else {
        noteManualCamera(mapView.centerOnVehicle(), now: now)
      }
    case .showMyLocation:
      switch mapView.showMyLocation() {
      case .trip: state.say(Catalogue.showsTrip, now: now)
      case .myLocation: state.say(Catalogue.showsMyLocation, now: now)
      case .nothing: state.say(Catalogue.noMyLocation, now: now)
      }
    case .choose(let marker): state.take(mapView.choose(marker), now: now)
    case .tap(let point): state.take(mapView.tap(at: cell(of: point)), now: now)
    }
  }

  /// Ceases to follow a ride that has been over for a while, and leaves its picture.
  private func hideEndedSession(now: Duration) {
    guard let endedAt, now >= endedAt + Self.pictureDelay else { return }
    self.endedAt = nil
    mapView.hideKeepingPicture(session)
  }

  /// Asks the backend to cancel the ride.
  private func cancelRide() {
    guard let booking else { return }
    let trip = state.tripID
    // Not structured: the viewer goes on meanwhile, and who quits does not take the wish back.
    Task { [mailbox] in
      var failure: BookingFailure?
      do throws(ProviderError) {
        _ = try await booking.cancelTrip(trip)
      } catch {
        failure = BookingFailure(error, backend: booking.endpoint.authority)
      }
      mailbox.post(.cancelAnswer(failure))
    }
  }

  /// The map's cell at a cell of the screen.
  private func cell(of point: GridPoint) -> GridPoint {
    let area = state.layout.mapArea
    return GridPoint(column: point.column - area.minColumn, row: point.row - area.minRow)
  }

  private func noteManualCamera(_ switchedOff: Bool, now: Duration) {
    if switchedOff { state.say(Catalogue.autoOff, now: now) }
  }

  private func resizeMap() {
    mapView.resize(to: state.layout.mapArea.size)
  }

  private func snapshotted(now: Duration, wall: Timestamp) -> ViewState {
    let area = state.layout.mapArea
    mapView.resize(to: area.size)
    settings.adjust(mapView)
    session.isVehicleDoubtful = state.connection(at: now, wall: wall).isVehicleOld
    state.map = mapView.snapshot(at: now)
    state.offersMyLocation = mapView.settings.myLocationButton
    sayBaseMapProblem(now: now)
    return state
  }

  /// Says once what is wrong with the street map where the map has no frame to say it all the time.
  private func sayBaseMapProblem(now: Duration) {
    let problem = state.map?.baseMapProblem
    defer { toldProblem = problem }
    guard let problem, toldProblem == nil,
      !state.layout.isMapFramed
    else { return }
    state.say(Catalogue.baseMapProblem(problem.description), now: now)
  }

  /// Puts the street map as it is now under the picture that stands still.
  private func redrawFrozenMap() {
    guard let map = frozen?.state.map else { return }
    settings.adjust(mapView)
    frozen?.state.map = mapView.redrawn(map)
  }

  /// Draws anew when tiles have come, at most once in the time of a frame.
  private func wakeForMap() {
    guard mapWake == nil else { return }
    let frameTime = Duration.seconds(1) / max(1, settings.framesPerSecond)
    // Not structured: tiles come when they may.
    mapWake = Task { [weak self, clock] in
      do {
        try await clock.sleep(frameTime)
      } catch {
        return
      }
      self?.mapWake = nil
      self?.redrawFrozenMap()
      self?.mailbox.post(.tick)
    }
  }

  private func draw() -> Frame {
    let (now, wall) = (clock.monotonicNow(), clock.wallNow())
    let current = snapshotted(now: now, wall: wall)
    guard let frozen else {
      return settings.colored(
        ViewFrame.draw(current, settings: settings, now: now, wall: wall)
      )
    }
    var still = frozen.state
    still.overlay = state.overlay
    still.chosenMarker = state.chosenMarker
    still.isMarkerCardOpen = state.isMarkerCardOpen
    still.isCardHidden = state.isCardHidden
    still.offersMyLocation = state.offersMyLocation
    still.arrangement = state.arrangement
    return settings.colored(
      ViewFrame.draw(still, settings: settings, now: frozen.now, wall: frozen.wall)
    )
  }

  /// Sees to it that the loop wakes when the picture changes by itself, and not before.
  private func scheduleWake() {
    wake?.cancel()
    guard let wait = timeToNextChange else { return }
    // Not structured: each wake replaces the one before it, which a task group cannot do.
    wake = Task { [clock, mailbox] in
      do {
        try await clock.sleep(wait)
      } catch {
        return
      }
      mailbox.post(.tick)
    }
  }

  private var timeToNextChange: Duration? {
    let now = clock.monotonicNow()
    if frozen != nil { return nil }
    let frameTime = Duration.seconds(1) / max(1, settings.framesPerSecond)
    if let change = state.map?.nextChange { return max(frameTime, change - now) }
    if state.isEnded {
      let moments = [state.notice?.until, endedAt.map { $0 + Self.pictureDelay }]
      return moments.compactMap { $0 }.min().map { max(.milliseconds(10), $0 - now) }
    }
    let nanoseconds = Int64(clock.wallNow().nanoseconds)
    return .nanoseconds(max(1_000_000, 1_000_000_000 - nanoseconds))
  }
}
