internal import CellGrid
internal import ConsumerMap
internal import FleetEngine
internal import RidesharingConsumer

extension ViewState {
  /// Opens an overlay, with its list at the beginning, or at the end for a list that grows.
  mutating func open(_ new: Overlay) {
    focus.overlay = new
    switch new {
    case .events, .log: focus.list = ListPosition(first: nil)
    default: focus.list = ListPosition()
    }
    // The menu filters from the first letter.
    if new == .menu { focus.list.query = LineEditor() }
  }

  func openList(at moment: InputMoment) -> ListContent {
    RideMoment(state: self, settings: moment.settings, now: moment.now, wall: moment.wall)
      .listContent
  }

  mutating func turnHelp(_ press: KeyPress, _ action: Action?) {
    guard case .help(let page) = focus.overlay else { return }
    let pages = helpPages
    if focus.list.query != nil {
      if focus.list.editQuery(press) == .accepted { findInHelp(after: page - 1) }
      return
    }
    let closes = action?.closes ?? false
    if !closes, press == "/", pages.count > 1 {
      focus.list.query = LineEditor()
    } else if !closes, press == "n", !focus.list.pattern.isEmpty {
      findInHelp(after: page)
    } else {
      focus.overlay = pages.page(after: page, press, closes: closes).map { .help(page: $0) }
    }
  }

  private mutating func findInHelp(after page: Int) {
    let pages = helpPages
    let order = (1...pages.count).map { (page + $0) % pages.count }
    let found = order.first { page in
      pages.page(page).joined().contains { line in
        guard case .keys(let keys, let text) = line else { return false }
        return focus.list.matches(text) || focus.list.matches(keys)
      }
    }
    if let found { focus.overlay = .help(page: found) }
  }

  mutating func moveInList(
    _ press: KeyPress,
    _ action: Action?,
    at moment: InputMoment
  ) -> [Command] {
    let now = moment.now
    let content = openList(at: moment)
    let (count, rows) = (content.count, content.rows)
    if focus.list.query != nil {
      let end = focus.list.editQuery(press)
      if end == .accepted { find(after: -1, in: content) }
      if end != .left { return [] }
    }
    if let commands = pressInRequests(press, action, now: now) { return commands }
    if action?.closes ?? false {
      focus.overlay = nil
    } else if press == "/" {
      focus.list.query = LineEditor()
    } else if press == "n", focus.list.pattern.isEmpty, case .requests = focus.overlay {
      showNextDifference(in: content)
    } else if press == "n", !focus.list.pattern.isEmpty {
      find(after: focus.list.top(of: count, rows: rows), in: content)
    } else if let move = ListPosition.move(press, rows: rows) {
      moveList(move, in: content)
    } else if let action {
      // The log's key closes the log too.
      guard action == .program(.log), case .log = focus.overlay else {
        return perform(action, now: now)
      }
      focus.overlay = nil
    }
    return []
  }

  mutating func moveList(_ move: ListPosition.Move, in content: ListContent) {
    let (count, rows) = (content.count, content.rows)
    guard content.isSelectable else {
      focus.list.scroll(move, of: count, rows: rows)
      return
    }
    let line =
      switch move {
      case .by(let lines): focus.list.selected + lines
      case .start: 0
      case .end: count - 1
      }
    focus.list.select(line, of: count, rows: rows)
  }

  private mutating func find(after line: Int, in content: ListContent) {
    let (count, rows) = (content.count, content.rows)
    guard count > 0 else { return }
    let found = (1...count).map { (line + $0) % count }
      .first { $0 >= 0 && focus.list.matches(content.lines[$0].text) }
    if let found { focus.list.show(found, of: count, rows: rows) }
  }

  mutating func type(_ press: KeyPress, now: Duration) -> [Command] {
    switch (press.key, press.modifiers) {
    case (.escape, []): focus.prompt = nil
    case (.enter, []): return enter(now: now)
    // Backspace in an empty line removes the colon too.
    case (.backspace, []) where focus.prompt?.editor.text.isEmpty ?? true: focus.prompt = nil
    default: focus.prompt?.edit(press, history: promptHistory)
    }
    return []
  }

  /// Executes the command line; an invalid line stays, to be corrected.
  private mutating func enter(now: Duration) -> [Command] {
    guard let line = focus.prompt?.editor.text else { return [] }
    do throws(PromptCommand.Problem) {
      let order = try PromptCommand.read(line, in: promptContext)
      focus.prompt = nil
      guard let order else { return [] }
      remember(line)
      return perform(order, now: now)
    } catch {
      remember(line)
      focus.prompt?.problem = error.sentence
      return []
    }
  }

  private mutating func remember(_ line: String) {
    promptHistory = Prompt.remember(line, in: promptHistory)
  }

  private mutating func perform(_ order: PromptCommand.Order, now: Duration) -> [Command] {
    switch order {
    case .help: perform(Action.help, now: now)
    case .command(.action(let action)) where unavailableActions.contains(action):
      notify(ViewerText.notHere, now: now)
    case .previousTrip:
      previousTrip.map { [.follow($0)] }
        ?? notify("No other trip has been followed yet.", now: now)
    case .command(.follow(let name)) where name.description == ride.tripName:
      notify("That trip is already followed.", now: now)
    case .command(let command): [command]
    case .mouse(let isOn): setMouse(isOn, now: now)
    // A command of the list of trips.
    case .filter: []
    }
  }

  /// The markers of the map in the order of the keys, without duplicates.
  var markers: [MarkerSubject] {
    var seen: Set<MarkerSubject> = []
    return (ride.map?.markerSubjects ?? []).filter { seen.insert($0).inserted }
  }

  /// The marker of the open card; nil without a card, or once the map has no such marker.
  var cardMarker: MarkerSubject? {
    guard focus.isMarkerCardOpen, focus.overlay == nil, !isErrorCardShown,
      let chosen = focus.chosenMarker,
      ride.map?.markerSubjects.contains(chosen) ?? false
    else { return nil }
    return chosen
  }

  func marker(of subject: TripFacts.Line.Subject?) -> MarkerSubject? {
    markers.first { marker in
      switch (marker.type, subject) {
      case (.tripPickupPoint, .place(.pickup)), (.tripDropoffPoint, .place(.dropoff)),
        (.tripVehicle, .vehicle):
        true
      case (.intermediateDestination, .place(.stop(let number))): number == marker.stopNumber
      default: false
      }
    }
  }

  var isErrorCardShown: Bool {
    ride.polling.lastError.map { $0.bucket != .recoverable } ?? false && !focus.isCardHidden
  }

  /// Chooses the marker after or before the last chosen one.
  mutating func chooseMarker(step: Int, now: Duration) -> [Command] {
    guard hasMap(now: now) else { return [] }
    let markers = markers
    guard !markers.isEmpty else { return notify(ViewerText.noMarkers, now: now) }
    guard let index = focus.chosenMarker.flatMap(markers.firstIndex(of:)) else {
      return [.choose(markers.first(where: isNextPlace) ?? markers[0])]
    }
    return [.choose(markers[(index + step + markers.count) % markers.count])]
  }

  mutating func chooseStop(_ number: Int, now: Duration) -> [Command] {
    guard hasMap(now: now) else { return [] }
    let stop = markers.first { $0.type == .intermediateDestination && $0.stopNumber == number }
    return stop.map { [.choose($0)] }
      ?? notify("This trip has no stop \(number).", now: now)
  }

  mutating func showMarker(_ tap: MarkerTap?, now: Duration) {
    focus.isMarkerCardOpen = tap.map { !$0.isHandled } ?? false
    guard let tap else { return }
    focus.chosenMarker = tap.subject
    if tap.endsAutoCamera { say(ViewerText.autoOff(keys), now: now) }
  }

  mutating func closeCard() -> [Command] {
    let hasCard = cardMarker != nil || isErrorCardShown
    if cardMarker == nil { focus.isCardHidden = true } else { focus.isMarkerCardOpen = false }
    return hasCard || !isFromList ? [] : [.action(.leave)]
  }

  /// Goes to the next item with more to show: each marker, then the event log, then the map again.
  mutating func moveFocus(_ step: Int) -> [Command] {
    let area = layout.map
    let hasMap = ride.map?.camera != nil && area.columns > 0 && area.rows > 0
    let subjects = hasMap ? markers : []
    let present =
      focus.overlay == .events ? subjects.count : cardMarker.flatMap(subjects.firstIndex(of:))
    let next = present.map { $0 + step } ?? (step > 0 ? 0 : subjects.count)
    focus.overlay = nil
    focus.isMarkerCardOpen = false
    if subjects.indices.contains(next) { return [.choose(subjects[next])] }
    if next == subjects.count { open(.events) }
    return []
  }

  /// Whether the map has markers to choose; says why not.
  private mutating func hasMap(now: Duration) -> Bool {
    guard ride.map?.camera != nil else {
      say(ViewerText.noMarkers, now: now)
      return false
    }
    let area = layout.map
    guard area.columns > 0, area.rows > 0 else {
      say(ViewerText.noMapHere, now: now)
      return false
    }
    return true
  }

  private func isNextPlace(_ marker: MarkerSubject) -> Bool {
    switch ride.stage {
    case .toStop(let number), .atStop(let number):
      marker.type == .intermediateDestination && marker.stopNumber == number
    case .toDropoff, .complete: marker.type == .tripDropoffPoint
    default: marker.type == .tripPickupPoint
    }
  }
}
