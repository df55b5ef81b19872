internal import CellGrid
internal import FleetEngine

extension ViewState {
  func seek(to point: GridPoint) -> [Command] {
    guard timeline != nil else { return [] }
    let bar = TimelineBar(columns: size.columns)
    return bar.share(of: point.column).map { [.seek(.share($0))] } ?? []
  }
}

extension Canvas where State == ViewState {
  /// Draws the line of the time below the ride's progress.
  mutating func drawTimeline() {
    guard let timeline = state.timeline, let row = layout.timelineRow else { return }
    let time = settings.localTime
    let bar = TimelineBar(columns: state.size.columns)
    if bar.hasTimes {
      write(
        time.minutes(timeline.wall.start), column: 1, row: row, width: 5, style: palette[.quiet])
    }
    let position = bar.column(of: timeline.share(of: timeline.position))
    for column in bar.start..<(bar.start + bar.columns) {
      let style = column <= position ? CellStyle.bold : palette[.quiet]
      frame.draw(glyphs.horizontal, column: column, row: row, style: style)
    }
    // Problems are drawn last, because several marks may share a cell.
    for mark in timeline.marks.sorted(by: { !$0.isProblem && $1.isProblem }) {
      let column = bar.column(of: timeline.share(of: mark.time))
      guard let (text, style) = look(of: mark.kind) else { continue }
      write(text, column: column, row: row, width: 1, style: style)
    }
    var cursor = CellStyle.bold
    cursor.attributes.insert(.reverse)
    write(glyphs.live, column: position, row: row, width: 1, style: cursor)
    let bounds = Rect(column: bar.start, row: row, columns: bar.columns, rows: 1)
    addHit(.timeline, in: bounds)
    var column = bar.start + bar.columns + 1
    if bar.hasTimes {
      write(
        time.minutes(timeline.wall.end), column: column, row: row, width: 5, style: palette[.quiet])
      column += 7
    }
    let isDone = timeline.position >= timeline.span.upperBound && !timeline.isPlaying
    let mark = timeline.isPlaying ? glyphs.playing : isDone ? glyphs.ended : glyphs.paused
    let rate = timeline.rate == 1 ? "" : " \(glyphs.times)\(Quantities.factor(timeline.rate))"
    let text = "\(mark) \(time.clock(timeline.wall.position))\(rate)"
    let width = state.size.columns - column
    let length = write(text, column: column, row: row, width: width, style: CellStyle.bold)
    addHit(.pause, in: Rect(column: column, row: row, columns: length, rows: 1))
  }

  private func look(of kind: LoggedEvent.Kind) -> (String, CellStyle)? {
    switch kind {
    case .status: (glyphs.live, palette[.good])
    case .failure: ("!", palette[.failure])
    case .gap: (glyphs.waiting, palette[.warning])
    case .estimate: ("~", palette[.warning])
    case .other: nil
    }
  }
}
