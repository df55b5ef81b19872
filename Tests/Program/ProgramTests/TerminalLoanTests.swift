import CellGrid
import Glibc
import RideTestSupport
import SystemTestSupport
import TestSupport
import Testing
import TrustLimits

/// A state of the program that a signal may come in.
enum Moment: String, CaseIterable, CustomTestStringConvertible {
  case loading
  case live
  case help
  case card
  case prompt

  var testDescription: String { rawValue }
}

@Suite(.blocking) struct `Restoring the terminal` {
  private let folder = TestFolder()
  private let servers = Servers()

  /// Keeps servers as long as the test.
  private final class Servers { var all: [ScriptedServer] = [] }

  private static let endings = [
    Ending(SIGINT, 130), Ending(SIGTERM, 143), Ending(SIGHUP, 129), Ending(SIGQUIT, 131),
  ]

  /// A trip that is over, whose picture stands still.
  private static let overTrip = #"""
    {"name":"providers/demo-project/trips/t1","tripStatus":"COMPLETE","tripType":"EXCLUSIVE",
     "pickupPoint":{"point":{"latitude":45.07,"longitude":7.68}},
     "dropoffPoint":{"point":{"latitude":45.06,"longitude":7.69}}}
    """#

  private func follow(
    _ server: ScriptedServer, options: [String] = [], environment: [String: String] = [:],
    size: GridSize = GridSize(columns: 80, rows: 24)
  ) throws -> PseudoTerminal {
    servers.all.append(server)
    return try start(
      [
        Answers.tripName, "--endpoint", "http://127.0.0.1:\(server.port)", "--service-account",
        folder.key(),
      ] + options, in: folder, environment: environment, size: size)
  }

  private func liveServer() throws -> ScriptedServer {
    try ScriptedServer { _ in Answers.json(Answers.hostileTrip) }
  }

  private func overServer() throws -> ScriptedServer {
    try ScriptedServer { _ in Answers.json(Self.overTrip) }
  }

  private func quit(_ terminal: PseudoTerminal) throws {
    terminal.type("q")
    #expect(try terminal.waitForExit() == .exited(0))
    expectGivenBack(terminal)
  }

  private func bring(_ terminal: PseudoTerminal, to moment: Moment) throws {
    switch moment {
    case .loading: try terminal.wait { $0.isAlternateScreen && $0.screenText.contains("t1") }
    case .live, .card:
      try terminal.wait { $0.screenText.contains("LIVE") }
      if moment == .card { terminal.type("n") }
    case .help:
      try terminal.wait { $0.screenText.contains("LIVE") }
      terminal.type("?")
      try terminal.wait { $0.screenText.contains("CAMERA") }
    case .prompt:
      try terminal.wait { $0.screenText.contains("LIVE") }
      terminal.type(":")
      try terminal.wait { $0.screenText.contains("Tab completes") }
    }
  }

  @Test(arguments: GridSize.ofTerminals)
  func `A key that quits restores the terminal`(size: GridSize) throws {
    let terminal = try follow(liveServer(), size: size)
    try bring(terminal, to: .live)
    #expect(terminal.reportsMouse && terminal.bracketsPastes && terminal.isAlternateScreen)
    try quit(terminal)
    for mode in [1000, 1002, 1006, 2004, 1049] { #expect(terminal.privateMode(mode) == false) }
    #expect(terminal.privateMode(25) == true)
    #expect(ProcessRecord(id: terminal.processID).children.isEmpty)
  }

  @Test(arguments: endings, Moment.allCases) func `A signal restores the terminal at any moment`(
    ending: Ending, moment: Moment
  ) throws {
    // Every pair of a signal, a moment and a size comes about.
    let sizes = GridSize.ofTerminals
    let index = Int(ending.signal) + (Moment.allCases.firstIndex(of: moment) ?? 0)
    let size = sizes[index % sizes.count]
    let server = moment == .loading ? try ScriptedServer { _ in [.hang] } : try liveServer()
    let isFast = try MachineLoad.isWithin(.milliseconds(200)) {
      let terminal = try follow(server, size: size)
      try bring(terminal, to: moment)
      let start = ContinuousClock.now
      terminal.send(signal: ending.signal)
      #expect(try terminal.waitForExit() == .exited(ending.status))
      let time = ContinuousClock.now - start
      expectGivenBack(terminal)
      return time
    }
    #expect(isFast)
  }

  @Test(arguments: GridSize.ofTerminals)
  func `A kill restores the terminal, and no secret was shown`(size: GridSize) throws {
    let terminal = try follow(liveServer(), size: size)
    try bring(terminal, to: .live)
    let program = ProcessRecord(id: terminal.processID)
    var children: [ProcessRecord] = []
    try terminal.wait { _ in
      children = program.children.filter { $0.arguments == ["ridealong", "__tty-guard"] }
      return !children.isEmpty
    }
    terminal.send(signal: SIGKILL)
    #expect(try terminal.waitForExit() == .killed(SIGKILL))
    try terminal.waitAfterExit(until: {
      !$0.isAlternateScreen && !$0.reportsMouse && $0.isCursorVisible && $0.isCooked
    })
    expectGivenBack(terminal)
    #expect(children.allSatisfy { $0.waitForEnd() })
  }

  @Test func `A closed terminal ends the program without using the processor`() throws {
    let server = try liveServer()
    let isFast = try MachineLoad.isWithin(.seconds(1)) {
      let terminal = try follow(server)
      try bring(terminal, to: .live)
      let record = ProcessRecord(id: terminal.processID)
      let children = record.children
      let before = record.processorTime
      let start = ContinuousClock.now
      terminal.closeTerminal()
      #expect(record.waitForEnd(timeout: .seconds(30)))
      let time = ContinuousClock.now - start
      _ = try terminal.waitForExit()
      let after = try #require(terminal.processorTime)
      // Meant are 50 ms of a release build, which takes a third of a debug build's time; a spin takes
      // all there is until its end.
      #expect(after - before < .milliseconds(150))
      #expect(children.allSatisfy { $0.waitForEnd() })
      return time
    }
    #expect(isFast)
  }

  @Test func `The program ends when its shell is killed and the terminal is closed`() throws {
    let (terminal, program) = try followInShell(liveServer())
    let children = program.children
    kill(terminal.processID, SIGKILL)
    terminal.closeTerminal()
    #expect(program.waitForEnd(timeout: .seconds(30)))
    #expect(children.allSatisfy { $0.waitForEnd() })
  }

  @Test(arguments: GridSize.ofTerminals)
  func `A program that was suspended and continued redraws and polls at once`(size: GridSize) throws
  {
    let server = try liveServer()
    let (terminal, program) = try followInShell(server, size: size)
    // An answer younger than a second is not requested again.
    try terminal.wait { $0.screenText.contains(/LIVE [2-9]s/) }
    #expect(server.requests.count == 1)
    terminal.type("\u{1A}")
    try terminal.wait { !$0.isAlternateScreen && $0.screenText.contains("Stopped") }
    #expect(program.state == "T")
    // Whether it is cooked is up to the shell by now.
    #expect(terminal.isCursorVisible && !terminal.reportsMouse)
    #expect(terminal.scrollRegion == 0...(size.rows - 1))
    terminal.type("fg\n")
    try terminal.wait { $0.isAlternateScreen && $0.screenText.contains("ON THE WAY TO PICKUP") }
    // By itself it would ask in an hour.
    try terminal.wait { _ in server.requests.count > 1 }
    terminal.type("q")
    try terminal.wait { !$0.isAlternateScreen }
    #expect(server.requests.count == 2)
    #expect(terminal.scrollRegion == 0...(size.rows - 1))
    terminal.type("exit\n")
    _ = try terminal.waitForExit()
  }

  /// Follows from a shell with jobs, and asks the server by itself once an hour.
  private func followInShell(
    _ server: ScriptedServer, size: GridSize = GridSize(columns: 80, rows: 24)
  ) throws -> (terminal: PseudoTerminal, program: ProcessRecord) {
    servers.all.append(server)
    let terminal = try PseudoTerminal(
      executable: "/bin/bash", arguments: ["--norc", "--noprofile", "-i"],
      environment: folder.environment.merging([
        "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "PS1": "shell> ",
      ]) { $1 }, size: size)
    try terminal.wait { $0.screenText.contains("shell>") }
    let words = [
      BuiltProduct.path("ridealong"), Answers.tripName, "--endpoint",
      "http://127.0.0.1:\(server.port)", "--service-account", folder.key(), "--interval", "3600",
    ]
    terminal.type(words.map(ShellWord.quoted).joined(separator: " ") + "\n")
    try terminal.wait { $0.isAlternateScreen && $0.screenText.contains("LIVE") }
    return (terminal, try #require(ProcessRecord(id: terminal.processID).children.first))
  }

  @Test func `A program that was stopped, resized and continued has the right size and polls once`()
    throws
  {
    let server = try liveServer()
    let terminal = try follow(server, options: ["--interval", "3600"])
    try bring(terminal, to: .live)
    try terminal.wait { $0.screenText.contains(/LIVE [2-9]s/) }
    let record = ProcessRecord(id: terminal.processID)
    terminal.send(signal: SIGSTOP)
    try terminal.wait { _ in record.state == "T" }
    terminal.resize(columns: 100, rows: 30)
    terminal.send(signal: SIGCONT)
    try terminal.wait { $0.rowText(29).contains("q Quit") && $0.screenText.contains("LIVE") }
    try terminal.wait { _ in server.requests.count == 2 }
    // Nothing of the old size is left: the panel's corners are in the last column only.
    #expect(terminal.cell(99, 1).base == "╮")
    #expect(!(1..<24).contains { ["╮", "┤", "╯"].contains(terminal.cell(79, $0).base) })
    #expect(terminal.rowText(23).contains("q Quit") == false)
    try quit(terminal)
    #expect(server.requests.count == 2)
  }

  @Test func `After many resizes the screen is the same as at a fresh start`() throws {
    let server = try overServer()
    let terminal = try follow(server)
    try terminal.wait { $0.screenText.contains("ENDED") }
    var numbers = SystemRandomNumberGenerator()
    for _ in 0..<500 {
      terminal.resize(
        columns: .random(in: 1...500, using: &numbers), rows: .random(in: 1...200, using: &numbers))
    }
    terminal.resize(columns: 91, rows: 27)
    let fresh = try follow(server, size: GridSize(columns: 91, rows: 27))
    try fresh.wait { $0.screenText.contains("ENDED") && $0.rowText(26).contains("Quit") }
    // The first run's event list says when things happened; both say the same once it is redrawn.
    let clock = /[0-9]{1,2}:[0-9]{2}(:[0-9]{2})?/
    func picture(_ terminal: PseudoTerminal) -> [String] {
      (0..<27).map { terminal.rowText($0).replacing(clock, with: "00:00") }
    }
    try terminal.wait { picture($0) == picture(fresh) }
    try quit(terminal)
    try quit(fresh)
  }

  @Test(arguments: [
    (0, 0), (1, 1), (12, 3), (20, 5), (40, 12), (79, 23), (80, 24), (300, 100), (1_000, 500),
  ]) func `A screen of every size shows something`(columns: Int, rows: Int) throws {
    let terminal = try follow(liveServer(), size: GridSize(columns: columns, rows: rows))
    // A size of zero counts as unknown. Other tests check the layout.
    let shown = max(1, min(rows, 60))
    try terminal.wait { terminal in
      terminal.isAlternateScreen
        && (columns == 0 || (0..<shown).contains { !terminal.rowText($0).isEmpty })
    }
    try quit(terminal)
  }

  @Test(
    arguments: [
      nil, "dumb", "vt100", "linux", "xterm-ghostty", "garbage",
      String(repeating: "x", count: 10_000),
    ] as [String?]
  )
  func `A plain report works with every TERM`(term: String?) throws {
    let server = try liveServer()
    var environment = folder.environment.merging(["LC_ALL": "C.UTF-8"]) { $1 }
    environment["TERM"] = term
    let terminal = try PseudoTerminal(
      executable: BuiltProduct.path("ridealong"),
      arguments: [
        Answers.tripName, "--once", "--endpoint", "http://127.0.0.1:\(server.port)",
        "--service-account", folder.key(),
      ],
      environment: environment
    )
    #expect(try terminal.waitForExit() == .exited(0))
    #expect(terminal.screenText.contains("ENROUTE_TO_PICKUP"))
    #expect(!terminal.rawOutput.contains(0x1B))
  }

  @Test func `A terminal of a known family gets a screen, and the log names the family`() throws {
    let terminal = try follow(liveServer(), environment: ["TERM": "xterm-ghostty"])
    try bring(terminal, to: .live)
    try quit(terminal)
    #expect(folder.log.contains("xterm-ghostty is not described; taken for xterm-256color"))
  }

  @Test(arguments: [
    (#""$@" < /dev/null > OUT"#, Int32(0)), (#""$@" | head -1 > OUT"#, 0),
    (#""$@" > /dev/full"#, 1), (#""$@" >&-"#, 1), (#""$@" < /dev/null | cat > OUT"#, 0),
  ]) func `Without a terminal there is a plain report`(shell: String, status: Int32) throws {
    let server = try liveServer()
    let output = folder.path + "/out"
    let outcome = try RunningProgram.run(
      [
        Answers.tripName, "--endpoint", "http://127.0.0.1:\(server.port)", "--service-account",
        folder.key(),
      ],
      in: folder,
      environment: ["TERM": "xterm-256color"],
      shell: shell.replacing("OUT", with: ShellWord.path(output)))
    #expect(outcome.status == status)
    #expect(!outcome.bytes.contains(0x1B))
    #expect(outcome.errors.isEmpty == (status == 0))
  }

  @Test func `A blocked terminal skips frames, and then shows the newest one`() throws {
    let server = try overServer()
    let terminal = try follow(server, size: GridSize(columns: 200, rows: 60))
    try terminal.wait { $0.screenText.contains("ENDED") && $0.rowText(59).contains("Quit") }
    let record = ProcessRecord(id: terminal.processID)
    let before = record.residentKiB
    let start = terminal.rawOutput.count
    terminal.setFlow(isOn: false)
    for _ in 0..<20 { terminal.type(String(repeating: "\u{0C}", count: 100)) }
    terminal.setFlow(isOn: true)
    terminal.type("?")
    try terminal.wait { $0.screenText.contains("CAMERA") }
    #expect(record.residentKiB - before < 16_384)
    // Two thousand redraws were requested; each alone is some thousand bytes.
    #expect(terminal.rawOutput.count - start < 1_000_000)
    try closeHelp(terminal)
    try quit(terminal)
  }

  @Test(arguments: Moment.allCases)
  func `Pasted text does not act as keys at any moment`(moment: Moment) throws {
    let server =
      moment == .loading ? try ScriptedServer { _ in [.hang] } : try liveServer()
    let terminal = try follow(server)
    try bring(terminal, to: moment)
    terminal.type("\u{1B}[200~" + String(repeating: "q\u{03}", count: 20_000) + "\u{1B}[201~")
    if moment == .prompt {
      // A command line takes it, as one line without control characters, and does nothing with it.
      try terminal.wait { $0.screenText.contains(":qqqq") || $0.screenText.contains("qqqqqqqq") }
      terminal.type("\u{1B}")
      try terminal.wait { !$0.screenText.contains("qqqqqqqq") }
    } else {
      if moment == .help { try closeHelp(terminal) }
      try terminal.wait { $0.screenText.contains("Paste ignored") }
    }
    try quit(terminal)
  }

  @Test func `Ten thousand turns of the mouse wheel do not block the screen`() throws {
    let terminal = try follow(liveServer())
    try bring(terminal, to: .live)
    let before = terminal.rawOutput.count
    terminal.type(String(repeating: "\u{1B}[<64;20;10M\u{1B}[<65;20;10M", count: 2_500))
    terminal.type(String(repeating: "\u{1B}[<64;20;10M", count: 5_000))
    terminal.type("?")
    try terminal.wait { $0.screenText.contains("CAMERA") }
    // They were taken together: each alone is a picture of its own.
    #expect(terminal.rawOutput.count - before < 1_000_000)
    try closeHelp(terminal)
    let isFast = try MachineLoad.isWithin(.milliseconds(100)) {
      terminal.type(String(repeating: "\u{1B}[<65;20;10M", count: 50))
      let start = ContinuousClock.now
      terminal.type("?")
      try terminal.wait { $0.screenText.contains("CAMERA") }
      let time = ContinuousClock.now - start
      try closeHelp(terminal)
      return time
    }
    #expect(isFast)
    try quit(terminal)
  }

  /// Closes help and waits for it, since a key right after the escape would be one with Alt.
  private func closeHelp(_ terminal: PseudoTerminal) throws {
    terminal.type("\u{1B}")
    try terminal.wait { !$0.screenText.contains("CAMERA") }
  }

  @Test func `Ctrl-L redraws the screen`() throws {
    let terminal = try follow(overServer())
    try terminal.wait { $0.screenText.contains("ENDED") && $0.rowText(23).contains("Quit") }
    let device = open(terminal.path, O_WRONLY | O_NOCTTY)
    let message = Array("\u{1B}[5;1HBroadcast message\r\nfrom root\r\n".utf8)
    #expect(write(device, message, message.count) == message.count)
    close(device)
    try terminal.wait { $0.screenText.contains("from root") }
    terminal.type("\u{0C}")
    try terminal.wait {
      !$0.screenText.contains("from root") && !$0.screenText.contains("Broadcast")
    }
    try quit(terminal)
  }

  @Test func `Standard error is the terminal's again at the end`() throws {
    let terminal = try follow(liveServer())
    try bring(terminal, to: .live)
    let files = ProcessRecord(id: terminal.processID).openFiles
    #expect(files.count > 2 && files[2].hasSuffix("ridealong.log"))
    try quit(terminal)
  }

  @Test func `The screen shows the cursor only while a command is typed`() throws {
    let terminal = try follow(overServer())
    try terminal.wait { $0.screenText.contains("ENDED") && $0.rowText(23).contains("Quit") }
    #expect(!terminal.isCursorVisible)
    terminal.type(":zoom")
    try terminal.wait { $0.rowText(23) == ":zoom" && $0.isCursorVisible }
    #expect(terminal.cursor == GridPoint(column: 5, row: 23))
    terminal.type("\u{1B}[D")
    try terminal.wait { $0.cursor == GridPoint(column: 4, row: 23) }
    terminal.type("\u{15}\u{1B}")
    try terminal.wait { !$0.isCursorVisible && $0.rowText(23).contains("Quit") }
    try quit(terminal)
  }

  @Test func `The screen does not use the mouse with --no-mouse`() throws {
    let terminal = try follow(liveServer(), options: ["--no-mouse"])
    try bring(terminal, to: .live)
    #expect(!terminal.reportsMouse)
    #expect(terminal.bracketsPastes)
    try quit(terminal)
  }
}
