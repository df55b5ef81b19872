/// What one screen shows: a grid of cells, row by row.
///
/// Drawing outside the frame changes nothing. Text is accepted as ``SafeText`` only.
public struct Frame: Sendable, Hashable {
  /// The extent.
  public let size: GridSize
  /// The cells, row by row, `size.columns × size.rows` of them.
  public private(set) var cells: [Cell]
  /// Where the terminal's cursor shows, which people and screen readers look for where text is typed;
  /// nil while nothing is.
  public var cursor: GridPoint?

  /// Creates a frame of blank cells.
  public init(size: GridSize) {
    self.size = size
    self.cells = Array(repeating: .blank, count: size.columns * size.rows)
  }

  /// The whole frame.
  public var bounds: Rect {
    Rect(column: 0, row: 0, columns: size.columns, rows: size.rows)
  }

  /// The cell at a place; reading outside gives a blank, writing outside changes nothing.
  public subscript(column: Int, row: Int) -> Cell {
    get {
      guard contains(column, row) else { return .blank }
      return cells[row * size.columns + column]
    }
    set {
      guard contains(column, row) else { return }
      cells[row * size.columns + column] = newValue
    }
  }

  /// Draws one glyph of one column.
  public mutating func draw(
    _ glyph: Unicode.Scalar,
    column: Int,
    row: Int,
    style: CellStyle = .plain
  ) {
    breakWideCharacters(column: column, row: row)
    self[column, row] = Cell(glyph, style: style)
  }

  /// Draws text from a cell to the right, cut at whole characters.
  ///
  /// - Parameters:
  ///   - text: The text to draw.
  ///   - column: The first cell's column.
  ///   - row: The row.
  ///   - width: The most columns to take; nil for all to the frame's edge.
  ///   - style: How the text is shown.
  /// - Returns: The columns taken.
  @discardableResult
  public mutating func draw(
    _ text: SafeText,
    column: Int,
    row: Int,
    width: Int? = nil,
    style: CellStyle = .plain
  ) -> Int {
    let limit = min(width ?? Int.max, size.columns - column)
    var taken = 0
    for glyph in text.glyphs {
      guard taken + Int(glyph.width) <= limit else { break }
      breakWideCharacters(column: column + taken, row: row)
      var cell = glyph
      cell.style = style
      self[column + taken, row] = cell
      if glyph.width == 2 {
        breakWideCharacters(column: column + taken + 1, row: row, keeping: column + taken)
        self[column + taken + 1, row] = Cell(" ", width: 0, style: style)
      }
      taken += Int(glyph.width)
    }
    return taken
  }

  /// Fills a rectangle with one glyph.
  public mutating func fill(
    _ rect: Rect,
    with glyph: Unicode.Scalar = " ",
    style: CellStyle = .plain
  ) {
    let area = rect.intersection(bounds)
    for row in area.minRow..<max(area.minRow, area.maxRow) {
      for column in area.minColumn..<max(area.minColumn, area.maxColumn) {
        draw(glyph, column: column, row: row, style: style)
      }
    }
  }

  /// Draws another frame, whose blank cells cover what was there too.
  ///
  /// - Parameters:
  ///   - other: What to draw; the part beyond this frame's edges is left out.
  ///   - origin: The cell of its top left corner.
  public mutating func draw(_ other: Frame, at origin: GridPoint) {
    let area = Rect(
      column: origin.column,
      row: origin.row,
      columns: other.size.columns,
      rows: other.size.rows
    ).intersection(bounds)
    guard area.columns > 0 else { return }
    for row in area.minRow..<max(area.minRow, area.maxRow) {
      // What a copied half of a wide character would leave alone, on either side.
      breakWideCharacters(column: area.minColumn, row: row)
      breakWideCharacters(column: area.maxColumn - 1, row: row)
      let from = (row - origin.row) * other.size.columns + area.minColumn - origin.column
      let to = row * size.columns + area.minColumn
      cells.replaceSubrange(
        to..<to + area.columns,
        with: other.cells[from..<from + area.columns]
      )
      if self[area.minColumn, row].width == 0 { self[area.minColumn, row] = .blank }
      if self[area.maxColumn - 1, row].width == 2 { self[area.maxColumn - 1, row] = .blank }
    }
  }

  /// Sets cells of one column each, of which the caller knows that no wide character is among what
  /// they replace.
  package mutating func withCells(_ body: (inout MutableSpan<Cell>) -> Void) {
    var span = cells.mutableSpan
    body(&span)
  }

  /// The rows as text, for tests and people.
  public var rows: [String] {
    (0..<size.rows).map { row in
      var line = String.UnicodeScalarView()
      for column in 0..<size.columns {
        let cell = self[column, row]
        guard cell.width > 0 else { continue }
        line.append(cell.base)
        for mark in [cell.marks.0, cell.marks.1] {
          if mark != 0, let scalar = Unicode.Scalar(mark) { line.append(scalar) }
        }
      }
      return String(line)
    }
  }

  private func contains(_ column: Int, _ row: Int) -> Bool {
    column >= 0 && row >= 0 && column < size.columns && row < size.rows
  }

  /// Blanks the other half of a wide character that is about to be overwritten.
  private mutating func breakWideCharacters(column: Int, row: Int, keeping kept: Int? = nil) {
    let cell = self[column, row]
    if cell.width == 0, column - 1 != kept { self[column - 1, row] = .blank }
    if cell.width == 2 { self[column + 1, row] = .blank }
  }
}
