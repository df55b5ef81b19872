internal import CellGrid
internal import FleetEngine

/// A list that lies over the screen, and where it is.
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
  /// What is shown where there are no lines.
  var emptyText = ""
  /// The cells of the list with its frame, or of the page.
  var box = Rect(column: 0, row: 0, columns: 0, rows: 0)
  /// The cells of the list's lines.
  var rect = Rect(column: 0, row: 0, columns: 0, rows: 0)

  var count: Int { lines.count }
  /// The lines that there is room for.
  var rows: Int { rect.rows }
}

extension RideContext {
  /// The list that lies over the screen; an empty one where none does.
  var listContent: ListContent {
    var content = listLines
    content.box = listBox(of: content)
    content.rect = listRect(in: content.box)
    return content
  }

  private var listLines: ListContent {
    switch state.focus.overlay {
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
        lines: state.ride.events.flatMap {
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
        lines: detailLines(width: detailColumns - (layout.isFramed ? 4 : 2)),
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

  private var detailColumns: Int {
    layout.isFramed ? min(76, layout.size.columns - 4) : layout.size.columns
  }

  private func listBox(of content: ListContent) -> Rect {
    let size = layout.size
    guard layout.isFramed else {
      return Rect(column: 0, row: 0, columns: size.columns, rows: size.rows)
    }
    func centred(_ columns: Int, _ rows: Int) -> Rect {
      Rect(
        column: (size.columns - columns) / 2,
        row: (size.rows - rows) / 2,
        columns: columns,
        rows: rows
      )
    }
    switch state.focus.overlay {
    case .menu:
      let most = settings.keys.lines.flatMap(\.bindings).count
      return centred(min(46, size.columns - 4), min(size.rows - 4, most + 2))
    case .details:
      return centred(detailColumns, min(size.rows - 2, content.count + 2))
    // The whole width: no pieces of the frames below are left at the edges.
    case .log, .style: return Rect(column: 0, row: 1, columns: size.columns, rows: size.rows - 3)
    default:
      if let panel = layout.events { return panel }
      let rows = min(size.rows - 4, max(5, size.rows / 2))
      return Rect(column: 0, row: size.rows - 3 - rows, columns: size.columns, rows: rows)
    }
  }

  private func listRect(in box: Rect) -> Rect {
    guard !layout.isFramed else { return box.inset(columns: 2) }
    let margin = box.columns >= 30 ? 1 : 0
    let title = box.rows >= 3 ? 1 : 0
    // The last row is for what is searched for.
    let rows = max(0, box.rows - title - (state.focus.list.query == nil ? 0 : 1))
    return Rect(column: margin, row: title, columns: box.columns - 2 * margin, rows: rows)
  }
}

extension Canvas where State == ViewState {
  private static var leadColumns: Int { 10 }

  /// Draws the list that lies over the screen.
  mutating func drawList() {
    let content = listContent
    let rect = content.rect
    let top = state.focus.list.top(of: content.count, rows: content.rows)
    addHit(.cover, in: content.box)
    drawListFrame(content, top: top)
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

  private mutating func drawListFrame(_ content: ListContent, top: Int) {
    let (box, rect, count) = (content.box, content.rect, content.count)
    let end = min(count, top + rect.rows)
    let place = count > rect.rows ? "\(top + 1)-\(end)/\(count)" : ""
    if layout.isFramed {
      frame.fill(box)
      self.box(box, title: content.title, note: place)
      if let query = state.focus.list.query {
        edgeInput(query, in: box)
      } else {
        edgeNote(content.hint, in: box)
        addKeyHits(
          in: content.hint,
          column: box.minColumn + 3,
          row: box.maxRow - 1,
          width: box.columns - 6
        )
      }
    } else {
      let title = place.isEmpty ? content.title : "\(content.title) \(place)"
      _ = beginPage(title, hint: content.hint)
      if let query = state.focus.list.query {
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
    let isSelected = state.focus.overlay == .menu && number == state.focus.list.selected
    let isFound =
      state.focus.overlay != .menu && !state.focus.list.needle.isEmpty
      && state.focus.list.matches(line.text)
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
    addHit(.item(number), column: rect.minColumn, row: row, columns: rect.columns)
  }
}
