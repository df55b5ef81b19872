internal import CellGrid
internal import Geo

struct MarkerLayout {
  /// Rows of text at a place.
  struct Placement: Hashable {
    var rect: Rect
    var rows: [SafeText]
    var style: CellStyle
    var marker: Int?
    /// The marker that a text names.
    var named: Int?
  }

  private(set) var placements: [Placement] = []
  /// Cells that stay free of names.
  private var gaps: [Rect] = []
  private let viewport: Viewport
  private let isASCII: Bool

  init(viewport: Viewport, isASCII: Bool) {
    self.viewport = viewport
    self.isASCII = isASCII
  }

  /// Places the visible markers, the highest first at its exact place.
  ///
  /// A marker that a higher one would cover moves aside by up to the larger one's size. If there is no
  /// room it is left out.
  mutating func placeMarkers(_ markers: [(offset: Int, element: MapMarker)]) {
    for (index, marker) in markers {
      guard let cell = viewport.cell(of: marker.coordinate) else { continue }
      let rows = marker.glyph.rows(in: marker.style, isASCII: isASCII)
      let columns = min(rows.first?.width ?? 0, viewport.rect.columns)
      let height = min(rows.count, viewport.rect.rows)
      guard columns > 0, height > 0 else { continue }
      let anchor = marker.anchor.cell(columns: columns, rows: height)
      let wanted = rect(
        column: cell.column - anchor.column, row: cell.row - anchor.row, width: columns,
        height: height)
      let covering = placements.lazy.map(\.rect).filter { $0.overlaps(wanted) }
      let reach = covering.reduce(wanted.size) { reach, rect in
        GridSize(columns: max(reach.columns, rect.columns), rows: max(reach.rows, rect.rows))
      }
      if let rect = freeRect(near: wanted, steps: Self.steps(aside: reach)) {
        placements.append(Placement(rect: rect, rows: rows, style: marker.style, marker: index))
      }
    }
  }

  /// The cells of a map for each name next to a marker; more names would hide the map.
  private static let cellsPerName = 120

  /// Places the names of markers next to them, the highest marker's first.
  ///
  /// They are to the right, to the left, below or above, where they touch no other text. With more markers than names fit on
  /// a map the lowest have none.
  mutating func placeNames(_ markers: [(offset: Int, element: MapMarker)]) {
    let symbols = Dictionary(
      placements.compactMap { placement in placement.marker.map { ($0, placement) } },
      uniquingKeysWith: { first, _ in first })
    var budget = max(4, viewport.rect.columns * viewport.rect.rows / Self.cellsPerName)
    for (index, marker) in markers where budget > 0 {
      guard let name = marker.name, let symbol = symbols[index],
        viewport.cell(of: marker.coordinate) != nil,
        let place = place(of: name, at: symbol)
      else { continue }
      placements.append(
        Placement(rect: place.rect, rows: [place.text], style: name.style, named: index))
      budget -= 1
    }
  }

  private func place(
    of name: MarkerName, at symbol: Placement
  ) -> (text: SafeText, rect: Rect)? {
    // A symbol with a color of its own ends with a blank.
    let gap = symbol.rows.first?.description.hasSuffix(" ") ?? false ? 0 : 1
    let (map, mark) = (viewport.rect, symbol.rect)
    for text in name.forms {
      let middle = mark.minColumn + (mark.columns - text.width) / 2
      // The second rectangle is the cells that have to be free of other texts.
      func beside(_ column: Int, _ row: Int, left: Int = 1, right: Int = 1) -> (Rect, Rect) {
        let rect = Rect(column: column, row: row, columns: text.width, rows: 1)
        let room = Rect(
          column: column - left, row: row, columns: text.width + left + right, rows: 1)
        return (rect, room)
      }
      let places = [
        beside(mark.maxColumn + gap, mark.minRow, left: 0),
        beside(mark.minColumn - gap - text.width, mark.minRow, right: 0),
        beside(middle, mark.maxRow), beside(middle, mark.minRow - 1),
      ]
      for (rect, room) in places where rect.intersection(map) == rect && isFree(room) {
        return (text, rect)
      }
    }
    guard name.isRequired, let text = name.forms.first(where: { $0.width <= map.columns }) else {
      return nil
    }
    let column = min(mark.maxColumn + gap, map.maxColumn - text.width)
    let isCovering = column < mark.maxColumn
    let row = isCovering ? mark.minRow + (mark.maxRow < map.maxRow ? 1 : -1) : mark.minRow
    let rect = Rect(column: column, row: row, columns: text.width, rows: 1)
    return rect.intersection(map) == rect ? (text, rect) : nil
  }

  /// Places the names of markers out of sight at the map's edge.
  mutating func placeEdgeHints(_ markers: [(offset: Int, element: MapMarker)]) {
    let map = viewport.rect
    for (index, marker) in markers {
      guard let name = marker.edgeHint, viewport.cell(of: marker.coordinate) == nil,
        let position = viewport.dotPosition(of: marker.coordinate)
      else { continue }
      let right = position.x / Double(viewport.kind.dotsAcross) - Double(map.columns) / 2
      let down = position.y / Double(viewport.kind.dotsDown) - Double(map.rows) / 2
      let direction = Maths.degrees(
        Maths.atan2(right * Viewport.cellWidth, -down * Viewport.cellHeight))
      let arrow = HeadingGlyph.pointer(direction: direction, isASCII: isASCII)
      let text = name + SafeText(String(arrow))
      guard text.width <= map.columns, map.rows > 0 else { continue }
      // The point where the line from the middle to the marker crosses the edge.
      let reach = min(
        Double(map.columns) / 2 / max(abs(right), 1e-9),
        Double(map.rows) / 2 / max(abs(down), 1e-9)
      )
      let column = (Double(map.columns) / 2 + right * reach).rounded(.down)
      let row = (Double(map.rows) / 2 + down * reach).rounded(.down)
      let margin = map.columns >= 20 ? 1 : 0
      let wanted = rect(
        column: map.minColumn + Int(column) - text.width / 2, row: map.minRow + Int(row),
        width: text.width, margin: margin)
      // A free cell between two names, because `D↓1↘` would look like one.
      let rect =
        freeRect(near: wanted, steps: Self.besideSteps + Self.edgeSteps, margin: margin, apart: 1)
        ?? freeRect(near: wanted, steps: Self.edgeSteps, margin: margin) ?? wanted
      placements.append(Placement(rect: rect, rows: [text], style: marker.style, marker: index))
    }
  }

  /// Keeps cells free of later texts at the map's edge.
  mutating func keepFree(_ rect: Rect) { gaps.append(rect) }

  /// Places a text in the first free columns of a row, and returns whether there was room.
  ///
  /// The cell after it stays free, so that a unit and a name do not run together.
  @discardableResult
  mutating func place(_ text: SafeText, columns: [Int], row: Int, style: CellStyle) -> Bool {
    for column in columns {
      let rect = Rect(column: column, row: row, columns: text.width, rows: 1)
      guard isFree(rect) else { continue }
      placements.append(Placement(rect: rect, rows: [text], style: style))
      gaps.append(Rect(column: rect.maxColumn, row: row, columns: 1, rows: 1))
      return true
    }
    return false
  }

  private static func steps(aside size: GridSize) -> [(Int, Int)] {
    let sideways = (1...size.columns).flatMap { [($0, 0), (-$0, 0)] }
    let next = (1...size.rows).flatMap { [(0, $0), (0, -$0)] }
    let slanted = (1...size.rows).flatMap { row in
      (1...size.columns).flatMap { [($0, row), (-$0, row), ($0, -row), (-$0, -row)] }
    }
    return sideways + next + slanted
  }

  private static let besideSteps = [(1, 0), (-1, 0)]
  private static let edgeSteps =
    (1...3).flatMap { [(0, $0), (0, -$0)] } + (1...6).flatMap { [($0, 0), (-$0, 0)] }

  /// The first free place near a place, with some free columns on both sides.
  private func freeRect(
    near wanted: Rect, steps: [(Int, Int)], margin: Int = 0, apart: Int = 0
  ) -> Rect? {
    for (columns, rows) in [(0, 0)] + steps {
      let candidate = rect(
        column: wanted.minColumn + columns, row: wanted.minRow + rows, width: wanted.columns,
        height: wanted.rows, margin: margin)
      let isApart =
        apart == 0
        || !placements.contains { $0.rect.overlaps(candidate.inset(columns: -apart, rows: 0)) }
      if isApart, isFree(candidate) { return candidate }
    }
    return nil
  }

  private func isFree(_ rect: Rect) -> Bool {
    !placements.contains { $0.rect.overlaps(rect) } && !gaps.contains { $0.overlaps(rect) }
  }

  /// A rectangle moved onto the map.
  private func rect(column: Int, row: Int, width: Int, height: Int = 1, margin: Int = 0) -> Rect {
    let map = viewport.rect
    let lastColumn = max(map.minColumn, map.maxColumn - width - margin)
    return Rect(
      column: max(min(map.minColumn + margin, lastColumn), min(lastColumn, column)),
      row: max(map.minRow, min(map.maxRow - height, row)), columns: width, rows: height)
  }
}
