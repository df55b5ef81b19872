import FleetEngine
import Foundation
import RideTestSupport
import SystemTestSupport
import TestSupport
import Testing
import TrustLimits
import Viewer

@testable import RidealongCLI

@Suite(.blocking) struct `The program's state` {
  private let folder = TestFolder()
  private var directory: String { folder.path + "/state/ridealong" }
  private var path: String { directory + "/state.json" }

  private func write(_ text: String) throws {
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    _ = folder.file("state/ridealong/state.json", text)
  }

  private var names: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
  }

  @Test func `The program's state has the last trips, each once, the newest first`() async throws {
    let file = StateFile(in: directory)
    for id in ["a", "b", "a"] { await file.remember(trip: "providers/p/trips/\(id)") }
    await file.remember(trip: "no trip")
    #expect(StateFile.read(path).trips == ["providers/p/trips/a", "providers/p/trips/b"])
    for number in 0..<60 { await file.remember(trip: "providers/p/trips/\(number)") }
    #expect(StateFile.read(path).trips.count == Limits.State.trips)
    #expect(StateFile.read(path).trips.first == "providers/p/trips/59")
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(names == ["state.json"])
  }

  @Test func `The program's state closes its directory to other users`() async throws {
    try write("{}")
    chmodExactly(directory, 0o777)
    await StateFile(in: directory).remember(trip: Answers.tripName)
    let attributes = try FileManager.default.attributesOfItem(atPath: directory)
    #expect(attributes[.posixPermissions] as? Int == 0o700)
    #expect(StateFile.read(path).trips == [Answers.tripName])
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give files away"))
  func `State is neither written to another user's directory nor read from another user's file`()
    async throws
  {
    try write(#"{"v":1,"trips":["providers/p/trips/theirs"]}"#)
    chown(path, 65_534, 65_534)
    #expect(StateFile.read(path) == SavedState())
    chown(directory, 65_534, 65_534)
    #expect { try UserFolder.makeAll(directory) } throws: { error in
      (error as? CommandError)?.message
        == "The directory \(directory) belongs to another user (65534). "
        + "Run: sudo chown 0 \(ShellWord.path(directory))"
    }
    await StateFile(in: directory).remember(trip: Answers.tripName)
    #expect(StateFile.read(path) == SavedState())
  }

  @Test(arguments: [
    "{", "7", "[]", "\u{0}\u{1}", #"{"trips":7}"#, String(repeating: "[", count: 60_000),
    String(repeating: " ", count: 70_000),
  ]) func `Damaged or huge state is moved aside, and a new one is started`(
    text: String
  ) async throws {
    try write(text)
    #expect(StateFile.read(path) == SavedState())
    #expect(names == ["state.json.bad"])
    await StateFile(in: directory).remember(trip: Answers.tripName)
    #expect(StateFile.read(path).trips == [Answers.tripName])
  }

  @Test func `Damaged state does not prevent following`() throws {
    try write("{\"trips\":[")
    let server = try ScriptedServer { _ in
      Answers.json(#"{"name":"\#(Answers.tripName)","tripStatus":"COMPLETE"}"#)
    }
    let outcome = try RunningProgram.run(
      [
        "follow", Answers.tripName, "--plain", "--endpoint", "http://127.0.0.1:\(server.port)",
        "--service-account", folder.key(),
      ],
      in: folder
    )
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    #expect(names.sorted() == ["state.json", "state.json.bad"])
    #expect(StateFile.read(path).trips == [Answers.tripName])
  }

  @Test(arguments: Attack.all)
  func `The program's state offers no trip with escape sequences`(attack: String) throws {
    try write(
      #"""
      {"v":1,"trips":["providers/p/trips/a\#(attack)","providers/p/trips/good","\#(attack)"],
       "theme":"x\#(attack)"}
      """#)
    let outcome = try RunningProgram.run(["completions", "trips"], in: folder)
    #expect(outcome.status == 0)
    #expect(outcome.output.split(separator: "\n").contains("providers/p/trips/good"))
    #expect(isPlain(outcome.bytes))
  }

  @Test(arguments: Attack.all)
  func `The doctor's text about a configuration is cleaned`(attack: String) throws {
    let file = folder.file("config.toml", "\"k\(attack)\" = 1\nprovider = \"p\(attack)\"\n")
    let outcome = try RunningProgram.run(
      ["doctor", "--config", file, "--endpoint", "http://127.0.0.1:1"],
      in: folder
    )
    #expect(!outcome.bytes.isEmpty)
    #expect(isPlain(outcome.bytes))
  }

  @Test func `The program's state ignores the theme, units and mouse of an earlier version`() throws
  {
    try write(
      #"{"v":1,"trips":["providers/p/trips/a"],"theme":"sunset","units":"mi","mouse":false}"#)
    let server = try ScriptedServer { _ in
      Answers.json(#"{"name":"\#(Answers.tripName)","tripStatus":"COMPLETE"}"#)
    }
    let options = [
      "--endpoint", "http://127.0.0.1:\(server.port)", "--service-account", folder.key(),
    ]
    let outcome = try RunningProgram.run([Answers.tripName, "--once"] + options, in: folder)
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    let report = try RunningProgram.run(["doctor", "--json"] + options, in: folder)
    #expect(!report.output.contains("sunset"))
    #expect(StateFile.read(path).trips.contains("providers/p/trips/a"))
    #expect(!StateFile.read(path).json.contains(#"theme"#.utf8))
  }

  @Test func `The program's state does not keep what keys changed`() throws {
    let server = try ScriptedServer { _ in Answers.json(Answers.hostileTrip) }
    let options = [
      Answers.tripName, "--endpoint", "http://127.0.0.1:\(server.port)", "--service-account",
      folder.key(), "--basemap", "none",
    ]
    let terminal = try start(options, in: folder)
    try terminal.wait { $0.screenText.contains("LIVE") }
    terminal.type("T")
    try terminal.wait { $0.screenText.contains("Theme: light, until you quit. :set shows") }
    terminal.type("u")
    try terminal.wait { $0.screenText.contains(" mi") }
    terminal.type("q")
    #expect(try terminal.waitForExit() == .exited(0))
    let state = try String(contentsOfFile: path, encoding: .utf8)
    #expect(state == #"{"trips":["\#(Answers.tripName)"],"v":1}"# + "\n")
  }
}
