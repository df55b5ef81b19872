import Foundation
import HTTPMessages
import RideTestSupport
import SystemTestSupport
import TestSupport
import Testing

@testable import RidealongCLI

@Suite(.blocking) struct `A home directory that does not exist` {
  private let folder = TestFolder()
  private var home: String { folder.path + "/absent" }
  /// The state is below the home directory, too.
  private var environment: [String: String] { ["HOME": home, "XDG_STATE_HOME": ""] }

  private func run(
    _ words: [String], _ variables: [String: String] = [:]
  ) throws -> RunningProgram.Outcome {
    try RunningProgram.run(words, in: folder, environment: environment.merging(variables) { $1 })
  }

  /// The reason not to create a path.
  private func problem(_ path: String) -> String {
    "\(path) cannot be created: HOME is \(home), which is not a directory. "
      + "Create that directory, or give another path.\n"
  }

  private var exists: Bool { FileManager.default.fileExists(atPath: home) }

  private func server() throws -> (ScriptedServer, options: [String]) {
    let server = try ScriptedServer { _ in
      Answers.json(#"{"name":"\#(Answers.tripName)","tripStatus":"COMPLETE"}"#)
    }
    let endpoint = ["--endpoint", "http://127.0.0.1:\(server.port)"]
    return (server, [Answers.tripName] + endpoint + ["--service-account", folder.key()])
  }

  @Test(arguments: [
    ["demo", "--once"], ["completions", "trips"], ["map", "list"],
    ["emulator", "exec", "--", "true"],
  ]) func `The program runs without a home directory and does not create one`(
    words: [String]
  ) throws {
    let outcome = try run(words)
    #expect(outcome.status == 0)
    #expect(!outcome.errors.contains(home), "\(outcome.errors)")
    #expect(!exists)
    #expect(folder.leftovers.isEmpty)
  }

  @Test(arguments: ["temporary/../absent/cache", "missing/../absent/cache", "absent/../cache"])
  func `A cache whose path leads through the home directory does not create one`(
    path: String
  ) throws {
    let outcome = try run(["demo", "--once"], ["XDG_CACHE_HOME": folder.path + "/" + path])
    #expect(outcome.status == 0)
    #expect(!outcome.errors.contains(home), "\(outcome.errors)")
    #expect(!exists)
  }

  @Test(arguments: [
    ["emulator", "--keys", "HOME/keys"], ["emulator", "--keys", "HOME"],
    ["emulator", "--keys", "HOME/"], ["emulator", "--keys", "FOLDER/temporary/../absent/keys"],
    ["emulator", "--data-dir", "HOME"], ["emulator", "--data-dir", "HOME/fleet"],
    ["emulator", "--access-log", "HOME"],
    ["emulator", "exec", "--keys", "HOME/keys", "--", "true"],
    ["demo", "--once", "--record", "HOME"],
    ["init", "--provider", "p", "--token-command", "true", "--config", "HOME"],
    ["emulator", "snapshot", "--admin", "127.0.0.1:1", "HOME"],
  ]) func `A path that is given does not create the home directory`(words: [String]) throws {
    let words = words.map {
      $0.replacing("HOME", with: home).replacing("FOLDER", with: folder.path)
    }
    let path = try #require(words.first { $0.hasPrefix(folder.path) })
    let outcome = try run(words)
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasSuffix(": " + problem(path)), "\(outcome.errors)")
    #expect(!exists)
  }

  @Test func `A log that would create the home directory is reported`() throws {
    let (server, options) = try server()
    let outcome = try run(["follow", "--plain", "--log-file", home] + options)
    #expect(outcome.status == 0 && !server.requests.isEmpty)
    #expect(outcome.errors == "No log is kept: " + problem(home))
    #expect(!exists)
  }

  @Test func `The demo as lines without a home directory does not create one`() throws {
    let program = try RunningProgram(
      ["demo", "--plain"], environment: folder.environment.merging(environment) { $1 })
    _ = try program.firstLine()
    program.send(signal: SIGTERM)
    let outcome = try program.finish()
    #expect(outcome.status == 143)
    #expect(!outcome.errors.contains(home), "\(outcome.errors)")
    #expect(!exists)
    #expect(folder.leftovers.isEmpty)
  }

  @Test(arguments: ["--plain", "--json", "--once"])
  func `Following without a home directory does not create one`(form: String) throws {
    let (server, options) = try server()
    let outcome = try run(["follow", form] + options)
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty, "\(outcome.errors)")
    #expect(!server.requests.isEmpty && !exists)
  }

  @Test(arguments: [["SWIFT_BACKTRACE": "enable=no"], [:]])
  func `A screen without a home directory does not create one`(setting: [String: String]) throws {
    let (server, options) = try server()
    var environment = folder.environment.merging(self.environment) { $1 }
    environment["SWIFT_BACKTRACE"] = nil
    // The program may start itself again for reports of crashes, which have no directory.
    environment.merge(["TERM": "xterm-256color", "LC_ALL": "C.UTF-8"]) { $1 }
    environment.merge(setting) { $1 }
    let terminal = try PseudoTerminal(
      executable: BuiltProduct.path("ridealong"),
      arguments: options + ["--basemap", server.url("/{z}/{x}/{y}.pbf").description],
      environment: environment)
    try terminal.wait { $0.screenText.contains("ENDED") }
    terminal.type("q")
    #expect(try terminal.waitForExit() == .exited(0))
    expectGivenBack(terminal)
    #expect(!exists)
  }

  @Test func `A log for which there is no home directory is reported`() throws {
    let (server, options) = try server()
    let outcome = try run(["follow", "--plain", "--log-level", "info"] + options)
    #expect(outcome.status == 0 && !server.requests.isEmpty)
    #expect(
      outcome.errors == "No log is kept: HOME is \(home), which is not a directory. "
        + "Set HOME or XDG_STATE_HOME, or give --log-file FILE.\n")
    #expect(!exists)
  }

  @Test(arguments: [
    (["init", "--provider", "p", "--token-command", "true"], "Give --config FILE."),
    (
      [
        "map", "get", "--around", "45,-30", "--radius", "1", "--name", "town", "--from",
        packageRoot + "/Assets/demo-city.pmtiles",
      ], "Set HOME or XDG_CACHE_HOME."
    ),
  ]) func `A command that needs a home directory says so`(words: [String], advice: String) throws {
    let outcome = try run(words)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("HOME is \(home), which is not a directory. \(advice)"))
    #expect(!exists)
  }

  @Test func `The doctor reports that there is no home directory`() throws {
    let outcome = try run(["doctor", "--endpoint", "http://127.0.0.1:1", "--json"])
    #expect(
      outcome.output.contains(
        "HOME is \(home), which is not a directory. There is no log and no state."),
      "\(outcome.output)")
    #expect(!exists)
  }

  @Test func `The program's directories are not in a home directory that does not exist`() {
    func directories(_ variables: [String: String]) -> [String?] {
      let environment = Environment(variables: variables)
      return [
        environment.stateDirectory, environment.cacheDirectory, environment.configurationDirectory,
      ]
    }
    let state = "XDG_STATE_HOME"
    for path in [home, home + "/", folder.file("file", ""), "absent"] {
      #expect(directories(["HOME": path]) == [nil, nil, nil])
      // A directory that the user names is created elsewhere, but not with the home directory.
      let other = folder.path + "/state"
      #expect(directories(["HOME": path, state: other]) == [other + "/ridealong", nil, nil])
    }
    #expect(directories(["HOME": home, state: home]) == [nil, nil, nil])
    #expect(directories(["HOME": home, state: folder.path + "/./absent//x"]) == [nil, nil, nil])
    #expect(directories(["HOME": home, state: home + "/../state"]) == [nil, nil, nil])
    // The program's own directory may be the home directory.
    let own = folder.path + "/ridealong"
    #expect(directories(["HOME": own, state: folder.path]) == [nil, nil, nil])
    let similar = home + "-not"
    #expect(directories(["HOME": home, state: similar]) == [similar + "/ridealong", nil, nil])
    #expect(
      directories(["HOME": folder.path]) == [
        folder.path + "/.local/state/ridealong", folder.path + "/.cache/ridealong",
        folder.path + "/.config/ridealong",
      ])
  }
}
