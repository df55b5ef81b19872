internal import CellGrid
internal import FleetEngine
internal import RidesharingConsumer

extension Canvas where State == ViewState {
  /// Draws the last requests, the newest at the top.
  mutating func drawRequests(in rect: Rect) {
    let inner = Self.content(of: rect)
    let count = min(state.ride.polling.recentPolls.count, max(0, inner.rows - 1))
    box(
      rect,
      title: Catalogue.requestsTitle,
      note: count > 0 ? Catalogue.lastRequests(count) : ""
    )
    drawRequestLines(in: inner)
  }

  /// Draws the table of the last requests.
  mutating func drawRequestLines(in rect: Rect) {
    guard rect.rows >= 2 else { return }
    let polls = state.ride.polling.recentPolls.suffix(rect.rows - 1).reversed()
    guard !polls.isEmpty else {
      writeLine(Catalogue.noRequests, in: rect, row: rect.minRow, style: palette.quiet)
      return
    }
    drawRequest(
      time: Catalogue.requestTime,
      code: Catalogue.requestCode,
      took: Catalogue.requestTook,
      body: [Catalogue.requestBody],
      in: rect,
      row: rect.minRow,
      style: palette.quiet
    )
    for (index, poll) in polls.enumerated() {
      drawRequest(
        time: settings.localTime.clock(poll.time),
        code: poll.code == .ok ? Catalogue.good : poll.httpStatus.map { "\($0)" } ?? "-",
        took: Quantities.latency(poll.duration),
        body: Self.body(of: poll),
        in: rect,
        row: rect.minRow + 1 + index,
        style: poll.code == .ok ? .plain : palette.warning
      )
    }
  }

  /// What came, the longest form first.
  private static func body(of poll: PollRecord) -> [String] {
    guard poll.code != .ok else { return [poll.bodyBytes.map { Quantities.bytes($0) } ?? ""] }
    return ["\(poll.code.name)  \(Catalogue.attempt(poll.attempt))", poll.code.name]
  }

  private mutating func drawRequest(
    time: String,
    code: String,
    took: String,
    body: [String],
    in rect: Rect,
    row: Int,
    style: CellStyle
  ) {
    // A column's start, its gap included, where all are as wide as they may be.
    let (codeColumn, tookEnd, bodyColumn) = (10, 23, 25)
    write(time, column: rect.minColumn, row: row, width: min(8, rect.columns), style: style)
    guard rect.columns >= tookEnd else { return }
    write(code, column: rect.minColumn + codeColumn, row: row, width: 4, style: style)
    writeTrailing(took, endColumn: rect.minColumn + tookEnd, row: row, width: 8, style: style)
    let room = rect.columns - bodyColumn
    guard let fitting = body.first(where: { safe($0).width <= room }) ?? body.last, room >= 8
    else { return }
    write(fitting, column: rect.minColumn + bodyColumn, row: row, width: room, style: style)
  }
}
