import CellGrid
import TerminalTestSupport
import TestSupport
import Testing

@Suite(.blocking, .timeLimit(.minutes(5)))
struct `A ride on a terminal and its street map` {
  private let folder = TestFolder()

  /// Rides through the demo's town.
  private func ride(
    _ arguments: [String],
    size: GridSize,
    speed: Int = 20
  ) throws -> PseudoTerminal {
    try start(["demo", "--speed", "\(speed)"] + arguments, in: folder, size: size)
  }

  private func waitForEnd(of terminal: PseudoTerminal) throws {
    try terminal.wait(
      until: { $0.screenText.contains("TRIP COMPLETE") },
      timeout: .seconds(150)
    )
  }

  private func quit(_ terminal: PseudoTerminal) throws {
    terminal.type("q")
    #expect(try terminal.waitForExit() == .exited(0))
    expectGivenBack(terminal)
  }

  @Test(arguments: [(80, 24, 250_000), (120, 40, 500_000)])
  func `A ride on a terminal and its street map take few bytes from its start to its end`(
    columns: Int,
    rows: Int,
    most: Int
  ) throws {
    let terminal = try ride([], size: GridSize(columns: columns, rows: rows))
    try waitForEnd(of: terminal)
    let bytes = terminal.rawOutput.count
    Attachment.record("\(bytes) bytes", named: "\(columns)x\(rows).txt")
    // The street map is drawn once at least, which takes more than a byte for each of its cells.
    #expect((columns * rows...most).contains(bytes))
    #expect(terminal.screenText.contains("Auravelle"))
    try quit(terminal)
  }

  @Test(arguments: [
    GridSize(columns: 120, rows: 40), GridSize(columns: 40, rows: 12),
  ])
  func `A ride go on without a map that a server does not have, and say so`(size: GridSize) throws {
    let server = try ScriptedServer { _ in
      [.send(Array("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n".utf8))]
    }
    let address = "http://127.0.0.1:\(server.port)/town.json"
    // Slow enough that the next event does not replace the message before it is seen.
    let terminal = try ride(["--basemap", address], size: size, speed: 6)
    try terminal.wait(
      until: { $0.screenText.contains("No street map. There is nothing at") },
      timeout: .seconds(90)
    )
    try waitForEnd(of: terminal)
    let lines = terminal.frame.rows.count { $0.contains("No street map.") }
    // Where the map has a frame it stays in there; else it was said once.
    #expect(lines == (size.columns == 120 ? 1 : 0))
    try quit(terminal)
  }

  @Test func `A ride on a terminal and its street map go on while a server says nothing`() throws {
    let server = try ScriptedServer { _ in [.hang] }
    let address = "http://127.0.0.1:\(server.port)/{z}/{x}/{y}.pbf"
    let terminal = try ride(["--basemap", address], size: GridSize(columns: 80, rows: 24))
    try waitForEnd(of: terminal)
    try quit(terminal)
  }
}
