internal import CellGrid
internal import ConsumerMap
internal import FleetEngine
internal import RidesharingConsumer

/// Lines for a box or page; lines that do not fit are left out of the middle.
struct OverlayText {
  /// The first lines, which stay.
  var head: [String]
  /// The lines that are left out first.
  var body: [String] = []
  /// The last lines, which stay, with keys to click.
  var tail: [KeyText] = []

  /// The lines that fit into some rows, the head first.
  func lines(in rows: Int, ellipsis: String) -> [KeyText] {
    func plain(_ lines: [String]) -> [KeyText] { lines.map { KeyText($0) } }
    guard count > rows else { return plain(head + body) + tail }
    // Blank lines are left out first.
    let (head, body) = (head.filter { !$0.isEmpty }, body.filter { !$0.isEmpty })
    let tail = tail.filter { !$0.text.isEmpty }
    guard head.count + body.count + tail.count > rows else { return plain(head + body) + tail }
    var room = max(0, rows - head.count)
    let end = tail.prefix(room)
    room -= end.count
    let middle = room > 0 ? body.prefix(room - 1) + [ellipsis] : []
    return Array((plain(head + middle) + end).prefix(rows))
  }

  var count: Int { head.count + body.count + tail.count }
}

extension ScreenContext {
  /// The place of a box in the middle of an area, or of the screen if the area is too small.
  func centered(columns: Int, rows: Int, in area: Rect) -> Rect {
    func start(_ length: Int, _ place: Range<Int>, _ all: Int) -> Int {
      let room = length <= place.count ? place : 0..<all
      return room.lowerBound + max(0, (room.count - length) / 2)
    }
    return Rect(
      column: start(columns, area.minColumn..<area.maxColumn, layout.size.columns),
      row: start(rows, area.minRow..<area.maxRow, layout.size.rows), columns: columns, rows: rows)
  }
}

extension Canvas {
  /// The widest strip next to a box that holds only pieces of text.
  private static var stripColumns: Int { 4 }

  /// Clears the place of a box, and what would be left of cards and lines of text next to it.
  mutating func clear(_ box: Rect) {
    let bounds = frame.bounds
    // A page stays below a box.
    let cards = covers.filter { $0.columns < bounds.columns && $0.overlaps(box) }
    for card in cards { draw(ground, in: card) }
    var rect = box
    if box.minColumn <= Self.stripColumns {
      rect.origin.column = 0
      rect.size.columns += box.minColumn
    }
    if bounds.maxColumn - box.maxColumn <= Self.stripColumns {
      rect.size.columns = bounds.maxColumn - rect.minColumn
    }
    frame.fill(rect)
    let area = state.boxArea
    let rows = (box.minRow..<max(box.minRow, box.maxRow)).filter {
      $0 < area.minRow || $0 >= area.maxRow
    }
    for row in rows { frame.fill(bounds.line(row)) }
    removeHits(in: cards + [rect] + rows.map { bounds.line($0) })
    addHit(.cover, in: box)
  }

  /// Removes the targets of clicks that are no longer seen.
  private mutating func removeHits(in areas: [Rect]) {
    hits.removeAll { hit in areas.contains { $0.intersection(hit.rect) == hit.rect } }
  }

  /// Draws a part of another frame of the screen, or blanks.
  private mutating func draw(_ other: Frame?, in rect: Rect) {
    guard let other else { return frame.fill(rect) }
    var part = Frame(size: rect.size)
    for row in 0..<rect.rows {
      for column in 0..<rect.columns {
        part[column, row] = other[rect.minColumn + column, rect.minRow + row]
      }
    }
    frame.draw(part, at: rect.origin)
  }

  mutating func drawBox(_ text: OverlayText, title: String, width: Int, in area: Rect) {
    let most = min(text.count, max(1, area.rows - 4))
    let lines = text.lines(in: most, ellipsis: glyphs.ellipsis)
    let rows = lines.count + 2
    let rect = centered(columns: min(width, layout.size.columns), rows: rows, in: area)
    clear(rect)
    box(rect, title: title, style: palette[.warning])
    drawLines(lines, in: rect.inset(columns: 2), headingStyle: CellStyle.bold)
  }

  private mutating func drawLines(_ lines: [KeyText], in rect: Rect, headingStyle: CellStyle) {
    for (index, line) in lines.enumerated() {
      write(line, in: rect, row: rect.minRow + index, style: index == 0 ? headingStyle : .plain)
    }
  }

  /// Clears a screen without room for boxes, writes a page's title, and returns the area below it.
  mutating func beginPage(_ title: String, hint: KeyText) -> Rect {
    let size = layout.size
    frame.fill(size.bounds)
    removeHits(in: [size.bounds])
    addHit(.cover, in: size.bounds)
    addHit(.key(.escape), in: size.bounds.line(0))
    let margin = size.columns >= 30 ? 1 : 0
    guard size.rows >= 3 else {
      return Rect(column: margin, row: 0, columns: size.columns - margin, rows: size.rows)
    }
    fillHeader()
    let line = size.bounds.line(0).inset(columns: margin, rows: 0)
    let taken = write(title, in: line, row: 0, style: palette[.quiet])
    let width = safe(hint.text).width
    if width <= line.columns - taken - 2 {
      let rest = Rect(column: line.maxColumn - width, row: 0, columns: width, rows: 1)
      write(hint, in: rest, row: 0, style: palette[.quiet])
    }
    return Rect(column: margin, row: 1, columns: line.columns, rows: size.rows - 1)
  }

  /// Draws a card in a box over the map, between header and keys, or as a page.
  mutating func drawCard(_ text: OverlayText, title: String) {
    switch layout.step {
    case .wide, .mid, .standard:
      drawBox(text, title: title, width: cardWidth + 4, in: state.boxArea)
    case .compact: drawCompactCard(text)
    case .text, .micro:
      let rect = beginPage(title, hint: "")
      let lines = text.lines(in: rect.rows, ellipsis: glyphs.ellipsis)
      drawLines(lines, in: rect, headingStyle: .plain)
    }
  }

  var cardWidth: Int {
    switch layout.step {
    case .wide, .mid: min(48, layout.uncoveredMap.columns - 2) - 4
    case .standard: min(46, layout.uncoveredMap.columns - 2) - 4
    case .compact: layout.size.columns - 2
    case .text, .micro: layout.size.columns
    }
  }

  /// An empty line between the paragraphs of a card, if there is room for it.
  var gap: [String] { layout.isFramed ? [""] : [] }

  mutating func drawCompactCard(_ text: OverlayText) {
    let area = layout.size.bounds.inset(columns: 0)
    frame.fill(area)
    addHit(.cover, in: area)
    let lines = text.lines(in: layout.size.rows - 4, ellipsis: glyphs.ellipsis)
    drawLines(lines, in: area.inset(), headingStyle: CellStyle.bold)
  }
}

extension Canvas {
  mutating func drawCancelQuestion() {
    let meaning = "The ride is canceled at once. This cannot be undone."
    let text = OverlayText(
      head: ["Cancel this ride?"],
      body: layout.isFramed ? [""] + wrapped(meaning, width: cardWidth) : [],
      tail: gap.map { KeyText($0) } + [
        KeyText([.init("y cancels it", "y"), .init("any other key keeps it")])
      ])
    drawCard(text, title: ViewerText.cancelTitle)
  }

  mutating func drawReport(_ sentence: String) {
    let tail = (gap + [ViewerText.anyKey]).map { KeyText($0) }
    let text = OverlayText(head: wrapped(sentence, width: cardWidth), tail: tail)
    drawCard(text, title: ViewerText.program)
  }

  mutating func drawCancelFailure(_ failure: CallFailure) {
    let keys = [
      settings.keys.part(RideAction.cancelRide, "tries again"),
      .init("Esc closes", .escape),
    ]
    let text = OverlayText(
      head: [(failure.isUncertain ? "The ride may be canceled." : "The ride was not canceled.")],
      body: gap + wrapped(failure.summary, width: cardWidth)
        + wrapped(failure.explanation, width: cardWidth),
      tail: gap.map { KeyText($0) } + [KeyText(keys)])
    drawCard(text, title: ViewerText.cancelTitle)
  }

  /// Draws why a call has failed, if it has, in the middle of an area.
  ///
  /// `offersToken` says whether there is a key for another token.
  mutating func drawErrorCard(of call: PolledCall, in area: Rect, offersToken: Bool) {
    guard let error = call.polling.lastError else { return }
    switch layout.step {
    case .wide, .mid, .standard:
      let width = min(layout.step == .standard ? 46 : 48, area.columns - 2)
      var text = errorCard(error, call, width: width - 4)
      text.head += [""]
      text.tail =
        [""] + text.tail + [""] + keyLines(errorKeys(error, offersToken), width: width - 4)
      drawBox(text, title: ViewerText.actionTitle, width: width, in: area)
    case .compact: drawCompactCard(errorCard(error, call, width: layout.size.columns - 2))
    case .text, .micro: break
    }
  }

  private func errorKeys(_ error: FleetEngineError, _ offersToken: Bool) -> [KeyText.Part] {
    let keys = settings.keys
    let token =
      offersToken && error.mayNeedToken ? [keys.part(.program(.reloadToken), "reload token")] : []
    return token + [
      keys.part(.program(.refresh), "retry"), keys.part(.details, "details"),
      .init("Esc hide", .escape),
    ]
  }

  private func errorCard(_ error: FleetEngineError, _ call: PolledCall, width: Int) -> OverlayText {
    let failure = call.failure(error, settings)
    return OverlayText(
      head: headline(error, width: width),
      body: wrapped(failure.summary, width: width) + gap
        + wrapped(failure.explanation, width: width), tail: [KeyText(pollingAgain(call.polling))])
  }

  private func keyLines(_ keys: [KeyText.Part], width: Int) -> [KeyText] {
    var lines: [KeyText] = []
    for key in keys {
      let joined = KeyText((lines.last?.parts ?? []) + [key])
      let fits = safe(joined.text).width <= width
      if !lines.isEmpty, fits { lines.removeLast() }
      lines.append(fits ? joined : KeyText([key]))
    }
    return lines
  }

  /// The failed status in one line, or in two if even its short form does not fit.
  private func headline(_ error: FleetEngineError, width: Int) -> [String] {
    guard let status = error.httpStatus else { return [error.label] }
    let forms = [headline(error), "\(error.label) (\(status))"]
    let fitting = forms.first { safe($0).width <= width }
    return fitting.map { [$0] } ?? [error.label, "(HTTP \(status))"]
  }
}

extension ScreenContext {
  func headline(_ error: FleetEngineError) -> String {
    let http = layout.isFramed ? "HTTP " : ""
    return error.label + (error.httpStatus.map { " (\(http)\($0))" } ?? "")
  }
}

extension FleetEngineError {
  /// Whether another token may help.
  var mayNeedToken: Bool {
    if case .token = cause { return true }
    return code == .unauthenticated || code == .permissionDenied
  }
}

extension Canvas {
  /// A box up to the row that its content returns; the map shows below it.
  func card(in most: Rect, _ draw: (inout Self, Rect) -> Int) -> PanelCard {
    var canvas = self
    canvas.frame = Frame(size: most.size)
    canvas.hits = []
    let bounds = canvas.frame.bounds
    let last = min(max(2, draw(&canvas, bounds)), bounds.maxRow - 1)
    canvas.drawBottomEdge(of: bounds, row: last)
    var rect = most
    rect.size.rows = last + 1
    var frame = Frame(size: rect.size)
    frame.draw(canvas.frame, at: GridPoint(column: 0, row: 0))
    return PanelCard(frame: frame, rect: rect, hits: canvas.hits, notes: canvas.notes)
  }

  /// A panel as a card at its edge of the map.
  func panelCard(in most: Rect, _ draw: (inout Self, Rect) -> Int) -> PanelCard {
    var card = card(in: most, draw)
    if layout.isPortrait { card.rect.origin.row = most.maxRow - card.rect.rows }
    return card
  }

  mutating func draw(_ card: PanelCard) {
    frame.draw(card.frame, at: card.rect.origin)
    addHit(.cover, in: card.rect)
    for hit in card.hits {
      var rect = hit.rect
      rect.origin.column += card.rect.minColumn
      rect.origin.row += card.rect.minRow
      addHit(hit.target, in: rect)
    }
    notes?.merge(card.notes)
  }
}

/// A drawn box with the place that it takes on the map.
struct PanelCard {
  let frame: Frame
  var rect: Rect
  let hits: [HitArea]
  let notes: DrawingNotes?
}
