internal import CellGrid
internal import ConsumerMap

extension ViewState {
  /// Lays something over the screen, with its list at the beginning; of what grows, at the end.
  mutating func open(_ new: Overlay) {
    focus.overlay = new
    switch new {
    case .events, .log: focus.list = ListPosition(first: nil)
    default: focus.list = ListPosition()
    }
  }

  /// The list over the screen, from which keys need the length and the rows that are shown.
  func openList(at moment: InputMoment) -> ListContent {
    RideMoment(state: self, settings: moment.settings, now: moment.now, wall: moment.wall)
      .listContent
  }

  /// The actions of the menu, those that match what is searched for.
  var menu: [KeyTable.Binding] {
    let all = keys.lines(of: .following).flatMap(\.bindings)
      .filter { $0.isInMenu && !hiddenActions.contains($0.action) }
    return all.filter { focus.list.matches($0.text) || focus.list.matches($0.shownKey?.name ?? "") }
  }

  /// Does what a key does while help is open.
  mutating func turnHelp(_ press: KeyPress, _ action: Action?) {
    guard case .help(let page) = focus.overlay else { return }
    let pages = helpPages
    if focus.list.query != nil {
      if typeQuery(press) == .accepted { findInHelp(after: page - 1) }
      return
    }
    let closes = action == .quit || action == .closeOverlay
    if !closes, press == "/", pages.count > 1 {
      focus.list.query = LineEditor()
    } else if !closes, press == "n", !focus.list.pattern.isEmpty {
      findInHelp(after: page)
    } else {
      focus.overlay = pages.page(after: page, press, action).map { .help(page: $0) }
    }
  }

  private mutating func findInHelp(after page: Int) {
    let pages = helpPages
    let order = (1...pages.count).map { (page + $0) % pages.count }
    let found = order.first { page in
      pages.page(page).joined().contains { line in
        if case .keys(let keys, let text) = line {
          focus.list.matches(text) || focus.list.matches(keys)
        } else {
          false
        }
      }
    }
    if let found { focus.overlay = .help(page: found) }
  }

  /// Does what a key does in a list over the screen.
  mutating func moveInList(
    _ press: KeyPress,
    _ action: Action?,
    at moment: InputMoment
  ) -> [ViewCommand] {
    let now = moment.now
    let content = openList(at: moment)
    let (count, rows) = (content.count, content.rows)
    if focus.list.query != nil {
      let end = typeQuery(press)
      if focus.overlay == .menu {
        // What was typed for is chosen at once.
        if end == .accepted { return runSelected(now: now) }
        if end == .typing { focus.list.select(0, of: menu.count, rows: rows) }
      } else if end == .accepted {
        find(after: -1, in: content)
      }
      if end != .left { return [] }
    }
    if action == .quit || action == .closeOverlay {
      focus.overlay = nil
      return []
    }
    if focus.overlay == .menu, press == KeyPress(.enter) { return runSelected(now: now) }
    if press == "/" {
      focus.list.query = LineEditor()
      return []
    }
    if press == "n", !focus.list.pattern.isEmpty, focus.overlay != .menu {
      find(after: focus.list.top(of: count, rows: rows), in: content)
      return []
    }
    if let move = ListPosition.move(press, rows: rows) {
      moveList(move, in: content)
      return []
    }
    switch focus.overlay {
    case .menu: return []
    case .log where action == .log:
      focus.overlay = nil
      return []
    default: return action.map { perform($0, now: now) } ?? []
    }
  }

  /// Moves in the list, or what is chosen in it.
  mutating func moveList(_ move: ListPosition.Move, in content: ListContent) {
    let (count, rows) = (content.count, content.rows)
    let isMenu = focus.overlay == .menu
    switch move {
    case .by(let lines) where isMenu:
      focus.list.select(focus.list.selected + lines, of: count, rows: rows)
    case .by(let lines): focus.list.scroll(by: lines, of: count, rows: rows)
    case .start where isMenu: focus.list.select(0, of: count, rows: rows)
    case .start: focus.list.show(0, of: count, rows: rows)
    case .end where isMenu: focus.list.select(count - 1, of: count, rows: rows)
    case .end: focus.list.show(count, of: count, rows: rows)
    }
  }

  /// Does the action that is chosen in the menu.
  mutating func runSelected(now: Duration) -> [ViewCommand] {
    let menu = menu
    guard menu.indices.contains(focus.list.selected) else { return [] }
    let action = menu[focus.list.selected].action
    focus.overlay = nil
    return perform(action, now: now)
  }

  private mutating func find(after line: Int, in content: ListContent) {
    let (count, rows) = (content.count, content.rows)
    guard count > 0 else { return }
    let found = (1...count).map { (line + $0) % count }
      .first { $0 >= 0 && focus.list.matches(content.lines[$0].text) }
    if let found { focus.list.show(found, of: count, rows: rows) }
  }

  /// What came of a key while something to search for is typed.
  private enum QueryEnd {
    case typing
    case accepted
    case givenUp
    /// The key is one for the lines.
    case left
  }

  private mutating func typeQuery(_ press: KeyPress) -> QueryEnd {
    switch (press.key, press.modifiers) {
    case (.enter, []):
      focus.list.acceptQuery()
      return .accepted
    case (.escape, []):
      focus.list.clearSearch()
      return .givenUp
    case (.down, []), (.up, []), (.pageDown, []), (.pageUp, []):
      focus.list.acceptQuery()
      return .left
    default:
      // A key that edits nothing does nothing else either.
      _ = focus.list.query?.edit(press)
      return .typing
    }
  }

  /// Goes to the next thing that can be looked at closer: the markers one after another, the event
  /// log, and behind them the map again.
  mutating func moveFocus(_ step: Int) -> [ViewCommand] {
    let area = layout.mapArea
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
}

extension ListPosition {
  /// Whether text holds what is searched for, in capitals or not; all text where nothing is.
  func matches(_ text: String) -> Bool {
    needle.isEmpty || text.lowercased().contains(needle.lowercased())
  }
}
