internal import CellGrid
internal import RidesharingConsumer

/// Something in front of a screen, with keys of its own.
///
/// A screen has a stack of layers, the last one in front. They are drawn from the back and offered
/// input from the front; a layer leaves the input that it does not use to the next one.
enum Layer: Equatable {
  case help(HelpLayer)
  case prompt(Prompt)
  case places(PlaceSearch)
  case list(ListLayer)
  case cancelQuestion
  case cancelFailure(CallFailure)
  /// A sentence that is too long for one line, until a key is pressed.
  case report(String)

  /// Whether it is only a line to type in, so that the cards of the screen stay.
  var isLine: Bool {
    switch self {
    case .prompt, .places: true
    case .help, .list, .cancelQuestion, .cancelFailure, .report: false
    }
  }

  /// Whether something is typed into it, or it asks a question.
  var waitsForAnswer: Bool {
    switch self {
    case .prompt, .places, .cancelQuestion: true
    case .help(let help): help.search.query != nil
    case .list(let list): list.position.filter.query != nil
    case .cancelFailure, .report: false
    }
  }

  /// Whether two layers cannot both be open.
  func isLike(_ other: Layer) -> Bool {
    switch (self, other) {
    case (.help, .help), (.prompt, .prompt), (.places, .places), (.report, .report),
      (.cancelQuestion, .cancelQuestion), (.cancelQuestion, .cancelFailure),
      (.cancelFailure, .cancelQuestion), (.cancelFailure, .cancelFailure):
      true
    case (.list(let one), .list(let other)): one.subject.isLike(other.subject)
    default: false
    }
  }
}

/// The open help.
struct HelpLayer: Equatable {
  var page = 0
  var search = TypedFilter()

  /// Handles a key; returns whether help stays open.
  mutating func press(_ press: KeyPress, closes: Bool, pages: HelpPages) -> Bool {
    if search.query != nil {
      if search.press(press) == .accepted { find(after: page - 1, in: pages) }
    } else if !closes, press == "/" {
      search.query = LineEditor()
    } else if !closes, press == "n", !search.pattern.isEmpty {
      find(after: page, in: pages)
    } else {
      guard let next = pages.page(after: page, press, closes: closes) else { return false }
      page = next
    }
    return true
  }

  private mutating func find(after page: Int, in pages: HelpPages) {
    let order = (1...pages.count).map { (page + $0) % pages.count }
    let found = order.first { pages.page($0).joined().contains(where: marks) }
    if let found { self.page = found }
  }

  /// Whether the search has found a line.
  func marks(_ line: HelpPages.Line) -> Bool {
    guard !search.needle.isEmpty, case .keys(let keys, let text) = line else { return false }
    return search.matches(text) || search.matches(keys)
  }
}

/// An open list: one that is read, or a menu from which a line is chosen by typing.
struct ListLayer: Equatable {
  enum Subject: Equatable {
    case menu
    /// The faults that an emulator can play.
    case faults
    /// The calls about a trip or vehicle, by its full name.
    case details(of: String)
    case events
    /// The last polls, newest first.
    case requests([PollRecord])
    case request(ExchangeDocument)
    case log([SafeText])
    /// The style of lines and markers, as the lines of its file.
    case style([SafeText])

    func isLike(_ other: Subject) -> Bool {
      switch (self, other) {
      case (.menu, .menu), (.faults, .faults), (.details, .details), (.events, .events),
        (.requests, .requests), (.request, .request), (.log, .log), (.style, .style):
        true
      default: false
      }
    }
  }

  enum Outcome: Equatable {
    /// The input is for the next layer, or the screen.
    case ignored
    case done
    case closed
    /// A line was chosen.
    case chose(Int)
  }

  var subject: Subject
  var position = ListPosition()
  /// The names of the actions of a menu, in its order.
  var offered: [String] = []

  /// Creates a list at its beginning, or at its end if it grows there.
  init(_ subject: Subject) {
    self.subject = subject
    switch subject {
    case .events, .log: position = ListPosition(first: nil)
    // A menu filters from the first letter.
    case .menu, .faults: position.filter.query = LineEditor()
    case .details, .requests, .request, .style: break
    }
  }

  var isMenu: Bool { subject == .menu || subject == .faults }

  /// Handles a key; in a menu letters filter, and shortcuts do nothing.
  mutating func press(_ press: KeyPress, closes: Bool, in content: ListContent) -> Outcome {
    if isMenu { return pressInMenu(press, closes: closes, in: content) }
    if position.filter.query != nil {
      let end = position.filter.press(press)
      if end == .accepted { find(after: -1, in: content) }
      if end != .left { return .done }
    }
    if closes { return .closed }
    switch press {
    case .enter where content.isSelectable && content.count > 0: return .chose(position.selected)
    case "/": position.filter.query = LineEditor()
    case "n" where !position.filter.pattern.isEmpty:
      find(after: position.top(of: content.count, rows: content.rows), in: content)
    case "n": showNextDifference(in: content)
    // They choose and go back, which nothing behind a list may do.
    case .enter, .backspace: break
    default:
      guard let move = ListPosition.move(press, rows: content.rows) else { return .ignored }
      self.move(move, in: content)
    }
    return .done
  }

  private mutating func pressInMenu(
    _ press: KeyPress, closes: Bool, in content: ListContent
  ) -> Outcome {
    switch position.filter.query?.end(press) {
    case .closed: return .closed
    case .entered: return content.count > 0 ? .chose(position.selected) : .done
    case nil: break
    }
    switch (press.key, press.modifiers) {
    case (.up, []), (.character("p"), .control), (.tab, .shift): move(.by(-1), in: content)
    case (.down, []), (.character("n"), .control), (.tab, []): move(.by(1), in: content)
    case (.pageUp, []), (.pageDown, []), (.home, []), (.end, []):
      if let move = ListPosition.move(press, rows: content.rows) { self.move(move, in: content) }
    case (.function, []) where closes: return .closed
    default: changeFilter(in: content) { _ = $0?.edit(press) }
    }
    return .done
  }

  mutating func paste(_ text: String, in content: ListContent) -> Outcome {
    guard position.filter.query != nil else { return .ignored }
    changeFilter(in: content) { $0?.insert(text) }
    return .done
  }

  /// Edits the filter; the first line of a menu that becomes another one is selected.
  private mutating func changeFilter(
    in content: ListContent,
    _ change: (inout LineEditor?) -> Void
  ) {
    let before = position.filter.needle
    change(&position.filter.query)
    if isMenu, position.filter.needle != before {
      position.select(0, of: content.count, rows: content.rows)
    }
  }

  mutating func move(_ move: ListPosition.Move, in content: ListContent) {
    let (count, rows) = (content.count, content.rows)
    guard content.isSelectable else { return position.scroll(move, of: count, rows: rows) }
    let line =
      switch move {
      case .by(let lines): position.selected + lines
      case .start: 0
      case .end: count - 1
      }
    position.select(line, of: count, rows: rows)
  }

  private mutating func find(after line: Int, in content: ListContent) {
    let count = content.count
    guard count > 0 else { return }
    let found = (1...count).map { (line + $0) % count }
      .first { $0 >= 0 && position.filter.matches(content.lines[$0].text) }
    if let found { position.show(found, of: count, rows: content.rows) }
  }

  /// Shows the next difference, or the first one after the last.
  private mutating func showNextDifference(in content: ListContent) {
    let lines = content.lines
    // Lines of one difference are next to each other.
    let starts = lines.indices.filter { index in
      lines[index].isDifferent && (index == 0 || !lines[index - 1].isDifferent)
    }
    guard let line = starts.first(where: { $0 > position.selected }) ?? starts.first else { return }
    position.show(max(0, line - 2), of: content.count, rows: content.rows)
    position.select(line, of: content.count, rows: content.rows)
  }
}
