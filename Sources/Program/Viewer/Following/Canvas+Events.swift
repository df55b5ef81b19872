internal import CellGrid

extension Canvas where State == ViewState {
  /// Writes the last event, and earlier ones as far as they fit, in one row.
  ///
  /// Of the present status it has only the time, since the heading says the rest.
  mutating func drawTicker(row: Int) {
    let lines = layout.textArea
    addHit(.events, in: frame.bounds.line(row))
    let hint = "\(settings.keys[.events]) \(ViewerText.eventsTitle.lowercased())"
    let end = lines.maxColumn - safe(hint).width
    writeTrailing(hint, endColumn: lines.maxColumn, row: row, width: end, style: palette[.quiet])
    let events = state.ride.events.suffix(9).reversed()
    let present = events.firstIndex { $0.kind == .status }
    var texts = events.indices.map { index in
      let event = events[index]
      return index == present
        ? ViewerText.since(settings.localTime.clock(event.time)) : line(of: event)
    }
    if texts.isEmpty { texts = [ViewerText.noEvents] }
    var column = lines.minColumn
    for (index, text) in texts.enumerated() {
      let text = index == 0 ? text : "\(glyphs.separator)  \(text)"
      let room = end - column - 2
      guard index == 0 || safe(text).width <= room else { break }
      let style = index == 0 && !state.ride.events.isEmpty ? CellStyle.plain : palette[.quiet]
      column += write(text, column: column, row: row, width: room, style: style) + 2
    }
  }

  mutating func drawEvents(in rect: Rect) {
    box(rect, title: ViewerText.eventsTitle, note: "\(settings.keys[.events]) hide")
    addHit(.events, in: rect.line(rect.minRow))
    let inner = Self.content(of: rect)
    if state.ride.events.isEmpty {
      write(ViewerText.noEvents, in: inner, row: inner.minRow, style: palette[.quiet])
    }
    for (index, event) in state.ride.events.suffix(max(0, inner.rows)).enumerated() {
      write(line(of: event), in: inner, row: inner.minRow + index)
    }
  }
}
