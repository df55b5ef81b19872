internal import CellGrid
internal import FleetEngine
internal import Geo
internal import RidesharingConsumer

extension ViewState {
  /// Applies an event and returns what the run loop is to do.
  mutating func apply(_ event: ViewEvent, at moment: InputMoment) -> [ViewCommand] {
    let (now, wall, settings) = (moment.now, moment.wall, moment.settings)
    expireNotice(now: now)
    defer { ride.logQuietVehicle(now: now, wall: wall, settings: settings) }
    switch event {
    case .tick: return []
    case .trip(let trip): return apply(trip, now: now, wall: wall, settings: settings)
    case .polling(let status):
      apply(status, now: now, wall: wall, settings: settings)
      return []
    case .cancelResult(let failure):
      finishCancel(failure, now: now, wall: wall)
      return failure == nil ? [.action(.refresh)] : []
    case .log(let lines):
      open(.log(lines))
      return []
    case .saved(let sentence):
      report(sentence, now: now)
      return []
    case .input(let input): return apply(input, at: moment)
    }
  }

  private mutating func apply(_ input: InputEvent, at moment: InputMoment) -> [ViewCommand] {
    switch input {
    case .resize(let size):
      self.size = size
      return []
    case .endOfInput: return [.action(.quit)]
    // The data on the screen may be hours old.
    case .resumed: return ride.isEnded || focus.isPaused ? [] : [.action(.refresh)]
    case .terminal: return []
    case .paste(let text):
      if focus.prompt != nil {
        focus.prompt?.paste(text)
      } else {
        say(Catalogue.pasteIgnored, now: moment.now)
      }
      return []
    case .mouse(let event): return apply(event, at: moment)
    case .key(let key, let modifiers):
      if focus.notice?.staysUntilKey ?? false { focus.notice = nil }
      return press(KeyPress(key, modifiers), at: moment)
    }
  }

  /// Does what a key does where the user is now.
  mutating func press(_ press: KeyPress, at moment: InputMoment) -> [ViewCommand] {
    let now = moment.now
    let wanted = keys.action(press, in: .following)
    let action = wanted.flatMap { hiddenActions.contains($0) ? nil : $0 }
    if let action, action == .interrupt || action == .redraw { return [.action(action)] }
    if focus.prompt != nil { return type(press, now: now) }
    switch focus.overlay {
    case nil:
      if action == .chooseStop { return chooseStop(KeyTable.number(press) ?? 0, now: now) }
      if let action { return perform(action, now: now) }
      if let wanted { explain(wanted, now: now) }
      return []
    case .cancelQuestion: return confirmCancel(press, now: now)
    case .report:
      focus.overlay = nil
      return []
    case .cancelFailure:
      if action == .quit || action == .closeOverlay {
        focus.overlay = nil
        return []
      }
      return action.map { perform($0, now: now) } ?? []
    case .help:
      turnHelp(press, action)
      return []
    case .menu, .details, .events, .log, .style: return moveInList(press, action, at: moment)
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
    case .toggleMouse:
      setMouse(!mouse.isOn, now: now)
      return [.setMouse(mouse.isOn)]
    case .copyTripName: return [.copy(ride.tripName)]
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
    focus.isPaused.toggle()
    guard focus.isPaused else { return say(Catalogue.resumed, now: now) }
    say(ride.isEnded ? Catalogue.shortPaused(keys) : Catalogue.paused(keys), now: now)
  }

  private mutating func toggleDetails(now: Duration) {
    if focus.overlay == .details {
      focus.overlay = nil
    } else if ride.polling.lastError == nil {
      say(Catalogue.noErrors, now: now)
    } else {
      open(.details)
    }
  }

  private mutating func copyPosition(now: Duration) -> [ViewCommand] {
    guard let place = ride.trip?.lastLocation?.location, place.isValid else {
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
      focus.notice = Notice(text: sentence, until: now, staysUntilKey: true)
    }
  }
}
