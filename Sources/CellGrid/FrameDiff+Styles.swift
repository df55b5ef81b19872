extension FrameDiff {
  /// The longest gap between two runs that is written too; moving over it costs about as much.
  private static let longestGap = 4

  /// The runs as they are cheapest to write: those with few empty cells between them are one, and empty
  /// cells have the style of what stands beside them, as nobody sees it.
  ///
  /// So between two glyphs of one color none is switched off and on again; on a street map that is a
  /// third of all bytes.
  ///
  /// - Parameter frame: What the screen shall show, of which this is the difference.
  /// - Returns: The runs, from top to bottom and from left to right.
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
  /// The most empty cells in a row that take on a style; a terminal may clear more of them at once.
  private static let mostEmpty = 8

  /// The run with empty cells in the style of what stands before them, or at its beginning after them.
  fileprivate var economical: FrameDiff.Run {
    var result = self
    var start = 0
    while let first = cells[start...].firstIndex(where: \.isEmpty) {
      let end = cells[first...].firstIndex { !$0.isEmpty } ?? cells.count
      start = end
      let neighbour = first > 0 ? first - 1 : end
      guard end - first <= Self.mostEmpty, neighbour < cells.count else { continue }
      let style = cells[neighbour].style
      guard style.attributes.isDisjoint(with: [.reverse, .underline]) else { continue }
      for index in first..<end where cells[index].style.background == style.background {
        result.cells[index].style = style
      }
    }
    return result
  }
}
