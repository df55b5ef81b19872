internal import CellGrid
internal import ConsumerMap

extension ViewState {
  /// Lays something over the screen, with its list at the beginning; of what grows, at the end.
  mutating func open(_ new: Overlay) {
    overlay = new
    switch new {
    case .events, .log: list = ListPosition(first: nil)
    default: list = ListPosition()
    }
  }

  /// The actions of the menu, those that match what is searched for.
  var menu: [KeyTable.Binding] {
    let all = keys.lines(of: .following).flatMap(\.bindings)
      .filter { $0.isInMenu && !hiddenActions.contains($0.action) }
    return all.filter { list.matches($0.text) || list.matches($0.shownKey?.name ?? "") }
  }

  /// Does what a key does while help is open.
  mutating func turnHelp(_ press: KeyPress, _ action: Action?) -> [ViewCommand] {
    guard case .help(let page) = overlay else { return [] }
    let pages = helpPages
    if list.query != nil {
      if typeQuery(press) == .accepted { findInHelp(after: page - 1) }
      return []
    }
    let closes = action == .quit || action == .closeOverlay
    if !closes, press == "/", pages.count > 1 {
      list.query = LineEditor()
    } else if !closes, press == "n", !list.pattern.isEmpty {
      findInHelp(after: page)
    } else {
      overlay = pages.page(after: page, press, action).map { .help(page: $0) }
    }
    return []
  }

  private mutating func findInHelp(after page: Int) {
    let pages = helpPages
    let order = (1...pages.count).map { (page + $0) % pages.count }
    let found = order.first { page in
      pages.page(page).joined().contains { line in
        if case .keys(let keys, let text) = line {
          list.matches(text) || list.matches(keys)
        } else {
          false
        }
      }
    }
    if let found { overlay = .help(page: found) }
  }

  /// Does what a key does in a list over the screen.
  mutating func moveInList(
    _ press: KeyPress,
    _ action: Action?,
    _ canvas: Canvas
  ) -> [ViewCommand] {
    let content = canvas.listContent
    let (count, rows) = (content.lines.count, canvas.listRect.rows)
    if list.query != nil {
      let end = typeQuery(press)
      if overlay == .menu {
        // What was typed for is chosen at once.
        if end == .accepted { return runSelected(now: canvas.now) }
        if end == .typing { list.select(0, of: menu.count, rows: rows) }
      } else if end == .accepted {
        find(after: -1, in: content, rows: rows)
      }
      if end != .left { return [] }
    }
    if action == .quit || action == .closeOverlay {
      overlay = nil
      return []
    }
    if overlay == .menu, press == KeyPress(.enter) { return runSelected(now: canvas.now) }
    if press == "/" {
      list.query = LineEditor()
      return []
    }
    if press == "n", !list.pattern.isEmpty, overlay != .menu {
      find(after: list.top(of: count, rows: rows), in: content, rows: rows)
      return []
    }
    if let move = ListPosition.move(press, rows: rows) {
      moveList(move, count: count, rows: rows)
      return []
    }
    switch overlay {
    case .menu: return []
    case .log where action == .log:
      overlay = nil
      return []
    default: return action.map { perform($0, now: canvas.now) } ?? []
    }
  }

  /// Moves in the list, or what is chosen in it.
  mutating func moveList(_ move: ListPosition.Move, count: Int, rows: Int) {
    let isMenu = overlay == .menu
    switch move {
    case .by(let lines) where isMenu: list.select(list.selected + lines, of: count, rows: rows)
    case .by(let lines): list.scroll(by: lines, of: count, rows: rows)
    case .start where isMenu: list.select(0, of: count, rows: rows)
    case .start: list.show(0, of: count, rows: rows)
    case .end where isMenu: list.select(count - 1, of: count, rows: rows)
    case .end: list.show(count, of: count, rows: rows)
    }
  }

  /// Does the action that is chosen in the menu.
  mutating func runSelected(now: Duration) -> [ViewCommand] {
    let menu = menu
    guard menu.indices.contains(list.selected) else { return [] }
    let action = menu[list.selected].action
    overlay = nil
    return perform(action, now: now)
  }

  private mutating func find(after line: Int, in content: ListContent, rows: Int) {
    let count = content.lines.count
    guard count > 0 else { return }
    let found = (1...count).map { (line + $0) % count }
      .first { $0 >= 0 && list.matches(content.lines[$0].text) }
    if let found { list.show(found, of: count, rows: rows) }
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
      list.acceptQuery()
      return .accepted
    case (.escape, []):
      list.clearSearch()
      return .givenUp
    case (.down, []), (.up, []), (.pageDown, []), (.pageUp, []):
      list.acceptQuery()
      return .left
    default:
      // A key that edits nothing does nothing else either.
      _ = list.query?.take(press)
      return .typing
    }
  }

  /// Goes to the next thing that can be looked at closer: the markers one after another, the event
  /// log, and behind them the map again.
  mutating func moveFocus(_ step: Int) -> [ViewCommand] {
    let area = layout.mapArea
    let hasMap = map?.camera != nil && area.columns > 0 && area.rows > 0
    let subjects = hasMap ? markers : []
    let present = overlay == .events ? subjects.count : cardMarker.flatMap(subjects.firstIndex(of:))
    let next = present.map { $0 + step } ?? (step > 0 ? 0 : subjects.count)
    overlay = nil
    isMarkerCardOpen = false
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
