internal import CellGrid
internal import FleetEngine

/// A list that lies over the screen.
struct ListContent {
  /// A line of a list.
  struct Line {
    /// What stands before the text in columns of its own; empty for none.
    var lead = ""
    let text: String
    var style = CellStyle.plain
  }

  let title: String
  let lines: [Line]
  /// How to leave it.
  let hint: String
  /// What is said where there are no lines.
  var emptyText = ""
}

extension Canvas {
  private static let leadColumns = 10

  /// The list that lies over the screen; an empty one where none does.
  var listContent: ListContent {
    switch state.overlay {
    case .menu:
      ListContent(
        title: Catalogue.menuTitle,
        lines: state.menu.map { ListContent.Line(lead: $0.shownKey?.name ?? "", text: $0.text) },
        hint: Catalogue.closesMenu,
        emptyText: Catalogue.nothingMatches
      )
    case .events:
      ListContent(
        title: Catalogue.eventsTitle,
        lines: state.events.flatMap {
          whole(settings.localTime.clock($0.time) + " " + $0.text)
        },
        hint: Catalogue.closesEvents(settings.keys),
        emptyText: Catalogue.noEvents
      )
    case .log(let lines):
      ListContent(
        title: Catalogue.logTitle,
        lines: lines.flatMap { whole($0.description) },
        hint: Catalogue.closesLog(settings.keys),
        emptyText: Catalogue.noLog
      )
    case .style(let lines):
      ListContent(
        title: Catalogue.styleTitle,
        lines: lines.flatMap { whole($0.description) },
        hint: Catalogue.closesStyle
      )
    case .details:
      ListContent(
        title: Catalogue.detailsTitle,
        lines: detailLines(width: listBox.columns - (layout.isFramed ? 4 : 2)),
        hint: Catalogue.closesDetails(settings.keys),
        emptyText: Catalogue.noErrors
      )
    case .help, .cancelQuestion, .cancelFailure, .report, nil:
      ListContent(title: "", lines: [], hint: "")
    }
  }

  /// A text in one line, or in as many as it takes on a small screen.
  private func whole(_ text: String) -> [ListContent.Line] {
    let columns = layout.size.columns
    guard !layout.isFramed else { return [ListContent.Line(text: text)] }
    return wrapped(text, width: columns - (columns >= 30 ? 2 : 0)).map {
      ListContent.Line(text: $0)
    }
  }

  /// The cells of the list with its frame, or of the page.
  private var listBox: Rect {
    let size = layout.size
    guard layout.isFramed else { return frame.bounds }
    func centred(_ columns: Int, _ rows: Int) -> Rect {
      Rect(
        column: (size.columns - columns) / 2,
        row: (size.rows - rows) / 2,
        columns: columns,
        rows: rows
      )
    }
    switch state.overlay {
    case .menu:
      let most = settings.keys.lines.flatMap(\.bindings).count
      return centred(min(46, size.columns - 4), min(size.rows - 4, most + 2))
    case .details:
      let columns = min(76, size.columns - 4)
      return centred(columns, min(size.rows - 2, detailLines(width: columns - 4).count + 2))
    // The whole width: no pieces of the frames below are left at the edges.
    case .log, .style: return Rect(column: 0, row: 1, columns: size.columns, rows: size.rows - 3)
    default:
      if let panel = layout.events { return panel }
      let rows = min(size.rows - 4, max(5, size.rows / 2))
      return Rect(column: 0, row: size.rows - 3 - rows, columns: size.columns, rows: rows)
    }
  }

  /// The cells of the list's lines.
  var listRect: Rect {
    let box = listBox
    guard !layout.isFramed else { return box.inset(columns: 2) }
    let margin = box.columns >= 30 ? 1 : 0
    let title = box.rows >= 3 ? 1 : 0
    // The last row is for what is searched for.
    let rows = max(0, box.rows - title - (state.list.query == nil ? 0 : 1))
    return Rect(column: margin, row: title, columns: box.columns - 2 * margin, rows: rows)
  }

  /// Draws the list that lies over the screen.
  mutating func drawList() {
    let (content, box, rect) = (listContent, listBox, listRect)
    let top = state.list.top(of: content.lines.count, rows: rect.rows)
    note(.cover, in: box)
    drawListFrame(content, box, rect, top: top)
    guard !content.lines.isEmpty else {
      write(
        content.emptyText,
        column: rect.minColumn,
        row: rect.minRow,
        width: rect.columns,
        style: palette.quiet
      )
      return
    }
    for (offset, line) in content.lines.dropFirst(top).prefix(rect.rows).enumerated() {
      drawListLine(line, number: top + offset, row: rect.minRow + offset, in: rect)
    }
  }

  private mutating func drawListFrame(_ content: ListContent, _ box: Rect, _ rect: Rect, top: Int) {
    let count = content.lines.count
    let end = min(count, top + rect.rows)
    let place = count > rect.rows ? "\(top + 1)-\(end)/\(count)" : ""
    if layout.isFramed {
      frame.fill(box)
      self.box(box, title: content.title, note: place)
      if let query = state.list.query {
        edgeInput(query, in: box)
      } else {
        edgeNote(content.hint, in: box)
        noteKeys(
          in: content.hint,
          column: box.minColumn + 3,
          row: box.maxRow - 1,
          width: box.columns - 6
        )
      }
    } else {
      let title = place.isEmpty ? content.title : "\(content.title) \(place)"
      _ = beginPage(title, hint: content.hint)
      if let query = state.list.query {
        let row = box.maxRow - 1
        writeInput(query, after: "/", column: rect.minColumn, row: row, width: rect.columns)
      }
    }
  }

  private mutating func drawListLine(
    _ line: ListContent.Line,
    number: Int,
    row: Int,
    in rect: Rect
  ) {
    let isSelected = state.overlay == .menu && number == state.list.selected
    let isFound =
      state.overlay != .menu && !state.list.needle.isEmpty
      && state.list.matches(line.text)
    var style = isFound ? palette.heading : line.style
    if isSelected { style.attributes.insert(.reverse) }
    if isSelected {
      frame.fill(
        Rect(column: rect.minColumn, row: row, columns: rect.columns, rows: 1),
        style: style
      )
    }
    var column = rect.minColumn
    if !line.lead.isEmpty {
      var key = isSelected ? style : palette.key
      key.attributes.insert(.bold)
      write(line.lead, column: column, row: row, width: Self.leadColumns - 1, style: key)
      column += Self.leadColumns
    }
    write(line.text, column: column, row: row, width: rect.maxColumn - column, style: style)
    note(.item(number), column: rect.minColumn, row: row, columns: rect.columns)
  }
}
