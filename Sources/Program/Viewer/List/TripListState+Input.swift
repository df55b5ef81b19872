internal import CellGrid
internal import FleetEngine
internal import RidesharingConsumer

extension TripListState {
  static var mouseHint: String { "Mouse on: wheel moves, click chooses, again opens." }

  mutating func pasteBelow(_ text: String, at moment: InputMoment) -> [Command]? {
    guard filter.query != nil else { return nil }
    filter.query?.insert(text)
    arrange(now: moment.now, wall: moment.wall)
    return []
  }

  mutating func type(_ press: KeyPress, at moment: InputMoment) -> Bool {
    guard filter.query != nil else { return false }
    let end = filter.press(press)
    if end != .left { arrange(now: moment.now, wall: moment.wall) }
    return end != .left
  }

  mutating func clearFilter(at moment: InputMoment) {
    filter = TypedFilter()
    arrange(now: moment.now, wall: moment.wall)
  }

  mutating func perform(_ action: Action, at moment: InputMoment) -> [Command] {
    let now = moment.now
    let line = selectedLine ?? 0
    let page = max(1, parts.listRows - 1)
    switch action {
    case .screen(let action): return perform(action, at: moment)
    case .selectNext: select(line + 1)
    case .selectPrevious: select(line - 1)
    case .selectNextPage: select(line + page)
    case .selectPreviousPage: select(line - page)
    case .selectFirst: selectFirst()
    case .selectLast: select(order.count - 1)
    case .openTrip:
      guard let trip = selectedTrip else { break }
      guard trip.vehicle == nil else {
        return notify("\(trip.tripID) has no trip to open.", now: now)
      }
      return [.open(trip.name)]
    case .filterTrips: filter.query = LineEditor(filter.pattern)
    case .nextSort:
      view.order = view.order.next
      arrange(now: now, wall: moment.wall)
      say(ViewerText.sorted(view.order), now: now)
    case .toggleEnded:
      view.hidesEnded.toggle()
      arrange(now: now, wall: moment.wall)
      let count = trips.count { $0.rank == .ended }
      say(ViewerText.endedTrips(areHidden: view.hidesEnded, count), now: now)
    case .mapOnly: return show(view.shown.next, now: now)
    case .wall: return show(view.shown == .wall ? .both : .wall, now: now)
    case .faults: toggle(.list(ListLayer(.faults)))
    case .toggleAutoCamera: toggleFollowing(now: now)
    case .fitTrips: fitAll()
    case .zoomIn: return zoom(0.5)
    case .zoomOut: return zoom(-0.5)
    case .panScreen(let direction):
      return pan(
        columns: direction.columns * max(1, parts.map.columns / 4),
        rows: direction.rows * max(1, parts.map.rows / 4))
    case .refresh: return pollNow(now: now)
    case .details: toggleDetails(now: now)
    case .pause:
      pausedAt = isPaused ? nil : Moment(now: now, wall: moment.wall)
      say(isPaused ? ViewerText.paused(keys) : ViewerText.resumed, now: now)
    case .copyTripName: return selectedTrip.map { [.copy($0.name)] } ?? []
    }
    return []
  }

  mutating func closeCard(at moment: InputMoment) -> [Command] {
    notice = nil
    if isCardShown {
      isCardHidden = true
    } else if !filter.pattern.isEmpty {
      clearFilter(at: moment)
    }
    return []
  }

  /// Polls the selected trip, and the vehicle if its trips are unknown.
  private mutating func pollNow(now: Duration) -> [Command] {
    var commands: [Command] = []
    if let vehicle, vehicle.problem != nil {
      commands.append(.pollVehicle)
      say("Polling \(vehicle.vehicleID).", now: now)
    }
    if let trip = selectedTrip {
      commands.append(.poll(trip.name))
      say("Polling \(trip.tripID).", now: now)
    }
    return commands
  }

  /// Polls the trips on the screen.
  func returned(at now: Duration, pollingAfter age: Duration) -> [Command] {
    guard !isPaused else { return [] }
    return order.dropFirst(top).prefix(parts.listRows).map { trips[$0] }
      .filter { $0.vehicle == nil && !$0.isEnded && $0.polling.isDue(after: age, at: now) }
      .map { .poll($0.name) }
  }

  private mutating func toggleDetails(now: Duration) {
    let names = [selectedTrip?.name, vehicle?.name].compactMap { $0 }
    let failed = names.first { polling(of: $0)?.lastError != nil }
    let details = Layer.list(ListLayer(.details(of: failed ?? "")))
    if failed != nil || isInFront(details) {
      toggle(details)
    } else {
      say(ViewerText.noErrors, now: now)
    }
  }

  mutating func choose(_ line: Int, in list: ListLayer, at moment: InputMoment) -> [Command] {
    guard list.subject == .faults, let fleet else { return [] }
    let faults = fleet.menu(list)
    return faults.indices.contains(line) ? [.playFault(faults[line])] : []
  }

  mutating func turnWheelBelow(
    _ step: Int, over place: Pointer, at moment: InputMoment
  ) -> [Command] {
    if place.isOnMap { return zoom(-0.5 * Double(step), around: place.point) }
    if !order.isEmpty { select((selectedLine ?? 0) + step * ListLayer.wheelLines) }
    return []
  }

  /// Selects a trip, or opens the one that the user has selected before.
  mutating func choose(_ line: Int, at moment: InputMoment) -> [Command] {
    guard order.indices.contains(line) else { return [] }
    if hasChosen, line == selectedLine { return perform(.openTrip, at: moment) }
    select(line)
    return []
  }

  mutating func clickBelow(_ place: Pointer, at moment: InputMoment) -> [Command] {
    switch place.target {
    case .item(let line): choose(line, at: moment)
    case nil where place.isOnMap: clickMap(at: place.point, at: moment)
    // A click on a card or next to it is not a key.
    case .key, .marker, .badge, .rail, .timeline, .cover, nil: []
    }
  }
}
