internal import CellGrid

/// Help, made from the table of keys and broken into pages.
struct HelpPages {
  /// A line of help: a section's name, keys with what they do, or nothing.
  enum Line: Equatable {
    case section(String)
    case keys(String, String)
    case blank
  }

  /// The columns of help's frame where it has two columns of lines.
  static let wideColumns = 76

  let size: GridSize
  /// The actions that help does not tell of, because they are not offered.
  let hidden: Set<Action>
  /// The keys that the user has.
  let keys: KeyTable
  /// What it tells of.
  let guide: KeyTable.Guide

  init(
    size: GridSize,
    hidden: Set<Action> = [],
    keys: KeyTable = .standard,
    guide: KeyTable.Guide = .following
  ) {
    self.size = size
    self.hidden = hidden
    self.keys = keys
    self.guide = guide
  }

  /// Whether help is one page of two columns.
  var isWide: Bool {
    guard size.columns >= Self.wideColumns else { return false }
    return (wide.map(\.count).max() ?? 0) + legendLines.count + 2 <= size.rows
  }

  /// The lines that a page of one column has room for, below its title.
  private var room: Int {
    let isFramed = Layout(size: size, arrangement: ScreenArrangement(showsEvents: false)).isFramed
    return max(1, size.rows - (isFramed ? 4 : size.rows >= 3 ? 1 : 0))
  }

  /// The number of pages.
  var count: Int { isWide ? 1 : max(1, (lines.count + room - 1) / room) }

  /// The lines of a page, from 0, in one column or, where help is wide, in two.
  func page(_ index: Int) -> [[Line]] {
    if isWide { return wide }
    let start = min(max(0, index), count - 1) * room
    return [Array(lines.dropFirst(start).prefix(room))]
  }

  /// The page that a key goes to from a page; nil where it closes help.
  func page(after page: Int, _ press: KeyPress, _ action: Action?) -> Int? {
    if action == .quit || action == .closeOverlay { return nil }
    let last = count - 1
    let page = min(page, last)
    // Help of one page has nowhere to go.
    switch last > 0 ? ListPosition.move(press, rows: 2) : nil {
    case .by(let step): return min(max(0, page + step.signum()), last)
    case .start: return 0
    case .end: return last
    // Any other key: the next page, and after the last the screen.
    case nil: return page < last ? page + 1 : nil
    }
  }

  /// All lines in their order.
  var lines: [Line] {
    let lines = Self.joined((sections + [legend])[...])
    // A small screen has no rows to spare.
    return size.rows < 18 ? lines.filter { $0 != .blank } : lines
  }

  /// The legend below two columns of keys.
  var legendLines: [String] {
    let place = hidden.contains(.showMyLocation) ? "" : "  @ you"
    switch guide {
    case .following:
      return [
        "P pickup  1-9 stops  D drop-off\(place)  thick next leg  thin the rest",
        "Mouse: wheel zooms, drag pans, click chooses; Shift selects text.",
      ]
    case .booking:
      return [
        "P pickup  1-9 stops  D drop-off\(place)  [ ] vehicle  dashes no route",
        "Mouse: click moves the cursor, double click chooses, wheel zooms.",
      ]
    case .listing:
      return [
        "First what needs action, then stale, quiet or late, then the rest.",
        "Mouse: wheel moves, click chooses, a second click opens.",
      ]
    }
  }

  private static func joined(_ blocks: ArraySlice<[Line]>) -> [Line] {
    Array(blocks.joined(separator: [.blank]))
  }

  /// The sections in two columns that are as even as can be.
  private var wide: [[Line]] {
    let blocks = sections
    let splits = blocks.indices.map { index in
      [Self.joined(blocks[..<index]), Self.joined(blocks[index...])]
    }
    return splits.min { one, other in
      (one.map(\.count).max() ?? 0) < (other.map(\.count).max() ?? 0)
    } ?? [[], []]
  }

  private var sections: [[Line]] {
    let offered = keys.lines(of: guide).filter { !hidden.isSuperset(of: $0.actions) }
    return KeyTable.Section.allCases.compactMap { section -> [Line]? in
      let lines = offered.filter { $0.section == section }
      guard !lines.isEmpty else { return nil }
      return [.section(section.rawValue)] + lines.map { .keys($0.keys, $0.text) }
    }
  }

  private var legend: [Line] {
    if guide == .listing {
      return [
        .section("LEGEND"), .keys("first", "what needs a look"),
        .keys("mouse", "move, choose, open"),
      ]
    }
    let place: [Line] = hidden.contains(.showMyLocation) ? [] : [.keys("@", "my location")]
    let start = [.section("LEGEND"), .keys("P 1..9 D", "pickup, stops, drop-off")] + place
    switch guide {
    case .following:
      return start + [
        .keys("thick", "route to the next place"),
        .keys("thin", "route after it"),
        .keys("mouse", "zoom, pan, click markers"),
      ]
    case .booking:
      return start + [
        .keys("[ ]", "vehicle online"),
        .keys("dashes", "straight, not a route"),
        .keys("mouse", "cursor, zoom, pan"),
      ]
    case .listing: return []
    }
  }
}
