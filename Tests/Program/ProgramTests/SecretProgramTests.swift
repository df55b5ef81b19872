import FleetEmulator
import Foundation
import RideTestSupport
import SystemTestSupport
import TestSupport
import Testing

/// Where no token and no key must be found of programs that have more of them than one.
@Suite(.blocking) struct `A canary token in a file of several tokens` {
  private let folder = TestFolder()

  /// The files of the folder that contain the secret, except those into which it was put.
  private func leaks(
    of words: [String] = ["CANARY"], beside known: (String) -> Bool = { $0 == "token" }
  ) -> [String] {
    let names = FileManager.default.enumerator(atPath: folder.path)?.allObjects as? [String] ?? []
    return names.filter { name in
      guard !known(name), let bytes = FileManager.default.contents(atPath: folder.path + "/" + name)
      else { return false }
      return words.contains { bytes.firstRange(of: Data($0.utf8)) != nil }
    }
  }

  @Test(arguments: ["https://user:CANARY@127.0.0.1:1", "https://user:CANARY@h/?a=b"])
  func `A canary password in an address that is refused does not appear in the error`(
    address: String
  ) throws {
    for option in ["--endpoint", "--router", "--backend"] {
      let command =
        option == "--endpoint"
        ? ["follow", "providers/p/trips/t"] : ["drive", "providers/p/vehicles/v"]
      let outcome = try RunningProgram.run(command + [option, address], in: folder)
      #expect(outcome.status == 2)
      #expect(!outcome.errors.contains("CANARY"), "\(outcome.errors)")
    }
  }

  @Test func `A canary token in a file of several tokens does not appear in a booking's output`()
    throws
  {
    let emulator = try EmulatorProcess(in: folder)
    let server = try ScriptedServer { request in
      guard let trip = request.line.split(separator: "/").last(where: { $0.contains("?") }) else {
        return Answers.json("{}")
      }
      let id = trip.prefix { $0 != "?" }
      return Answers.json(#"{"name":"providers/demo-project/trips/\#(id)","tripStatus":"NEW"}"#)
    }
    let terminal = try start(
      [
        "book", "--backend", emulator.endpoint + "/provider", "--pickup", "37.42,-122.08",
        "--dropoff", "37.43,-122.07", "--endpoint", "http://127.0.0.1:\(server.port)",
        "--token-file", folder.file("token", Canary.text), "--log-level", "debug",
      ],
      in: folder
    )
    try terminal.wait { _ in !server.requests.isEmpty }
    #expect(server.requests.first?.header("Authorization") == "Bearer \(Canary.text)")
    try terminal.wait { $0.screenText.contains("LIVE") }
    terminal.type("d")
    terminal.type("\u{1B}OQ")
    try terminal.wait { $0.screenText.contains("info ") }
    #expect(!Canary.isIn(Canary.shown(of: terminal.processID)))
    terminal.type("q")
    terminal.type("q")
    #expect(try terminal.waitForExit() == .exited(0))
    #expect(!Canary.isIn(terminal.rawOutput))
    #expect(folder.log.contains(" info "))
    #expect(leaks() == [])
  }

  @Test func `A canary token in a file of several tokens does not appear in the emulator's output`()
    throws
  {
    let log = folder.path + "/access.log"
    let emulator = try EmulatorProcess(
      [
        "--data-dir", folder.path + "/fleet", "--keys", folder.emulatorKeys().directory,
        "--access-log", log,
      ],
      in: folder
    )
    let token = folder.file("token", Canary.text)
    for words in [
      ["--once"], ["--once", "--json"],
      ["--once", "--token-key", "data.\(Canary.text)"],
    ] {
      let outcome = try RunningProgram.run(
        ["follow", Answers.tripName, "--endpoint", emulator.endpoint, "--token-file", token]
          + words, in: folder)
      #expect(outcome.status == (words.count == 3 ? 2 : 4))
      // A key's name that the user gave is no secret.
      if words.count < 3 { #expect(!Canary.isIn(outcome.bytes)) }
    }
    #expect(!Canary.isIn(Canary.shown(of: emulator.program.processID)))
    emulator.program.send(signal: SIGTERM)
    let outcome = try emulator.program.finish()
    #expect(!Canary.isIn(outcome.bytes))
    let lines = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
    #expect(lines.contains { $0.contains("/trips/t1") && $0.contains(" 401 ") })
    #expect(leaks() == [])
  }

  @Test func `The demo never shows its own tokens and keys`() throws {
    let terminal = try start(["demo", "--log-level", "debug"], in: folder)
    try terminal.wait { $0.screenText.contains("LIVE") }
    terminal.type("d")
    terminal.type("\u{1B}OQ")
    try terminal.wait { $0.screenText.contains("info ") }
    let secrets = ["eyJ", "PRIVATE KEY"]
    let shown = String(decoding: Canary.shown(of: terminal.processID), as: UTF8.self)
    // Its keys stay for the next demo, in files for the user alone.
    let isKey = { (path: String) in path.hasPrefix(".cache/ridealong/demo-keys/") }
    #expect(leaks(of: secrets, beside: isKey) == [])
    terminal.type("q")
    terminal.type("q")
    terminal.type("q")
    #expect(try terminal.waitForExit() == .exited(0))
    let output = String(decoding: terminal.rawOutput, as: UTF8.self)
    for secret in secrets { #expect(!shown.contains(secret) && !output.contains(secret)) }
    #expect(folder.log.contains(" info "))
    #expect(leaks(of: secrets, beside: isKey) == [])
    #expect(folder.leftovers == [])
  }

  @Test func `A canary token in a file of several tokens is sent for its own trip`() throws {
    let server = try ScriptedServer { request in
      let id = request.line.contains("/trips/t2") ? "t2" : "t1"
      return Answers.json(#"{"name":"providers/demo-project/trips/\#(id)","tripStatus":"NEW"}"#)
    }
    let terminal = try start(
      [
        Answers.tripName, "--endpoint", "http://127.0.0.1:\(server.port)", "--token-command",
        "printf token-for-%s-0123456789abcdef {trip}",
      ],
      in: folder
    )
    try terminal.wait { $0.screenText.contains("LIVE") }
    terminal.type(":trip t2\r")
    try terminal.wait { _ in server.requests.contains { $0.line.contains("/trips/t2") } }
    // Its last answer is young, so that the next poll would not come at once by itself.
    terminal.type(":trip t1\rr")
    let count = server.requests.count
    try terminal.wait { _ in
      server.requests.dropFirst(count).contains { $0.line.contains("/trips/t1") }
    }
    terminal.type("q")
    #expect(try terminal.waitForExit() == .exited(0))
    for request in server.requests {
      let id = request.line.contains("/trips/t2") ? "t2" : "t1"
      #expect(request.header("Authorization") == "Bearer token-for-\(id)-0123456789abcdef")
    }
  }

  @Test func `A canary token in a file of several tokens is not sent for another trip`() throws {
    let server = try ScriptedServer { _ in Answers.json(Answers.hostileTrip) }
    let minted = try RunningProgram.run(
      ["token", "mint", "--trip", "t1", "--service-account", folder.key()], in: folder)
    let terminal = try start(
      [
        Answers.tripName, "--endpoint", "http://127.0.0.1:\(server.port)", "--token-file",
        folder.file("token", minted.output),
      ],
      in: folder
    )
    try terminal.wait { $0.screenText.contains("LIVE") }
    terminal.type(":trip t2\r")
    try terminal.wait { $0.screenText.contains("The token is for the trip t1") }
    terminal.type("q")
    #expect(try terminal.waitForExit() == .exited(0))
    #expect(!server.requests.contains { $0.line.contains("/trips/t2") })
  }
}
