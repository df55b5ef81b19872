/// The changes that turn one frame on a screen into another.
public struct FrameDiff: Sendable, Hashable {
  /// Neighboring changed cells of one row.
  public struct Run: Sendable, Hashable {
    /// The column of the first cell.
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

  /// The runs, from top to bottom and from left to right.
  public var runs: [Run]

  /// Compares a frame with the one on the screen, which is nil if unknown.
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
        // A wide character is written completely.
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

  /// Whether a row has the same bytes in two frames of one size.
  ///
  /// Most rows do, and comparing bytes is much faster than comparing cells. Rows that differ only in
  /// the padding of cells count as different.
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

extension FrameDiff {
  /// The longest gap between two runs that is written; moving over it costs about as much.
  private static let longestGap = 4

  /// The runs for the given new frame that take the fewest bytes.
  ///
  /// Runs with few empty cells between them become one, and empty cells get the style of their
  /// neighbors, so that it is not switched off and on; on a base map that saves a third of all bytes.
  package func economicalRuns(in frame: Frame) -> [Run] {
    var joined: [Run] = []
    for run in runs {
      guard let last = joined.last, last.row == run.row else {
        joined.append(run)
        continue
      }
      let gap = last.column + last.cells.count..<run.column
      let between = gap.map { frame[$0, run.row] }
      if gap.count <= Self.longestGap, between.allSatisfy(\.isEmpty) {
        joined[joined.count - 1].cells += between + run.cells
      } else {
        joined.append(run)
      }
    }
    return joined.map(\.economical)
  }
}

extension FrameDiff.Run {
  /// The most empty cells in a row that get a style; a terminal may clear more of them at once.
  private static let mostEmpty = 8

  /// The run with empty cells in the style of the cell before them, or else after them.
  fileprivate var economical: FrameDiff.Run {
    var result = self
    var start = 0
    while let first = cells[start...].firstIndex(where: \.isEmpty) {
      let end = cells[first...].firstIndex { !$0.isEmpty } ?? cells.count
      start = end
      let neighbor = first > 0 ? first - 1 : end
      guard end - first <= Self.mostEmpty, neighbor < cells.count else { continue }
      let style = cells[neighbor].style
      guard style.attributes.isDisjoint(with: [.reverse, .underline]) else { continue }
      for index in first..<end where cells[index].style.background == style.background {
        result.cells[index].style = style
      }
    }
    return result
  }
}
