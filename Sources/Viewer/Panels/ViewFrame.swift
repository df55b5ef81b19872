internal import CellGrid
internal import FleetEngine

/// The whole screen, drawn as a function of the state and the time.
enum ViewFrame {
  /// Draws a state.
  static func draw(
    _ state: ViewState,
    settings: ViewerSettings,
    now: Duration,
    wall: Timestamp
  ) -> Frame {
    drawn(state, settings: settings, now: now, wall: wall).frame
  }

  /// Draws a state and tells what lies where, and notes what is written where there are notes to write
  /// it into.
  static func drawn(
    _ state: ViewState,
    settings: ViewerSettings,
    now: Duration,
    wall: Timestamp,
    notes: DrawingNotes? = nil
  ) -> Canvas<ViewState> {
    var canvas = Canvas(state: state, settings: settings, now: now, wall: wall, notes: notes)
    guard state.size.columns > 0, state.size.rows > 0 else { return canvas }
    switch canvas.layout.step {
    case _ where canvas.layout.isMapOnly: drawMapOnly(&canvas)
    case .wide, .mid, .standard: drawPanels(&canvas)
    case .compact: drawCompact(&canvas)
    case .text, .micro: canvas.drawSmall()
    }
    switch state.focus.overlay {
    case .help(let page):
      canvas.drawHelp(state.helpPages, page: page, query: state.focus.list.query)
    case .menu, .events, .log, .details, .style: canvas.drawList()
    case .report(let text): canvas.drawReport(text)
    case .cancelQuestion: canvas.drawCancelQuestion()
    case .cancelFailure(let failure): canvas.drawCancelFailure(failure)
    case nil:
      canvas.drawCard()
      if state.isErrorCardShown { canvas.drawEstimateBelowCard() }
      canvas.drawMarkerCard()
    }
    canvas.drawPrompt()
    return canvas
  }

  private static func drawMapOnly(_ canvas: inout Canvas<ViewState>) {
    let rows = canvas.layout.size.rows
    canvas.drawHeader()
    canvas.drawMap()
    canvas.drawRail(row: rows - 2)
    canvas.drawStatusLine(row: rows - 1, hint: Catalogue.panelsHint(canvas.settings.keys))
  }

  private static func drawPanels(_ canvas: inout Canvas<ViewState>) {
    let (layout, rows) = (canvas.layout, canvas.layout.size.rows)
    canvas.drawHeader()
    canvas.drawMap()
    if let panel = layout.panel { canvas.drawPanel(in: panel) }
    if let events = layout.events { canvas.drawEvents(in: events) }
    if let trend = layout.trend { canvas.drawTrend(in: trend) }
    if let requests = layout.requests { canvas.drawRequests(in: requests) }
    canvas.drawRail(row: rows - 3)
    if layout.panel == nil {
      canvas.drawStatusLine(row: rows - 2)
    } else {
      canvas.drawMessage(row: rows - 2)
    }
    canvas.drawKeyBar(canvas.keyHints, row: rows - 1)
  }

  private static func drawCompact(_ canvas: inout Canvas<ViewState>) {
    let rows = canvas.layout.size.rows
    canvas.drawHeader()
    if canvas.state.ride.trip == nil {
      canvas.drawCompactOpening()
    } else if canvas.state.arrangement.panel == .off {
      canvas.drawMap()
      canvas.drawRail(row: rows - 3)
      canvas.drawStatusLine(row: rows - 2)
    } else {
      canvas.drawMap()
      canvas.drawRail(row: rows - 5)
      canvas.drawCompactLines(row: rows - 4)
    }
    canvas.drawKeyBar(canvas.keyHints, row: rows - 1)
  }
}
