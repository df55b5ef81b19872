internal import CellGrid
internal import ConsumerMap
internal import Geo
internal import MapCanvas

extension BookingState {
  /// The widest cell, in meters, that is precise enough to choose a place.
  private static let coarsestColumn = 1_000.0
  /// The least zoom at which a found place is shown.
  private static let searchZoom = 15.0

  mutating func apply(_ news: BookingNews, at moment: InputMoment) -> [Command] {
    switch news {
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
      return []
    case .names(let result):
      search?.read(result)
      return []
    }
  }

  mutating func pasteBelow(_ text: String, at moment: InputMoment) -> [Command]? {
    guard isChoosing else { return nil }
    if let place = PlaceText.coordinate(in: text) { return go(to: place) }
    let commands = openSearch(now: moment.now)
    search?.paste(text)
    return commands
  }

  private mutating func openSearch(now: Duration) -> [Command] {
    guard isChoosing, hasMap else { return notify("Step back to choose a place.", now: now) }
    search = PlaceSearch()
    return [.readNames]
  }

  mutating func choose(_ search: PlaceSearch) -> [Command] { search.place.map { go(to: $0) } ?? [] }

  /// Puts the cursor on a place of the search.
  private mutating func go(to place: Coordinate) -> [Command] {
    search = nil
    isMoved = true
    return look(at: place, zoom: max(map?.camera?.zoom ?? 0, Self.searchZoom))
  }

  /// Keeps the place under the cursor in the middle.
  mutating func resize(to size: GridSize) -> [Command] {
    let place = cursorPlace
    self.size = size
    guard isChoosing, isMoved, let place, let zoom = map?.camera?.zoom else { return frame() }
    return look(at: place, zoom: zoom)
  }

  /// The command line of a booking has only what all screens have.
  mutating func perform(_ order: PromptCommand.Order, at moment: InputMoment) -> [Command] { [] }

  mutating func explain(_ action: Action, at moment: InputMoment) -> [Command] {
    action == .showMyLocation ? notify(ViewerText.noMyLocation, now: moment.now) : []
  }

  mutating func closeCard(at moment: InputMoment) -> [Command] {
    if case .failed = step { return stepBack() }
    notice = nil
    return []
  }

  mutating func perform(_ action: Action, at moment: InputMoment) -> [Command] {
    let now = moment.now
    switch action {
    case .screen(let action): return perform(action, at: moment)
    case .refresh:
      if case .failed = step { return book(now: now) }
      return step == .booking ? [] : [.readVehicles]
    case .accept: return accept(now: now)
    case .stepBack: return stepBack()
    case _ where !isAdjustable: return []
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

  var isCardOpen: Bool { if case .failed = step { true } else { false } }
  func isMapShown(at point: GridPoint) -> Bool { isAdjustable && layout.map.contains(point) }

  mutating func turnWheelBelow(
    _ step: Int, over place: Pointer, at moment: InputMoment
  ) -> [Command] { place.isOnMap ? zoom(-0.5 * Double(step), around: cell(at: place.point)) : [] }

  /// Moves the map by cells; the cursor moves with it as far as the map's edge.
  mutating func dragMap(columns: Int, rows: Int) -> [Command] {
    guard isAdjustable else { return [] }
    let size = layout.uncoveredMap.size
    let moved = GridPoint(column: cursor.column - columns, row: cursor.row - rows)
    cursor = GridPoint(
      column: max(0, min(size.columns - 1, moved.column)),
      row: max(0, min(size.rows - 1, moved.row)))
    if cursor != moved { pinned = nil }
    isMoved = true
    return [.pan(columns: columns, rows: rows)]
  }

  mutating func clickBelow(_ place: Pointer, at moment: InputMoment) -> [Command] {
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
    return notify(isShared ? "Others may ride along." : "Nobody else rides along.", now: now)
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
