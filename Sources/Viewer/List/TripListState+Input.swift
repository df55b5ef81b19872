internal import CellGrid
internal import FleetEngine
internal import RidesharingConsumer

extension TripListState {
  private static let wheelLines = 3

  /// Applies an event and returns what the run loop is to do.
  mutating func apply(_ event: InputEvent, at moment: InputMoment) -> [TripListCommand] {
    expireNotice(now: moment.now)
    switch event {
    case .resize(let size):
      resize(to: size)
      return []
    case .endOfInput: return [.action(.quit)]
    case .terminal, .resumed: return []
    case .paste(let text):
      guard query != nil else {
        say(Catalogue.pasteIgnored, now: moment.now)
        return []
      }
      query?.insert(text)
      arrange(now: moment.now, wall: moment.wall)
      return []
    case .mouse(let event): return apply(event, at: moment)
    case .key(let key, let modifiers): return press(KeyPress(key, modifiers), at: moment)
    }
  }

  /// Does what a key does where the user is now.
  mutating func press(_ press: KeyPress, at moment: InputMoment) -> [TripListCommand] {
    let (now, wall) = (moment.now, moment.wall)
    let action = keys.action(press, in: .listing)
    if let action, action == .interrupt || action == .redraw { return [.action(action)] }
    if let page = helpPage {
      helpPage = helpPages.page(after: page, press, action)
      return []
    }
    if details != nil { return readDetails(press, action, at: moment) }
    if query != nil, !type(press, now: now, wall: wall) { return [] }
    return action.map { perform($0, now: now, wall: wall) } ?? []
  }

  /// Edits the filter; returns whether the key is one for the list itself.
  private mutating func type(_ press: KeyPress, now: Duration, wall: Timestamp) -> Bool {
    switch (press.key, press.modifiers) {
    case (.enter, []):
      acceptQuery()
      return false
    case (.escape, []):
      clearFilter(now: now, wall: wall)
      return false
    case (.down, []), (.up, []), (.pageDown, []), (.pageUp, []):
      acceptQuery()
      return true
    case (.backspace, []) where query?.text.isEmpty ?? true:
      // The slash is taken back too.
      clearFilter(now: now, wall: wall)
      return false
    default:
      // A key that edits nothing does nothing else either.
      _ = query?.edit(press)
      arrange(now: now, wall: wall)
      return false
    }
  }

  private mutating func acceptQuery() {
    pattern = query?.text ?? pattern
    query = nil
  }

  private mutating func clearFilter(now: Duration, wall: Timestamp) {
    (query, pattern) = (nil, "")
    arrange(now: now, wall: wall)
  }

  /// Does what a key does while a failure is shown in full.
  private mutating func readDetails(
    _ press: KeyPress,
    _ action: Action?,
    at moment: InputMoment
  ) -> [TripListCommand] {
    switch action {
    case .quit, .closeOverlay, .details:
      details = nil
      return []
    case .refresh: return pollNow(now: moment.now)
    default: break
    }
    let shown = detailsList(at: moment)
    let (count, rows) = (shown.count, max(1, shown.rows))
    switch ListPosition.move(press, rows: rows) {
    case .by(let lines):
      details?.position.scroll(by: lines, of: count, rows: rows)
    case .start: details?.position.show(0, of: count, rows: rows)
    case .end: details?.position.show(count, of: count, rows: rows)
    case nil: break
    }
    return []
  }

  private mutating func perform(
    _ action: Action,
    now: Duration,
    wall: Timestamp
  ) -> [TripListCommand] {
    let line = selectedLine ?? 0
    let page = max(1, parts.listRows - 1)
    switch action {
    case .quit, .interrupt, .redraw, .nextGlyphs, .nextTheme: return [.action(action)]
    case .help: helpPage = 0
    case .selectNext: select(line + 1)
    case .selectPrevious: select(line - 1)
    case .selectNextPage: select(line + page)
    case .selectPreviousPage: select(line - page)
    case .selectFirst: selectFirst()
    case .selectLast: select(order.count - 1)
    case .openTrip: return selectedTrip.map { [.open($0.name)] } ?? []
    case .filterTrips: query = LineEditor(pattern)
    case .closeOverlay:
      notice = nil
      if isCardShown {
        isCardHidden = true
      } else if !pattern.isEmpty {
        clearFilter(now: now, wall: wall)
      }
    case .refresh: return pollNow(now: now)
    case .details: openDetails(now: now)
    case .pause:
      stillAt = isPaused ? nil : Moment(now: now, wall: wall)
      say(isPaused ? Catalogue.paused(keys) : Catalogue.resumed, now: now)
    case .copyTripName: return selectedTrip.map { [.copy($0.name)] } ?? []
    case .toggleMouse:
      setMouse(!mouse.isOn, now: now, hint: Catalogue.listMouseOn)
      return [.setMouse(mouse.isOn)]
    // Actions of the other screens, and of the terminal.
    case .menu, .prompt, .toggleAutoCamera, .zoomIn, .zoomOut, .defaultZoom, .panLeft, .panRight,
      .panUp, .panDown, .panScreenLeft, .panScreenRight, .panScreenUp, .panScreenDown, .fitTrip,
      .centreOnVehicle, .showMyLocation, .nextMarker, .previousMarker, .chooseStop, .nextFocus,
      .previousFocus, .reloadToken, .events, .nextPanel, .mapOnly, .backToList, .accept, .addStop,
      .stepBack, .toggleShared, .cancelRide, .toggleTraffic, .nextUnits, .copyPosition,
      .saveSnapshot, .log, .suspend:
      break
    }
    return []
  }

  /// Polls the chosen trip, and the vehicle where its trips are not known.
  private mutating func pollNow(now: Duration) -> [TripListCommand] {
    var commands: [TripListCommand] = []
    if let vehicle, vehicle.problem != nil {
      commands.append(.pollVehicle)
      say(Catalogue.asksNow(vehicle.vehicleID), now: now)
    }
    if let trip = selectedTrip {
      commands.append(.poll(trip.name))
      say(Catalogue.asksNow(trip.tripID), now: now)
    }
    return commands
  }

  /// Shows the chosen trip's failure in full, or else the vehicle's.
  private mutating func openDetails(now: Duration) {
    let names = [selectedTrip?.name, vehicle?.name].compactMap { $0 }
    guard let name = names.first(where: { polling(of: $0)?.lastError != nil }) else {
      return say(Catalogue.noErrors, now: now)
    }
    details = Details(name: name)
  }

  /// Does what the mouse does where the screen shows what it was drawn with last.
  private mutating func apply(
    _ event: MouseEvent,
    at moment: InputMoment
  ) -> [TripListCommand] {
    guard mouse.isOn else { return [] }
    let target = moment.target(at: event.position)
    switch event.action {
    case .wheelUp, .wheelDown:
      let lines = event.action == .wheelUp ? -Self.wheelLines : Self.wheelLines
      if let page = helpPage {
        helpPage = min(max(0, page + lines.signum()), helpPages.count - 1)
      } else if details != nil {
        let shown = detailsList(at: moment)
        details?.position.scroll(by: lines, of: shown.count, rows: max(1, shown.rows))
      } else if !order.isEmpty {
        select((selectedLine ?? 0) + lines)
      }
    case .press: mouse.press(at: event.position, dragsMap: false)
    case .drag: _ = mouse.drag(to: event.position)
    case .release:
      guard mouse.release(at: event.position) else { break }
      return click(target, at: moment)
    }
    return []
  }

  private mutating func click(
    _ target: HitArea.Target?,
    at moment: InputMoment
  ) -> [TripListCommand] {
    switch target {
    case .key(let press): return self.press(press, at: moment)
    case .item where details != nil, .cover where details != nil: return []
    case .item(let line) where helpPage == nil:
      guard order.indices.contains(line) else { return [] }
      if hasChosen, line == selectedLine {
        return perform(.openTrip, now: moment.now, wall: moment.wall)
      }
      select(line)
      return []
    // A click beside a card, or on it, is no key.
    case .cover where isCardShown: return []
    case .cover: return press(KeyPress(.enter), at: moment)
    case .item, .marker, nil:
      return helpPage == nil && details == nil
        ? [] : press(KeyPress(.escape), at: moment)
    }
  }
}
