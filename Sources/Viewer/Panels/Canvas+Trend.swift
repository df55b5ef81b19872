internal import CellGrid
internal import FleetEngine

extension Canvas where State == ViewState {
  /// Draws how the estimate of the drop-off has changed.
  mutating func drawTrend(in rect: Rect) {
    let samples = state.ride.trend.samples
    let time = settings.localTime
    let since = samples.first.map { Catalogue.since(time.minutes($0.time)) }
    box(rect, title: "Drop-off ETA", note: since ?? "")
    let inner = Self.content(of: rect)
    let labelColumns = 6
    let chart = Rect(
      column: inner.minColumn + labelColumns,
      row: inner.minRow,
      columns: inner.columns - labelColumns,
      rows: inner.rows - 3
    )
    guard samples.count >= 3, chart.columns >= 2, chart.rows >= 2, let first = samples.first else {
      write("Not enough estimates yet.", in: inner, row: inner.minRow, style: palette.quiet)
      return
    }
    let values = state.ride.trend.values(chart.columns, until: trendEnd).map(\.seconds)
    let (lowest, highest) = (values.min() ?? 0, values.max() ?? 0)
    // Whole minutes, and never so few that a minute looks like a catastrophe.
    let bottom = (lowest / 60 - 1) * 60
    let top = max((highest + 59) / 60 * 60, bottom + 240)
    drawBars(values, bottom: bottom, top: top, in: chart)
    write(time.minutes(Timestamp(seconds: top)), in: inner, row: chart.minRow)
    write(time.minutes(Timestamp(seconds: bottom)), in: inner, row: chart.maxRow - 1)
    drawHorizontal(in: chart, row: chart.maxRow, palette.border)
    let axis = chart.line(chart.maxRow + 1)
    writeRow(time.minutes(first.time), time.minutes(trendEnd), in: axis, row: axis.minRow)
    let present = state.ride.trip.flatMap { trip in
      state.ride.isEnded ? nil : TripFacts(trip, canvas: self).clock(trip.dropoffTime)
    }
    let (best, worst) = (Timestamp(seconds: lowest), Timestamp(seconds: highest))
    let range = "best \(time.minutes(best))  worst \(time.minutes(worst))"
    write((present.map { "now \($0)  " } ?? "") + range, in: inner, row: inner.maxRow - 1)
  }

  /// The end of the chart: now, or the last estimate's time.
  private var trendEnd: Timestamp {
    let last = state.ride.trend.samples.last?.time ?? wall
    return state.ride.isEnded || freshness.isStale ? last : max(last, wall)
  }

  private mutating func drawBars(_ values: [Int64], bottom: Int64, top: Int64, in chart: Rect) {
    let bars = glyphs.bars
    let steps = bars.count
    for (index, value) in values.enumerated() {
      let share = Double(value - bottom) / Double(top - bottom)
      let height = max(1, Int((share * Double(chart.rows * steps)).rounded()))
      let column = chart.minColumn + index
      for row in 0..<chart.rows where row * steps < height {
        let bar = bars[min(steps, height - row * steps) - 1]
        frame.draw(bar, column: column, row: chart.maxRow - 1 - row, style: palette.route)
      }
    }
  }
}
