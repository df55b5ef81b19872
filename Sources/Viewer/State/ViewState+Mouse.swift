internal import CellGrid

extension ViewState {
  private static let wheelLines = 3

  /// Does what the mouse does where the screen shows what it was drawn with last.
  mutating func apply(_ event: MouseEvent, at moment: InputMoment) -> [ViewCommand] {
    guard mouse.isOn else { return [] }
    let point = event.position
    let target = moment.target(at: point)
    let isCovered = focus.overlay != nil || focus.prompt != nil || target != nil
    let isOnMap = layout.mapArea.contains(point) && !isCovered
    switch event.action {
    case .wheelUp, .wheelDown:
      let isUp = event.action == .wheelUp
      if isOnMap { return [.zoom(steps: isUp ? 0.5 : -0.5, at: point)] }
      scroll(isUp ? -Self.wheelLines : Self.wheelLines, at: moment)
      return []
    case .press:
      mouse.press(at: point, dragsMap: isOnMap)
      return []
    case .drag:
      guard let way = mouse.drag(to: point), !isCoveredByOverlay else { return [] }
      return [.pan(columns: way.columns, rows: way.rows)]
    case .release:
      guard mouse.release(at: point) else { return [] }
      return click(point, target, isOnMap: isOnMap, at: moment)
    }
  }

  private var isCoveredByOverlay: Bool { focus.overlay != nil || focus.prompt != nil }

  private mutating func scroll(_ lines: Int, at moment: InputMoment) {
    switch focus.overlay {
    case .help(let page):
      focus.overlay = .help(page: min(max(0, page + lines.signum()), helpPages.count - 1))
    case .menu, .details, .events, .log, .style:
      moveList(.by(lines), in: openList(at: moment))
    case .cancelQuestion, .cancelFailure, .report, nil: break
    }
  }

  private mutating func click(
    _ point: GridPoint,
    _ target: HitArea.Target?,
    isOnMap: Bool,
    at moment: InputMoment
  ) -> [ViewCommand] {
    if focus.notice?.staysUntilKey ?? false { focus.notice = nil }
    switch target {
    case .key(let press): return self.press(press, at: moment)
    case .marker(let marker) where focus.overlay == nil: return [.choose(marker)]
    case .item(let line):
      guard focus.overlay == .menu else { return [] }
      let list = openList(at: moment)
      focus.list.select(line, of: list.count, rows: list.rows)
      return runSelected(now: moment.now)
    case .cover:
      // Where any key goes on, so does a click.
      switch focus.overlay {
      case .help, .report: return press(KeyPress(.enter), at: moment)
      default: return []
      }
    case .marker, nil: break
    }
    // What is open closes at a click beside it, as at the Escape key.
    if isCoveredByOverlay { return press(KeyPress(.escape), at: moment) }
    guard isOnMap else { return [] }
    if mouse.isSecondClick(at: point, now: moment.now) {
      return perform(.centreOnVehicle, now: moment.now)
    }
    return [.tap(at: point)]
  }
}
