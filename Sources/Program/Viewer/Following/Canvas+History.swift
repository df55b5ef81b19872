internal import CellGrid
internal import FleetEngine
internal import MapCanvas
internal import RidesharingConsumer

/// A value that is shown over time in one row.
enum HistoryRow: CaseIterable {
  case speed
  case reportInterval
  case latency

  fileprivate var label: String {
    switch self {
    case .speed: "Speed"
    case .reportInterval: "Reports"
    case .latency: "Latency"
    }
  }

  fileprivate func series(_ history: RideHistory) -> TimeSeries {
    switch self {
    case .speed: history.speed
    case .reportInterval: history.reportInterval
    case .latency: history.latency
    }
  }

  fileprivate func text(_ value: Double, _ units: DistanceUnits) -> String {
    switch self {
    case .speed: units.speed(metersPerSecond: value)
    case .reportInterval: "every \(Quantities.age(.seconds(value)))"
    case .latency: Quantities.latency(.seconds(value))
    }
  }
}

extension Canvas where State == ViewState {
  private var history: RideHistory { state.ride.history }

  /// The end of the charts: now, or the last estimate's time.
  private var historyEnd: Timestamp {
    let last = history.dropoff.samples.last?.time ?? wall
    return state.ride.isEnded || freshness.isStale ? last : max(last, wall)
  }

  /// Draws the estimates of the drop-off over time, and rows for the other values.
  mutating func drawHistory(in rect: Rect) {
    let time = settings.localTime
    let samples = history.dropoff.samples
    let inner = Self.content(of: rect)
    let drift = driftText ?? ""
    let title = longest(of: ["Drop-off ETA", "ETA"], inner.columns - safe(drift).width - 4)
    box(rect, title: title, note: drift)
    let labels = 6
    let rows = HistoryRow.allCases
    let chart = Rect(
      column: inner.minColumn + labels, row: inner.minRow, columns: inner.columns - labels,
      rows: inner.rows - 1 - rows.count)
    guard samples.count >= 3, chart.columns >= 2, chart.rows >= 2, let first = samples.first else {
      write("Not enough estimates yet.", in: inner, row: inner.minRow, style: palette[.quiet])
      return
    }
    let kind = settings.glyphs.dotGrid
    var dots = DotGrid(kind: kind, size: chart.size)
    let values = history.dropoff.values(dots.dotColumns, until: historyEnd)
    guard let range = TimeSeries.range(values) else { return }
    // Whole minutes, and never so few that a minute looks like a catastrophe.
    let bottom = (range.lowerBound / 60 - 1).rounded(.down) * 60
    let top = max((range.upperBound / 60).rounded(.up) * 60, bottom + 240)
    paint(values, from: bottom, to: top, in: &dots)
    dots.draw(into: &frame, at: chart.origin)
    for (value, row) in [(top, chart.minRow), (bottom, chart.maxRow - 1)] {
      guard let moment = Timestamp(secondsSince1970: value) else { continue }
      write(time.minutes(moment), in: inner, row: row, style: palette[.quiet])
    }
    let axis = chart.line(chart.maxRow)
    var (start, end) = (time.minutes(first.time), time.minutes(historyEnd))
    if start == end { (start, end) = (time.clock(first.time), time.clock(historyEnd)) }
    let quiet = palette[.quiet]
    writeRow(
      start, start == end ? "" : end, in: axis, row: axis.minRow, style: quiet, valueStyle: quiet)
    for (index, row) in rows.enumerated() { draw(row, in: inner, row: chart.maxRow + 1 + index) }
  }

  private var driftText: String? {
    guard let drift = history.drift(freshness.facts) else { return nil }
    let since =
      switch drift.since {
      case .assignment: "since assignment"
      case .time(let moment): ViewerText.since(settings.localTime.minutes(moment))
      }
    return "\(Quantities.change(drift.later)) \(since)"
  }

  /// Paints a line through values, one for each column of dots.
  private func paint(
    _ values: [Double], from bottom: Double, to top: Double, in dots: inout DotGrid
  ) {
    dots.use(LineStyle(cellStyle: palette[.route], width: 1), zIndex: 0)
    var last: Int?
    for (x, value) in values.enumerated() {
      let share = min(1, max(0, (value - bottom) / (top - bottom)))
      let y = Int(((1 - share) * Double(dots.dotRows - 1)).rounded())
      // A step is a line up or down.
      for between in min(y, last ?? y)...max(y, last ?? y) { dots.paint(x: x, y: between) }
      last = y
    }
  }

  /// Draws rows of values below a divider as far as they fit, and returns the row below them.
  mutating func drawHistory(_ rows: [HistoryRow], row: Int, rect: Rect) -> Int {
    let inner = Self.content(of: rect)
    let known = rows.filter { $0.series(history).samples.count >= 3 }
    guard !known.isEmpty, row + known.count < inner.maxRow else { return row }
    divider(in: rect, row: row, title: "History")
    for (index, value) in known.enumerated() { draw(value, in: inner, row: row + 1 + index) }
    return row + 1 + known.count
  }

  /// Draws the name of a value and a bar for each moment, the last one bright.
  ///
  /// During a ride the last value follows.
  private mutating func draw(_ row: HistoryRow, in rect: Rect, row line: Int) {
    let series = row.series(history)
    guard let last = series.samples.last?.value else { return }
    let value = state.ride.isEnded ? "" : row.text(last, settings.units)
    let labels = max(8, HistoryRow.allCases.map { safe($0.label).width + 1 }.max() ?? 0)
    let values = max(11, safe(value).width)
    writeRow(row.label, value, in: rect, row: line, style: palette[.quiet])
    let columns = rect.columns - labels - values
    let shown = series.values(columns, until: historyEnd)
    guard let highest = TimeSeries.range(shown)?.upperBound, highest > 0 else { return }
    let bars = glyphs.bars
    // Higher than the usual values, so that one far above them stands out.
    let top = highest * 4 / 3
    for (index, value) in shown.enumerated() {
      let level = Int((value / top * Double(bars.count - 1)).rounded())
      let bar = bars[min(bars.count - 1, max(0, level))]
      let style = palette[index == shown.count - 1 ? .route : .traveled]
      frame.draw(bar, column: rect.minColumn + labels + index, row: line, style: style)
    }
  }
}
