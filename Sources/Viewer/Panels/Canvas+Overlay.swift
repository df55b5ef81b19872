internal import CellGrid

/// Lines for a box or page: what does not fit is left out of the middle.
struct OverlayText {
  /// What must be seen first.
  var head: [String]
  /// What is left out where there is no room.
  var body: [String]
  /// What must be seen last.
  var tail: [String]

  /// The lines that fit into some rows, the head first.
  func lines(in rows: Int, ellipsis: String) -> [String] {
    guard count > rows else { return head + body + tail }
    // Gaps go before words do.
    let (head, body) = (head.filter { !$0.isEmpty }, body.filter { !$0.isEmpty })
    let words = head + body + tail.filter { !$0.isEmpty }
    guard words.count > rows else { return words }
    var room = max(0, rows - head.count)
    let end = tail.filter { !$0.isEmpty }.prefix(room)
    room -= end.count
    let middle = room > 0 ? body.prefix(room - 1) + [ellipsis] : []
    return Array((head + middle + end).prefix(rows))
  }

  var count: Int { head.count + body.count + tail.count }
}

extension Canvas {
  /// Draws text in a box in the middle of an area.
  mutating func drawBox(_ text: OverlayText, title: String, width: Int, in area: Rect) {
    let most = min(text.count, max(1, area.rows - 4))
    let lines = text.lines(in: most, ellipsis: glyphs.ellipsis)
    let rows = lines.count + 2
    let rect = Rect(
      column: area.minColumn + max(0, (area.columns - width) / 2),
      row: area.minRow + max(0, (area.rows - rows) / 2),
      columns: min(width, layout.size.columns),
      rows: rows
    )
    frame.fill(rect)
    addHit(.cover, in: rect)
    box(rect, title: title, style: palette.warning)
    for (index, line) in lines.enumerated() {
      let (column, row) = (rect.minColumn + 2, rect.minRow + 1 + index)
      if text.tail.contains(line) {
        addKeyHits(in: line, column: column, row: row, width: rect.columns - 4)
      }
      write(
        line,
        column: column,
        row: row,
        width: rect.columns - 4,
        style: index == 0 ? palette.heading : .plain
      )
    }
  }

  /// Clears a screen without room for boxes and writes a page's title.
  mutating func beginPage(_ title: String, hint: String) -> Rect {
    frame.fill(frame.bounds)
    hits = []
    addHit(.cover, in: frame.bounds)
    addHit(.key(KeyPress(.escape)), column: 0, row: 0, columns: layout.size.columns)
    let size = layout.size
    let margin = size.columns >= 30 ? 1 : 0
    guard size.rows >= 3 else {
      return Rect(column: margin, row: 0, columns: size.columns - margin, rows: size.rows)
    }
    frame.fill(Rect(column: 0, row: 0, columns: size.columns, rows: 1), style: palette.header)
    let titleWidth = write(
      title,
      column: margin,
      row: 0,
      width: size.columns - 2 * margin,
      style: palette.header
    )
    let room = size.columns - 2 * margin - titleWidth - 2
    if safe(hint).width <= room {
      let end = size.columns - margin
      writeTrailing(hint, endColumn: end, row: 0, width: room, style: palette.header)
      let width = safe(hint).width
      addKeyHits(in: hint, column: end - width, row: 0, width: width)
    }
    return Rect(column: margin, row: 1, columns: size.columns - 2 * margin, rows: size.rows - 1)
  }

  /// Draws text on the whole of a screen without room for boxes.
  mutating func drawPage(_ text: OverlayText, title: String, hint: String) {
    let rect = beginPage(title, hint: hint)
    let lines = text.lines(in: rect.rows, ellipsis: glyphs.ellipsis)
    for (index, line) in lines.enumerated() {
      let row = rect.minRow + index
      write(line, column: rect.minColumn, row: row, width: rect.columns)
      if text.tail.contains(line) {
        addKeyHits(in: line, column: rect.minColumn, row: row, width: rect.columns)
      }
    }
  }

  /// Draws a card whose first line is its heading: in a box over the map, between header and keys,
  /// or as a page.
  mutating func drawCard(_ text: OverlayText, title: String) {
    switch layout.step {
    case .wide, .mid, .standard:
      drawBox(text, title: title, width: cardWidth + 4, in: layout.map)
    case .compact: drawCompactCard(text)
    case .text, .micro: drawPage(text, title: title, hint: "")
    }
  }

  /// The columns of a card's text.
  var cardWidth: Int {
    switch layout.step {
    case .wide, .mid: min(48, layout.map.columns - 2) - 4
    case .standard: min(46, layout.map.columns - 2) - 4
    case .compact: layout.size.columns - 2
    case .text, .micro: layout.size.columns
    }
  }

  /// Draws the card between header and keys, in place of map and lines.
  mutating func drawCompactCard(_ text: OverlayText) {
    let size = layout.size
    let area = Rect(column: 0, row: 1, columns: size.columns, rows: size.rows - 2)
    frame.fill(area)
    addHit(.cover, in: area)
    let lines = text.lines(in: size.rows - 4, ellipsis: glyphs.ellipsis)
    for (index, line) in lines.enumerated() {
      if text.tail.contains(line) {
        addKeyHits(in: line, column: 1, row: 2 + index, width: size.columns - 2)
      }
      write(
        line,
        column: 1,
        row: 2 + index,
        width: size.columns - 2,
        style: index == 0 ? palette.heading : .plain
      )
    }
  }
}
