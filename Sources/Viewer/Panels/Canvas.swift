internal import CellGrid
internal import ConsumerMap
internal import FleetEngine
internal import MapCanvas

/// What was written into a frame, by which a test tells whether it can be read.
struct DrawingNotes {
  /// The texts as they were before anything was cut.
  private(set) var texts: Set<String> = []
  /// The texts that reached beyond the frame.
  private(set) var misfits: [String] = []

  fileprivate mutating func record(_ text: String, _ rect: Rect, _ bounds: Rect) {
    texts.insert(text)
    if rect.intersection(bounds) != rect { misfits.append(text) }
  }
}

/// A screen being drawn: its cells, and what a click means where.
struct Canvas<State: ScreenState>: TextContext {
  /// The cells drawn so far.
  var frame: Frame
  /// What a click means at cells drawn so far.
  var hits: [HitArea]
  /// What was written, for tests; nil in the program.
  var notes: DrawingNotes?
  let state: State
  let settings: ViewerSettings
  let now: Duration
  let wall: Timestamp
  let glyphs: GlyphSet
  let layout: Layout
  let derived: State.Derived

  init(
    state: State,
    settings: ViewerSettings,
    now: Duration,
    wall: Timestamp,
    notes: DrawingNotes? = nil
  ) {
    self.init(
      state: state,
      settings: settings,
      now: now,
      wall: wall,
      over: (Frame(size: state.size), [], notes)
    )
  }

  /// A canvas that continues drawing on top of another one.
  init(
    state: State,
    settings: ViewerSettings,
    now: Duration,
    wall: Timestamp,
    over drawn: (frame: Frame, hits: [HitArea], notes: DrawingNotes?)
  ) {
    (frame, hits, notes) = drawn
    self.state = state
    self.settings = settings
    self.now = now
    self.wall = wall
    glyphs = GlyphSet.of(settings.glyphs)
    layout = state.layout
    derived = state.derived(at: now, wall: wall)
  }
}

extension Canvas {
  /// What draws the map.
  func mapRenderer(attribution: SafeText? = nil, cornerColumns: Int = 0) -> MapRenderer {
    var renderer = MapRenderer(
      scaleBarStyle: palette.quiet,
      attribution: attribution,
      usesASCIISymbols: settings.glyphs.hasASCIISymbols,
      cornerColumns: cornerColumns
    )
    renderer.usesPatterns = settings.appearance.usesPatterns
    return renderer
  }

  /// Writes into the map's lower edge what is wrong with the street map and whom it is owed to.
  mutating func drawBaseMapNotes(of map: MapSnapshot) {
    let edge = layout.map
    let row = edge.maxRow - 1
    var end = edge.maxColumn - 2
    if let attribution = map.attribution, !attribution.isEmpty {
      let text = settings.glyphs.hasASCIISymbols ? attribution.attributionInASCII : attribution
      let note = " \(text) "
      let width = min(safe(note).width, edge.columns - 4)
      writeTrailing(note, endColumn: end, row: row, width: width, style: palette.quiet)
      end -= width + 1
    }
    if let problem = map.baseMapProblem {
      let start = edge.minColumn + 2
      let text = " \(Catalogue.baseMapProblem(problem.description)) "
      write(text, column: start, row: row, width: end - start, style: palette.quiet)
    }
  }

  /// Draws a part of a text at a place.
  private mutating func put(
    _ part: SafeText,
    of text: String,
    column: Int,
    row: Int,
    style: CellStyle
  ) {
    if notes != nil {
      let rect = Rect(column: column, row: row, columns: part.width, rows: 1)
      let bounds = frame.bounds
      notes?.record(text, rect, bounds)
    }
    frame.draw(part, column: column, row: row, style: style)
  }

  /// Draws text from the left, cut with an ellipsis.
  @discardableResult
  mutating func write(
    _ text: String,
    column: Int,
    row: Int,
    width: Int,
    style: CellStyle = .plain
  ) -> Int {
    guard width > 0 else { return 0 }
    let cut = fitted(text, width: width)
    put(cut, of: text, column: column, row: row, style: style)
    return cut.width
  }

  /// Draws text so that it ends at a column.
  mutating func writeTrailing(
    _ text: String,
    endColumn: Int,
    row: Int,
    width: Int,
    style: CellStyle = .plain
  ) {
    guard width > 0 else { return }
    let cut = fitted(text, width: width)
    put(cut, of: text, column: endColumn - cut.width, row: row, style: style)
  }

  /// Draws text in the middle of a row.
  mutating func writeCentred(_ text: String, in rect: Rect, row: Int, style: CellStyle = .plain) {
    let cut = fitted(text, width: rect.columns)
    let column = rect.minColumn + (rect.columns - cut.width) / 2
    put(cut, of: text, column: column, row: row, style: style)
  }

  /// Draws text from the left in a row of an area; below the area nothing.
  mutating func writeLine(_ text: String, in rect: Rect, row: Int, style: CellStyle = .plain) {
    guard row < rect.maxRow else { return }
    write(text, column: rect.minColumn, row: row, width: rect.columns, style: style)
  }

  /// Draws a label and the longest form of its value that fits beside it.
  mutating func writeLine(
    _ line: TripFacts.Line,
    in rect: Rect,
    row: Int,
    valueStyle: CellStyle = .plain
  ) {
    let room = rect.columns - safe(line.label).width - 1
    let forms = [line.value] + line.shorter
    writeRow(
      line.label,
      forms.first { safe($0).width <= room } ?? forms[forms.count - 1],
      in: rect,
      row: row,
      valueStyle: valueStyle
    )
  }

  /// Draws a label on the left and a value on the right of a row; the value is cut last.
  mutating func writeRow(
    _ label: String,
    _ value: String,
    in rect: Rect,
    row: Int,
    labelStyle: CellStyle = .plain,
    valueStyle: CellStyle = .plain
  ) {
    guard row < rect.maxRow else { return }
    let valueWidth = min(safe(value).width, rect.columns)
    writeTrailing(value, endColumn: rect.maxColumn, row: row, width: valueWidth, style: valueStyle)
    write(
      label,
      column: rect.minColumn,
      row: row,
      width: rect.columns - (valueWidth > 0 ? valueWidth + 1 : 0),
      style: labelStyle
    )
  }

  /// Draws a label and a value in one row, or the value below where one row is too short.
  mutating func writeField(_ label: String, _ value: String, in rect: Rect, row: Int) -> Int {
    guard safe(label).width + 1 + safe(value).width > rect.columns else {
      writeRow(label, value, in: rect, row: row)
      return 1
    }
    writeRow(label, "", in: rect, row: row)
    guard row + 1 < rect.maxRow else { return 1 }
    writeTrailing(value, endColumn: rect.maxColumn, row: row + 1, width: rect.columns)
    return 2
  }

  /// Draws who is asked, without the domain of Google's services where there is no room for it.
  mutating func writeBackend(in rect: Rect, row: Int) -> Int {
    let isLong = safe(settings.backend).width > rect.columns
    let google = ".googleapis.com"
    let name =
      isLong && settings.backend.hasSuffix(google)
      ? String(settings.backend.dropLast(google.count)) : settings.backend
    return writeField(Catalogue.backend, name, in: rect, row: row)
  }

  /// Draws a frame with a title in its upper edge and a note at that edge's end.
  mutating func box(
    _ rect: Rect,
    title: String,
    note: String = "",
    style: CellStyle? = nil
  ) {
    let style = style ?? palette.border
    guard rect.columns >= 2, rect.rows >= 2 else { return }
    for column in rect.minColumn..<rect.maxColumn {
      frame.draw(glyphs.horizontal, column: column, row: rect.minRow, style: style)
      frame.draw(glyphs.horizontal, column: column, row: rect.maxRow - 1, style: style)
    }
    for row in rect.minRow..<rect.maxRow {
      frame.draw(glyphs.vertical, column: rect.minColumn, row: row, style: style)
      frame.draw(glyphs.vertical, column: rect.maxColumn - 1, row: row, style: style)
    }
    frame.draw(glyphs.topLeft, column: rect.minColumn, row: rect.minRow, style: style)
    frame.draw(glyphs.topRight, column: rect.maxColumn - 1, row: rect.minRow, style: style)
    frame.draw(glyphs.bottomLeft, column: rect.minColumn, row: rect.maxRow - 1, style: style)
    frame.draw(glyphs.bottomRight, column: rect.maxColumn - 1, row: rect.maxRow - 1, style: style)
    writeEdge(title, note: note, rect: rect, row: rect.minRow)
  }

  /// Draws a line across a box, with a title.
  mutating func divider(in rect: Rect, row: Int, title: String, style: CellStyle? = nil) {
    let style = style ?? palette.border
    guard row > rect.minRow, row < rect.maxRow - 1 else { return }
    for column in rect.minColumn..<rect.maxColumn {
      frame.draw(glyphs.horizontal, column: column, row: row, style: style)
    }
    frame.draw(glyphs.teeLeft, column: rect.minColumn, row: row, style: style)
    frame.draw(glyphs.teeRight, column: rect.maxColumn - 1, row: row, style: style)
    writeEdge(title, note: "", rect: rect, row: row)
  }

  /// Writes a note into the lower edge of a box.
  mutating func edgeNote(_ note: String, in rect: Rect) {
    write(
      " " + note + " ",
      column: rect.minColumn + 2,
      row: rect.maxRow - 1,
      width: rect.columns - 4,
      style: palette.quiet
    )
  }

  private mutating func writeEdge(_ title: String, note: String, rect: Rect, row: Int) {
    let noteWidth = note.isEmpty ? 0 : safe(note).width + 2
    if noteWidth > 0, noteWidth + 6 < rect.columns {
      writeTrailing(
        " " + note + " ",
        endColumn: rect.maxColumn - 2,
        row: row,
        width: noteWidth,
        style: palette.quiet
      )
    }
    if !title.isEmpty {
      write(
        " " + title + " ",
        column: rect.minColumn + 2,
        row: row,
        width: rect.columns - 4 - noteWidth,
        style: palette.heading
      )
    }
  }
}
