internal import CellGrid
internal import ConsumerMap
internal import Geo
internal import MapCanvas

extension BookingState {
  /// Applies an event and returns what the run loop is to do.
  mutating func apply(_ event: BookingEvent, at moment: InputMoment) -> [BookingCommand] {
    expireNotice(now: moment.now)
    switch event {
    case .tick: return []
    case .vehicles(let result): return show(result)
    case .booked(.success(let name)): return [.finish(name)]
    case .booked(.failure(let failure)):
      step = .failed(failure)
      helpPage = nil
      return []
    case .input(let input): return apply(input, at: moment)
    }
  }

  private mutating func show(
    _ result: Result<[SightedVehicle], BookingFailure>
  ) -> [BookingCommand] {
    switch result {
    case .success(let seen):
      let isFirst = sightings.isEmpty
      vehicles = .known(seen)
      return isFirst && !isMoved && isChoosing && start == nil && !seen.isEmpty ? home() : []
    case .failure(let failure):
      // What was seen before is too old to be shown.
      vehicles = .failed(failure)
      return []
    }
  }

  private mutating func apply(_ input: InputEvent, at moment: InputMoment) -> [BookingCommand] {
    switch input {
    case .resize(let size):
      return resize(to: size)
    case .endOfInput: return [.action(.quit)]
    case .terminal, .resumed: return []
    case .paste:
      say(Catalogue.pasteIgnored, now: moment.now)
      return []
    case .mouse(let event): return apply(event, at: moment)
    case .key(let key, let modifiers): return press(KeyPress(key, modifiers), now: moment.now)
    }
  }

  /// Does what a key does where the user is now.
  mutating func press(_ press: KeyPress, now: Duration) -> [BookingCommand] {
    let action = keys.action(press, in: .booking)
    guard let page = helpPage else { return action.map { perform($0, now: now) } ?? [] }
    if let action, action == .interrupt || action == .redraw { return [.action(action)] }
    helpPage = helpPages.page(after: page, press, action)
    return []
  }

  /// Keeps the place under the cursor where the eye is.
  private mutating func resize(to size: GridSize) -> [BookingCommand] {
    let place = cursorPlace
    self.size = size
    guard isChoosing, isMoved, let place, let zoom = map?.camera?.zoom else { return frame() }
    return look(at: place, zoom: zoom)
  }

  private mutating func perform(_ action: Action, now: Duration) -> [BookingCommand] {
    let map = layout.mapArea
    let eighth = (columns: max(1, map.columns / 8), rows: max(1, map.rows / 8))
    switch action {
    case .quit, .interrupt, .redraw, .nextGlyphs, .nextTheme, .nextUnits: return [.action(action)]
    case .toggleMouse:
      setMouse(!mouse.isOn, now: now)
      return [.setMouse(mouse.isOn)]
    case .help: helpPage = 0
    case .refresh:
      if case .failed = step { return book(now: now) }
      return step == .booking ? [] : [.readVehicles]
    case .accept: return accept(now: now)
    case .stepBack: return stepBack()
    case .closeOverlay:
      if case .failed = step { return stepBack() }
      notice = nil
    // While a ride is being booked, it cannot be changed.
    case _ where !isAdjustable: break
    case .addStop: addStop(now: now)
    case .toggleShared: toggleShared(now: now)
    case .zoomIn: return zoom(0.5, around: isChoosing ? cursor : middle)
    case .zoomOut: return zoom(-0.5, around: isChoosing ? cursor : middle)
    case .fitTrip: return fit(now: now)
    case .showMyLocation: return goToMyLocation(now: now)
    case .panLeft: return move(-1, 0, large: -eighth.columns, 0)
    case .panRight: return move(1, 0, large: eighth.columns, 0)
    case .panUp: return move(0, -1, large: 0, -eighth.rows)
    case .panDown: return move(0, 1, large: 0, eighth.rows)
    case .panScreenLeft: return move(-eighth.columns, 0, large: -map.columns, 0)
    case .panScreenRight: return move(eighth.columns, 0, large: map.columns, 0)
    case .panScreenUp: return move(0, -eighth.rows, large: 0, -map.rows)
    case .panScreenDown: return move(0, eighth.rows, large: 0, map.rows)
    // Actions of the other screens, and of the terminal.
    case .menu, .prompt, .toggleAutoCamera, .defaultZoom, .centreOnVehicle, .nextMarker,
      .previousMarker, .chooseStop, .nextFocus, .previousFocus, .pause, .reloadToken, .events,
      .nextPanel, .mapOnly, .details, .backToList, .selectNext, .selectPrevious,
      .selectNextPage, .selectPreviousPage, .selectFirst, .selectLast, .openTrip, .filterTrips,
      .cancelRide, .toggleTraffic, .copyTripName, .copyPosition, .saveSnapshot, .log, .suspend:
      break
    }
    return []
  }

  /// Whether the ride is being chosen or looked at, so that it can be changed.
  private var isAdjustable: Bool {
    switch step {
    case .choosingPickup, .choosingDropoff, .preview: true
    case .booking, .failed: false
    }
  }

  /// Moves the cursor, or the map by more where there is no cursor.
  private mutating func move(
    _ columns: Int,
    _ rows: Int,
    large mapColumns: Int,
    _ mapRows: Int
  ) -> [BookingCommand] {
    isChoosing
      ? moveCursor(columns: columns, rows: rows)
      : hasMap ? [.pan(columns: mapColumns, rows: mapRows)] : []
  }
}
