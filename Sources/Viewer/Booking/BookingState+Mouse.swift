internal import CellGrid

extension BookingState {
  /// Does what the mouse does where the screen shows what it was drawn with last.
  mutating func apply(_ event: MouseEvent, at moment: InputMoment) -> [BookingCommand] {
    guard mouse.isOn else { return [] }
    let (point, area) = (event.position, layout.mapArea)
    let target = moment.target(at: point)
    let isLive = helpPage == nil && (isChoosing || step == .preview)
    let isOnMap = isLive && target == nil && area.contains(point)
    let cell = GridPoint(column: point.column - area.minColumn, row: point.row - area.minRow)
    switch event.action {
    case .wheelUp, .wheelDown:
      let isUp = event.action == .wheelUp
      if let helpPage {
        self.helpPage = min(max(0, helpPage + (isUp ? -1 : 1)), helpPages.count - 1)
        return []
      }
      return isOnMap ? zoom(isUp ? 0.5 : -0.5, around: cell) : []
    case .press:
      mouse.press(at: point, dragsMap: isOnMap)
      return []
    case .drag:
      guard let way = mouse.drag(to: point), isLive else { return [] }
      return drag(columns: way.columns, rows: way.rows)
    case .release:
      guard mouse.release(at: point) else { return [] }
      return click(point, target, isOnMap: isOnMap, now: moment.now)
    }
  }

  private mutating func click(
    _ point: GridPoint,
    _ target: HitArea.Target?,
    isOnMap: Bool,
    now: Duration
  ) -> [BookingCommand] {
    switch target {
    case .key(let press): return self.press(press, now: now)
    // Where any key goes on, so does a click.
    case .cover: return helpPage == nil ? [] : press(KeyPress(.enter), now: now)
    case .marker, .item, nil: break
    }
    guard helpPage == nil else { return press(KeyPress(.escape), now: now) }
    guard isOnMap, isChoosing else { return [] }
    // The first click has put the cursor there.
    if mouse.isSecondClick(at: point, now: now) { return accept(now: now) }
    putCursor(at: point)
    return []
  }
}
