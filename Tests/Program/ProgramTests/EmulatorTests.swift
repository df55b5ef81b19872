import AccessTokens
import FleetEmulator
import Foundation
import RideTestSupport
import SystemTestSupport
import TestSupport
import Testing
import TrustLimits

@Suite(.blocking) struct `The emulator's command` {
  private let folder = TestFolder()

  private func permissions(_ path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return try #require(attributes[.posixPermissions] as? Int)
  }

  @Test(arguments: [Ending(SIGTERM, 143), Ending(SIGINT, 130), Ending(SIGHUP, 129)])
  func `The emulator deletes its temporary keys when a signal ends it`(ending: Ending) throws {
    let emulator = try EmulatorProcess(makesKeys: true, in: folder)
    #expect(emulator.endpoint.hasPrefix("http://127.0.0.1:"))
    #expect(folder.leftovers.count == 1)
    #expect(try permissions(emulator.keys) == 0o700)
    for role in ServiceRole.allCases {
      #expect(try permissions("\(emulator.keys)/\(role.rawValue).json") == 0o600)
    }
    emulator.program.send(signal: ending.signal)
    let outcome = try emulator.program.finish()
    #expect(outcome.status == ending.status)
    #expect(outcome.output.split(separator: "\n").count == 1)
    #expect(outcome.errors.isEmpty)
    #expect(folder.leftovers.isEmpty)
  }

  @Test func `The emulator prints the whole path of its keys for scripts`() throws {
    let long = (1...3).reduce(folder.path) { path, _ in
      path + "/" + String(repeating: "d", count: 200)
    }
    try FileManager.default.createDirectory(
      atPath: long, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let environment = folder.environment.merging(["TMPDIR": long]) { $1 }
    let emulator = try RunningProgram(["emulator"], environment: environment)
    let words = try CommandWords(parsing: emulator.firstLine()).words
    #expect(words.count == 10 && words[4] == "keys" && words[6] == "backend")
    #expect(words[5].hasPrefix(long + "/ridealong-") && words[5].hasSuffix("/keys"))
    #expect(words[7] == words[1] + "/provider")
    emulator.send(signal: SIGTERM)
    #expect(try emulator.finish().status == 143)
  }

  @Test func `The emulator creates the keys of a key directory once for all its starts`() throws {
    let keys = folder.path + "/shared"
    let made = try (0..<2).map { number in
      let options = number == 0 ? [] : ["--data-dir", folder.path + "/data"]
      let emulator = try EmulatorProcess(["--keys", keys] + options, makesKeys: true, in: folder)
      #expect(emulator.keys == keys)
      emulator.program.send(signal: SIGTERM)
      _ = try emulator.program.finish()
      let file = try KeptKey(keys + "/server.json")
      #expect(file.tokenURI == emulator.endpoint + "/oauth2/token")
      return file
    }
    #expect(made[0].key == made[1].key)
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/data/keys"))
    #expect(folder.leftovers.isEmpty)
  }

  @Test func `The emulator's command says that its port is in use`() throws {
    let emulator = try EmulatorProcess(in: folder)
    let address = emulator.endpoint.dropFirst("http://".count)
    let outcome = try RunningProgram.run(["emulator", "--listen", String(address)], in: folder)
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("is in use; use port 0 for a free one."))
    #expect(folder.leftovers.isEmpty)
  }

  @Test func `The emulator's command warns when other machines can call it`() throws {
    let emulator = try EmulatorProcess(["--listen", "0.0.0.0:0"], in: folder)
    emulator.program.send(signal: SIGTERM)
    #expect(try emulator.program.finish().errors.hasPrefix("Listening beyond this machine"))
  }

  @Test
  func `The emulator's command keeps trips, vehicles and keys in its data directory`() throws {
    let data = folder.path + "/data"
    let route = folder.file("route.json", "[[45.065,7.675],[45.0651,7.6751]]")
    let drive = [
      "drive", "providers/demo-project/vehicles/v1", "--locations", route, "--speed", "20",
    ]
    let first = try EmulatorProcess(["--data-dir", data], in: folder)
    #expect(first.keys == data + "/keys")
    let created = try RunningProgram.run(drive + first.options("server"), in: folder)
    #expect(created.status == 0)
    #expect(created.errors.contains("Created the vehicle providers/demo-project/vehicles/v1.\n"))
    #expect(created.output.hasSuffix("0 failed; the vehicle is offline.\n"))
    let key = try KeptKey(data + "/keys/server.json").key
    let log = folder.file("log.json", LogSample.json)
    let replay = ["replay-log", log, "--provider", "demo-project", "--max-gap", "0"]
    #expect(try RunningProgram.run(replay + first.options("server"), in: folder).status == 0)
    first.program.send(signal: SIGTERM)
    _ = try first.program.finish()

    let second = try EmulatorProcess(["--data-dir", data], in: folder)
    #expect(try KeptKey(data + "/keys/server.json").key == key)
    let driven = try RunningProgram.run(drive + second.options("driver"), in: folder)
    #expect(driven.status == 0)
    #expect(!driven.errors.contains("Created"))
    let report = try RunningProgram.run(
      ["providers/demo-project/trips/t1"] + second.options("consumer"), in: folder)
    #expect(report.output.contains("status     ENROUTE_TO_PICKUP"))
  }

  @Test func `The emulator's files are private in a directory that others can enter`() throws {
    let data = folder.path + "/open"
    try FileManager.default.createDirectory(
      atPath: data, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o755])
    let emulator = try EmulatorProcess(["--data-dir", data], in: folder)
    for file in try FileManager.default.subpathsOfDirectory(atPath: data) {
      #expect(try permissions(data + "/" + file) & 0o077 == 0, "\(file)")
    }
    #expect(emulator.keys == data + "/keys")
    emulator.program.send(signal: SIGTERM)
    _ = try emulator.program.finish()
  }

  @Test func `The emulator has no keys or tokens in its command line or environment`() throws {
    let emulator = try EmulatorProcess(in: folder)
    for file in ["cmdline", "environ"] {
      let path = "/proc/\(emulator.program.processID)/\(file)"
      let bytes = try #require(FileManager.default.contents(atPath: path))
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(!text.isEmpty)
      #expect(!text.contains("PRIVATE KEY") && !text.contains("eyJ"))
    }
  }
}

@Suite(.blocking) struct `Commands with the emulator` {
  private let folder = TestFolder()

  @Test func `An error about a missing vehicle says which command creates it`() throws {
    let emulator = try EmulatorProcess(in: folder)
    let route = folder.file("route.json", "[[45.065,7.675],[45.0651,7.6751]]")
    let outcome = try RunningProgram.run(
      ["drive", "providers/demo-project/vehicles/v1", "--route", route]
        + emulator.options("driver"), in: folder)
    #expect(outcome.status == 4)
    #expect(
      outcome.errors.contains(
        "Run it once with a server's key: ridealong drive providers/demo-project/vehicles/v1 "
          + "--route \(ShellWord.path(route)) --endpoint \(emulator.endpoint) --service-account SERVER.json"
      ))
  }

  @Test func `A signal ends drive with the vehicle offline`() throws {
    let emulator = try EmulatorProcess(in: folder)
    let route = folder.file("route.json", "[[45.065,7.675],[45.165,7.775]]")
    let drive = try RunningProgram(
      ["drive", "providers/demo-project/vehicles/v1", "--route", route]
        + emulator.options("server"), environment: folder.environment, shell: #"exec "$@" 2>&1"#)
    #expect(try drive.firstLine().hasPrefix("Created the vehicle"))
    drive.send(signal: SIGINT)
    let outcome = try drive.finish()
    #expect(outcome.status == 130)
  }

  @Test func `The command replay-log sends what it understands and names broken lines`() throws {
    let emulator = try EmulatorProcess(["--provider", "acme"], in: folder)
    let log = folder.file("log.json", LogSample.json)
    let replayed = try RunningProgram.run(
      ["replay-log", log, "--speed", "20"] + emulator.options("server"), in: folder)
    #expect(replayed.status == 0)
    #expect(replayed.errors.contains("1 entry left out as broken; the first: "))
    #expect(replayed.errors.contains("created providers/acme/vehicles/v1\n"))
    #expect(replayed.errors.contains("3/3 UpdateTrip t1 tripStatus ENROUTE_TO_PICKUP\n"))
    #expect(replayed.output.hasPrefix("trip providers/acme/trips/t1\n3 calls in about "))
    #expect(
      replayed.output.hasSuffix("vehicle calls 0 sent, 0 failed; trip calls 3 sent, 0 failed\n"))
    let report = try RunningProgram.run(
      ["providers/acme/trips/t1"] + emulator.options("consumer"), in: folder)
    #expect(report.status == 0)
    #expect(report.output.contains("status     ENROUTE_TO_PICKUP (on the way to pickup)\n"))
    #expect(report.output.contains("vehicle    v1\n"))
    #expect(isPlain(report.bytes))

    let again = try RunningProgram.run(
      ["replay-log", log, "--max-gap", "0"] + emulator.options("server"), in: folder)
    #expect(again.status == 1)
    #expect(again.errors.contains("exists already and is changed by the next calls."))
  }

  @Test func `A dry run creates no vehicle, books no ride and replays no call`() throws {
    let emulator = try EmulatorProcess(in: folder)
    let log = folder.file("log.json", LogSample.json)
    let vehicle = "providers/demo-project/vehicles/new"
    let backend = emulator.endpoint + "/provider"
    let commands: [(words: [String], request: String)] = [
      (["drive", vehicle] + emulator.options("server"), "PUT \(emulator.endpoint)/v1/\(vehicle)?"),
      (
        ["book", "--backend", backend, "--pickup", "45,-30", "--dropoff", "45.01,-30"],
        "POST \(backend)/"
      ),
      (
        ["replay-log", log, "--provider", "demo-project"] + emulator.options("server"),
        "POST \(emulator.endpoint)/v1/providers/demo-project/"
      ),
    ]
    for (words, request) in commands {
      let outcome = try RunningProgram.run(words + ["--dry-run"], in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.output.contains(request), "\(outcome.output)")
      #expect(outcome.errors.hasSuffix("Nothing was changed (--dry-run).\n"), "\(outcome.errors)")
    }
    let shown = try RunningProgram.run(
      ["vehicle", "show", vehicle] + emulator.options("server"), in: folder)
    #expect(shown.status == 3)
  }

  @Test func `Calls of a log go to another server only if somebody agrees on the terminal`() throws
  {
    let log = folder.file("log.json", LogSample.json)
    let words = ["replay-log", log, "--service-account", folder.key(.server)]
    let unnamed = try RunningProgram.run(words, in: folder)
    #expect(unnamed.status == 2 && unnamed.errors.contains("--endpoint"), "\(unnamed.errors)")
    for (answer, status) in [("n", 2), ("", 2), ("y", 1)] {
      let terminal = try start(
        words + ["--endpoint", "https://127.0.0.2.invalid", "--max-gap", "0"],
        in: folder
      )
      try terminal.wait { $0.screenText.contains("Send 3 calls to 127.0.0.2.invalid? (y/N)") }
      terminal.type(answer + "\r")
      let ending = try terminal.waitForExit()
      #expect((ending == .exited(2)) == (status == 2), "\(answer): \(ending)")
      #expect(terminal.screenText.contains("Nothing was changed.") == (status == 2))
    }
  }

  @Test func `A replay-log with another provider's key is not permitted`() throws {
    let emulator = try EmulatorProcess(in: folder)
    let log = folder.file("log.json", LogSample.json)
    let refused = try RunningProgram.run(
      ["replay-log", log, "--max-gap", "0"] + emulator.options("server"), in: folder)
    #expect(refused.status == 4)
    #expect(refused.errors.contains("PERMISSION_DENIED"))
    let moved = try RunningProgram.run(
      ["replay-log", log, "--max-gap", "0", "--provider", "demo-project"]
        + emulator.options("server"), in: folder)
    #expect(moved.status == 0)
  }

  @Test func `The command token mint prints one line that the emulator accepts`() throws {
    let emulator = try EmulatorProcess(in: folder)
    let outcome = try RunningProgram.run(
      ["token", "mint", "--ttl", "60", "--service-account", "\(emulator.keys)/server.json"],
      in: folder)
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    #expect(outcome.output.hasSuffix("\n"))
    let parts = outcome.output.dropLast().split(separator: ".", omittingEmptySubsequences: false)
    #expect(parts.count == 3)
    #expect(parts.allSatisfy { $0.utf8.count > 20 })
  }

  @Test(arguments: ["t9", "providers/demo-project/trips/t9"])
  func `The commands token mint and token inspect accept a trip's ID or name`(trip: String) throws {
    let minted = try RunningProgram.run(
      ["token", "mint", "--trip", trip, "--service-account", folder.key()], in: folder)
    #expect(minted.status == 0, "\(minted.errors)")
    let file = folder.file("token", minted.output)
    for (name, status) in [("t9", Int32(0)), ("providers/x/trips/t9", 0), ("t8", 4)] {
      let outcome = try RunningProgram.run(["token", "inspect", file, "--trip", name], in: folder)
      #expect(outcome.status == status, "\(outcome.output)")
    }
  }
}

/// The secret of a key file, which a start of the emulator keeps, and the address, which it changes.
private struct KeptKey {
  let key: String
  let tokenURI: String

  init(_ path: String) throws {
    let content = try Data(contentsOf: URL(fileURLWithPath: path))
    let file = try JSONDecoder().decode([String: String].self, from: content)
    key = try #require(file["private_key"])
    tokenURI = try #require(file["token_uri"])
  }
}
