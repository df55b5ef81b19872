/// A cell's place in a grid; the top left one is (0, 0).
public struct GridPoint: Sendable, Hashable {
  /// Cells from the left.
  public var column: Int
  /// Cells from the top.
  public var row: Int

  /// Creates a place.
  public init(column: Int, row: Int) {
    self.column = column
    self.row = row
  }
}

/// The size of a grid of cells.
public struct GridSize: Sendable, Hashable {
  /// Cells across, at least 0.
  public var columns: Int
  /// Cells down, at least 0.
  public var rows: Int

  /// Creates a size; negative values become 0.
  public init(columns: Int, rows: Int) {
    self.columns = max(0, columns)
    self.rows = max(0, rows)
  }
}

/// A rectangle of cells.
public struct Rect: Sendable, Hashable {
  /// The top left cell.
  public var origin: GridPoint
  /// The size.
  public var size: GridSize

  /// Creates a rectangle from its top left cell and its size.
  public init(column: Int, row: Int, columns: Int, rows: Int) {
    self.origin = GridPoint(column: column, row: row)
    self.size = GridSize(columns: columns, rows: rows)
  }

  /// Cells across.
  public var columns: Int { size.columns }
  /// Cells down.
  public var rows: Int { size.rows }
  /// The first column.
  public var minColumn: Int { origin.column }
  /// The first row.
  public var minRow: Int { origin.row }
  /// The column after the last.
  public var maxColumn: Int { origin.column + size.columns }
  /// The row after the last.
  public var maxRow: Int { origin.row + size.rows }

  /// Whether a cell is in the rectangle.
  public func contains(_ point: GridPoint) -> Bool {
    (minColumn..<maxColumn).contains(point.column) && (minRow..<maxRow).contains(point.row)
  }

  /// The part that two rectangles share, which may be empty.
  public func intersection(_ other: Rect) -> Rect {
    let column = max(minColumn, other.minColumn)
    let row = max(minRow, other.minRow)
    return Rect(
      column: column, row: row, columns: min(maxColumn, other.maxColumn) - column,
      rows: min(maxRow, other.maxRow) - row)
  }

  /// Whether two rectangles share a cell.
  public func overlaps(_ other: Rect) -> Bool {
    let shared = intersection(other)
    return shared.columns > 0 && shared.rows > 0
  }

  /// The rectangle without some cells on each side.
  public func inset(columns: Int = 1, rows: Int = 1) -> Rect {
    Rect(
      column: minColumn + columns, row: minRow + rows, columns: self.columns - 2 * columns,
      rows: self.rows - 2 * rows)
  }
}
