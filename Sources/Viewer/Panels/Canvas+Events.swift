internal import CellGrid

extension Canvas {
  /// Draws what happened, the newest at the bottom.
  mutating func drawEvents(in rect: Rect) {
    box(rect, title: Catalogue.eventsTitle, note: "e hide")
    drawEventLines(in: rect)
  }

  /// Draws what happened over the map, where there is no panel for it.
  mutating func drawEventOverlay() {
    let size = layout.size
    guard size.columns >= 20, size.rows >= 6 else { return }
    let rect = Rect(
      column: 1,
      row: max(1, size.rows / 4),
      columns: size.columns - 2,
      rows: size.rows - max(1, size.rows / 4) - 3
    )
    frame.fill(rect)
    box(rect, title: Catalogue.eventsTitle, note: "e hide")
    drawEventLines(in: rect)
  }

  private mutating func drawEventLines(in rect: Rect) {
    let room = rect.rows - 2
    guard room > 0 else { return }
    for (index, event) in state.events.suffix(room).enumerated() {
      write(
        settings.localTime.clock(event.time) + " " + event.text,
        column: rect.minColumn + 2,
        row: rect.minRow + 1 + index,
        width: rect.columns - 4
      )
    }
  }
}
