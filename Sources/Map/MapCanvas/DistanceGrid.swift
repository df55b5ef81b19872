internal import CellGrid
internal import Geo

/// Squares of a round distance that stay in their places while the camera moves, for maps without a base map.
struct DistanceGrid: Hashable {
  /// The columns and rows of cells that lines are on, without repetition.
  private(set) var columns: [Int] = []
  private(set) var rows: [Int] = []

  /// Creates the grid of a map, whose squares are as wide as its scale bar.
  init(_ bar: ScaleBar, in viewport: Viewport) {
    // A whole degree, so that the squares do not change with each move.
    let latitude = viewport.camera.center.latitude.rounded()
    let step = Double(bar.meters) / WebMercator.metersPerWorld(atLatitude: latitude)
    guard step.isFinite, step > 0 else { return }
    let across = Double(viewport.rect.columns) * Viewport.cellWidth / viewport.scale
    let down = Double(viewport.rect.rows) * Viewport.cellHeight / viewport.scale
    let projection = viewport.projection(worldsRight: 0)
    func lines(_ middle: Double, _ width: Double, _ cell: (Double) -> Int) -> [Int] {
      var cells: [Int] = []
      let first = ((middle - width / 2) / step).rounded(.down)
      for index in 0...Int(width / step) + 2 {
        let place = cell((first + Double(index)) * step)
        if place != cells.last { cells.append(place) }
      }
      return cells
    }
    columns = lines(viewport.center.x, across) {
      let x = projection.position(of: WorldPoint(x: $0, y: 0)).x
      return Int((x / Double(viewport.kind.dotsAcross)).rounded(.down))
    }.filter { (0..<viewport.rect.columns).contains($0) }
    rows = lines(viewport.center.y, down) {
      let y = projection.position(of: WorldPoint(x: 0, y: $0)).y
      return Int((y / Double(viewport.kind.dotsDown)).rounded(.down))
    }.filter { (0..<viewport.rect.rows).contains($0) }
  }

  /// Draws thin lines, or only their crossings where a line could not be quieter than the ride; the row of the scale
  /// bar stays free.
  func draw(
    into frame: inout Frame, in area: Rect, besidesRow free: Int, style: CellStyle, hasLines: Bool
  ) {
    let rows = rows.filter { $0 < area.rows && $0 != free }
    func draw(_ glyph: Unicode.Scalar, _ column: Int, _ row: Int) {
      frame.draw(
        glyph, column: area.minColumn + column, row: area.minRow + row, style: style,
        keepsBackground: true)
    }
    if hasLines {
      for row in rows {
        for column in 0..<area.columns { draw("─", column, row) }
      }
      for column in columns {
        for row in 0..<area.rows where row != free { draw("│", column, row) }
      }
    }
    for row in rows {
      for column in columns { draw(hasLines ? "┼" : "+", column, row) }
    }
  }
}
