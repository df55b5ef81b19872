internal import CellGrid
internal import FleetEngine

/// The texts written into a frame, by which a test checks that they can be read.
struct DrawingNotes {
  /// The texts before any was cut.
  private(set) var texts: Set<String> = []
  private(set) var misfits: [String] = []

  mutating func merge(_ other: DrawingNotes?) {
    texts.formUnion(other?.texts ?? [])
    misfits += other?.misfits ?? []
  }

  fileprivate mutating func record(_ text: String, _ rect: Rect, _ bounds: Rect) {
    texts.insert(text)
    if rect.intersection(bounds) != rect { misfits.append(text) }
  }
}

/// A frame, and the targets of clicks in it.
struct Drawing {
  let frame: Frame
  let hits: [HitArea]
}

struct StyledText: Equatable {
  let text: String
  var style = CellStyle.plain
}

struct Canvas<State: ScreenState>: ScreenContext {
  var frame: Frame
  /// The click areas of the cells drawn so far.
  var hits: [HitArea] = []
  /// The text that was written, for tests; nil in the program.
  var notes: DrawingNotes?
  /// The cards and boxes below the layer that is drawn.
  var covers: [Rect] = []
  /// The screen below its cards, for boxes that would cover a part of one.
  var ground: Frame?
  let moment: ScreenMoment<State>

  init(
    state: State, settings: ViewerSettings, now: Duration, wall: Timestamp,
    notes: DrawingNotes? = nil
  ) {
    frame = Frame(size: state.size)
    self.notes = notes
    moment = ScreenMoment(state: state, settings: settings, now: now, wall: wall)
  }

  var state: State { moment.state }
  var settings: ViewerSettings { moment.settings }
  var now: Duration { moment.now }
  var wall: Timestamp { moment.wall }
  var glyphs: GlyphSet { moment.glyphs }
  var layout: Layout { moment.layout }
  var derived: State.Derived { moment.derived }

  func drawn() -> Self {
    guard state.size.columns > 0, state.size.rows > 0 else { return self }
    var canvas = self
    State.draw(&canvas)
    if !state.layers.isEmpty, canvas.ground == nil { canvas.ground = canvas.frame }
    for layer in state.layers { canvas.draw(layer) }
    canvas.frame.link = canvas.savedFileLink
    return canvas
  }

  /// The name of a saved file where a message shows it whole.
  private var savedFileLink: Frame.Link? {
    guard let saved = state.savedPath else { return nil }
    let name = safe(saved)
    let report = state.layers.last.flatMap { if case .report(let text) = $0 { text } else { nil } }
    guard (report ?? state.notice?.text)?.contains(saved) == true else { return nil }
    for (row, line) in frame.rows.enumerated() {
      guard let range = line.firstRange(of: name.description) else { continue }
      let start = SafeText(String(line[..<range.lowerBound])).width
      let rect = Rect(column: start, row: row, columns: name.width, rows: 1)
      return Frame.Link(rect: rect, path: Array(saved.utf8))
    }
    return nil
  }

  /// The places of the boxes, which do not depend on the screen below: the layers are drawn alone.
  var boxes: [Rect] {
    guard !state.layers.isEmpty else { return [] }
    var sketch = self
    (sketch.notes, sketch.ground, sketch.hits, sketch.covers) = (nil, nil, [], [])
    for layer in state.layers { sketch.draw(layer) }
    return sketch.covers + sketch.hits.filter { $0.target == .cover }.map(\.rect)
  }

  /// Puts the terminal's cursor on what is selected, for screen readers and magnifiers.
  mutating func parkCursor(at point: GridPoint) {
    if settings.parksCursor { frame.cursor = point }
  }

  var drawing: Drawing { Drawing(frame: settings.colored(frame), hits: hits) }
}

extension Canvas {
  private mutating func put(
    _ part: SafeText, of text: String, column: Int, row: Int, style: CellStyle
  ) {
    if notes != nil {
      let rect = Rect(column: column, row: row, columns: part.width, rows: 1)
      notes?.record(text, rect, frame.bounds)
    }
    frame.draw(part, column: column, row: row, style: style)
  }

  /// Writes text from the left, cut with an ellipsis; returns the columns that it takes.
  @discardableResult mutating func write(
    _ text: String, column: Int, row: Int, width: Int, style: CellStyle = .plain
  ) -> Int {
    guard width > 0 else { return 0 }
    let cut = fitted(text, width: width)
    put(cut, of: text, column: column, row: row, style: style)
    return cut.width
  }

  /// Writes text from the left in a row of an area; nothing below the area.
  @discardableResult
  mutating func write(_ text: String, in rect: Rect, row: Int, style: CellStyle = .plain) -> Int {
    guard row < rect.maxRow else { return 0 }
    return write(text, column: rect.minColumn, row: row, width: rect.columns, style: style)
  }

  mutating func write(_ text: StyledText, in rect: Rect, row: Int) {
    write(text.text, in: rect, row: row, style: text.style)
  }

  mutating func write(_ text: KeyText, in rect: Rect, row: Int, style: CellStyle = .plain) {
    addHits(of: text, in: rect, row: row)
    write(text.text, in: rect, row: row, style: style)
  }

  mutating func writeTrailing(
    _ text: String, endColumn: Int, row: Int, width: Int, style: CellStyle = .plain
  ) {
    guard width > 0 else { return }
    let cut = fitted(text, width: width)
    let column = endColumn - cut.width
    put(cut, of: text, column: column, row: row, style: style)
  }

  mutating func writeCentered(_ text: String, in rect: Rect, row: Int, style: CellStyle = .plain) {
    let cut = fitted(text, width: rect.columns)
    let column = rect.minColumn + (rect.columns - cut.width) / 2
    put(cut, of: text, column: column, row: row, style: style)
  }

  /// Writes a label on the left and a value on the right of a row; the label is cut first.
  mutating func writeRow(
    _ label: String, _ value: String, in rect: Rect, row: Int, style: CellStyle = .plain,
    valueStyle: CellStyle = .plain
  ) {
    guard row < rect.maxRow else { return }
    let valueWidth = min(safe(value).width, rect.columns)
    writeTrailing(value, endColumn: rect.maxColumn, row: row, width: valueWidth, style: valueStyle)
    let room = rect.columns - (valueWidth > 0 ? valueWidth + 1 : 0)
    write(label, column: rect.minColumn, row: row, width: room, style: style)
  }

  /// Writes a label and a value in one row, or in two if one is too short; returns the rows.
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

  /// Writes the server's name, if necessary without the domain of Google's services.
  mutating func writeBackend(in rect: Rect, row: Int) -> Int {
    let name = settings.backend
    let isLong = safe(name).width > rect.columns
    return writeField(ViewerText.backend, isLong ? shortBackend ?? name : name, in: rect, row: row)
  }

  mutating func fillHeader() { frame.fill(frame.bounds.line(0), style: palette[.quiet]) }

  /// Draws a frame with a title in its upper edge and a note at that edge's end.
  mutating func box(
    _ rect: Rect, title: String, note: String = "", style: CellStyle? = nil,
    noteStyle: CellStyle? = nil
  ) {
    let style = style ?? palette[.border]
    guard rect.columns >= 2, rect.rows >= 2 else { return }
    let (right, bottom) = (rect.maxColumn - 1, rect.maxRow - 1)
    drawHorizontal(in: rect, row: rect.minRow, style)
    for row in rect.minRow..<rect.maxRow {
      frame.draw(glyphs.vertical, column: rect.minColumn, row: row, style: style)
      frame.draw(glyphs.vertical, column: right, row: row, style: style)
    }
    frame.draw(glyphs.topLeft, column: rect.minColumn, row: rect.minRow, style: style)
    frame.draw(glyphs.topRight, column: right, row: rect.minRow, style: style)
    drawBottomEdge(of: rect, row: bottom, style)
    writeEdge(title, note: note, rect: rect, row: rect.minRow, noteStyle: noteStyle)
  }

  mutating func drawBottomEdge(of rect: Rect, row: Int, _ style: CellStyle? = nil) {
    let style = style ?? palette[.border]
    drawHorizontal(in: rect, row: row, style)
    frame.draw(glyphs.bottomLeft, column: rect.minColumn, row: row, style: style)
    frame.draw(glyphs.bottomRight, column: rect.maxColumn - 1, row: row, style: style)
  }

  mutating func divider(in rect: Rect, row: Int, title: String) {
    guard row > rect.minRow, row < rect.maxRow - 1 else { return }
    drawHorizontal(in: rect, row: row, palette[.border])
    frame.draw(glyphs.teeLeft, column: rect.minColumn, row: row, style: palette[.border])
    frame.draw(glyphs.teeRight, column: rect.maxColumn - 1, row: row, style: palette[.border])
    writeEdge(title, note: "", rect: rect, row: row)
  }

  mutating func drawHorizontal(in rect: Rect, row: Int, _ style: CellStyle) {
    for column in rect.minColumn..<rect.maxColumn {
      frame.draw(glyphs.horizontal, column: column, row: row, style: style)
    }
  }

  mutating func edgeNote(_ note: String, in rect: Rect) {
    let edge = rect.inset(columns: 2, rows: 0)
    write(" \(note) ", in: edge, row: rect.maxRow - 1, style: palette[.quiet])
  }

  private mutating func writeEdge(
    _ title: String, note: String, rect: Rect, row: Int, noteStyle: CellStyle? = nil
  ) {
    let noteWidth = note.isEmpty ? 0 : safe(note).width + 2
    if noteWidth > 0, noteWidth + 6 < rect.columns {
      let end = rect.maxColumn - 2
      let style = noteStyle ?? palette[.quiet]
      writeTrailing(" \(note) ", endColumn: end, row: row, width: noteWidth, style: style)
    }
    if !title.isEmpty {
      let (column, room) = (rect.minColumn + 2, rect.columns - 4 - noteWidth)
      write(" \(title) ", column: column, row: row, width: room, style: CellStyle.bold)
    }
  }
}

extension Rect {
  func line(_ row: Int) -> Rect { Rect(column: minColumn, row: row, columns: columns, rows: 1) }
}
