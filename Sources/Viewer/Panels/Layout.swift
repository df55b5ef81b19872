internal import CellGrid

/// Where the parts of the screen lie at a size.
///
/// Source: user interface study, sections 1.3 and 2.
struct Layout: Equatable {
  /// The steps of the screen, from large to small.
  enum Step: Equatable {
    /// Map, panel and event panel.
    case mid
    /// Map and panel.
    case standard
    /// A map without a frame above a few lines.
    case compact
    /// Text only.
    case text
    /// The time and the status only.
    case micro
  }

  let size: GridSize
  let step: Step
  /// The map's frame, or the map itself where it has none.
  let map: Rect
  /// The trip's panel.
  let panel: Rect?
  /// The event panel.
  let events: Rect?

  init(size: GridSize, arrangement: Arrangement) {
    self.size = size
    let (columns, rows) = (size.columns, size.rows)
    if columns >= 60, rows >= 18 {
      let isWide = columns >= 100 && rows >= 30
      step = isWide ? .mid : .standard
      let panelWidth = columns >= 160 ? 52 : (columns >= 100 ? 38 : 29)
      let eventRows = isWide && arrangement.showsEvents ? 9 : 0
      let middleRows = rows - 4 - eventRows
      map = Rect(column: 0, row: 1, columns: columns - panelWidth, rows: middleRows)
      panel = Rect(
        column: columns - panelWidth,
        row: 1,
        columns: panelWidth,
        rows: middleRows
      )
      events =
        eventRows > 0
        ? Rect(column: 0, row: 1 + middleRows, columns: columns, rows: eventRows) : nil
    } else if columns >= 40, rows >= 10 {
      step = .compact
      map = Rect(column: 0, row: 1, columns: columns, rows: rows - 6)
      (panel, events) = (nil, nil)
    } else {
      step = columns >= 20 && rows >= 5 ? .text : .micro
      map = Rect(column: 0, row: 0, columns: 0, rows: 0)
      (panel, events) = (nil, nil)
    }
  }

  /// Whether map, panels and overlays have frames.
  var isFramed: Bool { step == .mid || step == .standard }

  /// The cells that the map's content takes.
  var mapArea: Rect {
    isFramed ? map.inset() : map
  }
}
