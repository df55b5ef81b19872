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
  /// Whether the last events have a box instead of one line.
  var showsEvents = false
  /// Whether the map takes all but a few lines.
  var isMapOnly = false
}

/// The places of the screen's parts at a size.
struct Layout: Equatable {
  enum Step: Equatable, CaseIterable {
    /// Map, panel, past estimates, and boxes for events and requests on demand.
    case wide
    /// Map, panel, and a line of events.
    case mid
    case standard
    /// A map without boxes above a few lines.
    case compact
    case text
    /// The time and the status only.
    case micro
  }

  let size: GridSize
  let step: Step
  /// Whether the panel covers the map's lower part, as on a screen that is higher than wide, and not its right.
  let isPortrait: Bool
  /// Whether the map takes all but the header, two lines, and that of the past's time.
  let isMapOnly: Bool
  let map: Rect
  /// The place that the panel's card may take on the map.
  var panel: Rect?
  /// The last events: one line, or a box.
  var events: Rect?
  var requests: Rect?
  /// The lines of text below the rail.
  var lines = 1
  /// Whether the next estimate has large digits above the lines of text or to their left.
  var hasLargeLines = false
  /// The row of the ride's progress.
  private(set) var railRow = 0
  /// The row of the past's time, below the ride's progress; nil without one.
  private(set) var timelineRow: Int?

  /// The part of the screen that the map keeps, of five parts.
  private static let mapShare = 3
  private static let requestColumns = 52
  private static let minimumPanelRows = 10
  /// Wider, a label and its value are too far apart.
  private static let mostPanelColumns = 40
  /// The most rows of the panel over the lower part of the map of a screen without a ride.
  private static let mostPlainPanelRows = 14
  /// The most rows of the box of events.
  private static let boxRows = 7
  /// The rows of the card with the history.
  static let historyRows = 11

  /// The layout of a ride: the map takes the whole width, and at least three fifths of the screen.
  ///
  /// With a timeline, the rest is placed as on a screen of one row less.
  init(
    size: GridSize, arrangement: ScreenArrangement, events count: Int = 5, hasTimeline: Bool = false
  ) {
    var room = size
    if hasTimeline { room.rows -= 1 }
    let (columns, rows) = (room.columns, room.rows)
    let step = Self.step(room)
    self.step = step
    // A screen of text has no line of progress.
    self.size = step == .text || step == .micro ? room : size
    let isTextOnly = step == .text || step == .micro
    isMapOnly = arrangement.isMapOnly && !isTextOnly
    let isTall = Self.isPortrait(room)
    defer {
      railRow = rows - 2 - (isMapOnly ? 0 : lines)
      if hasTimeline { timelineRow = isTextOnly ? rows : railRow + 1 }
    }
    guard !isTextOnly, !isMapOnly else {
      isPortrait = isTall
      map = Rect(
        column: 0, row: isTextOnly ? 0 : 1, columns: isTextOnly ? 0 : columns,
        rows: isTextOnly ? 0 : rows - 3)
      return
    }
    let others = rows * (5 - Self.mapShare) / 5
    let hasTicker = step == .wide || step == .mid || (isTall && rows >= 40)
    let mostEvents = min(Self.boxRows, others - 4)
    let eventRows =
      !hasTicker ? 0 : arrangement.showsEvents ? min(mostEvents, max(3, count + 2)) : 1
    let isPanelShown = arrangement.panel != .off
    let panelColumns = Self.panelColumns(columns)
    let cardRows = (columns * others - columns * (4 + (hasTicker ? 1 : 0))) / panelColumns
    var panelRows = 0
    var hasPanel = false
    if step != .compact, isPanelShown {
      panelRows = isTall ? min(19, others - 4 - eventRows) : cardRows
      hasPanel = panelRows >= Self.minimumPanelRows
    }
    isPortrait = isTall && hasPanel
    if !hasPanel, isPanelShown {
      lines = max(1, min(3, others - 3))
      hasLargeLines = rows >= 18 && (columns >= 50 || others >= 9)
      if hasLargeLines, columns < 50 { lines += 3 }
    }
    map = Rect(column: 0, row: 1, columns: columns, rows: rows - 3 - lines - eventRows)
    if hasPanel {
      panel =
        isPortrait
        ? Self.lowerPanel(of: map, rows: panelRows)
        : Rect(
          column: columns - panelColumns, row: 1, columns: panelColumns,
          rows: min(map.rows, panelRows))
    }
    guard eventRows > 0 else { return }
    let row = rows - lines - 2 - eventRows
    let isWide = step == .wide && arrangement.showsEvents
    let eventColumns = columns - (isWide ? Self.requestColumns : 0)
    events = Rect(column: 0, row: row, columns: eventColumns, rows: eventRows)
    if isWide {
      requests = Rect(column: eventColumns, row: row, columns: Self.requestColumns, rows: eventRows)
    }
  }

  /// The layout of a screen without a ride: below the map are one line of steps, the lines of text, and the keys.
  init(plain size: GridSize) {
    let (columns, rows) = (size.columns, size.rows)
    self.size = size
    step = Self.step(size)
    isMapOnly = false
    guard step != .text, step != .micro else {
      isPortrait = false
      map = Rect(column: 0, row: 0, columns: 0, rows: 0)
      return
    }
    let others = rows * (5 - Self.mapShare) / 5
    let isTall = Self.isPortrait(size)
    let panelColumns = Self.panelColumns(columns)
    let panelRows =
      isTall ? min(Self.mostPlainPanelRows, others - 4) : columns * (others - 4) / panelColumns
    let hasPanel = step != .compact && panelRows >= (isTall ? 6 : 8)
    isPortrait = isTall && hasPanel
    lines = hasPanel ? 1 : max(1, min(3, others - 3))
    map = Rect(column: 0, row: 1, columns: columns, rows: rows - 3 - lines)
    guard hasPanel else { return }
    panel =
      isPortrait
      ? Self.lowerPanel(of: map, rows: panelRows)
      // As high as its content: with many stops it covers more of the map.
      : Rect(column: columns - panelColumns, row: 1, columns: panelColumns, rows: map.rows)
  }

  private static func panelColumns(_ columns: Int) -> Int {
    columns >= 160 ? mostPanelColumns : columns >= 100 ? 38 : 29
  }

  private static func lowerPanel(of map: Rect, rows: Int) -> Rect {
    Rect(
      column: map.minColumn, row: map.maxRow - rows, columns: min(mostPanelColumns, map.columns),
      rows: rows)
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
    // A side pane of a few columns still has room for a map, also above a timeline.
    if columns >= 20, rows >= 13 { return .compact }
    return columns >= 20 && rows >= 5 ? .text : .micro
  }

  var isFramed: Bool { step == .wide || step == .mid || step == .standard }
  var isTextOnly: Bool { step == .text || step == .micro }
  /// Whether the events are one line.
  var hasTicker: Bool { events?.rows == 1 }

  /// The columns and rows of the map at its right and its lower edge in which the panel's card is.
  var coveredMap: GridSize {
    guard let panel else { return GridSize(columns: 0, rows: 0) }
    return GridSize(columns: isPortrait ? 0 : panel.columns, rows: isPortrait ? panel.rows : 0)
  }

  /// The map without the columns or rows in which the panel's card is.
  var uncoveredMap: Rect {
    var rect = map
    rect.size.columns -= coveredMap.columns
    rect.size.rows -= coveredMap.rows
    return rect
  }

  /// The screen without its first and last column.
  var textArea: Rect { Rect(column: 1, row: 0, columns: size.columns - 2, rows: size.rows) }
}
