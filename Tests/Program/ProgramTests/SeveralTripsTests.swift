import CellGrid
import Foundation
import RideTestSupport
import Synchronization
import SystemTestSupport
import TestSupport
import Testing

@testable import RidealongCLI

private func name(_ id: String) -> String { "providers/demo-project/trips/\(id)" }

@Suite(.blocking) struct `Several trips without a screen` {
  private let folder = TestFolder()

  private func objects(_ text: String) throws -> [[String: Any]] {
    try text.split(separator: "\n").map { line in
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
      return try #require(object as? [String: Any])
    }
  }

  @Test func `Several trips as JSON lines are one stream that ends with the worst status`() throws {
    let server = try SmallFleet(["a": "COMPLETE", "b": "CANCELED"]).server()
    let outcome = try folder.follow([name("a"), name("b"), name("a"), "--json"], server)
    #expect(outcome.status == 7)
    let lines = try objects(outcome.output)
    for id in ["a", "b"] {
      let own = lines.filter { $0["trip"] as? String == name(id) }
      #expect(own.map { $0["type"] as? String } == ["trip", "end"])
    }
    #expect(lines.count == 4)
    #expect(isPlain(outcome.bytes))
  }

  @Test func `Several trips as JSON lines say when a failure is retried`() throws {
    let server = try SmallFleet(["a": "DOWN", "b": "COMPLETE"]).server()
    let outcome = try folder.follow([name("a"), name("b"), name("none"), "--json"], server)
    #expect(outcome.status == 3)
    let errors = try objects(outcome.output).filter { $0["type"] as? String == "error" }
    let retries = errors.map { ($0["code"] as? String, $0["retry_in_s"] as? Double) }
    #expect(retries.contains { $0.0 == "UNAVAILABLE" && ($0.1 ?? 0) > 0 }, "\(outcome.output)")
    // A trip that is given up has no next attempt.
    #expect(retries.contains { $0.0 == "NOT_FOUND" && $0.1 == nil }, "\(outcome.output)")
  }

  @Test(arguments: ["-", "/dev/stderr"])
  func `The log of several trips goes to standard error`(path: String) throws {
    let server = try SmallFleet(["a": "COMPLETE", "b": "COMPLETE"]).server()
    let words = [name("a"), name("b"), "--json", "--log-file", path, "--log-level", "info"]
    let outcome = try folder.follow(words, server)
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains(" info follows \(name("a"))\n"), "\(outcome.errors)")
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/-"))
  }

  @Test func `Several trips as lines continue without one that does not exist or is refused`()
    throws
  {
    let server = try SmallFleet(["a": "COMPLETE", "c": "REFUSED"]).server()
    for form in ["--json", "--plain"] {
      let outcome = try folder.follow([name("a"), name("b"), name("c"), form], server)
      #expect(outcome.status == 4)
      #expect(outcome.errors.contains("\(name("b")): NOT_FOUND"))
      #expect(outcome.errors.contains("\(name("c")): PERMISSION_DENIED"))
      #expect(outcome.output.contains(form == "--json" ? #""trip":"\#(name("a"))""# : "a: "))
    }
  }

  @Test func `The sentences of several trips begin with the trip's name`() throws {
    let server = try SmallFleet(["a": "COMPLETE", "b": "COMPLETE"]).server()
    let outcome = try folder.follow([name("a"), name("b"), "--plain"], server)
    #expect(outcome.status == 0)
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("a: ") && $0.contains("The trip is complete.") })
    #expect(lines.allSatisfy { $0.hasPrefix("a: ") || $0.hasPrefix("b: ") })
  }

  @Test func `Several trips with --once are one line each, in their order`() throws {
    let server = try SmallFleet(["a": "NEW", "b": "COMPLETE", "c": "NEW"]).server()
    let plain = try folder.follow([name("c"), name("a"), name("b"), "--once"], server)
    #expect(plain.status == 0)
    #expect(
      plain.output.split(separator: "\n").map { $0.prefix(5) } == ["c NEW", "a NEW", "b COM"])
    let json = try folder.follow([name("c"), name("x"), name("a"), "--once", "--json"], server)
    #expect(json.status == 3)
    #expect(try objects(json.output).map { $0["type"] as? String } == ["trip", "error", "trip"])
  }

  @Test func `Several trips are read from a file or from standard input`() throws {
    let server = try SmallFleet(["a": "NEW", "b": "NEW"]).server()
    let file = folder.file("trips", "# my trips\n\(name("b"))  tonight\n\n\(name("a"))\n")
    let read = try folder.follow(["--trips", file, "--once"], server)
    #expect(read.output.split(separator: "\n").map { $0.prefix(1) } == ["b", "a"])
    let piped = try folder.follow(
      ["--trips", "-", "--provider", "demo-project", "--once"], server,
      shell: #"printf 'a\nb\n' | "$@""#)
    #expect(piped.output.split(separator: "\n").map { $0.prefix(1) } == ["a", "b"])
  }

  @Test func `The trips of a vehicle are its present ones`() throws {
    let fleet = SmallFleet(["a": "NEW", "b": "ENROUTE_TO_DROPOFF"], vehicle: ["b", "a"])
    let server = try fleet.server()
    let outcome = try folder.follow(
      ["--vehicle", "providers/demo-project/vehicles/v1", "--once"], server)
    #expect(outcome.status == 0)
    #expect(outcome.output.split(separator: "\n").map { $0.prefix(1) } == ["b", "a"])
    fleet.setVehicle([])
    let none = try folder.follow(
      ["--vehicle", "v1", "--provider", "demo-project", "--once"], server)
    #expect(none.status == 0)
    #expect(none.output.isEmpty)
    #expect(none.errors.contains("providers/demo-project/vehicles/v1 has no active trip."))
  }

  @Test(arguments: [["--once"], []])
  func `An error about an unreadable vehicle names the role that may read it, also as JSON`(
    form: [String]
  ) throws {
    let server = try SmallFleet([:]).server()
    let vehicle = ["--vehicle", "providers/demo-project/vehicles/refused", "--json"]
    let outcome = try folder.follow(vehicle + form, server)
    #expect(outcome.status == 4)
    let lines = try objects(outcome.output)
    #expect(lines.count == 1)
    #expect(lines.first?["type"] as? String == "error")
    #expect(lines.first?["code"] as? String == "PERMISSION_DENIED")
    #expect((lines.first?["vehicle"] as? [String: Any])?["id"] as? String == "refused")
    #expect(lines.first?["trip"] == nil && lines.first?["retry_in_s"] == nil)
    #expect(outcome.errors.contains("roles/fleetengine.viewer or roles/fleetengine.ondemandAdmin"))
    #expect(outcome.errors.split(separator: "\n").count == 1)
  }

  @Test func `The trips of a vehicle are reported after the server was unreachable`() throws {
    for form in ["--json", "--plain"] {
      let program = try RunningProgram(
        [
          "--vehicle", "v1", "--provider", "demo-project", form, "--endpoint", "http://127.0.0.1:1",
          "--service-account", folder.key(),
        ],
        environment: folder.environment
      )
      let line = try program.firstLine()
      #expect(
        form == "--json"
          ? line.contains(#""vehicle":{"id":"v1"},"code":"UNAVAILABLE","class":"retry""#)
          : line.hasPrefix("v1: ")
            && line.contains("the server cannot be reached. Retrying automatically."), "\(line)")
      program.send(signal: SIGTERM)
      #expect(try program.finish().status == 143)
    }
  }

  @Test(arguments: [
    ["--trips", "FILE"], ["--trips=FILE"], ["--vehicle", "v1", "--provider", "demo-project"],
  ]) func `Several trips as lines are followed without the word follow`(_ words: [String]) throws {
    let server = try SmallFleet(["a": "NEW", "b": "NEW"], vehicle: ["a", "b"]).server()
    let file = folder.file("trips", "\(name("a"))\n\(name("b"))\n")
    let outcome = try RunningProgram.run(
      words.map { $0.replacingOccurrences(of: "FILE", with: file) } + [
        "--once", "--endpoint", "http://127.0.0.1:\(server.port)", "--service-account",
        folder.key(),
      ],
      in: folder
    )
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.split(separator: "\n").map { $0.prefix(1) } == ["a", "b"])
  }

  @Test(arguments: [
    (
      ["--vehicle", "providers/demo-project/vehicles/v", "providers/demo-project/trips/a"],
      "give it without trips"
    ),
    (["providers/demo-project/trips/a", "providers/q/trips/b"], "are trips of two providers"),
    (["--trips", "FOLDER/absent"], "/absent does not exist."),
    (["providers/demo-project/trips/a", "nonsense"], "is not a trip name"),
    ([], "needs a trip's name"),
    (["--vehicle", "nonsense"], "is not a vehicle name"),
  ]) func `An error says that there are no trips to follow`(_ words: [String], why: String) throws {
    let words = words.map { $0.replacing("FOLDER", with: folder.path) }
    let outcome = try RunningProgram.run(
      ["follow"] + words + ["--service-account", folder.key()], in: folder)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains(why), "\(outcome.errors)")
  }

  @Test func `At most a thousand trips are followed as lines`() throws {
    let names = (0...1_000).map { name("t\($0)") }.joined(separator: "\n")
    let outcome = try RunningProgram.run(
      ["follow", "--trips", folder.file("many", names), "--service-account", folder.key()],
      in: folder)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("No more than 1000 trips can be followed in one run."))
  }

  @Test func `Trips and the token cannot both come from standard input`() throws {
    let outcome = try RunningProgram.run(
      ["follow", "--trips", "-", "--token-file", "-"], in: folder)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("cannot both read standard input"))
  }
}

@Suite(.blocking) struct `Several trips on a terminal` {
  private let folder = TestFolder()

  private func follow(_ words: [String], _ server: ScriptedServer) throws -> PseudoTerminal {
    try start(
      ["follow"] + words + [
        "--endpoint", "http://127.0.0.1:\(server.port)", "--service-account", folder.key(),
      ],
      in: folder,
      // Too small for a map.
      size: GridSize(columns: 98, rows: 20))
  }

  private func expectQuit(_ terminal: PseudoTerminal) throws {
    terminal.type("q")
    #expect(try terminal.waitForExit() == .exited(0))
    expectGivenBack(terminal)
  }

  @Test func `Several trips are listed, filtered, opened one by one, and left again`() throws {
    let server = try SmallFleet([
      "a": "NEW", "b": "ENROUTE_TO_PICKUP", "c": "COMPLETE", "d": "REFUSED",
    ]).server()
    let terminal = try follow(["a", "b", "c", "d", "e"].map(name), server)
    try terminal.wait {
      $0.screenText.contains("TRIP COMPLETE") && $0.screenText.contains("2 need action")
        && $0.screenText.contains("This trip does not exist")
        && $0.screenText.contains("The server refused this token")
    }
    terminal.type("/")
    terminal.type("pickup")
    try terminal.wait { !$0.screenText.contains("TRIP COMPLETE") }
    terminal.type("\r")
    try terminal.wait { $0.screenText.contains("Filter pickup: 1 of 5.") }
    terminal.type("\r")
    try terminal.wait { $0.screenText.contains("P Pickup") && $0.screenText.contains("b List") }
    #expect(terminal.screenText.contains(name("b")))
    terminal.type("\u{1B}")
    try terminal.wait { $0.screenText.contains("Filter pickup: 1 of 5.") }
    terminal.type("\u{1B}")
    try terminal.wait { $0.screenText.contains("TRIP COMPLETE") }
    terminal.type("\u{1B}[F\r")
    try terminal.wait { $0.screenText.contains(name("c")) && $0.screenText.contains("ENDED") }
    terminal.type("b")
    try terminal.wait { $0.screenText.contains("5 trips") }
    try expectQuit(terminal)
    #expect(terminal.screenText.contains("5 trips, 2 need attention, 1 ended"))
  }

  @Test func `Keys typed ahead across a change of the screen are not lost`() throws {
    let server = try SmallFleet(["a": "NEW", "b": "NEW"]).server()
    let terminal = try follow([name("a"), name("b")], server)
    try terminal.wait { $0.screenText.contains("LIVE") }
    // Each in one write: open a trip and show its keys; go back and do it again; go back and quit.
    for keys in ["\r?", "b\r?"] {
      terminal.type(keys)
      try terminal.wait { $0.screenText.contains("CAMERA") }
      terminal.type("\u{1B}")
      try terminal.wait { !$0.screenText.contains("CAMERA") }
    }
    terminal.type("bq")
    #expect(try terminal.waitForExit() == .exited(0))
  }

  @Test func `The trips of a vehicle appear in the list and disappear`() throws {
    let fleet = SmallFleet(
      ["a": "ENROUTE_TO_DROPOFF", "b": "NEW", "c": "NEW", "d": "ENROUTE_TO_PICKUP"],
      vehicle: ["a", "b", "d"])
    let server = try fleet.server()
    let terminal = try follow(["--vehicle", "providers/demo-project/vehicles/v1"], server)
    try terminal.wait { $0.screenText.contains("v1, 3 trips") }
    fleet.set("a", "COMPLETE")
    fleet.set("d", "CANCELED")
    fleet.setVehicle(["c"])
    try terminal.wait(
      until: {
        // Two have ended and stay to be seen, one was taken by another vehicle, one has come.
        $0.screenText.contains("TRIP COMPLETE") && $0.screenText.contains("TRIP CANCELED")
          && $0.screenText.contains(" c ") && !$0.screenText.contains(" b ")
      },
      timeout: .seconds(60)
    )
    try expectQuit(terminal)
  }

  @Test func `An unreadable vehicle's list has a card, details and a retry`() throws {
    let server = try SmallFleet([:]).server()
    let terminal = try follow(["--vehicle", "providers/demo-project/vehicles/refused"], server)
    try terminal.wait {
      $0.screenText.contains("The server refused this token for this")
        && $0.screenText.contains("roles/fleetengine.viewer")
        && $0.screenText.contains("Next poll in")
    }
    terminal.type("d")
    try terminal.wait { $0.screenText.contains("GetVehicle") }
    terminal.type("\u{1B}")
    try terminal.wait { !$0.screenText.contains("GetVehicle") }
    terminal.type("\u{1B}")
    try terminal.wait { !$0.screenText.contains("roles/fleetengine.viewer") }
    // The notice "Polling refused." ends with the response, which may come at once.
    terminal.type("r")
    try terminal.wait { _ in
      folder.log.contains("warning refused: attempt 2 failed with PERMISSION_DENIED")
    }
    try expectQuit(terminal)
    #expect(folder.log.contains("follows the trips of providers/demo-project/vehicles/refused"))
  }

  @Test func `Several trips do not change while they are paused`() throws {
    let fleet = SmallFleet(["a": "NEW", "b": "NEW"])
    let server = try fleet.server()
    let terminal = try follow([name("a"), name("b")], server)
    try terminal.wait { $0.screenText.contains("LIVE") }
    terminal.type(" ")
    try terminal.wait { $0.screenText.contains("PAUSED") }
    fleet.set("b", "COMPLETE")
    // The last key polls the selected trip, which else would be in five seconds.
    terminal.type("jTpr")
    try terminal.wait(
      until: { !$0.screenText.contains("PAUSED") && $0.screenText.contains("TRIP COMPLETE") },
      timeout: .seconds(60))
    // Who comes back from a trip sees how all are, and nothing says that they stand still.
    terminal.type("p\r")
    try terminal.wait { $0.screenText.contains("b List") }
    terminal.type("b")
    try terminal.wait { $0.screenText.contains("2 trips") && !$0.screenText.contains("PAUSED") }
    #expect(!terminal.screenText.contains("Paused."))
    try expectQuit(terminal)
    let state = StateFile.read(folder.path + "/state/ridealong/state.json")
    #expect(state.trips == [name("b")])
  }

  @Test(arguments: [Ending(SIGTERM, 143), Ending(SIGINT, 130)])
  func `Several trips end at a signal, in the list and in a trip`(ending: Ending) throws {
    let server = try SmallFleet(["a": "NEW", "b": "NEW"]).server()
    for opens in [false, true] {
      let terminal = try follow([name("a"), name("b")], server)
      try terminal.wait { $0.screenText.contains("LIVE") }
      if opens {
        terminal.type("\r")
        try terminal.wait { $0.screenText.contains("b List") }
      }
      terminal.send(signal: ending.signal)
      #expect(try terminal.waitForExit() == .exited(ending.status))
      expectGivenBack(terminal)
    }
  }
}
