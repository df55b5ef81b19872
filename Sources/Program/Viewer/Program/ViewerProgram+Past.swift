internal import CellGrid
internal import ConsumerMap
internal import FleetEngine
package import RideRecordings
internal import RidesharingConsumer

/// The moments of a ride before the present.
extension ViewerProgram {
  /// Goes to a moment of a recording, written as `:goto` accepts it; false for anything else.
  package func seek(to text: String) -> Bool {
    guard let past, let seek = Seek(text) else { return false }
    past.seek(to: past.position)
    past.seek(to: seek)
    return true
  }

  /// Opens the recorded ride for pictures that look as the live screen did, but for the badge.
  func preparePictures(size: GridSize) {
    guard let past else { return }
    state.size = size
    state.isRecorded = true
    mapView.isReducedMotion = settings.isMotionReduced
    mapView.worldSpeed = settings.speed
    mapView.resize(to: state.layout)
    compared?.show(on: mapView)
    mapView.show(session)
    past.showAgain()
    showMoment(of: past)
  }

  /// Adds the polls that a recording has gained since it was opened, and shows a sentence.
  package func extend(_ recording: RideRecording, saying sentence: String? = nil) {
    past?.extend(recording)
    if let sentence { state.say(sentence, now: clock.monotonicNow(), for: Notice.newsTime) }
    post(.tick)
  }

  /// Moves in the time of the ride, by a key.
  func travel(_ action: TravelAction, now: Duration) {
    switch action {
    case .step(let polls): travel(now: now, pauses: true, isForward: polls > 0) { $0.step(polls) }
    case .skip(let seconds):
      travel(now: now, isForward: seconds > 0) { $0.seek(to: $0.position + .seconds(seconds)) }
    case .nextProblem, .previousProblem:
      let isNext = action == .nextProblem
      travel(now: now, pauses: true) { past in
        guard !past.goToProblem(isNext: isNext) else { return }
        let place = isNext ? "after" : "before"
        state.say("No problem \(place) this moment, as far as the ride is known.", now: now)
      }
    case .slower, .faster:
      past?.changeRate(by: action == .faster ? 1 : -1)
      if let past { state.say("Speed x\(Quantities.factor(past.rate)).", now: now) }
    case .togglePlaying: past?.togglePlaying()
    case .present: showPresent(now: now)
    }
  }

  /// Moves in the time of the ride; from the present, it goes into the past first.
  func travel(
    now: Duration, pauses: Bool = false, isForward: Bool = false, _ move: (Playback) -> Void
  ) {
    if past == nil, isForward { return state.say("This is the present.", now: now) }
    guard let past = past ?? openPast(now: now) else { return }
    if pauses { past.pause() }
    if let recording = live?.recording { past.extend(recording) }
    move(past)
    if past.hasPresent, isForward, past.isAtEnd {
      showPresent(now: now)
    } else {
      showMoment(of: past)
    }
  }

  /// Leaves the present; nil if nothing of the ride is recorded yet.
  private func openPast(now: Duration) -> Playback? {
    guard let recording = live?.recording, recording.span != nil else {
      state.say("There is no earlier moment yet.", now: now)
      return nil
    }
    let past = Playback(
      recording, trip: 0, clock: clock, settings: settings, hasPresent: true,
      isOwnBooking: state.ride.isOwnBooking)
    (state.focus.isPaused, frozen) = (false, nil)
    present = state.ride
    // Hiding clears it, and the present will go on with it.
    let journey = session.journey
    mapView.hide(session)
    session.journey = journey
    mapView.show(past.session)
    self.past = past
    open(past)
    past.seek(to: now)
    state.say("This is the past. Press \(state.keys[.travel(.present)]) for the present.", now: now)
    return past
  }

  /// Prepares a past ride that was just opened.
  func open(_ past: Playback) {
    past.retrace { [weak self] in self?.post(.tick) }
    past.showAgain()
    showMoment(of: past)
  }

  /// Shows the present again.
  func showPresent(now: Duration) {
    guard let past, past.hasPresent else { return }
    mapView.hide(past.session)
    self.past = nil
    state.timeline = nil
    if let present { state.ride = present }
    present = nil
    mapView.show(session)
    state.say("The present.", now: now)
  }

  /// Applies an event of the present while the past is shown; nil for other events.
  func applyToPresent(_ event: ScreenEvent<RideNews>, at moment: InputMoment) -> [ViewCommand]? {
    guard let past, past.hasPresent, let ride = present else { return nil }
    switch event {
    case .news(.trip, _), .news(.polling, _), .news(.cancelResult, _): break
    case .input, .log, .news(.saved, _), .tick: return nil
    }
    var shown = state
    (state.ride, state.timeline) = (ride, nil)
    let commands = state.apply(event, at: moment)
    present = state.ride
    // The user asked for it, whatever is shown now.
    if case .news(.cancelResult, _) = event {
      (shown.layers, shown.notice) = (state.layers, state.notice)
    }
    state = shown
    if case .news(.polling, _) = event, let recording = live?.recording { past.extend(recording) }
    return commands
  }

  private func showMoment(of past: Playback) {
    let map = state.ride.map
    state.ride = past.present.ride
    state.ride.map = map
    state.timeline = state.isRecorded ? nil : past.timeline
  }

  /// Advances the past to the present moment of the user's clock, and the map with it.
  func advance(_ past: Playback, now: Duration) {
    past.advance(to: now)
    showMoment(of: past)
    state.comparison = compared?.follow(past, units: settings.units)
    let freshness = state.ride.freshness(at: past.position, wall: past.wall)
    past.session.isVehicleDoubtful = freshness.isVehicleOld
    if freshness.isVehicleStopped, let heard = state.ride.polling.lastAnswerAt {
      past.session.stopVehicle(at: past.position, lastHeard: heard)
    }
    let rate = past.isPlaying ? past.rate : 0
    state.ride.map = mapView.advance(to: now, trips: past.position, rate: rate)
    state.offersMyLocation = mapView.settings.myLocationButton
  }

  func timeToNextPicture(of past: Playback, notice: Duration?, now: Duration) -> Duration? {
    let change = state.ride.map?.nextChange.map { max(settings.frameTime, $0 - now) }
    let second = past.isPlaying ? max(settings.frameTime, .seconds(1) / past.rate) : nil
    let update = past.timeToNextUpdate.map { max(settings.frameTime, $0) }
    let arrival =
      past.isPlaying
      ? timeToArrivalChange(now: past.position, wall: past.wall).map { $0 / past.rate } : nil
    return [notice, change, second, update, arrival].compactMap { $0 }.min()
  }

  /// Reads the requests of the past that the open inspector lists.
  func fillRequests() {
    guard let past else { return }
    for case .list(let list) in state.layers {
      guard case .requests(let polls) = list.subject, polls.contains(where: { $0.exchange == nil })
      else { continue }
      state.showRequests(past.withExchanges(state.ride.polling.recentPolls))
    }
  }
}
