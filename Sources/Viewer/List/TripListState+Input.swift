internal import CellGrid
internal import FleetEngine
internal import RidesharingConsumer

extension TripListState {
  private static let wheelLines = 3

  /// Applies an event and returns what the run loop is to do.
  mutating func apply(_ event: InputEvent, now: Duration, wall: Timestamp) -> [TripListCommand] {
    if let notice, notice.until <= now { self.notice = nil }
    switch event {
    case .resize(let size):
      resize(to: size)
      return []
    case .endOfInput: return [.action(.quit)]
    case .terminal, .resumed: return []
    case .paste(let text):
      guard query != nil else {
        say(Catalogue.pasteIgnored, now: now)
        return []
      }
      query?.insert(text)
      arrange(now: now, wall: wall)
      return []
    case .mouse(let event): return apply(event, now: now, wall: wall)
    case .key(let key, let modifiers): return press(KeyPress(key, modifiers), now: now, wall: wall)
    }
  }

  /// Does what a key does where the user is now.
  mutating func press(_ press: KeyPress, now: Duration, wall: Timestamp) -> [TripListCommand] {
    let action = keys.action(press, in: .listing)
    if let action, action == .interrupt || action == .redraw { return [.action(action)] }
    if let page = helpPage {
      helpPage = helpPages.page(after: page, press, action)
      return []
    }
    if details != nil { return readDetails(press, action, now: now, wall: wall) }
    if query != nil, !type(press, now: now, wall: wall) { return [] }
    return action.map { perform($0, now: now, wall: wall) } ?? []
  }

  /// Takes a key into what narrows the list.
  ///
  /// - Returns: Whether the key is one for the list itself.
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
      _ = query?.take(press)
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
    now: Duration,
    wall: Timestamp
  ) -> [TripListCommand] {
    switch action {
    case .quit, .closeOverlay, .details:
      details = nil
      return []
    case .refresh: return askNow(now: now)
    default: break
    }
    guard let shown = details else { return [] }
    switch ListPosition.move(press, rows: shown.rows) {
    case .by(let lines):
      details?.position.scroll(by: lines, of: shown.lines, rows: shown.rows)
    case .start: details?.position.show(0, of: shown.lines, rows: shown.rows)
    case .end: details?.position.show(shown.lines, of: shown.lines, rows: shown.rows)
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
    let page = max(1, layout.listRows - 1)
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
    case .refresh: return askNow(now: now)
    case .details: openDetails(now: now)
    case .pause:
      stillAt = isPaused ? nil : Moment(now: now, wall: wall)
      say(isPaused ? Catalogue.paused(keys) : Catalogue.resumed, now: now)
    case .copyTripName: return selectedTrip.map { [.copy($0.name)] } ?? []
    case .toggleMouse:
      mouse = MouseState(isOn: !mouse.isOn)
      say(mouse.isOn ? Catalogue.listMouseOn : Catalogue.mouseOff(keys), now: now)
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

  /// Asks for the chosen trip, and for the vehicle where it is not known.
  private mutating func askNow(now: Duration) -> [TripListCommand] {
    var commands: [TripListCommand] = []
    if let vehicle, vehicle.problem != nil {
      commands.append(.askVehicle)
      say(Catalogue.asksNow(vehicle.vehicleID), now: now)
    }
    if let trip = selectedTrip {
      commands.append(.ask(trip.name))
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
    now: Duration,
    wall: Timestamp
  ) -> [TripListCommand] {
    guard mouse.isOn else { return [] }
    let target = hits.last { $0.rect.contains(event.position) }?.target
    switch event.action {
    case .wheelUp, .wheelDown:
      let lines = event.action == .wheelUp ? -Self.wheelLines : Self.wheelLines
      if let page = helpPage {
        helpPage = min(max(0, page + lines.signum()), helpPages.count - 1)
      } else if let shown = details {
        details?.position.scroll(by: lines, of: shown.lines, rows: shown.rows)
      } else if !order.isEmpty {
        select((selectedLine ?? 0) + lines)
      }
    case .press: mouse.press(at: event.position, dragsMap: false)
    case .drag: _ = mouse.drag(to: event.position)
    case .release:
      guard mouse.release(at: event.position) else { break }
      return click(target, now: now, wall: wall)
    }
    return []
  }

  private mutating func click(
    _ target: HitArea.Target?,
    now: Duration,
    wall: Timestamp
  ) -> [TripListCommand] {
    switch target {
    case .key(let press): return self.press(press, now: now, wall: wall)
    case .item where details != nil, .cover where details != nil: return []
    case .item(let line) where helpPage == nil:
      guard order.indices.contains(line) else { return [] }
      if hasChosen, line == selectedLine { return perform(.openTrip, now: now, wall: wall) }
      select(line)
      return []
    // A click beside a card, or on it, is no key.
    case .cover where isCardShown: return []
    case .cover: return press(KeyPress(.enter), now: now, wall: wall)
    case .item, .marker, nil:
      return helpPage == nil && details == nil
        ? [] : press(KeyPress(.escape), now: now, wall: wall)
    }
  }
}
