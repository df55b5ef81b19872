import CellGrid
import TestSupport
import Testing

@Suite(.limited) struct `A frame drawn into another` {
  private func frame(_ rows: [String]) -> Frame {
    var frame = Frame(size: GridSize(columns: SafeText(rows[0]).width, rows: rows.count))
    for (row, text) in rows.enumerated() { frame.draw(SafeText(text), column: 0, row: row) }
    return frame
  }

  @Test func `A frame drawn into another covers it, with blanks too`() {
    var target = frame(["abcdef", "ghijkl"])
    target.draw(frame(["1 ", " 2"]), at: GridPoint(column: 2, row: 0))
    #expect(target.rows == ["ab1 ef", "gh 2kl"])
  }

  @Test(arguments: [(-1, -1), (5, 1), (40, 0), (0, -9)])
  func `A frame drawn into another is clipped at the edges`(column: Int, row: Int) {
    var target = frame(["abcdef", "ghijkl"])
    target.draw(frame(["123", "456"]), at: GridPoint(column: column, row: row))
    let expected: [[String]] = [
      ["56cdef", "ghijkl"], ["abcdef", "ghijk1"], ["abcdef", "ghijkl"],
    ]
    #expect(expected.contains(target.rows))
  }

  @Test func `A frame drawn into another leaves no half of a wide character`() {
    var target = frame(["橋橋橋"])
    target.draw(frame(["xy"]), at: GridPoint(column: 1, row: 0))
    #expect(target.rows == [" xy 橋"])
    var narrow = frame(["abcd"])
    narrow.draw(frame(["橋橋"]), at: GridPoint(column: -1, row: 0))
    #expect(narrow.rows == [" 橋d"])
    narrow.draw(frame(["橋橋"]), at: GridPoint(column: 1, row: 0))
    #expect(narrow.rows == [" 橋 "])
  }
}
