internal import CellGrid
internal import FleetEngine

extension Canvas where State == ViewState {
  /// Draws how the estimate of the ride's end has changed.
  mutating func drawTrend(in rect: Rect) {
    let since = state.ride.trend.samples.first.map {
      Catalogue.since(settings.localTime.minutes($0.time))
    }
    box(rect, title: Catalogue.trendTitle, note: since ?? "")
    let inner = Self.content(of: rect)
    let labelColumns = 6
    let chart = Rect(
      column: inner.minColumn + labelColumns,
      row: inner.minRow,
      columns: inner.columns - labelColumns,
      rows: inner.rows - 3
    )
    guard state.ride.trend.samples.count >= 3, chart.columns >= 2, chart.rows >= 2,
      let first = state.ride.trend.samples.first
    else {
      writeLine(Catalogue.noTrend, in: inner, row: inner.minRow, style: palette.quiet)
      return
    }
    let values = state.ride.trend.values(chart.columns, until: trendEnd).map(\.seconds)
    let (lowest, highest) = (values.min() ?? 0, values.max() ?? 0)
    // Whole minutes, and never so few that a minute looks like a catastrophe.
    let bottom = (lowest / 60 - 1) * 60
    let top = max((highest + 59) / 60 * 60, bottom + 240)
    drawBars(values, bottom: bottom, top: top, in: chart)
    let time = settings.localTime
    writeLine(time.minutes(Timestamp(seconds: top)), in: inner, row: chart.minRow)
    writeLine(time.minutes(Timestamp(seconds: bottom)), in: inner, row: chart.maxRow - 1)
    for column in chart.minColumn..<chart.maxColumn {
      frame.draw(glyphs.horizontal, column: column, row: chart.maxRow, style: palette.border)
    }
    let axis = Rect(column: chart.minColumn, row: chart.maxRow + 1, columns: chart.columns, rows: 1)
    writeRow(time.minutes(first.time), time.minutes(trendEnd), in: axis, row: axis.minRow)
    drawTrendSummary(lowest, highest, in: inner)
  }

  /// The moment at the end of the chart: now, or when an estimate was last heard.
  private var trendEnd: Timestamp {
    let last = state.ride.trend.samples.last?.time ?? wall
    return state.ride.isEnded || freshness.isStale ? last : max(last, wall)
  }

  private mutating func drawBars(_ values: [Int64], bottom: Int64, top: Int64, in chart: Rect) {
    let steps = glyphs.bars.count
    for (index, value) in values.enumerated() {
      let share = Double(value - bottom) / Double(top - bottom)
      let height = max(1, Int((share * Double(chart.rows * steps)).rounded()))
      for row in 0..<chart.rows where row * steps < height {
        let part = min(steps, height - row * steps)
        frame.draw(
          glyphs.bars[part - 1],
          column: chart.minColumn + index,
          row: chart.maxRow - 1 - row,
          style: palette.route
        )
      }
    }
  }

  private mutating func drawTrendSummary(_ lowest: Int64, _ highest: Int64, in inner: Rect) {
    let present = state.ride.trip.flatMap { trip in
      state.ride.isEnded ? nil : TripFacts(trip, canvas: self).clock(trip.dropoffTime)
    }
    let times = [lowest, highest].map { settings.localTime.minutes(Timestamp(seconds: $0)) }
    writeLine(
      Catalogue.trend(present, best: times[0], worst: times[1]),
      in: inner,
      row: inner.maxRow - 1
    )
  }
}
