internal import CellGrid

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
