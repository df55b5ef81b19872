internal import CellGrid
internal import FleetEngine
internal import RidesharingConsumer

extension TripListState {
  private static let wheelLines = 3
  static var mouseHint: String { "Mouse on: wheel moves, click chooses, again opens." }

  mutating func paste(_ text: String, at moment: InputMoment) -> [Command] {
    if prompt != nil {
      prompt?.paste(text)
      return []
    }
    guard query != nil else { return notify(ViewerText.pasteIgnored, now: moment.now) }
    query?.insert(text)
    arrange(now: moment.now, wall: moment.wall)
    return []
  }

  mutating func press(_ press: KeyPress, at moment: InputMoment) -> [Command] {
    let action: Action? = keys.action(press)
    if let command = action?.commandAnywhere { return [.screen(command)] }
    if prompt != nil { return typeCommand(press, at: moment) }
    if let page = helpPage {
      helpPage = helpPages.page(after: page, press, closes: action?.closes ?? false)
      return []
    }
    if details != nil { return moveInDetails(press, action, at: moment) }
    if fleet?.menu != nil { return pressInFaults(press, action) }
    if query != nil, !type(press, at: moment) { return [] }
    return action.map { perform($0, at: moment) } ?? []
  }

  /// Edits the filter; returns whether the key is for the list itself.
  private mutating func type(_ press: KeyPress, at moment: InputMoment) -> Bool {
    switch (press.key, press.modifiers) {
    case (.enter, []):
      acceptQuery()
      return false
    case (.down, []), (.up, []), (.pageDown, []), (.pageUp, []):
      acceptQuery()
      return true
    case (.escape, []): clearFilter(at: moment)
    // Backspace in an empty filter removes the slash too.
    case (.backspace, []) where query?.text.isEmpty ?? true: clearFilter(at: moment)
    default:
      // A key that edits nothing does nothing else either.
      _ = query?.edit(press)
      arrange(now: moment.now, wall: moment.wall)
    }
    return false
  }

  private mutating func acceptQuery() {
    pattern = query?.text ?? pattern
    query = nil
  }

  mutating func clearFilter(at moment: InputMoment) {
    (query, pattern) = (nil, "")
    arrange(now: moment.now, wall: moment.wall)
  }

  private mutating func moveInDetails(
    _ press: KeyPress,
    _ action: Action?,
    at moment: InputMoment
  ) -> [Command] {
    switch action {
    case .screen(.quit), .closeOverlay, .details: details = nil
    case .refresh: return pollNow(now: moment.now)
    default:
      let shown = detailsList(at: moment)
      let rows = max(1, shown.rows)
      if let move = ListPosition.move(press, rows: rows) {
        details?.position.scroll(move, of: shown.count, rows: rows)
      }
    }
    return []
  }

  mutating func perform(_ action: Action, at moment: InputMoment) -> [Command] {
    let now = moment.now
    let line = selectedLine ?? 0
    let page = max(1, parts.listRows - 1)
    switch action {
    case .screen(let action): return [.screen(action)]
    case .help: helpPage = 0
    case .prompt: prompt = Prompt(promptContext)
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
    case .filterTrips: query = LineEditor(pattern)
    case .nextSort:
      view.order = view.order.next
      arrange(now: now, wall: moment.wall)
      say(ViewerText.sorted(view.order), now: now)
    case .toggleEnded:
      view.hidesEnded.toggle()
      arrange(now: now, wall: moment.wall)
      let count = trips.count { $0.rank == .ended }
      say(ViewerText.endedTrips(areHidden: view.hidesEnded, count), now: now)
    case _ where hiddenActions.contains(action): break
    case .mapOnly: return showNextParts(now: now)
    case .faults: fleet?.menu = ListPosition()
    case .toggleAutoCamera: toggleFollowing(now: now)
    case .fitTrips: fitAll()
    case .zoomIn: return zoom(0.5)
    case .zoomOut: return zoom(-0.5)
    case .panScreen(let direction):
      return pan(
        columns: direction.columns * max(1, parts.map.columns / 4),
        rows: direction.rows * max(1, parts.map.rows / 4)
      )
    case .closeOverlay:
      notice = nil
      if isCardShown {
        isCardHidden = true
      } else if !pattern.isEmpty {
        clearFilter(at: moment)
      }
    case .refresh: return pollNow(now: now)
    case .details: openDetails(now: now)
    case .pause:
      pausedAt = isPaused ? nil : Moment(now: now, wall: moment.wall)
      say(isPaused ? ViewerText.paused(keys) : ViewerText.resumed, now: now)
    case .copyTripName: return selectedTrip.map { [.copy($0.name)] } ?? []
    case .toggleMouse:
      return setMouse(!mouse.isOn, now: now, hint: Self.mouseHint)
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

  private mutating func openDetails(now: Duration) {
    let names = [selectedTrip?.name, vehicle?.name].compactMap { $0 }
    guard let name = names.first(where: { polling(of: $0)?.lastError != nil }) else {
      return say(ViewerText.noErrors, now: now)
    }
    details = Details(name: name)
  }

  mutating func turnWheel(_ step: Int, over place: Pointer, at moment: InputMoment) -> [Command] {
    let lines = step * Self.wheelLines
    if let page = helpPage {
      helpPage = helpPages.page(page, turnedBy: step)
    } else if details != nil {
      let shown = detailsList(at: moment)
      details?.position.scroll(by: lines, of: shown.count, rows: max(1, shown.rows))
    } else if fleet?.menu != nil {
      return pressInFaults(step < 0 ? .up : .down, nil)
    } else if place.isOnMap {
      return zoom(-0.5 * Double(step), around: place.point)
    } else if !order.isEmpty {
      select((selectedLine ?? 0) + lines)
    }
    return []
  }

  /// Selects a trip, or opens the one that the user has selected before.
  private mutating func choose(_ line: Int, at moment: InputMoment) -> [Command] {
    guard order.indices.contains(line) else { return [] }
    if hasChosen, line == selectedLine { return perform(.openTrip, at: moment) }
    select(line)
    return []
  }

  mutating func click(_ place: Pointer, at moment: InputMoment) -> [Command] {
    switch place.target {
    case .key(let press): return self.press(press, at: moment)
    case .item(let line) where prompt != nil:
      prompt?.choose(line)
      return []
    case _ where prompt != nil: return place.target == .cover ? [] : press(.escape, at: moment)
    case .item where details != nil, .cover where details != nil: return []
    case .item(let index) where fleet?.menu != nil: return playFault(index)
    case .cover where fleet?.menu != nil: return []
    case _ where fleet?.menu != nil: return press(.escape, at: moment)
    case .item(let line) where helpPage == nil: return choose(line, at: moment)
    case nil where place.isOnMap:
      return line(at: place.point, moment.settings).map { choose($0, at: moment) } ?? []
    // A click on a card or next to it is not a key.
    case .cover where isCardShown: return []
    case .cover: return press(.enter, at: moment)
    case .item, .marker, .badge, .rail, .timeline, nil:
      return helpPage == nil && details == nil ? [] : press(.escape, at: moment)
    }
  }
}
