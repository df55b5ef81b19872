internal import CellGrid
internal import FleetEngine
internal import RidesharingConsumer

extension ViewState {
  static func draw(_ canvas: inout Canvas<ViewState>) {
    switch canvas.layout.step {
    case _ where canvas.layout.isMapOnly: canvas.drawMapOnly()
    case .wide, .mid, .standard: canvas.drawPanels()
    case .compact: canvas.drawCompact()
    case .text: canvas.drawText()
    case .micro: canvas.drawMicro()
    }
    let focus = canvas.state.focus
    switch focus.overlay {
    case .help(let page): canvas.drawHelp(page: page, query: focus.list.query)
    case .menu, .events, .log, .details, .style: canvas.drawList()
    case .report(let text): canvas.drawReport(text)
    case .cancelQuestion: canvas.drawCancelQuestion()
    case .cancelFailure(let failure): canvas.drawCancelFailure(failure)
    case nil:
      canvas.drawErrorCard()
      if canvas.state.isErrorCardShown { canvas.drawEstimateBelowCard() }
      canvas.drawMarkerCard()
    }
    canvas.drawPrompt()
  }
}

extension Canvas where State == ViewState {
  fileprivate mutating func drawMapOnly() {
    let rows = layout.size.rows
    drawHeader()
    drawMap()
    drawRail(row: rows - 2)
    drawStatusLine(row: rows - 1, hint: "\(settings.keys[.mapOnly]) panels")
  }

  fileprivate mutating func drawPanels() {
    let rows = layout.size.rows
    drawHeader()
    drawMap()
    if let panel = layout.panel { drawPanel(in: panel) }
    if let events = layout.events { drawEvents(in: events) }
    if let trend = layout.trend { drawTrend(in: trend) }
    if let requests = layout.requests { drawRequests(in: requests) }
    drawRail(row: rows - 3)
    if layout.panel == nil {
      drawStatusLine(row: rows - 2)
    } else {
      write(message, in: layout.textArea, row: rows - 2)
    }
    drawKeyBar(keyHints)
  }

  fileprivate mutating func drawCompact() {
    let rows = layout.size.rows
    drawHeader()
    if state.ride.trip == nil {
      drawCompactOpening()
    } else if state.arrangement.panel == .off {
      drawMap()
      drawRail(row: rows - 3)
      drawStatusLine(row: rows - 2)
    } else {
      drawMap()
      drawRail(row: rows - 5)
      drawCompactLines(row: rows - 4)
    }
    drawKeyBar(keyHints)
  }
}

extension Freshness {
  var words: String { words(isShort: false) }

  /// The shortest words that include the age.
  var shortWords: String { words(isShort: true) }

  private func words(isShort: Bool) -> String {
    func age(_ age: Duration?) -> String {
      age.map { " " + Quantities.age($0, isShort: true) } ?? ""
    }
    return switch kind {
    case .connecting: "CONNECTING"
    case .live: "LIVE" + age(self.age)
    case .late: "LATE" + age(self.age)
    case .stale: "STALE" + age(self.age)
    case .vehicleQuiet: (isShort ? "QUIET" : "VEHICLE QUIET") + age(fixAge)
    case .actionNeeded: isShort ? "ACTION" : "ACTION NEEDED"
    case .paused: Catalogue.pausedBadge
    case .ended: "ENDED"
    }
  }
}

extension Canvas {
  func badgeMark(of freshness: Freshness) -> String {
    switch freshness.kind {
    case .live: glyphs.live
    case .connecting, .late, .stale, .vehicleQuiet: glyphs.waiting
    case .actionNeeded: glyphs.failed
    case .paused: glyphs.paused
    case .ended: glyphs.ended
    }
  }

  func badgeStyle(of freshness: Freshness) -> CellStyle {
    switch freshness.kind {
    case .live: palette.good
    case .connecting, .ended, .paused: palette.heading
    case .late, .stale, .vehicleQuiet: palette.warning
    case .actionNeeded: palette.failure
    }
  }
}

extension Canvas where State == ViewState {
  mutating func drawHeader() {
    fillHeader()
    let columns = layout.size.columns
    let isSmall = layout.step == .compact
    let clock = isSmall ? "" : "  " + settings.localTime.clock(headerTime)
    let end = columns - 1
    writeTrailing(clock, endColumn: end, row: 0, width: columns, style: palette.header)
    let badge = badgeMark(of: freshness) + " " + freshness.words
    let badgeEnd = end - safe(clock).width
    let badgeWidth = safe(badge).width
    var style = badgeStyle(of: freshness)
    style.attributes.insert(.reverse)
    writeTrailing(badge, endColumn: badgeEnd, row: 0, width: badgeWidth, style: style)
    var nameEnd = badgeEnd - badgeWidth - 2
    if isSmall, let speedFactor {
      let width = safe(speedFactor).width
      writeTrailing(speedFactor, endColumn: nameEnd, row: 0, width: width, style: palette.header)
      nameEnd -= width + 2
    }
    let (id, room) = (state.ride.tripID, nameEnd - 1)
    let name = isSmall ? id : state.ride.tripName
    let program = "\(Catalogue.program) \(glyphs.separator) "
    // If there is not enough room, the trip's own name matters most.
    let text = longest(of: [program + name, name, program + id, id], room)
    write(text, column: 1, row: 0, width: room, style: palette.header)
  }

  /// The time in the header; for a ride that is over, the time of the last response.
  private var headerTime: Timestamp {
    freshness.kind == .ended ? state.ride.polling.lastAnswerWallTime ?? wall : wall
  }
}

extension RideContext {
  /// The factor by which the world runs faster, for example `×4`; nil for the real one.
  var speedFactor: String? {
    settings.speed == 1 ? nil : glyphs.times + Quantities.factor(settings.speed)
  }
}
