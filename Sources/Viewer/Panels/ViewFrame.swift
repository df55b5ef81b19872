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

  /// Draws a state and tells what lies where.
  static func drawn(
    _ state: ViewState,
    settings: ViewerSettings,
    now: Duration,
    wall: Timestamp
  ) -> Canvas {
    var canvas = Canvas(state: state, settings: settings, now: now, wall: wall)
    guard state.size.columns > 0, state.size.rows > 0 else { return canvas }
    switch canvas.layout.step {
    case .mid, .standard: drawPanels(&canvas)
    case .compact: drawCompact(&canvas)
    case .text, .micro: canvas.drawSmall()
    }
    switch state.overlay {
    case .help(let page):
      canvas.drawHelp(state.helpPages, page: page, query: state.list.query?.text)
    case .menu, .events, .log, .details: canvas.drawList()
    case .report(let text): canvas.drawReport(text)
    case .cancelQuestion: canvas.drawCancelQuestion()
    case .cancelFailure(let failure): canvas.drawCancelFailure(failure)
    case nil:
      canvas.drawCard()
      canvas.drawMarkerCard()
    }
    canvas.drawPrompt()
    return canvas
  }

  private static func drawPanels(_ canvas: inout Canvas) {
    let rows = canvas.layout.size.rows
    canvas.drawHeader()
    canvas.drawMap()
    if let panel = canvas.layout.panel { canvas.drawPanel(in: panel) }
    if let events = canvas.layout.events { canvas.drawEvents(in: events) }
    canvas.drawRail(row: rows - 3)
    canvas.drawMessage(row: rows - 2)
    canvas.drawKeyBar(canvas.keyHints, row: rows - 1)
  }

  private static func drawCompact(_ canvas: inout Canvas) {
    let rows = canvas.layout.size.rows
    canvas.drawHeader()
    if canvas.state.trip == nil {
      canvas.drawCompactOpening()
    } else {
      canvas.drawMap()
      canvas.drawRail(row: rows - 5)
      canvas.drawCompactLines(row: rows - 4)
    }
    canvas.drawKeyBar(canvas.keyHints, row: rows - 1)
  }
}
