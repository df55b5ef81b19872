import CellGrid
import FleetEngine
import Foundation
import Glibc
import RideTestSupport
import SystemTestSupport
import TestSupport
import Testing

@Suite(.blocking) struct `Booking in a script and on a terminal` {
  private let folder = TestFolder()
  private let places = ["--pickup", "37.42,-122.08", "--dropoff", "37.43,-122.07"]

  @Test func `Booking in a script prints the name of a trip that exists`() throws {
    let emulator = try EmulatorProcess(in: folder)
    let backend = emulator.endpoint + "/provider"
    let booked = try RunningProgram.run(
      ["book", "--backend", backend, "--via", "37.425,-122.075"] + places, in: folder)
    #expect(booked.status == 0)
    #expect(booked.errors.isEmpty)
    let lines = booked.output.split(separator: "\n")
    #expect(lines.count == 1)
    let name = try TripName(parsing: String(lines.first ?? ""))
    let report = try RunningProgram.run(
      [
        "follow", name.description, "--endpoint", emulator.endpoint, "--token-url",
        backend + "/token/consumer/{trip}",
      ],
      in: folder
    )
    #expect(report.status == 0)
    #expect(report.output.contains("status     NEW"))
    let once = try RunningProgram.run(
      ["book", "--once", "--shared", "--backend", backend + "/"] + places, in: folder)
    #expect(once.status == 0)
    #expect(once.output != booked.output)
  }

  @Test func `Booking reports the backend's error in one sentence`() throws {
    for (status, exit) in [
      ("400 Bad Request", 1), ("403 Forbidden", 4), ("404 Not Found", 3), ("429 Too Many", 6),
      ("503 Unavailable", 5),
    ] {
      let server = try ScriptedServer { _ in
        Answers.json(#"{"message":"no \u001b[2Jcabs today","status":0}"#, status: status)
      }
      let outcome = try RunningProgram.run(
        ["book", "--backend", "http://127.0.0.1:\(server.port)"] + places,
        in: folder
      )
      #expect(outcome.status == Int32(exit))
      #expect(outcome.output.isEmpty)
      #expect(outcome.errors.contains("cabs today"))
      #expect(outcome.errors.split(separator: "\n").count == 1)
      #expect(isPlain(outcome.bytes))
      #expect(server.requests.count == 1)
    }
    let page = try ScriptedServer { _ in Answers.html }
    let outcome = try RunningProgram.run(
      ["book", "--backend", "http://127.0.0.1:\(page.port)"] + places,
      in: folder
    )
    #expect(outcome.status == 5)
    #expect(outcome.errors.contains("ENDPOINT/provider"))
    let nobody = try RunningProgram.run(
      ["book", "--backend", "http://127.0.0.1:\(unusedLoopbackPort())"] + places,
      in: folder
    )
    #expect(nobody.status == 5)
    #expect(nobody.errors.contains("cannot be reached"))
  }

  @Test
  func `Booking chooses places on the map, books, cancels and restores the terminal`() throws {
    let emulator = try EmulatorProcess(in: folder)
    let terminal = try start(
      ["book", "--backend", emulator.endpoint + "/provider", "--near", "37.42,-122.08"], in: folder)
    try terminal.wait { $0.screenText.contains("CHOOSE THE PICKUP") }
    #expect(terminal.isAlternateScreen)
    terminal.type("\r")
    try terminal.wait { $0.screenText.contains("P 37.42000 -122.08000") }
    terminal.type("LLv")
    try terminal.wait { $0.screenText.contains("Stop 1 added.") }
    terminal.type("J\r")
    try terminal.wait { $0.screenText.contains("CHECK THE RIDE") }
    terminal.type("\u{7F}")
    try terminal.wait { $0.screenText.contains("CHOOSE A STOP") }
    terminal.type("\r")
    try terminal.wait { $0.screenText.contains("CHECK THE RIDE") }
    terminal.type("\r")
    try terminal.wait(
      until: { $0.screenText.contains("WAITING FOR A VEHICLE") }, timeout: .seconds(90))
    terminal.type("X")
    try terminal.wait { $0.screenText.contains("Cancel this ride?") }
    terminal.type("y")
    try terminal.wait(until: { $0.screenText.contains("TRIP CANCELED") }, timeout: .seconds(90))
    // The second ride begins with an empty map, and so does a third.
    for ride in 2...3 {
      try terminal.wait { $0.screenText.contains("b Book again") }
      terminal.type("b")
      try terminal.wait { $0.screenText.contains("CHOOSE THE PICKUP") }
      #expect(!terminal.screenText.contains("(P)"))
      #expect(!terminal.screenText.contains("(D)"))
      terminal.type("\r")
      try terminal.wait { $0.screenText.contains("CHOOSE A STOP") }
      terminal.type("LL\r")
      try terminal.wait { $0.screenText.contains("CHECK THE RIDE") }
      terminal.type("\r")
      try terminal.wait(
        until: { $0.screenText.contains("WAITING FOR A VEHICLE") }, timeout: .seconds(90))
      guard ride == 2 else { break }
      terminal.type("X")
      try terminal.wait { $0.screenText.contains("Cancel this ride?") }
      terminal.type("y")
      try terminal.wait(until: { $0.screenText.contains("TRIP CANCELED") }, timeout: .seconds(90))
    }
    terminal.type("q")
    #expect(try terminal.waitForExit() == .exited(0))
    expectGivenBack(terminal)
    // Each ride that was canceled has its line; the third is still active.
    #expect(terminal.screenText.split(separator: " CANCELED").count == 3)
    #expect(terminal.screenText.contains("Booked:"))
    #expect(folder.complaints.isEmpty)
  }

  @Test func `Booking names the trip that continues and the command to follow it`() throws {
    let emulator = try EmulatorProcess(in: folder)
    let backend = emulator.endpoint + "/provider"
    let terminal = try start(
      ["book", "--backend", backend] + places, in: folder, size: GridSize(columns: 160, rows: 40))
    try terminal.wait(
      until: { $0.screenText.contains("WAITING FOR A VEHICLE") }, timeout: .seconds(90))
    terminal.type("q")
    #expect(try terminal.waitForExit() == .exited(0))
    expectGivenBack(terminal)
    #expect(terminal.screenText.contains("Booked: providers/demo-project/trips/"))
    #expect(terminal.screenText.contains("Follow: ridealong follow providers/demo-project/trips/"))
    #expect(terminal.screenText.contains("--token-url"))
  }

  @Test func `Booking quotes a server's trip ID in the command to follow it`() throws {
    let name = "providers/p/trips/$(touch${IFS}PWNED)';touch PWNED;'"
    let server = try ScriptedServer { request in
      request.line.contains("vehicles") ? Answers.json("[]") : Answers.json(#"{"name":"\#(name)"}"#)
    }
    let backend = "http://127.0.0.1:\(server.port)"
    let printed = try RunningProgram.run(
      ["book", "--once", "--backend", backend] + places, in: folder)
    #expect(printed.output == name + "\n")
    let terminal = try start(
      ["book", "--backend", backend, "--token-command", "sh -c 'echo $HOME'"] + places, in: folder,
      size: GridSize(columns: 240, rows: 40))
    try terminal.wait(until: { $0.screenText.contains("PWNED") }, timeout: .seconds(90))
    terminal.type("q")
    _ = try terminal.waitForExit()
    let line = try #require(
      terminal.screenText.split(separator: "\n").first { $0.hasPrefix("Follow: ") })
    _ = folder.file("line", String(line.dropFirst("Follow: ridealong".count)))
    let words = try RunningProgram.run(
      [], in: folder, shell: #"cd && eval "printf '%s\n' $(cat line)" && ls"#)
    let read = words.output.split(separator: "\n").map(String.init)
    #expect(read.prefix(4) == ["follow", name, "--endpoint", backend])
    #expect(read.dropFirst(4).prefix(2) == ["--token-command", "sh -c 'echo $HOME'"])
    #expect(!read.contains("PWNED"))
  }

  @Test(arguments: [Ending(SIGTERM, 143), Ending(SIGINT, 130), Ending(SIGHUP, 129)])
  func `Booking ends at a signal while a place is chosen`(ending: Ending) throws {
    let terminal = try start(
      ["book", "--backend", "http://127.0.0.1:\(unusedLoopbackPort())"],
      in: folder
    )
    try terminal.wait { $0.screenText.contains("CHOOSE THE PICKUP") }
    try terminal.wait { $0.screenText.contains("cannot be reached") }
    terminal.send(signal: ending.signal)
    #expect(try terminal.waitForExit() == .exited(ending.status))
    expectGivenBack(terminal)
  }

  @Test func `Booking shows why it failed and restores the terminal on exit`() throws {
    let server = try ScriptedServer { _ in
      Answers.json(#"{"message":"no \u001b]0;pwned\u0007cabs","status":400}"#, status: "400 No")
    }
    let terminal = try start(
      ["book", "--backend", "http://127.0.0.1:\(server.port)"] + places,
      in: folder
    )
    try terminal.wait { $0.screenText.contains("The backend refused it (HTTP 400).") }
    terminal.type("\u{3}")
    #expect(try terminal.waitForExit() == .exited(130))
    expectGivenBack(terminal)
    #expect(!terminal.rawOutput.contains(7))
    #expect(!terminal.screenText.contains("Booked:"))
  }
}
