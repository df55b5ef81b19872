import CellGrid
import Foundation
import RideTestSupport
import SystemTestSupport
import TestSupport
import Testing
import TileWriting
import VectorTiles

/// Hostile texts that come by other ways than the followed trip.
@Suite(.blocking) struct `Hostile text from other sources` {
  private let folder = TestFolder()

  /// An attack as it is once JSON is read.
  private func text(_ attack: String) throws -> String {
    try JSONDecoder().decode([String].self, from: Data("[\"\(attack)\"]".utf8))[0]
  }

  /// Ends the program and checks what it did to its terminal.
  private func expectHarmless(_ terminal: PseudoTerminal, key: String = "q") throws {
    #expect(terminal.isAlternateScreen)
    #expect(!terminal.isCursorVisible)
    terminal.type(key)
    _ = try terminal.waitForExit()
    expectGivenBack(terminal)
    #expect(OwnSequences.strangers(in: terminal.rawOutput) == [])
    #expect(isPlain(Array(folder.log.utf8)))
  }

  @Test(arguments: Attack.all) func `Hostile text of a backend has no effect on the terminal`(
    attack: String
  ) throws {
    let server = try ScriptedServer { request in
      guard request.line.hasPrefix("POST") else {
        return Answers.json(
          #"""
          [{"name":"providers/p/vehicles/v","vehicleState":"ONLINE\#(attack)",
            "currentTripsIds":["\#(attack)"],"supportedTripTypes":["X\#(attack)"],
            "lastLocation":{"point":{"latitude":48.2,"longitude":16.37}}}]
          """#)
      }
      return Answers.json(#"{"message":"no \#(attack) cabs","status":400}"#, status: "400 No")
    }
    let terminal = try start(
      ["book", "--backend", "http://127.0.0.1:\(server.port)", "--near", "48.2,16.37"],
      in: folder
    )
    try terminal.wait { $0.screenText.contains("CHOOSE THE PICKUP") }
    terminal.type("\r")
    try terminal.wait { $0.screenText.contains("P 48.20000") }
    terminal.type("L\r")
    try terminal.wait { $0.screenText.contains("CHECK THE RIDE") }
    terminal.type("\r")
    try terminal.wait { $0.screenText.contains("The backend refused it (HTTP 400).") }
    #expect(terminal.screenText.contains("cabs"))
    try expectHarmless(terminal, key: "\u{3}")
  }

  @Test(arguments: Attack.all)
  func `Hostile text of a street's name has no effect on the terminal`(attack: String) throws {
    let name = "Via\(try text(attack))Dante"
    let streets = (0..<8).map { index in
      let place = Int32(index) * 512 + 200
      return VectorTile.Feature(
        type: .line, properties: ["class": .string("primary"), "name": .string(name)],
        coordinates: (0...16).flatMap { [$0 * 256, place] }, partEnds: [17])
    }
    let tile = TileEncoder.encode([
      EncodableLayer(name: "transportation", features: streets),
      EncodableLayer(name: "transportation_name", features: streets),
    ])
    let server = try ScriptedServer { request in
      guard request.line.contains(".pbf") else { return Answers.json(Answers.hostileTrip) }
      return ScriptedServer.answer(headers: ["Content-Type: application/x-protobuf"], body: tile)
    }
    let address = "http://127.0.0.1:\(server.port)"
    let terminal = try start(
      [
        Answers.tripName, "--endpoint", address, "--service-account", folder.key(), "--basemap",
        address + "/{z}/{x}/{y}.pbf",
      ],
      in: folder,
      environment: ["XDG_CACHE_HOME": folder.path + "/cache"],
      size: GridSize(columns: 120, rows: 40))
    try terminal.wait(
      until: { $0.screenText.contains("Via") && $0.screenText.contains("Dante") },
      timeout: .seconds(90))
    try expectHarmless(terminal)
  }

  @Test(arguments: Attack.all)
  func `Hostile text of a replayed log is cleaned`(attack: String) throws {
    let emulator = try EmulatorProcess(in: folder)
    let log = folder.file(
      "log.json",
      LogSample.json.replacing(#""vehicleid":"v1""#, with: #""vehicleid":"v1\#(attack)""#)
        .replacing("yesterday", with: "yesterday\(attack)"))
    let outcome = try RunningProgram.run(
      ["replay-log", log, "--provider", "demo-project", "--max-gap", "0"]
        + emulator.options("server"), in: folder)
    #expect(!outcome.bytes.isEmpty)
    #expect(isPlain(outcome.bytes))
  }

  @Test(arguments: Attack.all) func `Hostile text of an argument is cleaned in its error`(
    attack: String
  ) throws {
    let outcome = try RunningProgram.run(
      [
        "providers/p/trips/t\(try text(attack))", "--once", "--token-file", folder.path + "/absent",
      ],
      in: folder
    )
    #expect(outcome.status == 2)
    #expect(isPlain(outcome.bytes))
  }

  @Test(arguments: [
    ["LANGUAGE": "../../tmp/x", "LC_ALL": "en_US.UTF-8"],
    ["LANGUAGE": "\u{1B}[31m:de", "LANG": "../../tmp/x", "LC_ALL": ""],
    ["LANGUAGE": String(repeating: "a:", count: 5_000), "LC_ALL": "C.UTF-8"],
  ])
  func `Hostile text of the locale's variables is not read`(
    environment: [String: String]
  ) throws {
    for words in [["help"], ["doctor", "--endpoint", "http://127.0.0.1:1"], ["a/b"]] {
      let usual = try RunningProgram.run(words, in: folder)
      let outcome = try RunningProgram.run(words, in: folder, environment: environment)
      #expect(outcome.status == usual.status)
      #expect(isPlain(outcome.bytes))
      if words != ["doctor", "--endpoint", "http://127.0.0.1:1"] {
        #expect(outcome.bytes == usual.bytes)
      }
    }
  }

  @Test func `Hostile text of ten megabytes takes memory of a few times its size`() throws {
    @Sendable func trip(_ length: Int) -> String {
      #"{"name":"\#(Answers.tripName)","tripStatus":"NEW","vehicleId":"\#(String(repeating: "x", count: length))"}"#
    }
    /// The most memory that the program had, in KiB, and its first line.
    func follow(_ length: Int) throws -> (peak: Int, line: String) {
      let server = try ScriptedServer { _ in Answers.json(trip(length)) }
      let program = try RunningProgram(
        [
          Answers.tripName, "--json", "--endpoint", "http://127.0.0.1:\(server.port)",
          "--service-account", folder.key(),
        ],
        environment: folder.environment
      )
      let line = try program.firstLine()
      let status = try String(contentsOfFile: "/proc/\(program.processID)/status", encoding: .utf8)
      let peak = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }?
        .split(separator: " ").dropLast().last.flatMap { Int($0) }
      program.send(signal: SIGTERM)
      #expect(try program.finish().status == 143)
      return (try #require(peak), line)
    }
    let small = try follow(10)
    let large = try follow(10_000_000)
    Attachment.record("\(small.peak) and \(large.peak) KiB", named: "memory.txt")
    #expect(large.peak - small.peak < 100 * 1_024, "\(small.peak) and \(large.peak) KiB")
    // The message is cut.
    #expect(large.line.utf8.count < 8_192)
  }
}
