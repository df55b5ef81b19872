import CellGrid
import Foundation
import Glibc
import SystemTestSupport
import TerminalUI
import TestSupport
import Testing

/// Starts the probe and waits for its first frame.
func probe(
  environment: [String: String] = [:], size: GridSize = GridSize(columns: 80, rows: 24)
) throws -> PseudoTerminal {
  let terminal = try PseudoTerminal(
    executable: BuiltProduct.path("ScreenProbe"),
    environment: PseudoTerminal.environment.merging(environment) { $1 }, size: size)
  try terminal.wait { $0.screenText.hasPrefix("probe \(size.columns)x\(size.rows)") }
  return terminal
}

@Suite(.blocking) struct `The terminal's screen` {
  @Test(arguments: [
    (["TERM": "xterm-kitty"], BlockElements.octant), (["TERM": "foot-extra"], .octant),
    (["TERM": "wezterm"], .sextant), (["TERM": "xterm"], .quadrant),
    (["TERM": "xterm-256color", "VTE_VERSION": "7802"], .octant),
    (["TERM": "xterm-256color", "VTE_VERSION": "7006"], .sextant),
    (["TERM": "xterm-256color", "VTE_VERSION": "5202"], .quadrant),
    (["TERM": "xterm-256color", "VTE_VERSION": "x"], .quadrant),
    (["TERM": "xterm-256color", "VTE_VERSION": "7802", "TMUX": "socket,1,0"], .quadrant),
    (["TERM": "tmux-256color", "VTE_VERSION": "7802"], .quadrant), ([:], .quadrant),
  ])
  func `The terminal's screen has block elements that the terminal draws and the C library knows`(
    _ environment: [String: String], finest: BlockElements
  ) {
    func found(_ last: UInt32) -> BlockElements {
      TerminalCapabilities.blockElements(environment) { $0.value <= last }
    }
    #expect(found(0x1FFFF) == finest)
    #expect(found(0xFFFF) == .quadrant)
    // Older libraries know sextants only.
    let old = TerminalCapabilities.blockElements(environment) { $0.value > 0x1F000 }
    #expect(old == (finest == .octant ? .sextant : finest))
  }

  @Test(arguments: [
    (1, "xterm-256color", 256), (2, "xterm-256color", 256), (3, "screen-256color", 256),
    (4, "xterm", 8), (5, "Eterm-color", 8), (6, "vt220", -1),
  ]) func `The terminal's screen shows any frame after any other`(
    seed: Int, term: String, colors: Int
  ) throws {
    let terminal = try PseudoTerminal(
      executable: BuiltProduct.path("ScreenProbe"),
      arguments: ["compare", "\(seed)", "200", term, "\(colors)"])
    #expect(try terminal.waitForExit() == .exited(0))
    #expect(terminal.screenText.hasPrefix("200 frames as wanted"))
  }

  @Test func `The terminal's screen names colors that are not in the palette`() throws {
    let terminal = try PseudoTerminal(
      executable: BuiltProduct.path("ScreenProbe"), arguments: ["area", "xterm-256color"])
    #expect(try terminal.waitForExit() == .exited(0))
    #expect(terminal.hasWritten("[38;2;22;52;79;48;2;29;36;48mx"))
  }

  @Test func `The terminal's screen shows glyphs, colors and wide characters`() throws {
    let terminal = try probe()
    try terminal.wait { $0.cell(79, 23).base == "#" }
    let rows = terminal.frame.rows
    #expect(rows[1].hasPrefix("⣿⠿漢字é"))
    #expect(terminal.cell(0, 1).style.foreground == .indexed(74))
    #expect(terminal.cell(2, 1).width == 2)
    let bold = terminal.cell(20, 1).style
    #expect(bold.background == .indexed(1))
    #expect(bold.attributes.isSuperset(of: [.bold, .underline]))
    #expect(rows[1].contains("===================="))
    #expect(terminal.isAlternateScreen)
    #expect(!terminal.isCursorVisible)
    #expect(terminal.reportsMouse)
    #expect(terminal.bracketsPastes)
    #expect(!terminal.isCooked)
  }

  @Test(arguments: [
    ("\u{1B}[A", "key(CellGrid.Key.up"), ("\u{1B}[1;5C", "key(CellGrid.Key.right"),
    ("x", "character(\"x\")"), ("é", "character(\"é\")"), ("\u{1B}", "key(CellGrid.Key.escape"),
    ("\u{1B}[<0;11;6M", "Action.press"),
    ("\u{1B}[<64;1;1M", "wheelUp"), ("\u{1B}[200~qF\u{1B}[201~", "paste(\"qF\")"),
  ])
  func `The terminal's screen reports typed keys`(input: String, event: String) throws {
    let terminal = try probe()
    terminal.type(input)
    try terminal.wait { $0.screenText.contains("events 1.") }
    #expect(terminal.screenText.contains(event))
    terminal.type("q")
    #expect(try terminal.waitForExit() == .exited(0))
  }

  @Test(arguments: [(65_535, 3, "1000x3"), (40, 1_500, "40x1000"), (32_768, 3, "1000x3")])
  func `The terminal's screen limits the terminal's size`(
    columns: Int, rows: Int, used: String
  ) throws {
    let terminal = try probe()
    terminal.resize(columns: columns, rows: rows)
    try terminal.wait { $0.screenText.hasPrefix("probe \(used)") }
    terminal.type("q")
    #expect(try terminal.waitForExit() == .exited(0))
    expectGivenBack(terminal)
  }

  @Test(arguments: [(80, 24), (60, 12), (100, 45)])
  func `The terminal's screen follows the terminal's size`(last: (Int, Int)) throws {
    let terminal = try probe()
    for (columns, rows) in [(100, 30), (30, 8), (1, 1), last] {
      terminal.resize(columns: columns, rows: rows)
      // With one cell the corner's mark covers the text.
      let wanted = columns == 1 ? "#" : "probe \(columns)x\(rows)"
      try terminal.wait {
        $0.screenText.hasPrefix(wanted) && $0.cell(columns - 1, rows - 1).base == "#"
      }
    }
    terminal.type("q")
    #expect(try terminal.waitForExit() == .exited(0))
    expectGivenBack(terminal)
  }

  @Test
  func `The terminal's screen keeps its columns if a wide character cannot be shown`() throws {
    let terminal = try probe(environment: ["LANG": "C", "LC_ALL": "C"])
    terminal.type("漢")
    try terminal.wait { $0.screenText.contains("events 1.") }
    #expect(terminal.screenText.contains("character(\"? \")"))
    terminal.type("q")
    #expect(try terminal.waitForExit() == .exited(0))
  }

  @Test(arguments: [("q", Int32(0)), ("\u{03}", 130)], GridSize.ofTerminals)
  func `A key that ends the program restores the terminal`(
    ending: (key: String, status: Int32), size: GridSize
  ) throws {
    let (key, status) = ending
    let terminal = try probe(size: size)
    terminal.type(key)
    #expect(try terminal.waitForExit() == .exited(status))
    expectGivenBack(terminal)
    #expect(terminal.screenText.contains("bye \(status)"))
  }

  @Test func `The terminal's screen leaves an empty line at its end without an alternate screen`()
    throws
  {
    let terminal = try probe(environment: ["TERM": "linux"])
    try terminal.wait { $0.cell(79, 23).base == "#" }
    terminal.type("q")
    #expect(try terminal.waitForExit() == .exited(0))
    let row = try #require(terminal.frame.rows.last { $0.contains("bye") })
    #expect(row.trimmingCharacters(in: .whitespaces) == "bye 0")
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT], GridSize.ofTerminals)
  func `A signal that ends the program restores the terminal`(
    signal: Int32,
    size: GridSize
  ) throws {
    let terminal = try probe(size: size)
    terminal.send(signal: signal)
    #expect(try terminal.waitForExit() == .exited(128 + signal))
    expectGivenBack(terminal)
  }

  @Test(
    arguments: zip(
      ["F", "A", "S", "O", "B", "I"], GridSize.ofTerminals + GridSize.ofTerminals.reversed()))
  func `A crash restores the terminal`(kind: String, size: GridSize) throws {
    let terminal = try probe(size: size)
    terminal.type(kind)
    let exit = try terminal.waitForExit(timeout: .seconds(90))
    guard case .killed = exit else {
      Issue.record("not by a signal: \(exit)")
      return
    }
    expectGivenBack(terminal)
    #expect(terminal.screenText.contains("The probe stopped because of a bug."))
    // Nothing wrote over the note afterwards.
    #expect(terminal.timesWritten("\u{1B}[?1049l") == 1)
  }

  @Test(arguments: ["dumb", "", "nonsense", String(repeating: "x", count: 10_000)])
  func `The terminal's screen refuses an unknown terminal`(term: String) throws {
    let terminal = try PseudoTerminal(
      executable: BuiltProduct.path("ScreenProbe"),
      environment: PseudoTerminal.environment.merging(["TERM": term]) { $1 })
    #expect(try terminal.waitForExit() == .exited(2))
    #expect(!terminal.rawOutput.contains(0x1B))
    #expect(terminal.screenText.contains("plain output"))
  }

  @Test
  func `The terminal's screen reads keys from the terminal when standard input is a file`() throws {
    let terminal = try PseudoTerminal(
      executable: BuiltProduct.path("ScreenProbe"), inputFile: "/dev/null")
    try terminal.wait { $0.screenText.hasPrefix("probe 80x24") }
    terminal.type("q")
    #expect(try terminal.waitForExit() == .exited(0))
    expectGivenBack(terminal)
  }

  @Test func `A crash signal from outside ends the program without further drawing`() throws {
    let terminal = try probe(environment: ["PROBE_DRAWS": "1"])
    try terminal.wait { $0.screenText.contains("drawn") }
    terminal.send(signal: SIGSEGV)
    #expect(try terminal.waitForExit() == .killed(SIGSEGV))
    expectGivenBack(terminal)
    #expect(terminal.screenText.contains("The probe stopped because of a bug."))
    #expect(!terminal.screenText.contains("drawn"))
    // The guardian repeats it where the picture kept the terminal busy for too long.
    #expect(1...2 ~= terminal.timesWritten("\u{1B}[?1049l"))
  }

  /// Starts the probe with its log and its crash reports in a folder.
  ///
  /// `path` has the toolchain whose program writes reports; nil for the one that runs the tests.
  private func reportingProbe(
    _ folder: TemporaryFolder, path: String? = nil
  ) throws -> PseudoTerminal {
    var environment = PseudoTerminal.environment
    environment["SWIFT_BACKTRACE"] = nil
    environment["PATH"] = path ?? getenv("PATH").map { String(cString: $0) }
    environment["PROBE_LOG"] = folder.path + "/log"
    environment["PROBE_CRASH_DIRECTORY"] = folder.path + "/state/crash"
    let terminal = try PseudoTerminal(
      executable: BuiltProduct.path("ScreenProbe"), environment: environment)
    try terminal.wait { $0.screenText.hasPrefix("probe") }
    return terminal
  }

  private func report(_ folder: TemporaryFolder) -> String? {
    var found = glob_t()
    defer { globfree(&found) }
    guard glob(folder.path + "/state/crash/*", 0, nil, &found) == 0 else { return nil }
    return found.gl_pathv[0].map { String(cString: $0) }
  }

  @Test func `A crash signal from outside leaves a report that names the place`() throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let terminal = try reportingProbe(folder)
    terminal.send(signal: SIGSEGV)
    // It is written even if the user closes the terminal meanwhile.
    try terminal.wait { $0.screenText.contains("The probe stopped because of a bug.") }
    terminal.closeTerminal()
    #expect(try terminal.waitForExit(timeout: .seconds(90)) == .killed(SIGSEGV))
    let text = try String(contentsOfFile: #require(report(folder)), encoding: .utf8)
    #expect(text.contains("crashed:\n") && text.contains(" in ScreenProbe"), "\(text.prefix(400))")
  }

  @Test func `What writes a crash report ends when the program is killed meanwhile`() throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    // It reads the memory of the program without end.
    let tools = folder.path + "/tools"
    let reporters = tools + "/libexec/swift/linux"
    try FileManager.default.createDirectory(
      atPath: tools + "/bin", withIntermediateDirectories: true)
    try FileManager.default.createDirectory(atPath: reporters, withIntermediateDirectories: true)
    for (file, text) in [
      (tools + "/bin/swift", ""),
      (
        reporters + "/swift-backtrace",
        "#!/bin/sh\necho $$ >\(folder.path)/reporter\nexec cat <&4\n"
      ),
    ] {
      try text.write(toFile: file, atomically: false, encoding: .utf8)
      chmod(file, 0o700)
    }
    let terminal = try reportingProbe(folder, path: tools + "/bin:/usr/bin:/bin")
    terminal.send(signal: SIGSEGV)
    var reporter: ProcessRecord?
    try terminal.wait { _ in
      let text = (try? String(contentsOfFile: folder.path + "/reporter", encoding: .utf8)) ?? ""
      guard let number = Int32(text.trimmingCharacters(in: .newlines)) else { return false }
      reporter = ProcessRecord(id: number)
      return true
    }
    terminal.send(signal: SIGKILL)
    #expect(try terminal.waitForExit() == .killed(SIGKILL))
    #expect(try #require(reporter).waitForEnd())
  }

  @Test func `Standard error and crash reports go to separate files`() throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let terminal = try reportingProbe(folder)
    #if os(Linux)
      let name = try String(contentsOfFile: "/proc/\(terminal.processID)/comm", encoding: .utf8)
      #expect(name == "ScreenProbe\n")
    #endif
    terminal.type("E")
    try terminal.wait { $0.screenText.contains("events 1.") }
    #expect(access(folder.path + "/log", R_OK) == 0)
    #expect(!terminal.screenText.contains("to the log"))
    terminal.type("A")
    guard case .killed = try terminal.waitForExit(timeout: .seconds(90)) else {
      Issue.record("not by a signal")
      return
    }
    expectGivenBack(terminal)
    #expect(!terminal.screenText.contains("Press space"))
    let report = try #require(self.report(folder))
    let text = try String(contentsOfFile: report, encoding: .utf8)
    #expect(text.contains("ScreenProbe.fail(_:)"), "\(text.prefix(400))")
    var information = stat()
    #expect(stat(report, &information) == 0)
    #expect(information.st_mode & 0o077 == 0)
  }

  @Test func `The screen suspends on Ctrl-Z and continues`() throws {
    let terminal = try PseudoTerminal(
      executable: "/bin/bash", arguments: ["--norc", "--noprofile", "-i"],
      environment: PseudoTerminal.environment.merging(["PS1": "shell> "]) { $1 })
    try terminal.wait { $0.screenText.contains("shell>") }
    terminal.type("\(BuiltProduct.path("ScreenProbe"))\n")
    try terminal.wait { $0.isAlternateScreen && $0.screenText.hasPrefix("probe 80x24") }
    terminal.type("\u{1A}")
    try terminal.wait { !$0.isAlternateScreen && $0.screenText.contains("Stopped") }
    #expect(terminal.isCursorVisible)
    #expect(!terminal.reportsMouse)
    terminal.type("fg\n")
    try terminal.wait { $0.isAlternateScreen && $0.screenText.hasPrefix("probe 80x24 events 1.") }
    #expect(terminal.reportsMouse)
    // The user's palette is not reset.
    #expect(!terminal.hasWritten("\u{1B}]104"))
    terminal.type("q")
    try terminal.wait { !$0.isAlternateScreen && $0.screenText.contains("bye 0") }
    terminal.type("exit\n")
    #expect(try terminal.waitForExit() == .exited(0))
  }
}
