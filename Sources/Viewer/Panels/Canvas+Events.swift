internal import CellGrid

extension Canvas where State == ViewState {
  /// Draws what happened, the newest at the bottom.
  mutating func drawEvents(in rect: Rect) {
    box(rect, title: Catalogue.eventsTitle, note: "\(settings.keys[.events]) hide")
    addHit(.events, column: rect.minColumn, row: rect.minRow, columns: rect.columns)
    drawEventLines(
      in: Self.content(of: rect)
    )
  }

  private mutating func drawEventLines(in rect: Rect) {
    guard rect.rows > 0 else { return }
    guard !state.ride.events.isEmpty else {
      write(
        Catalogue.noEvents,
        column: rect.minColumn,
        row: rect.minRow,
        width: rect.columns,
        style: palette.quiet
      )
      return
    }
    for (index, event) in state.ride.events.suffix(rect.rows).enumerated() {
      write(
        settings.localTime.clock(event.time) + " " + event.text,
        column: rect.minColumn,
        row: rect.minRow + index,
        width: rect.columns
      )
    }
  }
}
