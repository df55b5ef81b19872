internal import CellGrid
internal import FleetEngine
internal import MapCanvas
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
    canvas.drawTimeline()
    (canvas.frame.title, canvas.frame.progress) = (canvas.windowTitle, canvas.windowProgress)
    if !canvas.state.isCovered {
      if canvas.state.isErrorCardShown {
        let call = PolledCall(canvas.state.ride, freshness: canvas.freshness)
        let hidden = canvas.state.hiddenActions
        canvas.drawErrorCard(
          of: call, in: canvas.layout.uncoveredMap,
          offersToken: !hidden.contains(.program(.reloadToken)))
        canvas.drawEstimateBelowCard()
      }
      canvas.drawMarkerCard()
    }
  }
}

extension Canvas where State == ViewState {
  fileprivate mutating func drawMapOnly() {
    drawHeader()
    drawMap()
    drawRail()
    drawStatusLine(row: layout.size.rows - 1, hint: "\(settings.keys[.mapOnly]) panels")
  }

  fileprivate mutating func drawPanels() {
    let rows = layout.size.rows
    drawHeader()
    let cards = layout.panel.map { self.cards(in: $0) } ?? []
    drawMap(besides: cards.map(\.rect))
    if state.isCovered { ground = frame }
    for card in cards { draw(card) }
    if let events = layout.events {
      if layout.hasTicker { drawTicker(row: events.minRow) } else { drawEvents(in: events) }
    }
    if let requests = layout.requests { drawRequests(in: requests) }
    let first = rows - 1 - layout.lines
    drawRail()
    if layout.panel != nil || state.ride.trip == nil {
      write(message(besides: cards), in: layout.textArea, row: rows - 2)
    } else {
      drawLines(row: first)
    }
    drawKeyBar(keyHints)
  }

  /// The panel's card, as high as its content, and below it the history if the panel has room for
  /// its most important parts above it.
  private func cards(in most: Rect) -> [PanelCard] {
    var room = most
    let hasHistory =
      state.ride.history.dropoff.samples.count >= 3
      && most.rows >= Self.roomyRows + Layout.historyRows
    if hasHistory { room.size.rows -= Layout.historyRows }
    let panel = panelCard(in: room) { $0.drawPanel(in: $1) }
    guard hasHistory else { return [panel] }
    let rest = Rect(
      column: most.minColumn, row: panel.rect.maxRow, columns: most.columns,
      rows: Layout.historyRows)
    let history = card(in: rest) { canvas, rect in
      canvas.drawHistory(in: rect)
      return rect.maxRow - 1
    }
    return [panel, history]
  }

  fileprivate mutating func drawCompact() {
    drawHeader()
    if state.ride.trip == nil {
      drawCompactOpening()
    } else {
      let first = layout.size.rows - 1 - layout.lines
      drawMap()
      drawRail()
      drawLines(row: first)
    }
    drawKeyBar(keyHints)
  }

  /// Draws the lines below the rail of a map without a panel.
  private mutating func drawLines(row: Int) {
    if layout.lines == 1 { drawStatusLine(row: row) } else { drawCompactLines(row: row) }
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
    case .live: "LIVE" + age(self.answerAge)
    case .late: "LATE" + age(self.answerAge)
    case .stale: "STALE" + age(self.answerAge)
    case .vehicleQuiet: (isShort ? "QUIET" : "VEHICLE QUIET") + age(self.locationAge)
    case .actionNeeded: isShort ? "ACTION" : "ACTION NEEDED"
    case .paused: ViewerText.pausedBadge
    case .past: "PAST"
    case .recorded: "REPLAY"
    case .ended: isCanceled ? "CANCELED" : "ENDED"
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
    case .past, .recorded: glyphs.playing
    case .ended: glyphs.ended
    }
  }

  func badgeStyle(of freshness: Freshness) -> CellStyle {
    switch freshness.kind {
    case .live: palette[.good]
    case .connecting, .paused, .recorded: CellStyle.bold
    case .past: palette[.warning]
    case .ended: freshness.isCanceled ? palette[.failure] : palette[.good]
    case .late, .stale, .vehicleQuiet: palette[.warning]
    case .actionNeeded: palette[.failure]
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
    writeTrailing(clock, endColumn: end, row: 0, width: columns, style: palette[.quiet])
    let mark = badgeMark(of: freshness) + " "
    let badge = longest(of: [mark + freshness.words, mark + freshness.shortWords], columns - 12)
    let badgeEnd = end - safe(clock).width
    let badgeWidth = safe(badge).width
    var style = badgeStyle(of: freshness)
    style.attributes.insert(.reverse)
    writeTrailing(badge, endColumn: badgeEnd, row: 0, width: badgeWidth, style: style)
    addHit(.badge, column: badgeEnd - badgeWidth, row: 0, columns: badgeWidth)
    var nameEnd = badgeEnd - badgeWidth - 2
    if let speedFactor {
      let width = safe(speedFactor).width
      writeTrailing(speedFactor, endColumn: nameEnd, row: 0, width: width, style: palette[.quiet])
      nameEnd -= width + 2
    }
    let (id, room) = (state.ride.tripID, nameEnd - 1)
    let program = "\(ViewerText.program) \(glyphs.separator) "
    let taken = safe(program).width
    // If there is not enough room, the trip's own name matters most.
    let name = longest(of: isSmall ? [id] : [state.ride.tripName, id], room)
    let server = "  " + (shortBackend ?? settings.backend)
    var start = 1
    if start + taken + safe(name).width <= room {
      write(program, column: start, row: 0, width: taken, style: palette[.quiet])
      start += taken
    }
    start += write(name, column: start, row: 0, width: nameEnd - start)
    let width = safe(server).width
    guard !isSmall, start + width <= nameEnd else { return }
    writeTrailing(server, endColumn: nameEnd, row: 0, width: width, style: palette[.quiet])
  }

  /// The time in the header; for a ride that is over, the time of the last response.
  private var headerTime: Timestamp {
    freshness.data == .ended ? state.ride.polling.lastAnswerWallTime ?? wall : wall
  }
}

extension ScreenContext where State == ViewState {
  /// The factor by which the world runs faster, for example `×4`; nil for the real one.
  var speedFactor: String? {
    settings.speed == 1 ? nil : glyphs.times + Quantities.factor(settings.speed)
  }
}

extension ScreenContext where State == ViewState { var freshness: Freshness { derived } }
