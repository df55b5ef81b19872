import CellGrid
import Glibc
import SystemTestSupport
import TestSupport
import Testing

/// Starts the probe in a terminal that answers nothing by itself.
private func silentProbe(environment: [String: String] = [:]) throws -> PseudoTerminal {
  let terminal = try PseudoTerminal(
    executable: BuiltProduct.path("ScreenProbe"),
    environment: PseudoTerminal.environment.merging(environment) { $1 })
  terminal.answersQuestions = false
  try terminal.wait { $0.screenText.hasPrefix("probe 80x24") }
  return terminal
}

/// A time to answer that no test outlives.
private let patient = ["PROBE_ANSWER_TIME": "100000"]

@Suite(.blocking) struct `A terminal's answers` {
  private static let questions = "\u{1B}[?2026$p\u{1B}]11;?\u{1B}\\\u{1B}[c"

  private func finish(_ terminal: PseudoTerminal, events: Int) throws {
    terminal.type("x")
    try terminal.wait { $0.screenText.contains("events \(events + 1).") }
    #expect(terminal.screenText.contains("character(\"x\")"))
    terminal.type("q")
    #expect(try terminal.waitForExit() == .exited(0))
    expectGivenBack(terminal)
  }

  @Test
  func
    `The first frame does not wait for an answer, and the questions end with one that all answer`()
    throws
  {
    let terminal = try silentProbe()
    try terminal.wait { $0.hasWritten(Self.questions) }
    let output = terminal.rawOutput
    let probe = try #require(output.firstRange(of: Array("\u{25CF}\u{1B}[6n".utf8)))
    let frame = try #require(output.firstRange(of: Array("probe".utf8)))
    let rest = try #require(output.firstRange(of: Array(Self.questions.utf8)))
    // What the probe wrote is cleared with the first frame.
    let clear = output[probe.upperBound...].firstRange(of: Array("\u{1B}[2J".utf8))
    #expect(try #require(clear).upperBound <= frame.lowerBound)
    #expect(frame.upperBound < rest.lowerBound)
    #expect(!terminal.screenText.contains("\u{25CF}"))
    try finish(terminal, events: 0)
    // Each question is sent once.
    #expect(terminal.timesWritten("\u{1B}[c") == 1)
  }

  @Test func `The first frame does not wait for answers`() throws {
    let isFast = try MachineLoad.isWithin(.milliseconds(100)) {
      let start = ContinuousClock.now
      let terminal = try silentProbe(environment: patient)
      let time = ContinuousClock.now - start
      #expect(!terminal.screenText.contains("width"))
      return time
    }
    #expect(isFast)
  }

  @Test func `A program that ends waits for late answers, which a shell would take for its input`()
    throws
  {
    let terminal = try silentProbe(environment: ["PROBE_ANSWER_TIME": "1", "PROBE_WAITS": "1"])
    try terminal.wait { $0.hasWritten(Self.questions) }
    terminal.type("q")
    try terminal.waitUntilRead()
    terminal.type("\u{1B}[?2026;0$y")
    try terminal.waitUntilRead()
    terminal.type("\u{1B}[?1;2c")
    #expect(try terminal.waitForExit() == .exited(0))
    expectGivenBack(terminal)
  }

  @Test func `Answers reach the program, in pieces too`() throws {
    let terminal = try silentProbe(environment: patient)
    try terminal.wait { $0.hasWritten(Self.questions) }
    for piece in ["\u{1B}", "[1;", "3R\u{1B}[?2026;2$", "y\u{1B}]11;rgb:ffff/", "8080/0000\u{1B}"] {
      terminal.type(piece)
    }
    try terminal.wait { $0.screenText.contains("width 2") }
    terminal.type("\\\u{1B}[?62;22c")
    try terminal.wait { $0.screenText.contains("color 255 128 0") }
    try finish(terminal, events: 0)
  }

  @Test(arguments: [
    "\u{1B}P1+r524742\u{1B}\\", "\u{1B}P0+r524742\u{1B}\\\u{1B}P1$r0;48:2::1:2:3m\u{1B}\\",
  ]) func `A terminal is asked for every color before the first frame, and its answer is used`(
    reply: String
  ) throws {
    let terminal = try silentProbe(environment: patient.merging(["PROBE_ASKS_COLORS": "1"]) { $1 })
    try terminal.wait { $0.hasWritten(Self.questions) }
    let output = terminal.rawOutput
    let probe = try #require(output.firstRange(of: Array("\u{1B}P$qm\u{1B}\\\u{1B}[m".utf8)))
    let clear = try #require(output[probe.upperBound...].firstRange(of: Array("\u{1B}[2J".utf8)))
    #expect(try #require(output.firstRange(of: Array("probe".utf8))).lowerBound > clear.lowerBound)
    terminal.type(reply + reply + "\u{1B}[?62;22c")
    try terminal.wait { $0.screenText.contains("every color") }
    try finish(terminal, events: 0)
  }

  @Test(arguments: ["\u{1B}P0+r524742\u{1B}\\\u{1B}P1$r0;48:5:16m\u{1B}\\", ""])
  func `A terminal that does not confirm every color keeps the palette`(reply: String) throws {
    let terminal = try silentProbe(environment: patient.merging(["PROBE_ASKS_COLORS": "1"]) { $1 })
    try terminal.wait { $0.hasWritten(Self.questions) }
    terminal.type(reply + "\u{1B}[?62;22c\u{1B}P1+r524742\u{1B}\\")
    try finish(terminal, events: 0)
    #expect(!terminal.screenText.contains("every color"))
  }

  @Test(arguments: [["TERM": "screen-256color"], ["COLORTERM": "truecolor"], ["NO_COLOR": "1"]])
  func `A terminal is not asked for every color where that is known or would reach another one`(
    variables: [String: String]
  ) throws {
    let asks = patient.merging(["PROBE_ASKS_COLORS": "1"]) { $1 }
    let terminal = try silentProbe(environment: asks.merging(variables) { $1 })
    try terminal.wait { $0.hasWritten(Self.questions) }
    #expect(!terminal.hasWritten("\u{1B}P"))
    terminal.type("\u{1B}[?62;22c")
    try finish(terminal, events: 0)
  }

  @Test(arguments: [
    "\u{1B}[1;2R\u{1B}[?2026;2$y\u{1B}]11;rgb:ffff/ffff/ffff\u{7}\u{1B}[?62;22c",
    "\u{1B}]11;nonsense\u{1B}\\\u{1B}[?;;$y\u{1B}[99999999999;1R\u{1B}P1;2|x\u{1B}\\",
  ]) func `Late and malformed answers are ignored`(reply: String) throws {
    let terminal = try silentProbe(environment: ["PROBE_ANSWER_TIME": "1"])
    try terminal.wait { $0.hasWritten(Self.questions) }
    // The first key comes after the timeout, or the answer is in time; it is never a key.
    terminal.type("x")
    try terminal.wait { $0.screenText.contains("events 1.") }
    terminal.type(reply)
    terminal.type("\u{1B}[?1;2c")
    try finish(terminal, events: 1)
    #expect(!terminal.screenText.contains("nonsense"))
  }

  @Test func `Escape is a key while no answer has arrived`() throws {
    let terminal = try silentProbe()
    terminal.type("\u{1B}")
    try terminal.wait { $0.screenText.contains("Key.escape") }
    try finish(terminal, events: 1)
  }

  @Test(arguments: [
    ("\u{1B}[?2026;2$y\u{1B}[?62c", "auto", true), ("\u{1B}[?2026;0$y\u{1B}[?62c", "auto", false),
    ("\u{1B}[?62c", "auto", false), ("\u{1B}[?2026;2$y\u{1B}[?62c", "off", false),
    ("\u{1B}[?62c", "on", true),
  ]) func `A terminal's answers enable synchronized updates`(
    reply: String, choice: String, isUsed: Bool
  ) throws {
    let terminal = try silentProbe(
      environment: patient.merging(["PROBE_SYNCHRONIZED": choice]) { $1 })
    try terminal.wait { $0.hasWritten(Self.questions) }
    terminal.type("\u{1B}[1;2R" + reply)
    terminal.type("x")
    try terminal.wait { $0.screenText.contains("events 1.") }
    let start = terminal.rawOutput.count
    terminal.type("y")
    try terminal.wait { $0.screenText.contains("events 2.") }
    let update = terminal.rawOutput[start...]
    #expect(update.starts(with: Array("\u{1B}[?2026h".utf8)) == isUsed)
    #expect((update.suffix(8) == Array("\u{1B}[?2026l".utf8)[...]) == isUsed)
    terminal.type("q")
    #expect(try terminal.waitForExit() == .exited(0))
    expectGivenBack(terminal)
    #expect(terminal.privateMode(2026) == (isUsed ? false : nil))
  }

  private static let focus = (on: "\u{1B}[?1004h", off: "\u{1B}[?1004l")
  private static let scheme = (on: "\u{1B}[?2031h", off: "\u{1B}[?2031l")

  @Test(arguments: [
    ("\u{1B}[?1004;2$y\u{1B}[?2031;2$y", true, true), ("\u{1B}[?1004;1$y", true, false),
    ("\u{1B}[?2031;2$y\u{1B}[?1004;4$y", false, true),
    ("\u{1B}[?2031;0$y\u{1B}[?1004;0$y", false, false), ("", false, false),
  ])
  func `A terminal reports its focus and its color scheme only if it says that it can`(
    reply: String, hasFocus: Bool, hasScheme: Bool
  ) throws {
    let terminal = try silentProbe(environment: patient.merging(["PROBE_REPORTS": "1"]) { $1 })
    try terminal.wait { $0.hasWritten("\u{1B}[?1004$p\u{1B}[?2031$p\u{1B}]11;?\u{1B}\\\u{1B}[c") }
    #expect(!terminal.hasWritten(Self.focus.on) && !terminal.hasWritten(Self.scheme.on))
    terminal.type(reply + "\u{1B}[?62;22c")
    terminal.type("x")
    try terminal.wait { $0.screenText.contains("events 1.") }
    terminal.type("\u{1B}[I\u{1B}[O\u{1B}[?997;2ny")
    let events = hasFocus ? 4 : 2
    try terminal.wait { $0.screenText.contains("events \(events).") }
    #expect(terminal.screenText.contains("focus(true)") == hasFocus)
    #expect(terminal.rowText(0).hasSuffix(" light") == hasScheme)
    try finish(terminal, events: events)
    for (mode, has) in [(Self.focus, hasFocus), (Self.scheme, hasScheme)] {
      #expect(terminal.timesWritten(mode.on) == (has ? 1 : 0))
      #expect(terminal.timesWritten(mode.off) == (has ? 1 : 0))
    }
  }

  @Test func `A terminal is not asked for reports that nobody wants`() throws {
    let terminal = try silentProbe(environment: patient)
    try terminal.wait { $0.hasWritten(Self.questions) }
    terminal.type("\u{1B}[?1004;2$y\u{1B}[?2031;2$y\u{1B}[?62;22c\u{1B}[I\u{1B}[?997;2n")
    try finish(terminal, events: 0)
    for mode in ["1004", "2031"] { #expect(!terminal.hasWritten("\u{1B}[?\(mode)")) }
  }

  @Test(arguments: [SIGKILL, SIGSEGV])
  func `A terminal reports nothing after a kill or a crash`(signal: Int32) throws {
    let terminal = try silentProbe(environment: patient.merging(["PROBE_REPORTS": "1"]) { $1 })
    _ = try guardian(of: terminal.processID, in: terminal)
    terminal.type("\u{1B}[?1004;2$y\u{1B}[?2031;2$y\u{1B}[?62;22c")
    try terminal.wait { $0.privateMode(1004) == true && $0.privateMode(2031) == true }
    terminal.send(signal: signal)
    _ = try terminal.waitForExit()
    try terminal.waitAfterExit(until: { !$0.isAlternateScreen && $0.isCooked })
    #expect(terminal.privateMode(1004) == false && terminal.privateMode(2031) == false)
  }

  @Test(arguments: [["TERM": "linux"], ["TERM": "vt100"]])
  func `A terminal that would show the questions is not asked`(
    environment: [String: String]
  ) throws {
    let terminal = try silentProbe(environment: environment)
    try finish(terminal, events: 0)
    #expect(!terminal.hasWritten("\u{1B}[c"))
    #expect(!terminal.hasWritten("\u{25CF}"))
  }

  @Test
  func `A terminal's answers do not reach the shell when the program ends immediately`() throws {
    let terminal = try silentProbe()
    try terminal.wait { $0.hasWritten(Self.questions) }
    terminal.type("q\u{1B}[1;2R\u{1B}[?62;22c")
    #expect(try terminal.waitForExit() == .exited(0))
    expectGivenBack(terminal)
    #expect(!terminal.screenText.contains("62;22c"))
  }

  @Test func `The screen switches the mouse while it runs`() throws {
    let terminal = try probe()
    #expect(terminal.reportsMouse)
    terminal.type("m")
    try terminal.wait { !$0.reportsMouse }
    terminal.type("m")
    try terminal.wait { $0.reportsMouse }
    terminal.type("m")
    try terminal.wait { !$0.reportsMouse }
    // A redraw does not switch it on again.
    terminal.type("\u{0C}q")
    #expect(try terminal.waitForExit() == .exited(0))
    #expect(!terminal.reportsMouse)
  }
}
