import CellGrid
import Glibc
import SystemTestSupport
import TestSupport
import Testing

@Suite(.blocking) struct `Input on a terminal` {
  @Test func `A large paste is one event and no key`() throws {
    let terminal = try probe()
    terminal.type("\u{1B}[200~" + String(repeating: "q\u{03}", count: 524_288))
    // The end of a paste in a paste would end it; what looks like it does not.
    terminal.type("\u{1B}[201x\u{1B}[20\u{1B}[201~")
    try terminal.wait { $0.screenText.contains("events 1.") }
    #expect(terminal.screenText.contains("paste("))
    terminal.type("q")
    #expect(try terminal.waitForExit() == .exited(0))
    expectGivenBack(terminal)
  }

  @Test func `A key that comes while the program asks for the next key is not lost`() throws {
    let terminal = try probe()
    for round in 1...400 {
      terminal.type("x")
      // The second key comes a little later each time, up to 2 ms.
      let moment = ContinuousClock.now + .microseconds(5 * round)
      while ContinuousClock.now < moment {}
      terminal.type("y")
      try terminal.wait { $0.screenText.contains("events \(2 * round).") }
    }
    terminal.type("q")
    #expect(try terminal.waitForExit() == .exited(0))
  }

  @Test(arguments: ["xterm-256color", "tmux-256color"])
  func `The mouse works in far columns, and malformed reports are ignored`(term: String) throws {
    let terminal = try probe(environment: ["TERM": term], size: GridSize(columns: 320, rows: 24))
    terminal.type("\u{1B}[<0;301;7M")
    try terminal.wait { $0.screenText.contains("events 1.") }
    #expect(terminal.screenText.contains("column: 300, row: 6"))
    for report in ["<0;0;1M", "<0;1M", "<;;M", "<99999999999;1;1M", "<0;1;1;1;1M", "<0;-1;1M"] {
      terminal.type("\u{1B}[" + report)
    }
    terminal.type("x")
    try terminal.wait { $0.screenText.contains("character(\"x\")") }
    #expect(terminal.screenText.contains("events 2."))
    terminal.type("q")
    #expect(try terminal.waitForExit() == .exited(0))
  }

  @Test func `A redraw repairs what others wrote`() throws {
    let terminal = try probe()
    try terminal.wait { $0.cell(79, 23).base == "#" }
    let before = terminal.frame.rows
    let device = open(terminal.path, O_WRONLY | O_NOCTTY)
    #expect(device >= 0)
    let message = Array("\u{1B}[2;1HBroadcast message\r\n\u{1B}[31mfrom root\r\n".utf8)
    #expect(write(device, message, message.count) == message.count)
    close(device)
    try terminal.wait { $0.screenText.contains("from root") }
    terminal.type("\u{0C}")
    try terminal.wait { $0.screenText.contains("events 1.") }
    let after = terminal.frame.rows
    #expect(Array(after[3...]) == Array(before[3...]))
    #expect(after[1] == before[1])
    terminal.type("q")
    #expect(try terminal.waitForExit() == .exited(0))
  }

  @Test func `A terminal that accepts no bytes does not keep the program from ending`() throws {
    let terminal = try probe()
    try terminal.wait { $0.cell(79, 23).base == "#" }
    let record = ProcessRecord(id: terminal.processID)
    let guardian = try guardian(of: terminal.processID, in: terminal)
    terminal.setFlow(isOn: false)
    terminal.type("\u{0C}xy")
    terminal.send(signal: SIGTERM)
    #expect(record.waitForEnd(timeout: .seconds(30)))
    #expect(guardian.state != nil)
    terminal.setFlow(isOn: true)
    // Once it is read, the guardian gives it back.
    #expect(try terminal.waitForExit() == .exited(143))
    try terminal.waitAfterExit(until: { !$0.isAlternateScreen && !$0.bracketsPastes })
    expectGivenBack(terminal)
    #expect(guardian.waitForEnd())
  }
}

@Suite(.blocking) struct `Jobs of a shell` {
  private func start() throws -> (PseudoTerminal, ProcessRecord) {
    let terminal = try shell()
    terminal.type("\(BuiltProduct.path("ScreenProbe"))\n")
    try terminal.wait { $0.isAlternateScreen && $0.screenText.hasPrefix("probe 80x24") }
    let probe = try #require(ProcessRecord(id: terminal.processID).children.first)
    return (terminal, probe)
  }

  private func end(_ terminal: PseudoTerminal) throws {
    terminal.type("q")
    try terminal.wait { !$0.isAlternateScreen && $0.screenText.contains("bye 0") }
    #expect(!terminal.reportsMouse)
    terminal.type("exit\n")
    #expect(try terminal.waitForExit() == .exited(0))
  }

  @Test func `A job in the background stops once and writes nothing`() throws {
    let (terminal, probe) = try start()
    terminal.type("\u{1A}")
    try terminal.wait { !$0.isAlternateScreen && $0.screenText.contains("Stopped") }
    terminal.type("bg\n")
    try terminal.wait { _ in probe.state == "T" }
    let before = probe.processorTime
    terminal.type("echo in-$((1 + 1))-front\n")
    try terminal.wait { $0.screenText.contains("in-2-front") }
    // It may have gone on for a moment before it stopped again.
    try terminal.wait { _ in probe.state == "T" }
    #expect(probe.processorTime - before <= .milliseconds(200))
    #expect(!terminal.isAlternateScreen)
    terminal.type("fg\n")
    try terminal.wait { $0.isAlternateScreen && $0.screenText.hasPrefix("probe 80x24 events") }
    try terminal.wait { $0.cell(79, 23).base == "#" && $0.reportsMouse }
    try end(terminal)
  }

  @Test func `A job that is stopped, resized and continued has the right size`() throws {
    let terminal = try probe()
    let record = ProcessRecord(id: terminal.processID)
    terminal.send(signal: SIGSTOP)
    try terminal.wait { _ in record.state == "T" }
    terminal.resize(columns: 100, rows: 30)
    terminal.send(signal: SIGCONT)
    try terminal.wait {
      $0.screenText.hasPrefix("probe 100x30") && $0.cell(99, 29).base == "#"
        && $0.cell(79, 23).base == " "
    }
    terminal.type("q")
    #expect(try terminal.waitForExit() == .exited(0))
    expectGivenBack(terminal)
  }
}
