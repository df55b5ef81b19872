internal import CellGrid

/// What the mouse is doing.
struct MouseState: Equatable {
  /// The longest time between the two clicks of a double one.
  static let doubleClickTime: Duration = .milliseconds(400)

  /// Whether it is reported to the viewer, and not left to the terminal.
  var isOn: Bool
  /// The cell where the last drag of the map was.
  var dragPosition: GridPoint?
  /// The cell where the button went down, until the pointer moves.
  var pressPosition: GridPoint?
  /// The last click on the map, which a second one may follow.
  private var lastClick: (point: GridPoint, time: Duration)?

  init(isOn: Bool = true) {
    self.isOn = isOn
  }

  /// The button went down.
  mutating func press(at point: GridPoint, dragsMap: Bool) {
    dragPosition = dragsMap ? point : nil
    pressPosition = point
  }

  /// The pointer moved with the button down; returns the cells by which the map moves, nil for
  /// none.
  mutating func drag(to point: GridPoint) -> (columns: Int, rows: Int)? {
    if pressPosition != point { pressPosition = nil }
    guard let last = dragPosition else { return nil }
    dragPosition = point
    let way = (columns: last.column - point.column, rows: last.row - point.row)
    return way == (0, 0) ? nil : way
  }

  /// The button went up; returns whether that was a click.
  mutating func release(at point: GridPoint) -> Bool {
    defer { (dragPosition, pressPosition) = (nil, nil) }
    return pressPosition == point
  }

  /// Whether a click is the second one at its place.
  mutating func isSecondClick(at point: GridPoint, now: Duration) -> Bool {
    defer { lastClick = (point, now) }
    guard let lastClick, lastClick.point == point, now - lastClick.time <= Self.doubleClickTime
    else { return false }
    return true
  }

  static func == (one: MouseState, other: MouseState) -> Bool {
    one.isOn == other.isOn && one.dragPosition == other.dragPosition
      && one.pressPosition == other.pressPosition && one.lastClick?.point == other.lastClick?.point
      && one.lastClick?.time == other.lastClick?.time
  }
}
