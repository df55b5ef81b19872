import CellGrid
import FleetEmulator
import Glibc
import RideTestSupport
import SystemTestSupport
import TestSupport
import Testing

/// Starts the program in a terminal with the surroundings of a folder.
func start(
  _ arguments: [String], in folder: TestFolder, environment: [String: String] = [:],
  size: GridSize = GridSize(columns: 80, rows: 24)
) throws -> PseudoTerminal {
  try PseudoTerminal(
    executable: BuiltProduct.path("ridealong"), arguments: arguments,
    environment: folder.environment
      .merging(["TERM": "xterm-256color", "LC_ALL": "C.UTF-8"]) { $1 }
      .merging(environment) { $1 }, size: size)
}

extension PseudoTerminal {
  /// Types the key that polls at once until a condition holds, with time for its message to go.
  func poll(until condition: (PseudoTerminal) -> Bool) throws {
    var next = ContinuousClock.now
    try wait { terminal in
      if condition(terminal) { return true }
      if ContinuousClock.now >= next {
        terminal.type("r")
        next = ContinuousClock.now + .seconds(6)
      }
      return false
    }
  }
}

@Suite(.blocking) struct `The demo with a screen` {
  private let folder = TestFolder()

  private func demo(
    _ arguments: [String] = [], environment: [String: String] = [:],
    size: GridSize = GridSize(columns: 80, rows: 24)
  ) throws -> PseudoTerminal {
    try folder.keepDemoKeys()
    let terminal = try start(["demo"] + arguments, in: folder, environment: environment, size: size)
    try terminal.wait(until: { $0.screenText.contains("LIVE") }, timeout: .seconds(90))
    return terminal
  }

  @Test func `The demo moves a vehicle, reacts to keys, and ends everything on q`() throws {
    let terminal = try demo(["--speed", "4"])
    try terminal.poll { $0.screenText.contains("demo-vehicle-1") }
    #expect(terminal.isAlternateScreen)
    let first = Self.map(terminal)
    #expect(first.contains { $0.unicodeScalars.contains { (0x2580...0x259F).contains($0.value) } })
    // The map's camera may ease first; a car that stands would not go on changing it.
    try terminal.poll { $0.screenText.contains(" km/h") }
    try terminal.poll { !$0.screenText.contains(" 0 km/h") && Self.map($0) != first }

    terminal.type("a")
    try terminal.wait { $0.screenText.contains("Auto camera off. a = on again.") }
    terminal.type("a")
    try terminal.wait { $0.screenText.contains("Auto camera on") }
    terminal.type("\u{1B}[D")
    try terminal.wait { $0.screenText.contains("Auto camera off. a = on again.") }
    terminal.type("?")
    try terminal.wait { $0.screenText.contains("Help") && $0.screenText.contains("Esc") }
    terminal.type("\u{1B}")
    try terminal.wait { !$0.screenText.contains("Esc") }
    terminal.resize(columns: 120, rows: 40)
    try terminal.wait { $0.frame.rows[39].contains("q Quit") }

    terminal.type("q")
    #expect(try terminal.waitForExit() == .exited(0))
    expectGivenBack(terminal)
    #expect(terminal.screenText.contains("demo-ride "))
    #expect(folder.leftovers.isEmpty)
    #expect(folder.complaints.isEmpty)
  }

  @Test(arguments: [
    Ending(SIGINT, 130), Ending(SIGTERM, 143), Ending(SIGHUP, 129), Ending(SIGQUIT, 131),
  ]) func `The demo ends everything at a signal`(ending: Ending) throws {
    let terminal = try demo()
    terminal.send(signal: ending.signal)
    #expect(try terminal.waitForExit() == .exited(ending.status))
    expectGivenBack(terminal)
    #expect(folder.leftovers.isEmpty)
  }

  @Test func `The demo ends everything on Ctrl-C`() throws {
    let terminal = try demo()
    terminal.type("\u{3}")
    #expect(try terminal.waitForExit() == .exited(130))
    expectGivenBack(terminal)
    #expect(folder.leftovers.isEmpty)
  }

  @Test func `The demo draws with boxes and blocks on the Linux console`() throws {
    let terminal = try demo(["--speed", "8"], environment: ["TERM": "linux"])
    try terminal.poll { $0.screenText.contains("demo-vehicle-1") }
    terminal.type("q")
    #expect(try terminal.waitForExit() == .exited(0))
    let text = String(decoding: terminal.rawOutput, as: UTF8.self).unicodeScalars
    #expect(text.contains("┌"))
    #expect(!text.contains { (0x2800...0x28FF).contains($0.value) })
  }

  @Test func `The demo draws with ASCII only where the locale has nothing else`() throws {
    let terminal = try demo(["--speed", "8"], environment: ["LANG": "C", "LC_ALL": "C"])
    try terminal.poll { $0.screenText.contains("demo-vehicle-1") }
    terminal.type("q")
    #expect(try terminal.waitForExit() == .exited(0))
    #expect(terminal.rawOutput.allSatisfy { $0 < 0x80 })
  }

  @Test func `The demo draws with ASCII only if asked to`() throws {
    let terminal = try demo(["--ascii", "--basemap", packageRoot + "/Assets/demo-city.pmtiles"])
    try terminal.wait { $0.screenText.contains("Auravelle") }
    terminal.type("q")
    #expect(try terminal.waitForExit() == .exited(0))
    #expect(terminal.rawOutput.allSatisfy { $0 < 0x80 })
  }

  @Test func `The demo draws with a style file`() throws {
    let file = folder.file(
      "style.toml",
      "[marker.vehicle]\nicon = '<V>'\nicon-color = '#ffaf00'\n"
    )
    // Within GNU screen the terminal is not asked for every color.
    let terminal = try demo(["--style", file, "--basemap", "none"], environment: ["STY": "1"])
    try terminal.wait(until: { $0.screenText.contains("<V>") }, timeout: .seconds(90))
    let frame = terminal.frame
    let cells = frame.cells.filter { $0.base == "<" && $0.style.foreground == .indexed(214) }
    #expect(cells.count == 1)
    #expect(!terminal.screenText.contains("Auravelle"))
    terminal.type("q")
    #expect(try terminal.waitForExit() == .exited(0))
    #expect(folder.complaints.isEmpty)
  }

  @Test func `The demo shows the status where there is no room for a map`() throws {
    try folder.keepDemoKeys()
    let terminal = try start(["demo"], in: folder, size: GridSize(columns: 20, rows: 5))
    try terminal.wait(
      until: { $0.screenText.uppercased().contains("PICKUP") }, timeout: .seconds(90))
    terminal.type("q")
    #expect(try terminal.waitForExit() == .exited(0))
    expectGivenBack(terminal)
  }

  /// The rows of the map, without the lines above and below it.
  private static func map(_ terminal: PseudoTerminal) -> [String] {
    terminal.frame.rows.dropFirst().dropLast(3).map { String($0.prefix(49)) }
  }
}

@Suite(.blocking) struct `Following on a terminal` {
  private let folder = TestFolder()

  private func follow(port: Int, environment: [String: String] = [:]) throws -> PseudoTerminal {
    try start(
      [
        Answers.tripName, "--endpoint", "http://127.0.0.1:\(port)", "--service-account",
        folder.key(),
      ],
      in: folder,
      environment: environment
    )
  }

  private func expectQuit(_ terminal: PseudoTerminal) throws {
    terminal.type("q")
    #expect(try terminal.waitForExit() == .exited(0))
    expectGivenBack(terminal)
  }

  @Test func `Following continues to poll a server that cannot be reached`() throws {
    let terminal = try follow(port: unusedLoopbackPort())
    try terminal.wait(until: { $0.screenText.contains("Retry 2") }, timeout: .seconds(90))
    #expect(terminal.screenText.contains("cannot be reached"))
    try expectQuit(terminal)
  }

  @Test func `Following continues to poll a server that responds with a web page`() throws {
    let server = try ScriptedServer { _ in Answers.html }
    let terminal = try follow(port: server.port)
    try terminal.wait { $0.screenText.contains("not trip data (text/html") }
    try terminal.wait(until: { _ in server.requests.count > 1 }, timeout: .seconds(90))
    try expectQuit(terminal)
  }

  @Test func `Following continues to poll a server whose responses end early`() throws {
    let server = try ScriptedServer { _ in Answers.truncated }
    let terminal = try follow(port: server.port)
    try terminal.wait { $0.screenText.contains("connection broke (INTERRUPTED)") }
    try terminal.wait(until: { _ in server.requests.count > 1 }, timeout: .seconds(90))
    try expectQuit(terminal)
  }

  @Test func `Following recovers as soon as the server does`() throws {
    let server = try ScriptedServer { request in
      request.connection == 0
        ? [.close] : Answers.json(Answers.hostileTrip)
    }
    let terminal = try follow(port: server.port)
    try terminal.wait(until: { $0.screenText.contains("LIVE") }, timeout: .seconds(90))
    try expectQuit(terminal)
  }

  @Test func `Following does not send escape sequences of a server to the terminal`() throws {
    let server = try ScriptedServer { _ in Answers.json(Answers.hostileTrip) }
    let terminal = try follow(port: server.port)
    try terminal.wait { $0.screenText.contains("car") && $0.screenText.contains("LIVE") }
    try expectQuit(terminal)
    #expect(!contains(terminal.rawOutput, "\u{1B}]0;pwned"))
    #expect(!contains(terminal.rawOutput, "\u{7}"))
    #expect(!contains(terminal.rawOutput, "\u{9B}31m"))
    #expect(!contains(terminal.rawOutput, "\u{202E}"))
    #expect(!terminal.rawOutput.contains(0x9B) || !contains(terminal.rawOutput, "\u{9B}"))
  }

  @Test func `Following does not send escape sequences of a refusal to the terminal`() throws {
    let server = try ScriptedServer { _ in
      Answers.json(Answers.refusal(403, "PERMISSION_DENIED"), status: "403 No")
    }
    let terminal = try follow(port: server.port)
    try terminal.wait { $0.screenText.contains("refused this token") }
    try expectQuit(terminal)
    #expect(!contains(terminal.rawOutput, "\u{1B}]0;pwned"))
    #expect(!contains(terminal.rawOutput, "\u{7}"))
  }

  @Test func `Following sends its token to the server only`() throws {
    let server = try ScriptedServer { _ in Answers.json(Answers.hostileTrip) }
    let terminal = try follow(port: server.port)
    try terminal.wait { $0.screenText.contains("LIVE") }
    let header = try #require(server.requests.first?.header("Authorization"))
    let token = try #require(header.split(separator: " ").last)
    let places = ["cmdline", "environ"].map { read("/proc/\(terminal.processID)/\($0)") }
    #expect(places.allSatisfy { !$0.isEmpty })
    try expectQuit(terminal)
    for part in token.split(separator: ".") {
      let part = String(part)
      #expect(!contains(terminal.rawOutput, part))
      #expect(!folder.log.contains(part))
      #expect(!places.contains { contains($0, part) })
    }
  }

  @Test
  func
    `Following describes the ride in sentences on a terminal without a screen, and reads commands`()
    throws
  {
    let server = try ScriptedServer { _ in Answers.json(Answers.hostileTrip) }
    let terminal = try follow(port: server.port, environment: ["TERM": "dumb"])
    try terminal.wait { $0.screenText.contains("On the way to the pickup.") }
    terminal.type("?\n")
    try terminal.wait { $0.screenText.contains("r poll now") }
    terminal.type("s\n")
    try terminal.wait { $0.screenText.split(separator: "On the way").count > 2 }
    terminal.type("q\n")
    #expect(try terminal.waitForExit() == .exited(0))
    #expect(!terminal.rawOutput.contains(0x1B))
  }

  @Test func `Following works without a log if none can be written`() throws {
    let server = try ScriptedServer { _ in Answers.json(Answers.hostileTrip) }
    let file = folder.file("file", "")
    let terminal = try follow(port: server.port, environment: ["XDG_STATE_HOME": file])
    try terminal.wait { $0.screenText.contains("LIVE") }
    try expectQuit(terminal)
    #expect(contains(terminal.rawOutput, "No log is kept"))
  }

  private func contains(_ bytes: [UInt8], _ text: String) -> Bool {
    bytes.firstRange(of: Array(text.utf8)) != nil
  }

  private func read(_ path: String) -> [UInt8] {
    let descriptor = open(path, O_RDONLY)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    return Array(buffer.prefix(max(0, Glibc.read(descriptor, &buffer, buffer.count))))
  }
}
