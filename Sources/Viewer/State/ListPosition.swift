internal import CellGrid

/// Where somebody is in a list: what is in sight, what is chosen, what is searched for.
struct ListPosition: Equatable {
  /// The first line in sight; nil for as far down as there are lines, also when more come.
  private(set) var first: Int?
  /// The chosen line.
  private(set) var selected = 0
  /// What is typed behind `/`, while it is.
  var query: LineEditor?
  /// What was searched for last.
  private(set) var pattern = ""

  init(first: Int? = 0) {
    self.first = first
  }

  /// What narrows or marks the list now: what is being typed, or was.
  var needle: String { query?.text ?? pattern }

  /// The first line in sight.
  func top(of count: Int, rows: Int) -> Int {
    let last = max(0, count - max(1, rows))
    return min(max(0, first ?? last), last)
  }

  /// Moves what is in sight by lines.
  mutating func scroll(by lines: Int, of count: Int, rows: Int) {
    let last = max(0, count - max(1, rows))
    let next = min(max(0, top(of: count, rows: rows) + lines), last)
    first = next == last ? nil : next
  }

  /// Chooses another line and brings it into sight.
  mutating func select(_ line: Int, of count: Int, rows: Int) {
    selected = min(max(0, line), max(0, count - 1))
    let top = top(of: count, rows: rows)
    if selected < top { first = selected }
    if selected >= top + max(1, rows) { first = selected - max(1, rows) + 1 }
  }

  /// Brings a line to the top of what is in sight.
  mutating func show(_ line: Int, of count: Int, rows: Int) {
    first = 0
    scroll(by: line, of: count, rows: rows)
  }

  /// Takes what was typed as what is searched for.
  mutating func acceptQuery() {
    guard let query else { return }
    pattern = query.text
    self.query = nil
  }

  /// Ceases to search.
  mutating func clearSearch() {
    (query, pattern) = (nil, "")
  }

  /// What a key does to a list; nil for a key of no list.
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

  /// A move in a list.
  enum Move: Equatable {
    case by(Int)
    case start
    case end
  }
}
