internal import CellGrid

/// The parts of the screen that the user wants, if they fit.
struct ScreenArrangement: Equatable {
  enum Panel: CaseIterable {
    /// The ride, and more if there is room.
    case trip
    case vehicle
    case connection
    /// No panel; the map takes its room.
    case off

    var next: Panel {
      switch self {
      case .trip: .vehicle
      case .vehicle: .connection
      case .connection: .off
      case .off: .trip
      }
    }
  }

  var panel = Panel.trip
  /// Whether the boxes at the bottom are shown.
  var showsEvents = true
  /// Whether the map takes all but a few lines.
  var isMapOnly = false
}

/// The places of the screen's parts at a size.
struct Layout: Equatable {
  enum Step: Equatable, CaseIterable {
    /// Map, panel, and three boxes below: events, estimates and requests.
    case wide
    /// Map, panel and event panel.
    case mid
    case standard
    /// A map without a frame above a few lines.
    case compact
    case text
    /// The time and the status only.
    case micro
  }

  let size: GridSize
  let step: Step
  /// Whether the panel is below the map, as on a screen that is higher than wide.
  let isPortrait: Bool
  /// Whether the map takes all but the header and two lines.
  let isMapOnly: Bool
  /// The map's frame, or the map itself where it has none.
  let map: Rect
  let panel: Rect?
  let events: Rect?
  /// The box with the earlier estimates.
  let trend: Rect?
  let requests: Rect?

  private static let trendColumns = 44
  private static let requestColumns = 52

  init(size: GridSize, arrangement: ScreenArrangement) {
    self.size = size
    isPortrait = Self.isPortrait(size)
    let step = Self.step(size)
    self.step = step
    isMapOnly = arrangement.isMapOnly && step != .text && step != .micro
    let (columns, rows) = (size.columns, size.rows)
    let isPanelShown = arrangement.panel != .off && !isMapOnly
    var (panel, events, trend, requests): (Rect?, Rect?, Rect?, Rect?)
    switch step {
    case _ where isMapOnly: map = Rect(column: 0, row: 1, columns: columns, rows: rows - 3)
    case .wide, .mid, .standard:
      let bottom = arrangement.showsEvents ? Self.bottomRows(step, isPortrait, rows) : 0
      let middle = rows - 4 - bottom
      let panelRows = isPanelShown && isPortrait ? min(19, middle / 2) : 0
      let panelColumns =
        isPanelShown && !isPortrait ? (columns >= 160 ? 52 : columns >= 100 ? 38 : 29) : 0
      map = Rect(column: 0, row: 1, columns: columns - panelColumns, rows: middle - panelRows)
      if isPanelShown {
        panel =
          isPortrait
          ? Rect(column: 0, row: map.maxRow, columns: columns, rows: panelRows)
          : Rect(column: map.maxColumn, row: 1, columns: panelColumns, rows: middle)
      }
      if bottom > 0 {
        func box(_ column: Int, _ columns: Int) -> Rect {
          Rect(column: column, row: 1 + middle, columns: columns, rows: bottom)
        }
        let others = step == .wide ? Self.trendColumns + Self.requestColumns : 0
        events = box(0, columns - others)
        if step == .wide {
          trend = box(columns - others, Self.trendColumns)
          requests = box(columns - Self.requestColumns, Self.requestColumns)
        }
      }
    case .compact:
      map = Rect(column: 0, row: 1, columns: columns, rows: rows - (isPanelShown ? 6 : 4))
    case .text, .micro: map = Rect(column: 0, row: 0, columns: 0, rows: 0)
    }
    (self.panel, self.events, self.trend, self.requests) = (panel, events, trend, requests)
  }

  private static func isPortrait(_ size: GridSize) -> Bool {
    let (columns, rows) = (size.columns, size.rows)
    // A cell is about twice as high as wide.
    return (40..<100).contains(columns) && rows >= 24 && rows * 10 > columns * 6
  }

  private static func step(_ size: GridSize) -> Step {
    let (columns, rows) = (size.columns, size.rows)
    if columns >= 160, rows >= 45 { return .wide }
    if columns >= 100, rows >= 30 { return .mid }
    if isPortrait(size) || (columns >= 60 && rows >= 18) { return .standard }
    if columns >= 40, rows >= 10 { return .compact }
    return columns >= 20 && rows >= 5 ? .text : .micro
  }

  private static func bottomRows(_ step: Step, _ isPortrait: Bool, _ rows: Int) -> Int {
    switch step {
    case .wide: 12
    case .mid: 9
    case .standard: isPortrait && rows >= 40 ? 7 : 0
    case .compact, .text, .micro: 0
    }
  }

  var isFramed: Bool { step == .wide || step == .mid || step == .standard }
  var isMapFramed: Bool { isFramed && !isMapOnly }
  var mapArea: Rect { isMapFramed ? map.inset() : map }
  var isTextOnly: Bool { step == .text || step == .micro }

  /// The screen without its first and last column.
  var textArea: Rect { Rect(column: 1, row: 0, columns: size.columns - 2, rows: size.rows) }
}
