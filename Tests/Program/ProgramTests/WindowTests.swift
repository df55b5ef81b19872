import CellGrid
import Glibc
import RideTestSupport
import SystemTestSupport
import TerminalUI
import TestSupport
import Testing

@Suite(.blocking) struct `The terminal's window` {
  private let folder = TestFolder()
  private static let trip =
    #"{"name":"providers/p/trips/t1","tripStatus":"ENROUTE_TO_PICKUP","vehicleId":"v"}"#

  /// Follows a ride until it is shown.
  private func follow(
    _ trip: String = trip, _ arguments: [String] = [], environment: [String: String],
    size: GridSize = GridSize(columns: 80, rows: 24)
  ) throws -> PseudoTerminal {
    let server = try ScriptedServer { _ in Answers.json(trip) }
    let terminal = try start(
      [
        "providers/p/trips/t1", "--endpoint", "http://127.0.0.1:\(server.port)",
        "--service-account", folder.key(),
      ] + arguments, in: folder, environment: environment, size: size)
    try terminal.wait { $0.screenText.contains("LIVE") || $0.screenText.contains("ENDED") }
    return terminal
  }

  @Test(
    arguments: [
      ([:], true, false), (["TERM": "linux"], false, false), (["TERM": "vt220"], false, false),
      (["TERM": "tmux-256color", "VTE_VERSION": "8001"], true, false),
      (["VTE_VERSION": "7800"], true, false), (["VTE_VERSION": "8000"], true, true),
      (["VTE_VERSION": "8000", "TMUX": "socket,1,0"], true, false),
      (["VTE_VERSION": "8000", "STY": "1.pts"], false, false),
      (["VTE_VERSION": "8000", "ZELLIJ": "0"], true, false),
      // Terminals that were started from another one.
      (["VTE_VERSION": "8000", "TERM": "xterm-kitty"], true, false),
      (["KONSOLE_VERSION": "250803", "TERM": "foot"], true, false),
      (["WT_SESSION": "8b7c", "TERM": "alacritty"], true, false),
      (["TERM_PROGRAM": "ghostty", "TERM_PROGRAM_VERSION": "1.1.3"], true, false),
      (["TERM_PROGRAM": "ghostty", "TERM_PROGRAM_VERSION": "1.2.0"], true, true),
      (["TERM_PROGRAM": "iTerm.app", "TERM_PROGRAM_VERSION": "3.6.5"], true, false),
      (["TERM_PROGRAM": "iTerm.app", "TERM_PROGRAM_VERSION": "3.6.6"], true, true),
      (
        ["TERM_PROGRAM": "WezTerm", "TERM_PROGRAM_VERSION": "20240203-110809-5046fc22"], true, false
      ),
      (
        ["TERM_PROGRAM": "WezTerm", "TERM_PROGRAM_VERSION": "20251010-070338-9b1b1b3d"], true, true
      ),
      (["TERM_PROGRAM": "Apple_Terminal", "TERM_PROGRAM_VERSION": "455"], true, false),
      (["TERM_PROGRAM": "vscode", "TERM_PROGRAM_VERSION": "1.100.0"], true, false),
      (["KONSOLE_VERSION": "230804"], true, false), (["KONSOLE_VERSION": "250803"], true, true),
      (["WT_SESSION": "8b7c"], true, true), (["ConEmuANSI": "ON"], true, true),
    ] as [([String: String], Bool, Bool)])
  func `The terminal's window has a title and a progress only where the terminal takes them`(
    environment: [String: String], hasTitle: Bool, hasProgress: Bool
  ) throws {
    // A failure is a progress that fails, whatever else is known.
    let server = try ScriptedServer { _ in Answers.json("{}", status: "403 Forbidden") }
    let terminal = try start(
      [
        "providers/p/trips/t1", "--endpoint", "http://127.0.0.1:\(server.port)",
        "--service-account", folder.key(),
      ], in: folder, environment: environment)
    try terminal.wait { $0.screenText.contains("PERMISSION_DENIED") }
    terminal.type("q")
    #expect(try terminal.waitForExit() == .exited(0))
    #expect(terminal.hasWritten("\u{1B}]2;needs action · t1\u{1B}\\") == hasTitle)
    #expect(terminal.hasWritten("\u{1B}]2;") == hasTitle)
    #expect(terminal.timesWritten("\u{1B}[22;2t") == (hasTitle ? 1 : 0))
    #expect(terminal.timesWritten("\u{1B}[23;2t") == (hasTitle ? 1 : 0))
    #expect(terminal.hasWritten("\u{1B}]9;4;2;100\u{1B}\\") == hasProgress)
    #expect(terminal.hasWritten("\u{1B}]9;") == hasProgress)
    // At the start, since another program may have left one, and at the end.
    #expect(terminal.timesWritten("\u{1B}]9;4;0\u{1B}\\") == (hasProgress ? 2 : 0))
  }

  @Test func `The terminal's window is left alone by configuration`() throws {
    let terminal = try follow(
      Self.trip, ["--no-title", "--no-progress"], environment: ["VTE_VERSION": "8000"])
    terminal.type("q")
    #expect(try terminal.waitForExit() == .exited(0))
    for sequence in ["\u{1B}]2;", "\u{1B}[22;2t", "\u{1B}[23;2t", "\u{1B}]9;"] {
      #expect(!terminal.hasWritten(sequence))
    }
  }

  @Test func `The terminal's window gets its title back after a kill`() throws {
    let terminal = try follow(environment: ["VTE_VERSION": "8000"])
    let program = ProcessRecord(id: terminal.processID)
    try terminal.wait { _ in
      program.children.contains { $0.arguments == ["ridealong", "__tty-guard"] }
    }
    try terminal.waitUntilRead()
    terminal.send(signal: SIGKILL)
    #expect(try terminal.waitForExit() == .killed(SIGKILL))
    try terminal.waitAfterExit(until: { !$0.isAlternateScreen && $0.isCooked })
    #expect(terminal.timesWritten("\u{1B}[23;2t") == 1)
    #expect(terminal.timesWritten("\u{1B}]9;4;0\u{1B}\\") >= 1)
  }

  @Test func `The terminal's window has a title without a server's escapes`() throws {
    let terminal = try follow(
      #"{"name":"providers/p/trips/t1","tripStatus":"\#(Answers.escapes)X","vehicleId":"v"}"#,
      environment: [:])
    terminal.type("q")
    #expect(try terminal.waitForExit() == .exited(0))
    let titles = terminal.rawOutput.split(separator: Array("\u{1B}]2;".utf8)).dropFirst()
      .map { String(decoding: $0.prefix { $0 != 0x1B }, as: UTF8.self) }
    #expect(titles.contains { $0.hasSuffix(" · t1") && $0.contains("pwned") }, "\(titles)")
    #expect(!terminal.hasWritten("pwned\u{07}"))
    #expect(OwnSequences.strangers(in: terminal.rawOutput) == [])
  }

  @Test func `The terminal's window has its title again after a stop and a redraw`() throws {
    let terminal = try follow(environment: ["VTE_VERSION": "8000"])
    let title = "\u{1B}]2;to pickup · t1\u{1B}\\"
    try terminal.wait { _ in terminal.timesWritten(title) == 1 }
    terminal.type("\u{0C}")
    try terminal.wait { _ in terminal.timesWritten(title) == 2 }
    let record = ProcessRecord(id: terminal.processID)
    terminal.send(signal: SIGSTOP)
    try terminal.wait { _ in record.state == "T" }
    terminal.send(signal: SIGCONT)
    try terminal.wait { _ in terminal.timesWritten(title) == 3 }
    terminal.type("q")
    #expect(try terminal.waitForExit() == .exited(0))
  }

  @Test func `The terminal's window polls when the user looks at it again`() throws {
    let server = try ScriptedServer { _ in Answers.json(Self.trip) }
    let terminal = try start(
      [
        "providers/p/trips/t1", "--endpoint", "http://127.0.0.1:\(server.port)",
        "--service-account", folder.key(), "--interval", "3600",
      ], in: folder, environment: Self.tmux)
    try terminal.wait { $0.screenText.contains(/LIVE [2-4]s/) }
    #expect(terminal.privateMode(1004) == true)
    terminal.type("\u{1B}[O\u{1B}[I")
    try terminal.wait { $0.screenText.contains(/LIVE [5-9]s/) }
    #expect(server.requests.count == 1)
    terminal.type("\u{1B}[I")
    try terminal.wait { _ in server.requests.count == 2 }
    terminal.type("\u{1B}[Iq")
    #expect(try terminal.waitForExit() == .exited(0))
    expectGivenBack(terminal)
    #expect(server.requests.count == 2)
  }

  private static let tmux = ["TERM": "tmux-256color", "TMUX": "socket,1,0"]

  @Test(arguments: [
    (["--no-focus"], true, false), (["--no-scheme"], false, true),
    (["--no-focus", "--no-scheme"], true, true),
  ])
  func `The terminal's window reports nothing that configuration turns off`(
    options: [String], isWithoutFocus: Bool, isWithoutScheme: Bool
  ) throws {
    let environment = Self.tmux.merging(["TERM_PROGRAM": "tmux", "TERM_PROGRAM_VERSION": "3.6"]) {
      $1
    }
    let terminal = try follow(Self.trip, options, environment: environment)
    terminal.type("q")
    #expect(try terminal.waitForExit() == .exited(0))
    expectGivenBack(terminal)
    #expect(terminal.hasWritten("\u{1B}[?1004") != isWithoutFocus)
    #expect(terminal.hasWritten("\u{1B}[?2031") != isWithoutScheme)
  }

  @Test func `The terminal's window follows a change from dark to light colors`() throws {
    let server = try ScriptedServer { _ in Answers.json(Self.trip) }
    let environment = Self.tmux.merging([
      "TERM_PROGRAM": "tmux", "TERM_PROGRAM_VERSION": "3.6a", "COLORTERM": "truecolor",
    ]) { $1 }
    let terminal = try start(
      [
        "providers/p/trips/t1", "--endpoint", "http://127.0.0.1:\(server.port)",
        "--service-account", folder.key(),
      ], in: folder, environment: environment)
    try terminal.wait { $0.screenText.contains("LIVE") && $0.privateMode(2031) == true }
    func colors(_ terminal: PseudoTerminal) -> Set<Color> {
      Set(terminal.frame.cells.map(\.style.foreground))
    }
    let dark = colors(terminal)
    terminal.type("\u{1B}[?997;2n")
    try terminal.wait { colors($0) != dark }
    terminal.type("\u{1B}[?997;1n")
    try terminal.wait { colors($0) == dark }
    terminal.type("q")
    #expect(try terminal.waitForExit() == .exited(0))
    expectGivenBack(terminal)
  }

  @Test(
    arguments: [
      (["VTE_VERSION": "8000"], [], true), (["TERM": "alacritty"], [], true), ([:], [], false),
      (["VTE_VERSION": "8000"], ["--no-links"], false),
      (["VTE_VERSION": "8000", "TERM": "tmux-256color", "TMUX": "socket,1,0"], [], false),
      (
        [
          "TERM": "tmux-256color", "TMUX": "a", "TERM_PROGRAM": "tmux",
          "TERM_PROGRAM_VERSION": "3.4",
        ],
        [], true
      ),
    ] as [([String: String], [String], Bool)])
  func `The terminal's window has a link to a saved file only where the terminal makes links`(
    environment: [String: String], options: [String], hasLink: Bool
  ) throws {
    let data = folder.path + "/ö"
    let terminal = try follow(
      Self.trip, options, environment: environment.merging(["XDG_DATA_HOME": data]) { $1 },
      size: GridSize(columns: 300, rows: 30))
    terminal.type("s")
    try terminal.wait { $0.screenText.contains(/Saved .*json/) }
    let name = try #require(terminal.screenText.firstMatch(of: /ridealong-t1-[0-9A-Z]*\.json/))
      .output
    try terminal.waitUntilRead()
    #expect(terminal.hasWritten("\u{1B}]8;;file://") == hasLink)
    #expect(terminal.hasWritten("/%C3%B6/ridealong/\(name)\u{1B}\\") == hasLink)
    #expect(terminal.timesWritten("\u{1B}]8;;\u{1B}\\") == (hasLink ? 1 : 0))
    if hasLink {
      // Exactly the file's name is between the sequences.
      let bytes = terminal.rawOutput
      let start = try #require(bytes.firstRange(of: Array("\(name)\u{1B}\\".utf8))).upperBound
      let end = try #require(bytes.firstRange(of: Array("\u{1B}]8;;\u{1B}\\".utf8))).lowerBound
      let text = OwnSequences.rest(of: Array(bytes[start..<end]))
      // Curses may move over a blank by writing it.
      #expect(text.drop { $0 == " " } == data + "/ridealong/\(name)")
    }
    terminal.type("q")
    #expect(try terminal.waitForExit() == .exited(0))
    expectGivenBack(terminal)
  }
}
