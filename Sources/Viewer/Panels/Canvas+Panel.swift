internal import CellGrid
internal import FleetEngine
internal import RidesharingConsumer

extension Canvas where State == ViewState {
  /// The cells for text in a box.
  static func content(of rect: Rect) -> Rect { rect.inset(columns: 2, rows: 1) }

  /// Draws the panel: the ride, and below it what was chosen.
  mutating func drawPanel(in rect: Rect) {
    box(rect, title: Catalogue.tripTitle, note: freshness.isStale ? Catalogue.stale : "")
    addHit(.nextPanel, column: rect.minColumn, row: rect.minRow, columns: rect.columns)
    let inner = Self.content(of: rect)
    guard let trip = state.ride.trip else {
      drawOpeningPanel(in: inner)
      return
    }
    let facts = TripFacts(trip, canvas: self)
    switch state.arrangement.panel {
    case .trip, .off: drawTrip(facts, in: rect)
    case .vehicle:
      let row = drawStatus(facts, in: inner, isRoomy: false, estimates: 2)
      drawSection(Catalogue.vehicleTitle, facts.vehicleDetails, row: row, rect: rect)
    case .connection:
      let row = drawStatus(facts, in: inner, isRoomy: false, estimates: 2)
      let lines = connectionLines + connectionDetails
      let next = drawSection(Catalogue.connectionTitle, lines, row: row, rect: rect)
      let table = Rect(
        column: inner.minColumn,
        row: next + 1,
        columns: inner.columns,
        rows: inner.maxRow - next - 1
      )
      // A wide screen has a box for them.
      guard table.rows >= 2, layout.requests == nil else { return }
      divider(in: rect, row: next, title: Catalogue.requestsTitle)
      drawRequestLines(in: table)
    }
  }

  private mutating func drawTrip(_ facts: TripFacts, in rect: Rect) {
    let inner = Self.content(of: rect)
    let isRoomy = rect.columns >= 36 && rect.rows >= 19
    var vehicleLines = facts.vehicleLines
    if isRoomy, let street = facts.street {
      vehicleLines.append(TripFacts.Line(Catalogue.near(street), ""))
    }
    var row = drawStatus(facts, in: inner, isRoomy: isRoomy, estimates: .max)
    // The vehicle's lines with their divider keep their room below the places.
    let room = inner.maxRow - row - vehicleLines.count - (isRoomy ? 2 : 1)
    for line in facts.places(rows: max(2, room)) {
      writeLine(line, in: inner, row: row)
      if let marker = state.marker(of: line.subject) {
        addHit(.marker(marker), column: inner.minColumn, row: row, columns: inner.columns)
      }
      row += 1
    }
    let gap = isRoomy ? 1 : 0
    row = drawSection(Catalogue.vehicleTitle, vehicleLines, row: row + gap, rect: rect)
    guard isRoomy else { return }
    var sections = [
      (Catalogue.placesTitle, facts.coordinates), (Catalogue.connectionTitle, connectionLines),
    ]
    // What is wrong goes before where the places are.
    if state.ride.polling.lastError != nil { sections.reverse() }
    for (title, lines) in sections where row + gap + lines.count < inner.maxRow {
      row = drawSection(title, lines, row: row + gap, rect: rect)
    }
  }

  /// Draws the status and the first estimates, and returns the row below them.
  private mutating func drawStatus(
    _ facts: TripFacts,
    in inner: Rect,
    isRoomy: Bool,
    estimates: Int
  ) -> Int {
    var row = inner.minRow
    for line in wrapped(facts.heading, width: inner.columns).prefix(2) {
      writeLine(line, in: inner, row: row, style: palette.heading)
      row += 1
    }
    if isRoomy || facts.stage.isEnded || facts.stage == .waitingForVehicle {
      writeLine(facts.trip.status.wireName.lowercased(), in: inner, row: row, style: palette.quiet)
      row += 1
    }
    row += inner.rows > 8 ? 1 : 0
    let lines = facts.estimates.prefix(estimates)
    for line in lines {
      let style = isChanged(line.subject) ? palette.heading : .plain
      writeLine(line, in: inner, row: row, valueStyle: style)
      row += 1
    }
    if freshness.isStale, let time = state.ride.polling.lastAnswerWallTime {
      // Without the blank row in between, a stale trip with a stop and its vehicle still fits.
      row += inner.rows > 18 || lines.count < 4 ? 1 : 0
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
    return row + (inner.rows > 8 ? 1 : 0)
  }

  /// Whether an estimate has just changed, which stands out for a moment where things may move.
  private func isChanged(_ subject: TripFacts.Line.Subject?) -> Bool {
    guard !settings.isMotionReduced, case .estimate(let kind) = subject,
      let changed = state.ride.changedAt[kind]
    else { return false }
    return now - changed < .seconds(1)
  }

  /// Draws lines below a divider as far as there is room, and returns the row below them.
  @discardableResult
  private mutating func drawSection(
    _ title: String,
    _ lines: [TripFacts.Line],
    row: Int,
    rect: Rect
  ) -> Int {
    let inner = Self.content(of: rect)
    guard row + 1 < inner.maxRow else { return row }
    divider(in: rect, row: row, title: title)
    for (index, line) in lines.enumerated() { writeLine(line, in: inner, row: row + 1 + index) }
    return min(inner.maxRow, row + 1 + lines.count)
  }
}
