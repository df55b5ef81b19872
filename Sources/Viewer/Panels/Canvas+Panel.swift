internal import CellGrid
internal import FleetEngine
internal import RidesharingConsumer

extension Canvas {
  /// Draws the trip's panel, with the vehicle's below it and more where there is room.
  mutating func drawPanel(in rect: Rect) {
    box(rect, title: Catalogue.tripTitle, note: connection.isStale ? Catalogue.stale : "")
    note(.key("i"), column: rect.minColumn, row: rect.minRow, columns: rect.columns)
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
    let vehicleLines = facts.vehicleLines
    var row = drawStatus(facts, trip, in: inner, isRoomy: isRoomy)
    // The vehicle's lines with their divider keep their room below the places.
    let room = inner.maxRow - row - vehicleLines.count - (isRoomy ? 2 : 1)
    for line in facts.places(rows: max(2, room)) {
      writeRow(line.label, line.value, in: inner, row: row)
      if let marker = state.marker(listedAs: line.label) {
        note(.marker(marker), column: inner.minColumn, row: row, columns: inner.columns)
      }
      row += 1
    }
    let vehicleRow = row + (isRoomy ? 1 : 0)
    drawSection(Catalogue.vehicleTitle, vehicleLines, row: vehicleRow, rect: rect, inner: inner)
    guard isRoomy else { return }
    let next = vehicleRow + vehicleLines.count + 2
    if state.polling.lastError != nil {
      drawConnection(row: next, rect: rect, inner: inner)
    } else {
      drawSection(Catalogue.placesTitle, facts.coordinates, row: next, rect: rect, inner: inner)
    }
  }

  /// Draws the status and the estimates, and returns the row below them.
  private mutating func drawStatus(
    _ facts: TripFacts,
    _ trip: Trip,
    in inner: Rect,
    isRoomy: Bool
  ) -> Int {
    var row = inner.minRow
    for line in wrapped(facts.heading, width: inner.columns).prefix(2) {
      write(line, column: inner.minColumn, row: row, width: inner.columns, style: palette.heading)
      row += 1
    }
    if isRoomy || facts.stage.isEnded || facts.stage == .waitingForVehicle {
      write(
        trip.status.wireName.lowercased(),
        column: inner.minColumn,
        row: row,
        width: inner.columns,
        style: palette.quiet
      )
      row += 1
    }
    row += 1
    for line in facts.estimates {
      writeRow(line.label, line.value, in: inner, row: row)
      row += 1
    }
    if connection.isStale, let time = state.polling.lastAnswerWallTime {
      // Without the blank row in between, a stale trip with a stop and its vehicle still fits.
      row += inner.rows > 18 || facts.estimates.count < 4 ? 1 : 0
      writeRow(
        "\(glyphs.warning) \(Catalogue.dataFrom)",
        settings.localTime.clock(time),
        in: inner,
        row: row,
        labelStyle: palette.warning,
        valueStyle: palette.warning
      )
      row += 1
    }
    return row + 1
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
    let next = row + 1 + writeBackend(in: inner, row: row + 1)
    guard next < inner.maxRow, let since = state.polling.failingSince else { return }
    writeRow(Catalogue.failingFor, Quantities.span(now - since), in: inner, row: next)
  }
}
