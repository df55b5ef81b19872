/// What must be written to turn one frame on a screen into another.
public struct FrameDiff: Sendable, Hashable {
  /// Neighbouring changed cells of one row.
  public struct Run: Sendable, Hashable {
    /// The first cell's column.
    public var column: Int
    /// The row.
    public var row: Int
    /// The new cells, with both halves of each wide character.
    public var cells: [Cell]

    /// Creates a run.
    public init(column: Int, row: Int, cells: [Cell]) {
      self.column = column
      self.row = row
      self.cells = cells
    }
  }

  /// The runs from top to bottom, in a row from left to right.
  public var runs: [Run]

  /// Compares two frames; without an old one, or with one of another size, everything changed.
  ///
  /// - Parameters:
  ///   - old: What the screen shows, nil if that is not known.
  ///   - new: What it shall show.
  public init(from old: Frame?, to new: Frame) {
    runs = []
    let old = old?.size == new.size ? old : nil
    let columns = new.size.columns
    for row in 0..<new.size.rows {
      let start = row * columns
      var column = 0
      while column < columns {
        if let old, old.cells[start + column] == new.cells[start + column] {
          column += 1
          continue
        }
        // Half of a wide character cannot be written, so a run takes in the other one.
        var first = column
        if first > 0, new.cells[start + first].width == 0 { first -= 1 }
        var end = column + 1
        while end < columns,
          new.cells[start + end].width == 0
            || old.map({ $0.cells[start + end] != new.cells[start + end] }) ?? true
        {
          end += 1
        }
        let cells = Array(new.cells[(start + first)..<(start + end)])
        if let last = runs.last, last.row == row, last.column + last.cells.count > first {
          let overlap = last.column + last.cells.count - first
          runs[runs.count - 1].cells.append(contentsOf: cells.dropFirst(overlap))
        } else {
          runs.append(Run(column: first, row: row, cells: cells))
        }
        column = end
      }
    }
  }

  /// Whether the screen already shows the new frame.
  public var isEmpty: Bool { runs.isEmpty }
}
