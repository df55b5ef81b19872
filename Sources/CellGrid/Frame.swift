/// What one screen shows: a grid of cells, row by row.
///
/// Drawing outside the frame changes nothing. Text is accepted as ``SafeText`` only.
public struct Frame: Sendable, Hashable {
  /// The extent.
  public let size: GridSize
  /// The cells, row by row, `size.columns × size.rows` of them.
  public private(set) var cells: [Cell]

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
