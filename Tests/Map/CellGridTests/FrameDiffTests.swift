import CellGrid
import TestSupport
import Testing

@Suite(.limited)
struct `The difference of frames` {
  private let size = GridSize(columns: 10, rows: 3)

  @Test
  func `The difference of equal frames is empty, and that without an old frame is everything`() {
    let frame = Frame(size: size)
    #expect(FrameDiff(from: frame, to: frame).isEmpty)
    #expect(FrameDiff(from: nil, to: frame).runs.map(\.cells.count) == [10, 10, 10])
    let other = Frame(size: GridSize(columns: 9, rows: 3))
    #expect(FrameDiff(from: other, to: frame).runs.count == 3)
  }

  @Test
  func `The difference of frames is runs of changed cells`() {
    let old = Frame(size: size)
    var new = old
    new.draw("ab", column: 1, row: 0)
    new.draw("c", column: 5, row: 0)
    new.draw("d", column: 9, row: 2)
    let runs = FrameDiff(from: old, to: new).runs
    #expect(runs.map(\.column) == [1, 5, 9])
    #expect(runs.map(\.row) == [0, 0, 2])
    #expect(runs.map(\.cells.count) == [2, 1, 1])
  }

  @Test
  func `The difference of frames contains whole wide characters`() {
    var old = Frame(size: size)
    old.draw("漢字", column: 2, row: 1)
    var new = Frame(size: size)
    new.draw("漢学", column: 2, row: 1)
    let runs = FrameDiff(from: old, to: new).runs
    #expect(runs == [.init(column: 4, row: 1, cells: Array(new.cells[14..<16]))])
  }

  @Test
  func `The difference of frames ignores the color of empty cells`() {
    let (gray, red) = (CellStyle(foreground: .indexed(241)), CellStyle(background: .indexed(1)))
    var line = CellStyle.plain
    line.attributes = .underline
    let old = Frame(size: size)
    var new = old
    new.draw("   ", column: 1, row: 0, style: gray)
    #expect(FrameDiff(from: old, to: new).isEmpty)
    new.draw(" ", column: 5, row: 0, style: red)
    new.draw(" ", column: 7, row: 0, style: line)
    #expect(FrameDiff(from: old, to: new).runs.map(\.column) == [5, 7])
  }

  @Test
  func `The difference of frames is written without needless color changes`() {
    let gray = CellStyle(foreground: .indexed(241))
    var old = Frame(size: GridSize(columns: 40, rows: 1))
    old.draw("x", column: 20, row: 0)
    var new = old
    new.draw("a", column: 0, row: 0, style: gray)
    new.draw("b", column: 3, row: 0, style: gray)
    new.draw("c", column: 12, row: 0, style: gray)
    new.draw("d", column: 19, row: 0, style: gray)
    new.draw("e", column: 21, row: 0, style: gray)
    let runs = FrameDiff(from: old, to: new).economicalRuns(in: new)
    // Too far a gap is moved over, and so is one that holds something.
    #expect(runs.map(\.column) == [0, 12, 19, 21])
    #expect(runs[0].cells.map(\.base) == ["a", " ", " ", "b"])
    #expect(runs[0].cells.allSatisfy { $0.style == gray })
  }

  @Test(arguments: UInt64(0)..<32)
  func `The difference of frames in the fewest bytes looks the same`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var frames = [Frame(size: size), Frame(size: size)]
    for _ in 0..<30 {
      let text: SafeText =
        [SafeText("a"), "漢", " ", "  ", "bc"].randomElement(using: &generator) ?? ""
      var style = CellStyle(foreground: [.standard, .indexed(9)].randomElement(using: &generator)!)
      style.background = [.standard, .standard, .indexed(1)].randomElement(using: &generator)!
      style.attributes = [[], [], .reverse, .underline].randomElement(using: &generator)!
      let column = Int.random(in: -2...10, using: &generator)
      let row = Int.random(in: -1...3, using: &generator)
      let isBoth = Bool.random(using: &generator)
      frames[0].draw(text, column: column, row: row, style: style)
      if isBoth { frames[1].draw(text, column: column, row: row, style: style) }
    }
    var patched = frames[0]
    for run in FrameDiff(from: frames[0], to: frames[1]).economicalRuns(in: frames[1]) {
      for (offset, cell) in run.cells.enumerated() { patched[run.column + offset, run.row] = cell }
    }
    #expect(zip(patched.cells, frames[1].cells).allSatisfy { $0.looksLike($1) })
  }

  @Test(arguments: UInt64(0)..<32)
  func `The difference of frames turns the old frame into the new one`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var old = Frame(size: size)
    var new = Frame(size: size)
    for _ in 0..<20 {
      let text: SafeText =
        [SafeText("a"), "漢", "字", "bc", " "].randomElement(using: &generator) ?? ""
      let column = Int.random(in: -2...10, using: &generator)
      let row = Int.random(in: -1...3, using: &generator)
      old.draw(text, column: column, row: row)
      if Bool.random(using: &generator) { new.draw(text, column: column, row: row) }
    }
    var patched = old
    for run in FrameDiff(from: old, to: new).runs {
      #expect(run.cells.first?.width != 0)
      for (offset, cell) in run.cells.enumerated() { patched[run.column + offset, run.row] = cell }
    }
    #expect(patched == new)
  }
}

@Suite(.limited)
struct `Colors of a terminal with fewer colors` {
  @Test(arguments: [
    (UInt8(74), ColorDepth.palette256, UInt8(74)), (231, .sixteen, 15), (196, .sixteen, 9),
    (166, .eight, 1), (21, .eight, 4), (8, .eight, 7), (12, .eight, 4), (3, .sixteen, 3),
  ])
  func `Colors of a terminal with fewer colors are the nearest`(
    index: UInt8,
    depth: ColorDepth,
    result: UInt8
  ) {
    #expect(Color.indexed(index).reduced(to: depth) == .indexed(result))
  }

  @Test(arguments: ColorDepth.allCases)
  func `Colors of a terminal with fewer colors exist for the whole palette`(depth: ColorDepth) {
    let most = [ColorDepth.palette256: 255, .sixteen: 15, .eight: 7][depth]
    for index in UInt8.min...UInt8.max {
      switch Color.indexed(index).reduced(to: depth) {
      case .standard: #expect(most == nil)
      case .indexed(let reduced): #expect(Int(reduced) <= most ?? -1)
      case .rgb: Issue.record("is not reduced")
      }
    }
  }
}
