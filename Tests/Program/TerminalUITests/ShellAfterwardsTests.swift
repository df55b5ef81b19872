import CellGrid
import Glibc
import SystemTestSupport
import TestSupport
import Testing

/// How a program ends and leaves the terminal to its shell.
enum WayOut: String, CaseIterable, CustomTestStringConvertible {
  case quit
  case interrupt
  case suspend
  case terminate
  case hangUp
  case kill
  case crash

  var testDescription: String { rawValue }

  /// Has a program leave a terminal.
  func take(_ program: Int32, in terminal: PseudoTerminal) {
    switch self {
    case .quit: terminal.type("q")
    case .interrupt: terminal.type("\u{03}")
    case .suspend: terminal.type("\u{1A}")
    case .terminate: Glibc.kill(program, SIGTERM)
    case .hangUp: Glibc.kill(program, SIGHUP)
    case .kill: Glibc.kill(program, SIGKILL)
    case .crash: terminal.type("S")
    }
  }
}

@Suite(.blocking) struct `A shell after the program` {
  private func expectWhole(
    _ way: WayOut, term: String = "xterm-256color", size: GridSize, resized: GridSize? = nil
  ) throws {
    let terminal = try shell(["TERM": term], size: size)
    let folder = BuiltProduct.path("ScreenProbe").dropLast("/ScreenProbe".count)
    terminal.type("PATH=\(folder):$PATH; seq 3\n")
    try terminal.wait { $0.rowText($0.cursor.row - 1) == "3" && $0.cursor.column == 7 }
    terminal.type("ScreenProbe\n")
    let start = terminal.cursor.row
    try terminal.wait {
      $0.screenText.contains("probe \(size.columns)x\(size.rows)")
        && $0.cell(size.columns - 1, size.rows - 1).base == "#"
    }
    let program = try #require(ProcessRecord(id: terminal.processID).children.first)
    // Its guardian watches before it is killed.
    let watching = way == .kill ? try guardian(of: program.id, in: terminal) : nil
    if let resized {
      terminal.resize(columns: resized.columns, rows: resized.rows)
      try terminal.wait {
        $0.screenText.contains("probe \(resized.columns)x\(resized.rows)")
          && $0.cell(resized.columns - 1, resized.rows - 1).base == "#"
      }
    }
    // The terminal's answers to a killed program, or on a busy machine to any, would be its shell's input.
    try terminal.waitUntilRead()
    way.take(program.id, in: terminal)
    let rows = terminal.size.rows
    if let watching {
      #expect(watching.waitForEnd())
      try terminal.wait {
        !$0.reportsMouse && $0.isCursorVisible && $0.scrollRegion == 0...(rows - 1)
      }
      // The shell may have written its prompt before the guardian gave its screen back.
      terminal.type("\n")
    }
    try terminal.wait {
      $0.rowText($0.cursor.row) == "shell>" && $0.scrollRegion == 0...(rows - 1)
        && $0.isCursorVisible && !$0.reportsMouse
    }
    let hasOtherScreen = terminal.hasWritten("\u{1B}[?1049h")
    if hasOtherScreen, resized == nil, way != .kill {
      // The prompt follows the last lines of the program and the shell.
      #expect(terminal.rowText(start).hasSuffix("ScreenProbe"))
      #expect((start + 1...start + 4).contains(terminal.cursor.row))
    } else if !hasOtherScreen, way != .kill {
      #expect(terminal.cursor.row == rows - 1)
    }
    terminal.type("seq 200\n")
    try terminal.wait { $0.rowText(rows - 1) == "shell>" && $0.rowText(rows - 2) == "200" }
    #expect((1..<rows - 1).allSatisfy { terminal.rowText($0) == "\(202 - rows + $0)" })
    if way == .suspend { Glibc.kill(program.id, SIGKILL) }
    terminal.type("exit\n")
  }

  @Test(arguments: WayOut.allCases, GridSize.ofTerminals)
  func `A shell after the program scrolls in every row, and has its prompt where it was`(
    way: WayOut, size: GridSize
  ) throws { try expectWhole(way, size: size) }

  @Test(
    arguments: ["tmux-256color", "screen-256color", "linux", "vt100"], [WayOut.quit, .crash, .kill])
  func `A shell after the program scrolls in every row of every kind of terminal`(
    term: String, way: WayOut
  ) throws { try expectWhole(way, term: term, size: GridSize(columns: 100, rows: 40)) }

  @Test(
    arguments: [GridSize(columns: 120, rows: 50), GridSize(columns: 60, rows: 20)],
    ["xterm-256color", "linux"])
  func `A shell after the program scrolls in every row after another size`(
    resized: GridSize, term: String
  ) throws {
    let size = GridSize(columns: 100, rows: 32)
    try expectWhole(.quit, term: term, size: size, resized: resized)
    try expectWhole(.kill, term: term, size: size, resized: resized)
  }
}
