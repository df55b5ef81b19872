internal import CellGrid

/// Text that narrows a list or marks its lines, and is typed after `/`.
struct TypedFilter: Equatable {
  enum End {
    case typing, accepted, cancelled
    /// The text was accepted, and the key is for the lines.
    case left
  }

  /// The text while it is typed.
  var query: LineEditor?
  var pattern = ""

  /// The text that counts now.
  var needle: String { query?.text ?? pattern }

  /// Whether text contains the needle, ignoring case; true without one.
  func matches(_ text: String) -> Bool {
    needle.isEmpty || text.lowercased().contains(needle.lowercased())
  }

  /// Handles a key while the text is typed.
  mutating func press(_ press: KeyPress) -> End {
    switch query?.end(press) {
    case .entered:
      accept()
      return .accepted
    case .closed:
      self = TypedFilter()
      return .cancelled
    case nil: break
    }
    switch (press.key, press.modifiers) {
    case (.down, []), (.up, []), (.pageDown, []), (.pageUp, []):
      accept()
      return .left
    default:
      // A key that edits nothing does nothing else either.
      _ = query?.edit(press)
      return .typing
    }
  }

  private mutating func accept() { (query, pattern) = (nil, needle) }
}

/// A position in a list: the visible part, the selected line and the search.
struct ListPosition: Equatable {
  enum Move: Equatable {
    case by(Int)
    case start
    case end
  }

  /// The first visible line; nil for the end of the list, also after it grows.
  private(set) var first: Int?
  private(set) var selected = 0
  var filter = TypedFilter()

  init(first: Int? = 0) { self.first = first }

  func top(of count: Int, rows: Int) -> Int {
    let last = max(0, count - max(1, rows))
    return min(max(0, first ?? last), last)
  }

  mutating func scroll(by lines: Int, of count: Int, rows: Int) {
    let last = max(0, count - max(1, rows))
    let next = min(max(0, top(of: count, rows: rows) + lines), last)
    first = next == last ? nil : next
  }

  mutating func scroll(_ move: Move, of count: Int, rows: Int) {
    switch move {
    case .by(let lines): scroll(by: lines, of: count, rows: rows)
    case .start: show(0, of: count, rows: rows)
    case .end: show(count, of: count, rows: rows)
    }
  }

  /// Follows the selected line after lines were added before the first one.
  ///
  /// A selected first line stays the first one.
  mutating func shift(by lines: Int, of count: Int) {
    guard selected > 0 else { return }
    selected = min(selected + lines, max(0, count - 1))
    first = first.map { $0 + lines }
  }

  mutating func select(_ line: Int, of count: Int, rows: Int) {
    selected = min(max(0, line), max(0, count - 1))
    let top = top(of: count, rows: rows)
    if selected < top { first = selected }
    if selected >= top + max(1, rows) { first = selected - max(1, rows) + 1 }
  }

  mutating func show(_ line: Int, of count: Int, rows: Int) {
    first = 0
    scroll(by: line, of: count, rows: rows)
  }

  /// The move of a key; nil for a key that does not move in lists.
  static func move(_ press: KeyPress, rows: Int) -> Move? {
    switch (press.key, press.modifiers) {
    case (.down, []), (.character("j"), []): .by(1)
    case (.up, []), (.character("k"), []): .by(-1)
    case (.pageDown, []), (.character(" "), []): .by(max(1, rows - 1))
    case (.pageUp, []): .by(-max(1, rows - 1))
    case (.home, []), (.character("g"), []): .start
    case (.end, []), (.character("G"), []): .end
    default: nil
    }
  }
}
