import CellGrid
import TestSupport
import Testing

@testable import MapCanvas

@Suite(.limited) struct `Lines without visible dots` {
  private let size = GridSize(columns: 10, rows: 4)

  private func rows(
    _ dots: [(Double, Double)], width: Int = 1, kind: DotGridKind = .ascii
  ) -> [String] {
    let line = MapPictures.line(dots, in: size, style: LineStyle(width: width))
    return MapPictures.frame(MapScene(polylines: [line]), size: size, kind: kind).rows
  }

  @Test func `An ASCII map shows lines by their slope`() {
    #expect(rows([(0, 5), (19, 5)])[1] == "----------")
    #expect(rows([(4, 0), (4, 15)]) == Array(repeating: "  |       ", count: 4))
    #expect(
      rows([(0, 0), (7, 15)]) == ["\\         ", " \\        ", "  \\       ", "   \\      "])
    #expect(rows([(7, 0), (0, 15)]) == ["   /      ", "  /       ", " /        ", "/         "])
  }

  @Test func `An ASCII map shows a crossing as a plus`() {
    let lines = [[(0.0, 5.0), (19.0, 5.0)], [(9, 0), (9, 15)]].map {
      MapPictures.line($0, in: size)
    }
    let frame = MapPictures.frame(MapScene(polylines: lines), size: size, kind: .ascii)
    #expect(frame.rows == ["    |     ", "----+-----", "    |     ", "    |     "])
  }

  @Test func `An ASCII map doubles a line of two dots, and one of three has its own character`() {
    #expect(rows([(0, 5), (19, 5)], width: 2)[1] == "==========")
    #expect(rows([(4, 0), (4, 15)], width: 2) == Array(repeating: "  ||      ", count: 4))
    #expect(rows([(0, 0), (7, 15)], width: 2)[1] == " \\\\       ")
    #expect(rows([(0, 5), (19, 5)], width: 3)[1] == "##########")
    #expect(rows([(4, 0), (4, 15)], width: 3) == Array(repeating: "  #       ", count: 4))
  }

  @Test func `A doubled line of an ASCII map has no single dots next to it`() {
    let route = rows([(1, 0), (16, 15)], width: 2).joined()
    #expect(!route.contains(".") && !route.contains("'"))
    #expect(rows([(1, 0), (16, 15)]).joined().contains { $0 == "." || $0 == "'" })
  }

  @Test func `The Linux console's lines use box drawing, and slashes for diagonals`() {
    #expect(rows([(0, 5), (19, 5)], kind: .box)[1] == "──────────")
    #expect(rows([(0, 5), (19, 5)], width: 2, kind: .box)[1] == "══════════")
    #expect(rows([(4, 0), (4, 15)], kind: .box)[0] == "  │       ")
    #expect(rows([(4, 0), (4, 15)], width: 2, kind: .box)[0] == "  ║       ")
    #expect(rows([(0, 0), (7, 15)], kind: .box)[1] == " \\        ")
  }

  @Test func `A wide line has a casing of one dot`() {
    var grid = DotGrid(kind: .braille, size: size)
    let style = LineStyle(width: 2)
    grid.use(style, zIndex: 0)
    grid.paint(
      DotSegment(start: DotPosition(x: 9, y: 0), end: DotPosition(x: 9, y: 15.9)), style: style)
    var frame = Frame(size: size)
    for row in 0..<size.rows {
      frame.draw(
        SafeText(String(repeating: "⣿", count: size.columns)), column: 0, row: row,
        width: size.columns, style: .plain)
    }
    grid.draw(into: &frame, at: GridPoint(column: 0, row: 0))
    #expect(Set(frame.rows).count == 1)
    #expect(frame.rows[0] == "⣿⣿⣿⡇⣿⢸⣿⣿⣿⣿")
  }

  @Test func `A doubled line has a blank cell on each side`() {
    var grid = DotGrid(kind: .ascii, size: size)
    let style = LineStyle(width: 2)
    grid.use(style, zIndex: 0)
    for y in 0..<16 { grid.paint(x: 4, y: y) }
    var frame = Frame(size: size)
    for row in 0..<size.rows {
      frame.draw(SafeText("----------"), column: 0, row: row, width: 10, style: .plain)
    }
    grid.draw(into: &frame, at: GridPoint(column: 0, row: 0))
    #expect(frame.rows == Array(repeating: "- || -----", count: 4))
  }

  @Test func `A line of one dot has no casing`() {
    let street = MapPictures.line([(0, 6), (19, 6)], in: size)
    let line = MapPictures.line([(9, 0), (9, 15)], in: size, zIndex: 1)
    let frame = MapPictures.frame(MapScene(polylines: [street, line]), size: size, kind: .braille)
    #expect(frame.rows[1] == "⠤⠤⠤⠤⢸⠤⠤⠤⠤⠤")
  }
}
