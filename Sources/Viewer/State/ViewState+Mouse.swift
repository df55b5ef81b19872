internal import CellGrid

extension ViewState {
  private static let wheelLines = 3

  /// Does what the mouse does where the screen shows what it was drawn with last.
  mutating func apply(_ event: MouseEvent, _ canvas: Canvas) -> [ViewCommand] {
    guard mouse.isOn else { return [] }
    let point = event.position
    let target = hits.last { $0.rect.contains(point) }?.target
    let isCovered = overlay != nil || prompt != nil || target != nil
    let isOnMap = layout.mapArea.contains(point) && !isCovered
    switch event.action {
    case .wheelUp, .wheelDown:
      let isUp = event.action == .wheelUp
      if isOnMap { return [.zoom(steps: isUp ? 0.5 : -0.5, at: point)] }
      scroll(isUp ? -Self.wheelLines : Self.wheelLines, canvas)
      return []
    case .press:
      mouse.press(at: point, dragsMap: isOnMap)
      return []
    case .drag:
      guard let way = mouse.drag(to: point), !isCoveredByOverlay else { return [] }
      return [.pan(columns: way.columns, rows: way.rows)]
    case .release:
      guard mouse.release(at: point) else { return [] }
      return click(point, target, isOnMap: isOnMap, canvas)
    }
  }

  private var isCoveredByOverlay: Bool { overlay != nil || prompt != nil }

  private mutating func scroll(_ lines: Int, _ canvas: Canvas) {
    switch overlay {
    case .help(let page):
      overlay = .help(page: min(max(0, page + lines.signum()), helpPages.count - 1))
    case .menu, .details, .events, .log, .style:
      moveList(.by(lines), count: canvas.listContent.lines.count, rows: canvas.listRect.rows)
    case .cancelQuestion, .cancelFailure, .report, nil: break
    }
  }

  private mutating func click(
    _ point: GridPoint,
    _ target: HitArea.Target?,
    isOnMap: Bool,
    _ canvas: Canvas
  ) -> [ViewCommand] {
    if notice?.staysUntilKey ?? false { notice = nil }
    switch target {
    case .key(let press): return self.press(press, canvas)
    case .marker(let marker) where overlay == nil: return [.choose(marker)]
    case .item(let line):
      guard overlay == .menu else { return [] }
      list.select(line, of: canvas.listContent.lines.count, rows: canvas.listRect.rows)
      return runSelected(now: canvas.now)
    case .cover:
      // Where any key goes on, so does a click.
      switch overlay {
      case .help, .report: return press(KeyPress(.enter), canvas)
      default: return []
      }
    case .marker, nil: break
    }
    // What is open closes at a click beside it, as at the Escape key.
    if isCoveredByOverlay { return press(KeyPress(.escape), canvas) }
    guard isOnMap else { return [] }
    if mouse.isSecondClick(at: point, now: canvas.now) {
      return perform(.centreOnVehicle, now: canvas.now)
    }
    return [.tap(at: point)]
  }
}
