internal import CellGrid
internal import FleetEngine
internal import HTTPMessages
internal import RidesharingConsumer

extension Canvas {
  /// Draws the card of a failure that somebody has to mend, over the map.
  mutating func drawCard() {
    guard
      let error = state.polling.lastError, error.bucket != .recoverable, !state.isCardHidden,
      layout.step != .text, layout.step != .micro
    else { return }
    let text = ErrorText(error, tripName: state.tripName, backend: settings.backend)
    var lines = [headline(error), ""]
    let width = min(layout.step == .mid ? 48 : 46, layout.map.columns - 4) - 4
    lines += TextWrapping.lines(text.summary, width: width) + [""]
    for sentence in text.advice {
      lines += TextWrapping.lines(String(sentence.prefix(400)), width: width)
    }
    lines += ["", "Asking again \(nextPoll).", "", "r retry   d details   Esc hide"]
    drawOverMap(lines, title: Catalogue.actionTitle, width: width + 4)
  }

  /// Draws the last error in full, over the map.
  mutating func drawDetails() {
    guard let error = state.polling.lastError else { return }
    let width = max(16, min(72, layout.size.columns - 6)) - 4
    var lines = [headline(error), ""]
    lines += TextWrapping.lines("call     \(error.operation)", width: width)
    lines += TextWrapping.lines("trip     \(state.tripName)", width: width)
    lines += TextWrapping.lines("backend  \(settings.backend)", width: width)
    lines += TextWrapping.lines(
      "tries    \(state.polling.consecutiveFailures) failed",
      width: width
    )
    lines += [""] + TextWrapping.lines(String(error.message.prefix(2_000)), width: width)
    if case .transport(let cause) = error.cause {
      lines += TextWrapping.lines("transport: \(cause.kind)", width: width)
    }
    lines += ["", "Asking again \(nextPoll).  d or Esc closes, r retries now."]
    drawOverMap(lines, title: Catalogue.detailsTitle, width: width + 4)
  }

  private func headline(_ error: FleetEngineError) -> String {
    error.code.name + (error.httpStatus.map { " (HTTP \($0))" } ?? "")
  }

  private mutating func drawOverMap(_ lines: [String], title: String, width: Int) {
    let area =
      layout.map.columns >= width ? layout.map : frame.bounds
    let height = min(lines.count + 2, max(3, area.rows - 2))
    let rect = Rect(
      column: area.minColumn + max(0, (area.columns - width) / 2),
      row: area.minRow + max(0, (area.rows - height) / 2),
      columns: min(width, layout.size.columns),
      rows: height
    )
    frame.fill(rect)
    box(rect, title: title, style: Palette.warning)
    for (index, line) in lines.prefix(height - 2).enumerated() {
      write(
        line,
        column: rect.minColumn + 2,
        row: rect.minRow + 1 + index,
        width: rect.columns - 4,
        style: index == 0 ? Palette.heading : .plain
      )
    }
  }
}
