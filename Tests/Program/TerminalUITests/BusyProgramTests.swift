import CellGrid
import Glibc
import SystemTestSupport
import TestSupport
import Testing

@Suite(.blocking) struct `A program whose threads are all busy` {
  /// The probe, which draws no more.
  private func busyProbe(size: GridSize) throws -> PseudoTerminal {
    let terminal = try probe(environment: ["PROBE_STARVED": "1"], size: size)
    try terminal.wait { $0.cell(size.columns - 1, size.rows - 1).base == "#" }
    terminal.type("W")
    try terminal.wait { $0.rawOutput.contains(0x07) }
    return terminal
  }

  @Test(arguments: GridSize.ofTerminals)
  func `A busy program ends at the second Ctrl-C and restores the terminal`(size: GridSize) throws {
    let terminal = try busyProbe(size: size)
    terminal.type("\u{03}\u{03}")
    #expect(try terminal.waitForExit() == .exited(130))
    try terminal.waitAfterExit { $0.isCooked && !$0.isAlternateScreen }
    expectGivenBack(terminal)
    // It did not end by itself.
    #expect(!terminal.screenText.contains("bye"))
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGHUP], GridSize.ofTerminals)
  func `A busy program ends on a signal and restores the terminal`(
    signal: Int32, size: GridSize
  ) throws {
    let terminal = try busyProbe(size: size)
    terminal.send(signal: signal)
    #expect(try terminal.waitForExit() == .exited(128 + signal))
    expectGivenBack(terminal)
    #expect(!terminal.screenText.contains("bye"))
  }

  @Test func `A program whose threads are all busy is suspended by Ctrl-Z and continues`() throws {
    let size = GridSize(columns: 100, rows: 32)
    let terminal = try shell(["PROBE_STARVED": "1"], size: size)
    terminal.type("\(BuiltProduct.path("ScreenProbe"))\n")
    try terminal.wait { $0.cell(size.columns - 1, size.rows - 1).base == "#" }
    terminal.type("W\u{1A}")
    try terminal.wait { !$0.isAlternateScreen && $0.screenText.contains("Stopped") }
    #expect(terminal.scrollRegion == 0...(size.rows - 1))
    terminal.type("fg\n")
    try terminal.wait { $0.isAlternateScreen }
    terminal.type("\u{03}\u{03}")
    try terminal.wait { !$0.isAlternateScreen && $0.rowText($0.cursor.row) == "shell>" }
    #expect(terminal.scrollRegion == 0...(size.rows - 1))
    terminal.type("exit\n")
  }
}
