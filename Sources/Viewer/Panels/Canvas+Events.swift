internal import CellGrid

extension Canvas {
  /// Draws what happened, the newest at the bottom.
  mutating func drawEvents(in rect: Rect) {
    box(rect, title: Catalogue.eventsTitle, note: "e hide")
    drawEventLines(
      in: Self.content(of: rect)
    )
  }

  /// Draws what happened over the screen, where there is no panel for it.
  mutating func drawEventOverlay() {
    guard layout.isFramed else {
      drawEventLines(in: beginPage(Catalogue.eventsTitle, hint: Catalogue.closesEvents))
      return
    }
    let size = layout.size
    let rows = min(size.rows - 4, max(5, size.rows / 2))
    let rect = Rect(column: 1, row: size.rows - 3 - rows, columns: size.columns - 2, rows: rows)
    frame.fill(rect)
    drawEvents(in: rect)
  }

  private mutating func drawEventLines(in rect: Rect) {
    guard rect.rows > 0 else { return }
    guard !state.events.isEmpty else {
      write(
        Catalogue.noEvents,
        column: rect.minColumn,
        row: rect.minRow,
        width: rect.columns,
        style: palette.quiet
      )
      return
    }
    for (index, event) in state.events.suffix(rect.rows).enumerated() {
      write(
        settings.localTime.clock(event.time) + " " + event.text,
        column: rect.minColumn,
        row: rect.minRow + index,
        width: rect.columns
      )
    }
  }
}
