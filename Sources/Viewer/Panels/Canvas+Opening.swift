internal import CellGrid
internal import FleetEngine
internal import RidesharingConsumer
internal import TrustLimits

extension Canvas where State == ViewState {
  /// What stands in the map's place before the first trip data.
  mutating func drawOpening(in area: Rect) {
    guard area.rows >= 5, area.columns >= 12 else { return }
    let middle = area.minRow + area.rows / 2
    let steps = openingSteps
    writeCentred(
      Catalogue.opening(state.ride.tripID),
      in: area,
      row: middle - 2,
      style: palette.heading
    )
    drawProgress(steps, in: area, row: middle)
    guard let index = steps.firstIndex(where: { $0.state != .done }) else { return }
    let step = steps[index]
    let text = Catalogue.openingStep(index + 1, of: steps.count, step.label, step.value)
    writeCentred(text, in: area, row: middle + 1)
  }

  private mutating func drawProgress(_ steps: [OpeningStep], in area: Rect, row: Int) {
    let width = min(28, area.columns - 4)
    let done = steps.count { $0.state == .done }
    // A step that runs counts half, because nobody knows how far it is.
    let filled = (width - 2) * (2 * done + 1) / (2 * steps.count)
    let start = area.minColumn + (area.columns - width) / 2
    frame.draw("[", column: start, row: row, style: palette.quiet)
    for index in 0..<(width - 2) {
      let glyph = index < filled ? glyphs.barFull : glyphs.barEmpty
      frame.draw(glyph, column: start + 1 + index, row: row, style: palette.route)
    }
    frame.draw("]", column: start + width - 1, row: row, style: palette.quiet)
  }

  /// Draws the steps in the trip's panel.
  mutating func drawOpeningPanel(in inner: Rect) {
    var row = inner.minRow
    write(
      Catalogue.openingTitle,
      column: inner.minColumn,
      row: row,
      width: inner.columns,
      style: palette.heading
    )
    row += 2
    for step in openingSteps {
      row += writeField("\(mark(step.state)) \(step.label)", step.value, in: inner, row: row)
    }
    row += 1
    row += writeBackend(in: inner, row: row)
    row += writeField(
      Catalogue.timeLimit,
      Quantities.age(Limits.Reply.totalTime),
      in: inner,
      row: row
    )
    if let speedFactor {
      row += writeField(Catalogue.worldSpeed, speedFactor, in: inner, row: row)
    }
    write(
      Catalogue.cancelHint(settings.keys),
      column: inner.minColumn,
      row: row + 1,
      width: inner.columns
    )
  }

  /// Draws the steps where there is neither panel nor map.
  mutating func drawCompactOpening() {
    let width = layout.size.columns - 2
    let rows = layout.size.rows
    write(
      Catalogue.opening(state.ride.tripID),
      column: 1,
      row: 2,
      width: width,
      style: palette.heading
    )
    var row = 3
    for step in openingSteps {
      write("\(mark(step.state)) \(step.label)  \(step.value)", column: 1, row: row, width: width)
      row += 1
    }
    let limit = Quantities.age(Limits.Reply.totalTime)
    write("\(Catalogue.timeLimit) \(limit)", column: 1, row: row + 1, width: width)
    guard let message = shortMessage, row + 2 < rows - 1 else { return }
    write(message.text, column: 1, row: rows - 2, width: width, style: message.style)
  }

  private func mark(_ state: OpeningStep.State) -> String {
    switch state {
    case .done: glyphs.done
    case .failed: glyphs.failed
    case .running, .waiting: glyphs.waiting
    }
  }
}
