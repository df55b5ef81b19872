internal import CellGrid
internal import FleetEngine
internal import Geo
internal import RidesharingConsumer

extension ViewState {
  /// Applies an event and returns what the run loop is to do.
  mutating func apply(
    _ event: ViewEvent,
    now: Duration,
    wall: Timestamp,
    settings: ViewerSettings
  ) -> [ViewCommand] {
    if isNoticeOver(at: now) { notice = nil }
    defer { noteQuiet(now: now, wall: wall, settings: settings) }
    switch event {
    case .tick: return []
    case .trip(let trip): return take(trip, now: now, wall: wall, settings: settings)
    case .polling(let status):
      noteAttempt(status, now: now, wall: wall)
      take(status, now: now, wall: wall, settings: settings)
      return []
    case .cancelAnswer(let failure):
      takeCancelAnswer(failure, now: now, wall: wall)
      return failure == nil ? [.action(.refresh)] : []
    case .log(let lines):
      open(.log(lines))
      return []
    case .saved(let sentence):
      report(sentence, now: now)
      return []
    case .input(let input):
      // What lies over the screen is moved in by as many lines as are drawn.
      return apply(input, Canvas(state: self, settings: settings, now: now, wall: wall))
    }
  }

  private mutating func apply(_ input: InputEvent, _ canvas: Canvas) -> [ViewCommand] {
    let now = canvas.now
    switch input {
    case .resize(let size):
      self.size = size
      return []
    case .endOfInput: return [.action(.quit)]
    // What stands on the screen may be hours old.
    case .resumed: return isEnded || isPaused ? [] : [.action(.refresh)]
    case .terminal: return []
    case .paste(let text):
      if prompt != nil {
        prompt?.paste(text)
      } else {
        say(Catalogue.pasteIgnored, now: now)
      }
      return []
    case .mouse(let event): return apply(event, canvas)
    case .key(let key, let modifiers):
      if notice?.staysUntilKey ?? false { notice = nil }
      return press(KeyPress(key, modifiers), canvas)
    }
  }

  /// Does what a key does where the user is now.
  mutating func press(_ press: KeyPress, _ canvas: Canvas) -> [ViewCommand] {
    let now = canvas.now
    let wanted = keys.action(press, in: .following)
    let action = wanted.flatMap { hiddenActions.contains($0) ? nil : $0 }
    if let action, action == .interrupt || action == .redraw {
      return perform(action, now: now)
    }
    if prompt != nil { return type(press, now: now) }
    switch overlay {
    case nil:
      if action == .chooseStop { return chooseStop(KeyTable.number(press) ?? 0, now: now) }
      if let action { return perform(action, now: now) }
      if let wanted { explain(wanted, now: now) }
      return []
    case .cancelQuestion: return answerCancelQuestion(press, now: now)
    case .report:
      overlay = nil
      return []
    case .cancelFailure:
      if action == .quit || action == .closeOverlay {
        overlay = nil
        return []
      }
      return action.map { perform($0, now: now) } ?? []
    case .help: return turnHelp(press, action)
    case .menu, .details, .events, .log, .style: return moveInList(press, action, canvas)
    }
  }

  /// Does what an action means while a ride is followed.
  mutating func perform(_ action: Action, now: Duration) -> [ViewCommand] {
    switch action {
    case .quit, .interrupt, .refresh, .reloadToken, .toggleAutoCamera, .defaultZoom, .fitTrip,
      .centreOnVehicle, .showMyLocation, .toggleTraffic, .nextGlyphs, .nextTheme, .nextUnits,
      .saveSnapshot, .log, .redraw:
      return [.action(action)]
    case .zoomIn: return [.zoom(steps: 0.5, at: nil)]
    case .zoomOut: return [.zoom(steps: -0.5, at: nil)]
    case .panLeft: return pan(-1, 0, step: 8)
    case .panRight: return pan(1, 0, step: 8)
    case .panUp: return pan(0, -1, step: 8)
    case .panDown: return pan(0, 1, step: 8)
    case .panScreenLeft: return pan(-1, 0, step: 1)
    case .panScreenRight: return pan(1, 0, step: 1)
    case .panScreenUp: return pan(0, -1, step: 1)
    case .panScreenDown: return pan(0, 1, step: 1)
    case .nextMarker: return chooseMarker(step: 1, now: now)
    case .previousMarker: return chooseMarker(step: -1, now: now)
    case .nextFocus: return moveFocus(1)
    case .previousFocus: return moveFocus(-1)
    case .backToList: return goBack()
    case .closeOverlay: return closeCard()
    case .toggleMouse: return setMouse(!mouse.isOn, now: now)
    case .copyTripName: return [.copy(tripName)]
    case .copyPosition: return copyPosition(now: now)
    case .help: open(.help(page: 0))
    case .menu: open(.menu)
    case .prompt: openPrompt()
    case .events: toggleEvents()
    case .nextPanel: showNextPanel(now: now)
    case .mapOnly: toggleMapOnly(now: now)
    case .details: toggleDetails(now: now)
    case .pause: togglePause(now: now)
    case .cancelRide: askToCancel(now: now)
    // The key's digit names the stop; see `press`.
    case .chooseStop: break
    // Actions of the other screens, and of the terminal.
    case .selectNext, .selectPrevious, .selectNextPage, .selectPreviousPage, .selectFirst,
      .selectLast, .openTrip, .filterTrips, .accept, .addStop, .stepBack, .toggleShared, .suspend:
      break
    }
    return []
  }

  /// Moves the map by a part of its size: an eighth for a step of 8, all of it for a step of 1.
  private func pan(_ right: Int, _ down: Int, step: Int) -> [ViewCommand] {
    let map = layout.mapArea
    let smallest = step > 1 ? 1 : 0
    return [
      .pan(
        columns: right * max(smallest, map.columns / step),
        rows: down * max(smallest, map.rows / step)
      )
    ]
  }

  private mutating func togglePause(now: Duration) {
    isPaused.toggle()
    guard isPaused else { return say(Catalogue.resumed, now: now) }
    say(isEnded ? Catalogue.shortPaused(keys) : Catalogue.paused(keys), now: now)
  }

  private mutating func toggleDetails(now: Duration) {
    if overlay == .details {
      overlay = nil
    } else if polling.lastError == nil {
      say(Catalogue.noErrors, now: now)
    } else {
      open(.details)
    }
  }

  /// Reports the mouse from now on, or no longer.
  mutating func setMouse(_ isOn: Bool, now: Duration) -> [ViewCommand] {
    mouse = MouseState(isOn: isOn)
    say(isOn ? Catalogue.mouseOn : Catalogue.mouseOff(keys), now: now)
    return [.setMouse(isOn)]
  }

  private mutating func copyPosition(now: Duration) -> [ViewCommand] {
    guard let place = trip?.lastLocation?.location, place.isValid else {
      say(Catalogue.noPositionToCopy, now: now)
      return []
    }
    return [.copy(Quantities.degrees(place.latitude) + "," + Quantities.degrees(place.longitude))]
  }

  /// Says something that stays until a key is pressed, over the screen where a line is too short.
  mutating func report(_ sentence: String, now: Duration) {
    let isLong = SafeText(sentence).width > size.columns - 2
    if isLong || layout.step == .text || layout.step == .micro {
      open(.report(sentence))
    } else {
      notice = Notice(text: sentence, until: now, staysUntilKey: true)
    }
  }

  private mutating func noteAttempt(_ new: PollingStatus, now: Duration, wall: Timestamp) {
    if new.consecutiveFailures == 0 {
      attempts = []
    } else if new.consecutiveFailures > polling.consecutiveFailures, let error = new.lastError {
      let wait = new.nextPollAt.map { $0 - now }
      attempts.append(FailedAttempt(time: wall, code: error.label, wait: wait))
      attempts = attempts.suffix(FailedAttempt.most)
    }
  }
}
