internal import CellGrid
internal import FleetEngine
internal import RidesharingConsumer

extension Canvas where State == ViewState {
  static func content(of rect: Rect) -> Rect { rect.inset(columns: 2) }

  /// Draws the panel: the ride, and below it the chosen panel's section.
  mutating func drawPanel(in rect: Rect) {
    box(rect, title: "Trip", note: freshness.isStale ? "STALE" : "")
    addHit(.nextPanel, in: rect.line(rect.minRow))
    let inner = Self.content(of: rect)
    guard let trip = state.ride.trip else { return drawOpeningPanel(in: inner) }
    let facts = TripFacts(trip, canvas: self)
    switch state.arrangement.panel {
    case .trip, .off: drawTrip(facts, in: rect)
    case .vehicle:
      let row = drawStatus(facts, in: inner, isRoomy: false, estimates: 2)
      drawSection(Catalogue.vehicle, facts.vehicleDetails, row: row, rect: rect)
    case .connection:
      let row = drawStatus(facts, in: inner, isRoomy: false, estimates: 2)
      let lines = connectionLines + connectionDetails
      let next = drawSection(Catalogue.connectionTitle, lines, row: row, rect: rect)
      let rows = inner.maxRow - next - 1
      // A wide screen has a box for the requests.
      guard rows >= 2, layout.requests == nil else { return }
      divider(in: rect, row: next, title: Catalogue.requestsTitle)
      drawRequestLines(
        in: Rect(column: inner.minColumn, row: next + 1, columns: inner.columns, rows: rows)
      )
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
    // The vehicle's section keeps its rows below the places.
    let room = inner.maxRow - row - vehicleLines.count - (isRoomy ? 2 : 1)
    for line in facts.places(rows: max(2, room)) {
      write(line, in: inner, row: row)
      if let marker = state.marker(of: line.subject) {
        addHit(.marker(marker), in: inner.line(row))
      }
      row += 1
    }
    let gap = isRoomy ? 1 : 0
    row = drawSection(Catalogue.vehicle, vehicleLines, row: row + gap, rect: rect)
    guard isRoomy else { return }
    var sections = [("Places", facts.coordinates), (Catalogue.connectionTitle, connectionLines)]
    // A problem matters more than coordinates.
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
      write(line, in: inner, row: row, style: palette.heading)
      row += 1
    }
    if isRoomy || facts.stage.isEnded || facts.stage == .waitingForVehicle {
      write(facts.trip.status.wireName.lowercased(), in: inner, row: row, style: palette.quiet)
      row += 1
    }
    row += inner.rows > 8 ? 1 : 0
    let lines = facts.estimates.prefix(estimates)
    for line in lines {
      let style = isChanged(line.subject) ? palette.heading : .plain
      write(line, in: inner, row: row, style: style)
      row += 1
    }
    if freshness.isStale, let time = state.ride.polling.lastAnswerWallTime {
      // Without the blank row above, a stale trip with a stop and its vehicle still fits.
      row += inner.rows > 18 || lines.count < 4 ? 1 : 0
      let (label, clock) = ("\(glyphs.warning) Data from", settings.localTime.clock(time))
      let style = palette.warning
      writeRow(label, clock, in: inner, row: row, style: style, valueStyle: style)
      row += 1
    }
    return row + (inner.rows > 8 ? 1 : 0)
  }

  private func isChanged(_ subject: TripFacts.Line.Subject?) -> Bool {
    guard !settings.isMotionReduced, case .estimate(let kind) = subject,
      let changed = state.ride.changedAt[kind]
    else { return false }
    return now - changed < .seconds(1)
  }

  /// Draws lines below a divider as far as they fit, and returns the row below them.
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
    for (index, line) in lines.enumerated() { write(line, in: inner, row: row + 1 + index) }
    return min(inner.maxRow, row + 1 + lines.count)
  }

  mutating func drawEvents(in rect: Rect) {
    box(rect, title: Catalogue.eventsTitle, note: "\(settings.keys[.events]) hide")
    addHit(.events, in: rect.line(rect.minRow))
    let inner = Self.content(of: rect)
    if state.ride.events.isEmpty {
      write(Catalogue.noEvents, in: inner, row: inner.minRow, style: palette.quiet)
    }
    for (index, event) in state.ride.events.suffix(max(0, inner.rows)).enumerated() {
      write(line(of: event), in: inner, row: inner.minRow + index)
    }
  }

  /// The state of the connection, the most important first.
  private var connectionLines: [TripFacts.Line] {
    let polling = state.ride.polling
    var lines = [backendLine]
    if let since = polling.failingSince {
      lines.append(TripFacts.Line("Failing for", Quantities.span(now - since)))
    }
    if let reply = replyLine { lines.append(reply) }
    let interval = state.ride.isEnded ? nil : polling.interval.map { Quantities.age($0) }
    lines.append(TripFacts.Line("Asking every", interval ?? "stopped"))
    if let offset = polling.serverClockOffset, offset.magnitude > Freshness.shownClockOffset {
      let text = Quantities.age(offset.magnitude) + (offset > .zero ? " ahead" : " behind")
      lines.append(TripFacts.Line("Server clock", text))
    }
    return lines
  }

  private var connectionDetails: [TripFacts.Line] {
    let polling = state.ride.polling
    let lines = [
      TripFacts.Line(Catalogue.token, settings.credentials),
      TripFacts.Line("Updates", "\(polling.totalUpdates)"),
      TripFacts.Line("Retries", "\(polling.totalRetries)"),
    ]
    guard polling.lastError != nil, let nextPoll else { return lines }
    return lines + [TripFacts.Line("Next try", nextPoll)]
  }

  private var backendLine: TripFacts.Line {
    let short = [shortBackend].compactMap { $0 }
    return TripFacts.Line(Catalogue.backend, settings.backend, shorter: short)
  }

  private var replyLine: TripFacts.Line? {
    guard let age = freshness.age else { return nil }
    let last = state.ride.polling.recentPolls.last { $0.code == .ok }
    let ago = Quantities.age(age) + " ago"
    let took = last.map { "  " + Quantities.latency($0.duration) } ?? ""
    let size = last?.bodyBytes.map { "  " + Quantities.bytes($0) } ?? ""
    return TripFacts.Line("Last reply", ago + took + size, shorter: [ago + took, ago])
  }

  /// The connection in one line, for a screen without panels.
  var shortConnection: String { replyLine.map { "\($0.label) \($0.value)" } ?? settings.backend }

  mutating func drawRequests(in rect: Rect) {
    let inner = Self.content(of: rect)
    let count = min(state.ride.polling.recentPolls.count, max(0, inner.rows - 1))
    box(rect, title: Catalogue.requestsTitle, note: count > 0 ? "last \(count)" : "")
    drawRequestLines(in: inner)
  }

  private mutating func drawRequestLines(in rect: Rect) {
    guard rect.rows >= 2 else { return }
    let polls = state.ride.polling.recentPolls.suffix(rect.rows - 1).reversed()
    guard !polls.isEmpty else {
      write("No request has ended so far.", in: rect, row: rect.minRow, style: palette.quiet)
      return
    }
    let titles = ["time", "code", "took"]
    drawRequest(titles, body: ["body"], in: rect.line(rect.minRow), style: palette.quiet)
    for (index, poll) in polls.enumerated() {
      let isGood = poll.code == .ok
      let code = isGood ? "ok" : poll.httpStatus.map { "\($0)" } ?? "-"
      let size = poll.bodyBytes.map { Quantities.bytes($0) } ?? ""
      drawRequest(
        [settings.localTime.clock(poll.time), code, Quantities.latency(poll.duration)],
        body: isGood ? [size] : ["\(poll.code.name)  try \(poll.attempt)", poll.code.name],
        in: rect.line(rect.minRow + 1 + index),
        style: isGood ? .plain : palette.warning
      )
    }
  }

  /// Draws time, code, duration and the longest form of the body that fits.
  private mutating func drawRequest(
    _ texts: [String],
    body: [String],
    in rect: Rect,
    style: CellStyle
  ) {
    let (column, row) = (rect.minColumn, rect.minRow)
    // A column's start, after its gap, if all columns have their full widths.
    let (codeColumn, tookEnd, bodyColumn) = (10, 23, 25)
    write(texts[0], column: column, row: row, width: min(8, rect.columns), style: style)
    guard rect.columns >= tookEnd else { return }
    write(texts[1], column: column + codeColumn, row: row, width: 4, style: style)
    writeTrailing(texts[2], endColumn: column + tookEnd, row: row, width: 8, style: style)
    let room = rect.columns - bodyColumn
    guard room >= 8 else { return }
    let text = longest(of: body, room)
    write(text, column: column + bodyColumn, row: row, width: room, style: style)
  }
}

extension Canvas where State == ViewState {
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
