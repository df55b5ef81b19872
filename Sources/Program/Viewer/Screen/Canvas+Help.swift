internal import CellGrid
internal import ConsumerMap

/// Help, made from the key table and broken into pages.
struct HelpPages {
  enum Line: Equatable {
    case section(String)
    case keys(String, String)
    case blank
  }

  /// The columns of help's frame if it has two columns of lines.
  static let wideColumns = 76
  /// The columns of help's frame if the commands are next to the keys.
  static let wholeColumns = 120

  let size: GridSize
  /// The names of the actions that are not offered, and left out.
  let hidden: Set<String>
  let keys: KeyTable
  let guide: KeyTable.Guide
  /// Whether pages are boxes, and not whole screens.
  private let isFramed: Bool

  init(
    size: GridSize, hidden: Set<String> = [], keys: KeyTable = .standard,
    guide: KeyTable.Guide = .following, isFramed: Bool? = nil
  ) {
    (self.size, self.hidden, self.keys, self.guide) = (size, hidden, keys, guide)
    self.isFramed = isFramed ?? Layout(plain: size).isFramed
  }

  /// Whether help is one page of two columns.
  var isWide: Bool {
    guard size.columns >= Self.wideColumns else { return false }
    return (wide.map(\.count).max() ?? 0) + legendLines.count + 2 <= size.rows
  }

  /// Whether the commands are a third column, so that help is one page.
  private var isWhole: Bool {
    !commands.isEmpty && isWide && size.columns >= Self.wholeColumns
      && commands.count + legendLines.count + 2 <= size.rows
  }

  /// The columns of help's frame.
  var columns: Int {
    min(size.columns, isWhole ? Self.wholeColumns : isWide ? Self.wideColumns : 46)
  }

  /// The lines of a page of one column, below its title.
  private var room: Int {
    max(1, size.rows - (isFramed ? 4 : size.rows >= 3 ? 1 : 0))
  }

  var count: Int { isWhole ? 1 : keyPages + (commands.count + room - 1) / room }

  /// The number of pages before those of the commands.
  private var keyPages: Int { isWide ? 1 : max(1, (lines.count + room - 1) / room) }

  /// The lines of a page, from 0, in one column or two.
  func page(_ index: Int) -> [[Line]] {
    let index = min(max(0, index), count - 1)
    let isCommands = index >= keyPages
    if isWide, !isCommands { return isWhole ? wide + [commands] : wide }
    let start = (isCommands ? index - keyPages : index) * room
    return [Array((isCommands ? commands : lines).dropFirst(start).prefix(room))]
  }

  /// The commands of the command line; empty for a screen without one.
  private var commands: [Line] {
    let all = PromptCommand.all(in: guide)
    guard !all.isEmpty else { return [] }
    return [.section("COMMANDS")] + all.map { .keys($0.form, $0.entry.text) }
  }

  /// The legend of a page, below its keys in two columns.
  func legendLines(of page: Int) -> [String] { isWide && page == 0 ? legendLines : [] }

  func page(_ page: Int, turnedBy step: Int) -> Int { min(max(0, page + step), count - 1) }

  /// The page after a key; nil if the key closes help.
  func page(after page: Int, _ press: KeyPress, closes: Bool) -> Int? {
    if closes { return nil }
    let last = count - 1
    let page = min(page, last)
    // Help of one page cannot turn.
    switch last > 0 ? ListPosition.move(press, rows: 2) : nil {
    case .by(let step): return self.page(page, turnedBy: step.signum())
    case .start: return 0
    case .end: return last
    // Any other key turns the page, and closes the last one.
    case nil: return page < last ? page + 1 : nil
    }
  }

  var lines: [Line] {
    let lines = Self.joined((sections + [legend])[...])
    // A small screen has no rows to spare.
    return size.rows < 18 ? lines.filter { $0 != .blank } : lines
  }

  /// The legend below two columns of keys.
  var legendLines: [String] {
    let place = hidden.contains("my-location") ? "" : "  " + "@ you"
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
        "On the map: the selected vehicle is yellow; [3] is 3 close together.",
        "Mouse: click selects, a second click opens; wheel moves or zooms.",
      ]
    }
  }

  private static func joined(_ blocks: ArraySlice<[Line]>) -> [Line] {
    Array(blocks.joined(separator: [.blank]))
  }

  /// The sections in two columns of similar length.
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
    let offered = keys.lines(of: guide).filter { !hidden.isSuperset(of: $0.bindings.map(\.name)) }
    return KeyTable.Section.allCases.compactMap { section -> [Line]? in
      let lines = offered.filter { $0.section == section }
      guard !lines.isEmpty else { return nil }
      return [.section(section.title)] + lines.map { .keys($0.keys, $0.text) }
    }
  }

  private var legend: [Line] {
    let place: [Line] = hidden.contains("my-location") ? [] : [.keys("@", "my location")]
    let places = [.keys("P 1..9 D", "pickup, stops, drop-off")] + place
    let lines: [Line] =
      switch guide {
      case .following:
        places + [
          .keys("thick", "route to the next place"),
          .keys("thin", "route after it"),
          .keys("mouse", "zoom, pan, click markers"),
        ]
      case .booking:
        places + [
          .keys("[ ]", "vehicle online"),
          .keys("dashes", "straight, not a route"),
          .keys("mouse", "cursor, zoom, pan"),
        ]
      case .listing:
        [
          .keys("first", "what needs a look"),
          .keys("mouse", "move, choose, open"),
        ]
      }
    return [.section("LEGEND")] + lines
  }
}

extension Canvas {
  mutating func draw(_ help: HelpLayer) {
    let (page, query) = (help.page, help.search.query)
    let pages = state.helpPages
    let columns = pages.page(page)
    let number = min(page, pages.count - 1) + 1
    let title = "Help"
    guard layout.isFramed else {
      let anyKey = KeyText.Part("any key")
      let escape = KeyText.Part("Esc closes", .escape)
      let isNarrow = layout.size.columns < 34
      let hint = KeyText(isNarrow ? [anyKey] : [anyKey, escape], separator: ", ")
      let rect = beginPage("\(title) \(number)/\(pages.count)", hint: hint)
      drawHelpLines(columns[0], of: help, in: rect)
      if let query {
        let row = layout.size.rows - 1
        frame.fill(layout.size.bounds.line(row))
        writeInput(query, after: "/", in: rect.line(row))
      }
      return
    }
    let size = layout.size
    let legend = pages.legendLines(of: number - 1)
    let rows = (columns.map(\.count).max() ?? 0) + legend.count + 2
    let width = pages.columns
    let rect = centered(columns: width, rows: min(rows, size.rows), in: state.boxArea)
    clear(rect)
    box(rect, title: title, note: pages.count > 1 ? "\(number)/\(pages.count)" : "")
    let hint = number < pages.count ? "any key: next page, Esc closes" : ViewerText.anyKey
    if let query { edgeInput(query, in: rect) } else { edgeNote(hint, in: rect) }
    for (index, line) in legend.enumerated() {
      let row = rect.maxRow - 1 - legend.count + index
      write(line, in: rect.inset(columns: 2), row: row, style: palette[.quiet])
    }
    let columnWidth = (min(width, HelpPages.wideColumns) - 4) / min(2, columns.count)
    for (index, lines) in columns.enumerated() {
      // Commands are longer than keys, and two columns after them.
      let column = rect.minColumn + 2 + index * columnWidth + (index < 2 ? 0 : 2)
      let taken = index < 2 ? columnWidth : rect.maxColumn - 2 - column
      let (row, rows) = (rect.minRow + 1, lines.count)
      let area = Rect(column: column, row: row, columns: taken, rows: rows)
      drawHelpLines(lines, of: help, in: area)
    }
  }

  private mutating func drawHelpLines(
    _ lines: [HelpPages.Line],
    of help: HelpLayer,
    in rect: Rect
  ) {
    let (column, width) = (rect.minColumn, rect.columns)
    // The forms of commands are longer than keys.
    let hasCommands = lines.contains {
      if case .keys(let keys, _) = $0 { keys.count > KeyTable.Line.keyColumns } else { false }
    }
    let keyColumns = hasCommands ? PromptCommand.formColumns : KeyTable.Line.keyColumns
    for (index, line) in lines.enumerated() {
      let row = rect.minRow + index
      switch line {
      case .blank: break
      case .section(let name):
        write(name, column: column, row: row, width: width, style: CellStyle.bold)
      case .keys(let keys, let text):
        // If both do not fit, the key matters more than its text.
        let start = min(keyColumns + 1, max(0, width - 8))
        let taken = write(keys, column: column, row: row, width: width, style: CellStyle.bold)
        let textColumn = max(taken + 1, width >= 30 ? start : taken + 1)
        let style = help.marks(line) ? CellStyle.bold : .plain
        write(text, column: column + textColumn, row: row, width: width - textColumn, style: style)
      }
    }
  }

  /// Draws a line that is being typed, with the terminal's cursor at the next character.
  mutating func writeInput(
    _ editor: LineEditor, after mark: String, in rect: Rect, style: CellStyle = .plain
  ) {
    let (row, end) = (rect.minRow, rect.maxColumn)
    guard rect.columns > 2 else { return }
    let start =
      rect.minColumn
      + write(mark, column: rect.minColumn, row: row, width: 2, style: CellStyle.bold)
    let characters = Array(editor.text)
    var before = characters[..<editor.cursor]
    while !before.isEmpty, safe(String(before)).width > rect.maxColumn - start - 1 {
      before = before.dropFirst()
    }
    let place =
      start + write(String(before), column: start, row: row, width: end - start, style: style)
    frame.cursor = GridPoint(column: place, row: row)
    let after = String(characters[editor.cursor...])
    write(after, column: place, row: row, width: end - place, style: style)
  }

  mutating func edgeInput(_ editor: LineEditor, in rect: Rect) {
    let edge = rect.line(rect.maxRow - 1).inset(columns: 3, rows: 0)
    // The mark, the text, the cursor and a space on either side.
    let taken = min(edge.columns, safe(editor.text).width + 2) + 2
    let columns = max(0, taken)
    frame.fill(Rect(column: edge.minColumn - 1, row: edge.minRow, columns: columns, rows: 1))
    writeInput(editor, after: "/", in: edge, style: palette[.quiet])
  }
}
