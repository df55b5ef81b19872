internal import CellGrid
internal import FleetEngine
internal import RidesharingConsumer
internal import TrustLimits

extension Canvas {
  /// Draws the trip's panel, with the vehicle's below it and more where there is room.
  mutating func drawPanel(in rect: Rect) {
    box(rect, title: Catalogue.tripTitle, note: connection.isStale ? Catalogue.stale : "")
    let inner = Rect(
      column: rect.minColumn + 2,
      row: rect.minRow + 1,
      columns: rect.columns - 4,
      rows: rect.rows - 2
    )
    guard let trip = state.trip else {
      drawOpeningPanel(in: inner)
      return
    }
    let facts = TripFacts(trip, canvas: self)
    let isRoomy = rect.columns >= 38
    var row = inner.minRow
    write(
      facts.heading,
      column: inner.minColumn,
      row: row,
      width: inner.columns,
      style: Palette.heading
    )
    row += 1
    if isRoomy || facts.stage.isEnded || facts.stage == .waitingForVehicle {
      write(
        trip.status.wireName.lowercased(),
        column: inner.minColumn,
        row: row,
        width: inner.columns,
        style: Palette.quiet
      )
      row += 1
    }
    row += 1
    for line in facts.estimates {
      writeRow(line.label, line.value, in: inner, row: row)
      row += 1
    }
    if connection.isStale, let time = state.polling.lastAnswerWallTime {
      row += 1
      writeRow(
        "\(glyphs.warning) \(Catalogue.dataFrom)",
        settings.localTime.clock(time),
        in: inner,
        row: row,
        labelStyle: Palette.warning,
        valueStyle: Palette.warning
      )
      row += 1
    }
    row += 1
    for line in facts.places {
      writeRow(line.label, line.value, in: inner, row: row)
      row += 1
    }
    let vehicleRow = min(max(row + (isRoomy ? 1 : 0), inner.minRow), rect.maxRow - 1)
    let vehicleLines = facts.vehicleLines(width: inner.columns)
    drawSection(Catalogue.vehicleTitle, vehicleLines, row: vehicleRow, rect: rect, inner: inner)
    guard isRoomy else { return }
    let next = vehicleRow + vehicleLines.count + 2
    if state.polling.lastError != nil {
      drawConnection(row: next, rect: rect, inner: inner)
    } else {
      drawSection(
        Catalogue.placesTitle,
        facts.coordinates,
        row: next,
        rect: rect,
        inner: inner
      )
    }
  }

  private mutating func drawSection(
    _ title: String,
    _ lines: [String],
    row: Int,
    rect: Rect,
    inner: Rect
  ) {
    guard row + 1 < rect.maxRow - 1 else { return }
    divider(in: rect, row: row, title: title)
    for (index, line) in lines.enumerated() where row + 1 + index < rect.maxRow - 1 {
      write(line, column: inner.minColumn, row: row + 1 + index, width: inner.columns)
    }
  }

  private mutating func drawConnection(row: Int, rect: Rect, inner: Rect) {
    guard row + 1 < rect.maxRow - 1 else { return }
    divider(in: rect, row: row, title: Catalogue.connectionTitle)
    writeRow(Catalogue.backend, settings.backend, in: inner, row: row + 1)
    guard row + 2 < rect.maxRow - 1, let since = state.polling.failingSince else { return }
    writeRow(Catalogue.failingFor, Quantities.span(now - since), in: inner, row: row + 2)
  }

  private mutating func drawOpeningPanel(in inner: Rect) {
    var row = inner.minRow
    write(
      Catalogue.openingTitle,
      column: inner.minColumn,
      row: row,
      width: inner.columns,
      style: Palette.heading
    )
    row += 2
    for step in openingSteps {
      let mark =
        switch step.state {
        case .done: glyphs.done
        case .failed: glyphs.failed
        case .running, .waiting: glyphs.waiting
        }
      writeRow("\(mark) \(step.label)", step.value, in: inner, row: row)
      row += 1
    }
    row += 1
    writeRow(Catalogue.backend, settings.backend, in: inner, row: row)
    let limit = Quantities.age(Limits.Reply.totalTime)
    writeRow(Catalogue.timeLimit, limit, in: inner, row: row + 1)
    write(Catalogue.cancelHint, column: inner.minColumn, row: row + 3, width: inner.columns)
    if settings.speed != 1 {
      let factor = Catalogue.speedFactor(glyphs.times, Quantities.factor(settings.speed))
      write(factor, column: inner.minColumn, row: row + 4, width: inner.columns)
    }
  }
}
