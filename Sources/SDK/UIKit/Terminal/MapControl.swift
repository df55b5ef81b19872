internal import CellGrid
internal import ConsumerMap
internal import GoogleRidesharingCompat

/// Controls the frontmost map of a window with keys and the mouse.
@MainActor struct MapControl {
  private static let columns = 6
  private static let rows = 3
  private static let zoomStep = 0.5

  /// The last position of the pressed mouse; nil while it is released.
  private var held: GridPoint?
  private var isDragging = false

  func apply(_ key: Key, in window: UIView) {
    guard let (view, rect) = Self.frontmostMap(in: window) else { return }
    switch key {
    case .left: view.map.pan(columns: -Self.columns, rows: 0)
    case .right: view.map.pan(columns: Self.columns, rows: 0)
    case .up: view.map.pan(columns: 0, rows: -Self.rows)
    case .down: view.map.pan(columns: 0, rows: Self.rows)
    case .character("+"), .character("="): view.map.zoom(by: Self.zoomStep)
    case .character("-"), .character("_"): view.map.zoom(by: -Self.zoomStep)
    case .enter: view.map.tap(at: GridPoint(column: rect.columns / 2, row: rect.rows / 2))
    case .character("a"): view.map.isAllowCameraAutoUpdate.toggle()
    case .character("w"): if view.settings.myLocationButton { view.map.showMyLocation() }
    default: break
    }
  }

  /// Handles the mouse: a click taps, a drag pans, the wheel zooms.
  mutating func apply(_ event: MouseEvent, in window: UIView) {
    guard let (view, rect) = Self.frontmostMap(in: window, at: event.position) else { return }
    let cell = GridPoint(
      column: event.position.column - rect.minColumn, row: event.position.row - rect.minRow)
    switch event.action {
    case .wheelUp: view.map.zoom(by: Self.zoomStep, at: cell)
    case .wheelDown: view.map.zoom(by: -Self.zoomStep, at: cell)
    case .press: (held, isDragging) = (event.position, false)
    case .rightPress: break
    case .drag:
      guard let former = held else { return }
      view.map.pan(
        columns: former.column - event.position.column, rows: former.row - event.position.row)
      (held, isDragging) = (event.position, true)
    case .release:
      if held != nil, !isDragging { view.map.tap(at: cell) }
      held = nil
    }
  }

  /// Returns the frontmost map in a view, at a cell if one is given, and its rectangle.
  private static func frontmostMap(
    in view: UIView, at cell: GridPoint? = nil, parent: GridPoint = GridPoint(column: 0, row: 0)
  ) -> (view: GMSMapView, rect: Rect)? {
    guard !view.isHidden else { return nil }
    let rect = view.cells(in: parent)
    for subview in view.subviews.reversed() {
      if let found = frontmostMap(in: subview, at: cell, parent: rect.origin) { return found }
    }
    guard let map = view as? GMSMapView, cell.map(rect.contains) ?? true else { return nil }
    return (map, rect)
  }
}
