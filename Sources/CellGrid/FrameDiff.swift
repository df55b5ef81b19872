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

  /// Finds what differs from an old frame; nil where the screen is not known.
  public init(from old: Frame?, to new: Frame) {
    runs = []
    let columns = new.size.columns
    guard let old, old.size == new.size else {
      for row in 0..<new.size.rows where columns > 0 {
        let cells = Array(new.cells[row * columns..<(row + 1) * columns])
        runs.append(Run(column: 0, row: row, cells: cells))
      }
      return
    }
    let (before, after) = (old.cells.span, new.cells.span)
    for row in 0..<new.size.rows where !Self.isSame(row, of: old, and: new) {
      let start = row * columns
      var column = 0
      while column < columns {
        if before[start + column].looksLike(after[start + column]) {
          column += 1
          continue
        }
        // Half of a wide character cannot be written, so a run takes in the other one.
        var first = column
        if first > 0, after[start + first].width == 0 { first -= 1 }
        var end = column + 1
        while end < columns,
          after[start + end].width == 0
            || !before[start + end].looksLike(after[start + end])
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

  /// Whether a row is the same in two frames of one size, byte by byte.
  ///
  /// Between two pictures most rows are, and comparing bytes takes a fraction of the time that
  /// comparing cells takes. Rows that differ only in bytes between a cell's parts count as different.
  private static func isSame(_ row: Int, of old: Frame, and new: Frame) -> Bool {
    let width = new.size.columns * MemoryLayout<Cell>.stride
    return unsafe old.cells.withUnsafeBytes { old in
      unsafe new.cells.withUnsafeBytes { new in
        guard let old = old.baseAddress, let new = new.baseAddress else { return true }
        var difference: UInt32 = 0
        var offset = row * width
        let end = offset + width
        // A cell is a whole number of words.
        while offset < end {
          let before = unsafe old.load(fromByteOffset: offset, as: UInt32.self)
          let after = unsafe new.load(fromByteOffset: offset, as: UInt32.self)
          difference |= before ^ after
          offset &+= 4
        }
        return difference == 0
      }
    }
  }
}
