internal import CellGrid
internal import FleetEngine
internal import RidesharingConsumer

extension ViewState {
  /// Applies an event and returns what the run loop is to do.
  mutating func apply(
    _ event: ViewEvent,
    now: Duration,
    wall: Timestamp,
    settings: ViewerSettings
  ) -> [ViewCommand] {
    if let notice, notice.until <= now { self.notice = nil }
    switch event {
    case .tick: return []
    case .trip(let trip): return take(trip, now: now, wall: wall, settings: settings)
    case .polling(let status):
      take(status, now: now, wall: wall, settings: settings)
      return []
    case .cancelAnswer(let failure):
      takeCancelAnswer(failure, now: now, wall: wall)
      return failure == nil ? [.refresh] : []
    case .input(let input): return apply(input, now: now)
    }
  }

  private mutating func apply(_ input: InputEvent, now: Duration) -> [ViewCommand] {
    switch input {
    case .resize(let size):
      self.size = size
      return []
    case .endOfInput: return [.quit]
    case .terminal: return []
    case .paste:
      say(Catalogue.pasteIgnored, now: now)
      return []
    case .mouse(let event): return apply(event)
    case .key(let key, let modifiers):
      let press = KeyPress(key, modifiers)
      let action = KeyTable.action(press).flatMap { hiddenActions.contains($0) ? nil : $0 }
      if overlay == .cancelQuestion, action != .interrupt, action != .redraw {
        return answerCancelQuestion(press, now: now)
      }
      switch (overlay, action) {
      case (nil, .chooseStop): return chooseStop(KeyTable.number(press) ?? 0, now: now)
      case (_, .interrupt), (_, .redraw), (nil, _): return perform(action, now: now)
      case (_, .quit), (_, .closeOverlay):
        overlay = nil
        return []
      case (.help(let page), _):
        // Any key: the next page, and after the last the screen.
        let pages = helpPages.count
        overlay = page + 1 < pages ? .help(page: page + 1) : nil
        return []
      case (.details, _), (.events, _), (.cancelQuestion, _), (.cancelFailure, _):
        return perform(action, now: now)
      }
    }
  }

  private mutating func perform(_ action: Action?, now: Duration) -> [ViewCommand] {
    let map = layout.mapArea
    let eighth = (columns: max(1, map.columns / 8), rows: max(1, map.rows / 8))
    switch action {
    case nil: return []
    case .quit: return [.quit]
    case .interrupt: return [.interrupt]
    case .help: overlay = .help(page: 0)
    case .closeOverlay: closeCard()
    case .events: toggleEvents()
    case .details: toggleDetails(now: now)
    case .pause:
      isPaused.toggle()
      say(isPaused ? Catalogue.paused : Catalogue.resumed, now: now)
    case .toggleAutoCamera: return [.toggleAutoCamera]
    case .zoomIn: return [.zoom(steps: 0.5, at: nil)]
    case .zoomOut: return [.zoom(steps: -0.5, at: nil)]
    case .panLeft: return [.pan(columns: -eighth.columns, rows: 0)]
    case .panRight: return [.pan(columns: eighth.columns, rows: 0)]
    case .panUp: return [.pan(columns: 0, rows: -eighth.rows)]
    case .panDown: return [.pan(columns: 0, rows: eighth.rows)]
    case .panScreenLeft: return [.pan(columns: -map.columns, rows: 0)]
    case .panScreenRight: return [.pan(columns: map.columns, rows: 0)]
    case .panScreenUp: return [.pan(columns: 0, rows: -map.rows)]
    case .panScreenDown: return [.pan(columns: 0, rows: map.rows)]
    case .fitTrip: return [.fitTrip]
    case .centreOnVehicle: return [.centreOnVehicle]
    case .showMyLocation: return [.showMyLocation]
    case .nextMarker: return chooseMarker(step: 1, now: now)
    case .previousMarker: return chooseMarker(step: -1, now: now)
    case .chooseStop: return []
    case .refresh: return [.refresh]
    case .cancelRide: askToCancel(now: now)
    case .nextGlyphs: return [.nextGlyphs]
    case .redraw: return [.redraw]
    case .accept, .addStop, .stepBack, .toggleShared, .suspend: return []
    }
    return []
  }

  private mutating func toggleEvents() {
    if Layout(size: size, arrangement: Arrangement(showsEvents: true)).events != nil {
      arrangement.showsEvents.toggle()
    } else {
      overlay = overlay == .events ? nil : .events
    }
  }

  private mutating func toggleDetails(now: Duration) {
    if overlay == .details {
      overlay = nil
    } else if polling.lastError == nil {
      say(Catalogue.noErrors, now: now)
    } else {
      overlay = .details
    }
  }

  private mutating func apply(_ event: MouseEvent) -> [ViewCommand] {
    let map = layout.mapArea
    let isOnMap = map.contains(event.position) && overlay == nil
    switch event.action {
    case .wheelUp: return isOnMap ? [.zoom(steps: 0.5, at: event.position)] : []
    case .wheelDown: return isOnMap ? [.zoom(steps: -0.5, at: event.position)] : []
    case .press:
      dragPosition = isOnMap ? event.position : nil
      isClick = isOnMap
      return []
    case .release:
      defer {
        dragPosition = nil
        isClick = false
      }
      return isClick && isOnMap && dragPosition == event.position ? [.tap(at: event.position)] : []
    case .drag:
      guard let last = dragPosition else { return [] }
      dragPosition = event.position
      isClick = isClick && last == event.position
      let columns = last.column - event.position.column
      let rows = last.row - event.position.row
      return columns == 0 && rows == 0 ? [] : [.pan(columns: columns, rows: rows)]
    }
  }
}
