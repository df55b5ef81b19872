internal import CellGrid
internal import ConsumerMap
internal import Geo
internal import MapCanvas

extension BookingState {
  /// The widest cell, in meters, that is precise enough to choose a place.
  private static let coarsestColumn = 1_000.0
  /// The least zoom at which a found place is shown.
  private static let searchZoom = 15.0

  mutating func apply(_ event: BookingEvent, at moment: InputMoment) -> [Command] {
    expireNotice(now: moment.now)
    switch event {
    case .tick: return []
    case .vehicles(.success(let seen)):
      let isFirst = sightings.isEmpty
      vehicles = .known(seen)
      return isFirst && !isMoved && isChoosing && start == nil && !seen.isEmpty ? home() : []
    case .vehicles(.failure(let failure)):
      // The earlier vehicles are too old to be shown.
      vehicles = .failed(failure)
      return []
    case .booked(.success(let name)): return [.finish(name)]
    case .booked(.failure(let failure)):
      step = .failed(failure)
      helpPage = nil
      return []
    case .names(let result):
      search?.read(result)
      return []
    case .input(let input): return apply(input, at: moment)
    }
  }

  mutating func paste(_ text: String, at moment: InputMoment) -> [Command] {
    guard isChoosing, helpPage == nil else {
      return notify(ViewerText.pasteIgnored, now: moment.now)
    }
    if search == nil, let place = PlaceText.coordinate(in: text) { return go(to: place) }
    let commands = search == nil ? openSearch(now: moment.now) : []
    search?.paste(text)
    return commands
  }

  private mutating func openSearch(now: Duration) -> [Command] {
    guard isChoosing, hasMap else {
      return notify("Step back to choose a place.", now: now)
    }
    search = PlaceSearch()
    return [.readNames]
  }

  private mutating func typeSearch(_ press: KeyPress, now: Duration) -> [Command] {
    switch (press.key, press.modifiers) {
    case (.escape, []): search = nil
    // Backspace in an empty line removes the mark too.
    case (.backspace, []) where search?.editor.text.isEmpty ?? true: search = nil
    case (.enter, []): return search?.place.map { go(to: $0) } ?? []
    default: search?.edit(press)
    }
    return []
  }

  /// Puts the cursor on a place of the search.
  private mutating func go(to place: Coordinate) -> [Command] {
    search = nil
    isMoved = true
    return look(at: place, zoom: max(map?.camera?.zoom ?? 0, Self.searchZoom))
  }

  mutating func press(_ press: KeyPress, at moment: InputMoment) -> [Command] {
    let action: Action? = keys.action(press)
    if let command = action?.commandAnywhere { return [.screen(command)] }
    if search != nil { return typeSearch(press, now: moment.now) }
    guard let page = helpPage else { return action.map { perform($0, now: moment.now) } ?? [] }
    helpPage = helpPages.page(after: page, press, closes: action?.closes ?? false)
    return []
  }

  /// Keeps the place under the cursor in the middle.
  mutating func resize(to size: GridSize) -> [Command] {
    let place = cursorPlace
    self.size = size
    guard isChoosing, isMoved, let place, let zoom = map?.camera?.zoom else { return frame() }
    return look(at: place, zoom: zoom)
  }

  private mutating func perform(_ action: Action, now: Duration) -> [Command] {
    switch action {
    case .screen(let action): return [.screen(action)]
    case .toggleMouse: return setMouse(!mouse.isOn, now: now)
    case .help: helpPage = 0
    case .refresh:
      if case .failed = step { return book(now: now) }
      return step == .booking ? [] : [.readVehicles]
    case .accept: return accept(now: now)
    case .stepBack: return stepBack()
    case .closeOverlay:
      if case .failed = step { return stepBack() }
      notice = nil
    case _ where !isAdjustable: break
    case .addStop: return addStop(now: now)
    case .findPlace: return openSearch(now: now)
    case .toggleShared: return toggleShared(now: now)
    case .zoomIn: return zoom(0.5, around: isChoosing ? cursor : middle)
    case .zoomOut: return zoom(-0.5, around: isChoosing ? cursor : middle)
    case .fitPlaces: return fit(now: now)
    case .showMyLocation: return goToMyLocation(now: now)
    case .pan(let direction): return move(direction, isFar: false)
    case .panScreen(let direction): return move(direction, isFar: true)
    }
    return []
  }

  /// Moves the cursor, or the map by more if there is no cursor.
  private mutating func move(_ direction: Direction, isFar: Bool) -> [Command] {
    let map = layout.map
    let eighth = (columns: max(1, map.columns / 8), rows: max(1, map.rows / 8))
    if isChoosing {
      let (columns, rows) = isFar ? eighth : (1, 1)
      return moveCursor(columns: direction.columns * columns, rows: direction.rows * rows)
    }
    guard hasMap else { return [] }
    let (columns, rows) = isFar ? (map.columns, map.rows) : eighth
    return [.pan(columns: direction.columns * columns, rows: direction.rows * rows)]
  }

  private var isMapLive: Bool { helpPage == nil && search == nil && isAdjustable }
  func isMapShown(at point: GridPoint) -> Bool { isMapLive && layout.map.contains(point) }

  mutating func turnWheel(_ step: Int, over place: Pointer, at moment: InputMoment) -> [Command] {
    if let helpPage {
      self.helpPage = helpPages.page(helpPage, turnedBy: step)
      return []
    }
    return place.isOnMap ? zoom(-0.5 * Double(step), around: cell(at: place.point)) : []
  }

  /// Moves the map by cells; the cursor moves with it as far as the map's edge.
  mutating func drag(columns: Int, rows: Int) -> [Command] {
    guard isMapLive else { return [] }
    let size = layout.uncoveredMap.size
    let moved = GridPoint(column: cursor.column - columns, row: cursor.row - rows)
    cursor = GridPoint(
      column: max(0, min(size.columns - 1, moved.column)),
      row: max(0, min(size.rows - 1, moved.row))
    )
    if cursor != moved { pinned = nil }
    isMoved = true
    return [.pan(columns: columns, rows: rows)]
  }

  mutating func click(_ place: Pointer, at moment: InputMoment) -> [Command] {
    if search != nil {
      guard case .item(let index) = place.target else { return press(.escape, at: moment) }
      search?.choose(index)
      return press(.enter, at: moment)
    }
    switch place.target {
    case .key(let press): return self.press(press, at: moment)
    // Where any key continues, so does a click.
    case .cover: return helpPage == nil ? [] : press(.enter, at: moment)
    case .marker, .item, .badge, .rail, .timeline, nil: break
    }
    guard helpPage == nil else { return press(.escape, at: moment) }
    guard place.isOnMap, isChoosing else { return [] }
    // The first click has put the cursor there.
    if mouse.isSecondClick(at: place.point, now: moment.now) { return accept(now: moment.now) }
    (isMoved, pinned) = (true, nil)
    cursor = cell(at: place.point)
    return []
  }

  /// Chooses the place under the cursor, or books the chosen ride.
  private mutating func accept(now: Duration) -> [Command] {
    switch step {
    case .choosingPickup:
      guard let place = chosenPlace(now: now) else { return [] }
      (pickup, step, notice) = (place, .choosingDropoff, nil)
      return []
    case .choosingDropoff:
      guard let place = chosenPlace(now: now) else { return [] }
      (dropoff, step, notice) = (place, .preview, nil)
      return fitCamera(places).map { [.glide($0)] } ?? []
    case .preview:
      return hasMap
        ? book(now: now) : notify("Enlarge the window to see the ride first.", now: now)
    case .failed: return book(now: now)
    case .booking: return []
    }
  }

  private mutating func book(now: Duration) -> [Command] {
    guard let request else { return [] }
    (step, bookingSince, notice) = (.booking, now, nil)
    return [.book(request)]
  }

  private mutating func addStop(now: Duration) -> [Command] {
    if step == .choosingPickup { return notify(ViewerText.pickupFirst, now: now) }
    guard step == .choosingDropoff else {
      let (back, add) = (keys[Action.stepBack], keys[Action.addStop])
      return notify("Step back first: \(back). Then \(add) adds a stop.", now: now)
    }
    guard !isShared else { return notify(ViewerText.sharedHasNoStops, now: now) }
    guard stops.count < RideRequest.maximumStops else {
      return notify(ViewerText.noMoreStops(RideRequest.maximumStops), now: now)
    }
    guard let place = chosenPlace(now: now) else { return [] }
    stops.append(place)
    return notify(ViewerText.stopAdded(stops.count, keys), now: now)
  }

  private mutating func toggleShared(now: Duration) -> [Command] {
    guard stops.isEmpty else { return notify(ViewerText.sharedHasNoStops, now: now) }
    isShared.toggle()
    return notify(
      isShared ? "Others may ride along." : "Nobody else rides along.",
      now: now
    )
  }

  private mutating func stepBack() -> [Command] {
    notice = nil
    let removed: Coordinate?
    switch step {
    case .booking, .choosingPickup: return []
    case .failed:
      step = .preview
      return []
    case .preview:
      (removed, dropoff) = (dropoff, nil)
      step = .choosingDropoff
    case .choosingDropoff where !stops.isEmpty: removed = stops.removeLast()
    case .choosingDropoff:
      (removed, pickup) = (pickup, nil)
      step = .choosingPickup
    }
    isMoved = true
    guard let removed, let camera = map?.camera else { return [] }
    guard hasMap, viewport(camera).cell(of: removed) != nil else {
      return look(at: removed, zoom: camera.zoom)
    }
    pin(removed, in: camera)
    return []
  }

  /// The place under the cursor if it can follow the one before; otherwise says why not.
  private mutating func chosenPlace(now: Duration) -> Coordinate? {
    guard let place = cursorPlace, place.isValid else {
      say("No map at this size to choose on.", now: now)
      return nil
    }
    if pinned == nil, let camera = map?.camera,
      viewport(camera).metersPerColumn > Self.coarsestColumn
    {
      let width = Quantities.distance(meters: Int(viewport(camera).metersPerColumn))
      say("Zoom in first (\(keys[Action.zoomIn])): a cell is \(width) wide.", now: now)
      return nil
    }
    if let last = places.last, RideRequest.isSame(last, place) {
      say(ViewerText.samePlace, now: now)
      return nil
    }
    return place
  }
}
