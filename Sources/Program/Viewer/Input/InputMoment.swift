internal import CellGrid
internal import FleetEngine

/// A place of the mouse, and the part of the frame that is there.
struct Pointer {
  let point: GridPoint
  let target: HitArea.Target?
  let isOnMap: Bool
}

/// A sentence above the key bar for a few seconds.
struct Notice: Equatable {
  let text: String
  let until: Duration
  /// Whether it stays until a key is pressed, however long that takes.
  var staysUntilKey = false
  /// Whether it may be left out where there is little room.
  var isTip = false

  static let time: Duration = .seconds(4)
  /// The display time of unsolicited notices that need action.
  static let newsTime: Duration = .seconds(30)

  func isOver(at now: Duration) -> Bool { !staysUntilKey && until <= now }
}

/// When something happened to a screen, and what it showed then.
struct InputMoment {
  let now: Duration
  let wall: Timestamp
  let settings: ViewerSettings
  var hits: [HitArea] = []

  func target(at point: GridPoint) -> HitArea.Target? {
    hits.last { $0.rect.contains(point) }?.target
  }
}

struct MouseState: Equatable {
  private struct Position: Equatable {
    let point: GridPoint
    let time: Duration
  }

  /// The longest time between the two clicks of a double click.
  static let doubleClickTime: Duration = .milliseconds(400)

  /// Whether events are reported to the viewer instead of left to the terminal.
  var isOn = true
  /// The cell of the last drag of the map.
  private var dragPosition: GridPoint?
  /// Whether the button went down on the timeline.
  var dragsTimeline = false
  /// The cell where the button went down, until the pointer moves.
  private var pressPosition: GridPoint?
  private var lastClick: Position?

  init(isOn: Bool = true) { self.isOn = isOn }

  mutating func press(at point: GridPoint, dragsMap: Bool) {
    dragPosition = dragsMap ? point : nil
    pressPosition = point
  }

  /// Handles a move with the button down; returns the cells by which the map moves, or nil.
  mutating func drag(to point: GridPoint) -> (columns: Int, rows: Int)? {
    if pressPosition != point { pressPosition = nil }
    guard let last = dragPosition else { return nil }
    dragPosition = point
    let cells = (columns: last.column - point.column, rows: last.row - point.row)
    return cells == (0, 0) ? nil : cells
  }

  /// Handles the button's release; returns whether that was a click.
  mutating func release(at point: GridPoint) -> Bool {
    defer { (dragPosition, pressPosition, dragsTimeline) = (nil, nil, false) }
    return pressPosition == point
  }

  /// Records a click on the map; returns whether it is the second one of a double click.
  mutating func isSecondClick(at point: GridPoint, now: Duration) -> Bool {
    defer { lastClick = Position(point: point, time: now) }
    guard let lastClick, lastClick.point == point else { return false }
    return now - lastClick.time <= Self.doubleClickTime
  }
}
