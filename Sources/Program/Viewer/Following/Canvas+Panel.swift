internal import CellGrid
internal import FleetEngine
internal import RidesharingConsumer

extension Canvas where State == ViewState {
  /// The rows from which on a panel has blank rows between its parts.
  static var roomyRows: Int { 19 }

  static func content(of rect: Rect) -> Rect { rect.inset(columns: 2) }

  private static func isRoomy(_ panel: Rect) -> Bool {
    panel.columns >= 36 && panel.rows >= roomyRows
  }

  /// Draws the panel: the ride, and below it the chosen panel's section; returns the row below it.
  mutating func drawPanel(in rect: Rect) -> Int {
    box(rect, title: "Trip", note: freshness.isStale ? "STALE" : "")
    addHit(.nextPanel, in: rect.line(rect.minRow))
    let inner = Self.content(of: rect)
    guard let trip = state.ride.trip else { return drawOpeningPanel(in: inner) }
    let facts = TripFacts(trip, canvas: self)
    switch state.arrangement.panel {
    case .trip, .off: return drawTrip(facts, in: rect)
    case .vehicle:
      let row = drawStatus(facts, in: inner)
      let next = drawSection(ViewerText.vehicle, facts.vehicleDetails, row: row, rect: rect)
      return drawHistory([.speed, .reportInterval], row: next, rect: rect)
    case .connection:
      let row = drawStatus(facts, in: inner)
      let status = TripFacts.Line("Status", facts.trip.status.wireName)
      let lines = connectionLines + connectionDetails + [status]
      var next = drawSection(ViewerText.connectionTitle, lines, row: row, rect: rect)
      next = drawHistory([.latency], row: next, rect: rect)
      let rows = inner.maxRow - next - 1
      // A wide screen has a box for the requests.
      guard rows >= 2, layout.requests == nil else { return next }
      divider(in: rect, row: next, title: ViewerText.requestsTitle)
      let box = Rect(column: inner.minColumn, row: next + 1, columns: inner.columns, rows: rows)
      addHit(.requests, in: box)
      return drawRequestLines(in: box)
    }
  }

  private mutating func drawTrip(_ facts: TripFacts, in rect: Rect) -> Int {
    let inner = Self.content(of: rect)
    let isRoomy = Self.isRoomy(rect)
    var vehicleLines = facts.vehicleLines
    if isRoomy, let street = facts.street {
      vehicleLines.append(TripFacts.Line(ViewerText.near(street), ""))
    }
    let (first, large) = drawStatus(facts, in: inner) { facts.estimates(besidePlacesAnd: $0) }
    var row = first
    // In a roomy panel the vehicle's section keeps its rows below the places, but not those of a stop.
    let free = inner.maxRow - row
    let room = max(
      free - (isRoomy ? vehicleLines.count + 2 : 0), min(free, facts.placeCount))
    for line in facts.places(rows: max(2, room), large: large) {
      write(line, in: inner, row: row, style: style(of: line.subject))
      if let marker = state.marker(of: line.subject) {
        addHit(.marker(marker), in: inner.line(row))
      }
      row += 1
    }
    let gap = isRoomy ? 1 : 0
    row = drawSection(ViewerText.vehicle, vehicleLines, row: row + gap, rect: rect)
    guard isRoomy else { return row }
    var sections = [("Places", facts.coordinates), (ViewerText.connectionTitle, connectionLines)]
    // A problem matters more than coordinates.
    if state.ride.polling.lastError != nil { sections.reverse() }
    for (title, lines) in sections where row + gap + lines.count < inner.maxRow {
      row = drawSection(title, lines, row: row + gap, rect: rect)
    }
    return row
  }

  /// Draws the status and the first estimates for a panel without the places.
  private mutating func drawStatus(_ facts: TripFacts, in inner: Rect) -> Int {
    drawStatus(facts, in: inner) { large in
      let others = facts.estimates.filter { line in
        if line.subject == .summary { return large == nil }
        guard let kind = large?.kind else { return true }
        return line.subject != .estimate(kind)
      }
      return Array(others.prefix(2))
    }.row
  }

  /// Draws the status, the large digits if there is room for them, and the lines that these leave to say.
  ///
  /// Returns the row below, and the place of the digits.
  private mutating func drawStatus(
    _ facts: TripFacts, in inner: Rect, _ linesBeside: (LargeEstimate?) -> [TripFacts.Line]
  ) -> (row: Int, large: NextPlace.Kind?) {
    var row = inner.minRow
    for line in wrapped(facts.heading, width: inner.columns).prefix(2) {
      write(line, in: inner, row: row, style: headingStyle(facts.stage))
      row += 1
    }
    let isStale = freshness.isStale
    let reserved = facts.placeCount + (isStale ? 1 : 0)
    var large = LargeEstimate(facts, largeFont)
    // Digits without their notes would hide a fact.
    if let width = large?.fullWidth, width > inner.columns { large = nil }
    var lines = linesBeside(large)
    func spareRows() -> Int {
      inner.maxRow - row - reserved - lines.count - (large?.rows ?? 0)
    }
    // The digits matter more than the drift.
    if spareRows() < 0 { lines.removeAll { $0.subject == .drift } }
    if spareRows() < 0, large?.font == .cells { large = LargeEstimate(facts, .lines) }
    if spareRows() < 0, large != nil {
      large = nil
      lines = linesBeside(nil)
      if spareRows() < 0 { lines.removeAll { $0.subject == .drift } }
    }
    let spare = spareRows()
    let hasLines = !lines.isEmpty || isStale
    row += spare > 0 ? 1 : 0
    if let large {
      draw(large, column: inner.minColumn, row: row, width: inner.columns)
      row += large.rows + (spare > 1 && hasLines ? 1 : 0)
    }
    for line in lines {
      write(line, in: inner, row: row, style: style(of: line.subject))
      if line.subject == .traffic { colorTraffic(facts, in: inner, row: row) }
      row += 1
    }
    if isStale, let time = state.ride.polling.lastAnswerWallTime {
      row += spare > 3 ? 1 : 0
      let (label, clock) = ("\(glyphs.warning) " + "Data from", settings.localTime.clock(time))
      let style = palette[.warning]
      writeRow(label, clock, in: inner, row: row, style: style, valueStyle: style)
      row += 1
    }
    return (row + (spare > (hasLines ? 2 : 1) ? 1 : 0), large?.kind)
  }

  /// Gives each share of the traffic the color that it has on the map.
  private mutating func colorTraffic(_ facts: TripFacts, in inner: Rect, row: Int) {
    guard let parts = facts.trafficShares else { return }
    var end = inner.maxColumn
    for (text, isJam) in parts.reversed() {
      let width = safe(text).width
      writeTrailing(
        text, endColumn: end, row: row, width: width, style: palette[isJam ? .jam : .slow])
      end -= width + 1
    }
  }

  private func style(of subject: TripFacts.Line.Subject?) -> CellStyle {
    if subject == .drift, let style = driftStyle { return style }
    return isChanged(subject) ? CellStyle.bold : .plain
  }

  /// The style of a drop-off that is expected later or earlier than at first; nil if it is not.
  private var driftStyle: CellStyle? {
    guard let drift = state.ride.history.drift(freshness.facts)?.later,
      drift.magnitude >= .seconds(60)
    else { return nil }
    return drift > .zero ? palette[.warning] : palette[.good]
  }

  func isChanged(_ subject: TripFacts.Line.Subject?) -> Bool {
    let kind: NextPlace.Kind? =
      switch subject {
      case .estimate(let kind), .place(let kind): kind
      default: nil
      }
    guard !settings.isMotionReduced, let kind, let changed = state.ride.changedAt[kind] else {
      return false
    }
    return now - changed < .seconds(1)
  }

  /// Draws lines below a divider as far as they fit, and returns the row below them.
  @discardableResult private mutating func drawSection(
    _ title: String, _ lines: [TripFacts.Line], row: Int, rect: Rect
  ) -> Int {
    let inner = Self.content(of: rect)
    guard row + 1 < inner.maxRow else { return row }
    divider(in: rect, row: row, title: title)
    for (index, line) in lines.enumerated() { write(line, in: inner, row: row + 1 + index) }
    return min(inner.maxRow, row + 1 + lines.count)
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
    lines.append(TripFacts.Line("Poll interval", interval ?? "stopped"))
    if let offset = polling.serverClockOffset, offset.magnitude > ViewerSettings.shownClockOffset {
      let age = Quantities.age(offset.magnitude)
      let text = offset > .zero ? "\(age) ahead" : "\(age) behind"
      lines.append(TripFacts.Line("Server clock", text))
    }
    return lines
  }

  private var connectionDetails: [TripFacts.Line] {
    let polling = state.ride.polling
    let lines = [
      TripFacts.Line(ViewerText.token, settings.credentials),
      TripFacts.Line("Updates", "\(polling.totalUpdates)"),
      TripFacts.Line("Retries", "\(polling.totalRetries)"),
    ]
    guard polling.lastError != nil, let nextPoll else { return lines }
    return lines + [TripFacts.Line("Next try", nextPoll)]
  }

  private var backendLine: TripFacts.Line {
    let short = [shortBackend].compactMap { $0 }
    return TripFacts.Line(ViewerText.backend, settings.backend, shorter: short)
  }

  private var replyLine: TripFacts.Line? {
    guard let age = freshness.answerAge else { return nil }
    let last = state.ride.polling.recentPolls.last { $0.code == .ok }
    let ago = "\(Quantities.age(age)) ago"
    let took = last.map { "  " + Quantities.latency($0.duration) } ?? ""
    let size = last?.bodyBytes.map { "  " + Quantities.bytes($0) } ?? ""
    return TripFacts.Line("Last reply", ago + took + size, shorter: [ago + took, ago])
  }

  /// The connection in one line, for a screen without panels.
  var shortConnection: String { replyLine.map { "\($0.label) \($0.value)" } ?? settings.backend }

  mutating func drawRequests(in rect: Rect) {
    let inner = Self.content(of: rect)
    let count = min(state.ride.polling.recentPolls.count, max(0, inner.rows - 1))
    box(rect, title: ViewerText.requestsTitle, note: count > 0 ? "last \(count)" : "")
    addHit(.requests, in: rect)
    drawRequestLines(in: inner)
  }

  /// Draws the last requests, the newest first, and returns the row below them.
  @discardableResult private mutating func drawRequestLines(in rect: Rect) -> Int {
    guard rect.rows >= 2 else { return rect.minRow }
    let polls = state.ride.polling.recentPolls.suffix(rect.rows - 1).reversed()
    guard !polls.isEmpty else {
      write(ViewerText.noRequests, in: rect, row: rect.minRow, style: palette[.quiet])
      return rect.minRow + 1
    }
    let titles = ["time", "code", "took"]
    drawRequest(titles, body: ["body"], in: rect.line(rect.minRow), style: palette[.quiet])
    for (index, poll) in polls.enumerated() {
      let isGood = poll.code == .ok
      let code = isGood ? "ok" : poll.httpStatus.map { "\($0)" } ?? "-"
      let size = poll.bodyBytes.map { Quantities.bytes($0) } ?? ""
      drawRequest(
        [settings.localTime.clock(poll.time), code, Quantities.latency(poll.duration)],
        body: isGood
          ? [size] : [poll.code.name + "  " + "try \(poll.attempt)", poll.code.name],
        in: rect.line(rect.minRow + 1 + index), style: isGood ? .plain : palette[.warning])
    }
    return rect.minRow + 1 + polls.count
  }

  /// Draws time, code, duration and the longest form of the body that fits.
  private mutating func drawRequest(
    _ texts: [String], body: [String], in rect: Rect, style: CellStyle
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

extension Canvas {
  /// The style of a status in words.
  func headingStyle(_ stage: TripStage) -> CellStyle {
    switch stage {
    case .complete: palette[.good]
    case .canceled: palette[.failure]
    default: CellStyle.bold
    }
  }
}
