import FleetEmulator
import FleetEngine
import RideTestSupport
import SystemTestSupport
import TestSupport
import Testing
import TrustLimits

@testable import RidealongCLI

@Suite(.blocking) struct `The program without a terminal` {
  private let folder = TestFolder()

  @Test func `The program without arguments says how to start`() throws {
    let outcome = try RunningProgram.run([], in: folder)
    #expect(outcome.status == 2)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.contains("  ridealong demo       a simulated ride; needs no account\n"))
    #expect(outcome.errors.contains("  ridealong emulator "))
  }

  @Test func `The program without arguments finds an emulator that runs`() async throws {
    let server = LocalServer(
      try EmulatedFleetEngine(EmulatorConfiguration(accounts: [], now: { Timestamp(seconds: 0) })))
    let url = try server.start()
    let variables = [EmulatorVariables.server: "\(url)"]
    let found = try RunningProgram.run([], in: folder, environment: variables)
    #expect(found.errors.contains("  emulator             runs at \(url)\n"))
    await server.stop()
    let gone = try RunningProgram.run([], in: folder, environment: variables)
    #expect(gone.errors.contains("  emulator             \(url) does not respond\n"))
  }

  @Test(arguments: [
    ["help"], ["--help"], ["-h"], ["version"], ["-V"], ["follow", "--help"], ["help", "emulator"],
  ]) func `The program prints its help and version`(words: [String]) throws {
    let outcome = try RunningProgram.run(words, in: folder)
    #expect(outcome.status == 0)
    #expect(outcome.output.hasPrefix("ridealong"))
    #expect(outcome.errors.isEmpty && isPlain(outcome.bytes))
  }

  @Test(arguments: [
    ("folow", "Did you mean follow?"), ("ride-2041", "providers/PROVIDER/trips/TRIP"),
    ("help tokn", "Did you mean token?"), ("version x", "unexpected argument x of"),
    ("--once", "comes after a command"), ("follow", "needs a trip's name"),
    ("wait", "needs a trip's name"),
    ("trips/x", "Expected providers/PROVIDER/trips/TRIP, or"),
    ("providers/p/trips/", "an id is empty"), ("providers/p/trips/a:b", "an id holds one of"),
    ("providers/p/trips/t", "needs --service-account FILE"),
    ("providers/p/trips/t --speed 21", "--speed 21 is not a number from 1 to 20."),
    ("providers/p/trips/t --endpoint ftp://h", "is not the address of a server"),
    ("providers/p/trips/t --endpoint http://h", "over http to h. Use https."),
    ("--once providers/p/trips/t --service-account none.json", "none.json does not exist"),
    ("providers/p/trips/t --my-location 91,0 --once", "--my-location 91,0 is not a place"),
    ("demo --my-location Vienna", "expected LAT,LNG in degrees"),
    ("demo", "needs a terminal"), ("demo --speed 0", "--speed 0 is not a number from 1 to 20."),
    ("demo --basemap none.pmtiles", "--basemap: none.pmtiles"),
    (
      "demo --basemap http://example.org/tiles.json",
      "Refusing to request map tiles from example.org over http"
    ),
    ("demo --basemap https://", "--basemap is not the address of a base map"),
    ("demo --basemap ftp://h/x.pmtiles", "Expected a file, an https address or none."),
    ("demo --basemap https://h/{z}/{x}.pbf", "It lacks {z}, {x} or {y}"),
    ("demo --basemap none", "needs a terminal"),
    ("demo --glyphs big", "--glyphs must be one of full, narrow, block, ascii, not big."),
    (
      "demo --dots tiny",
      "--dots must be one of braille, octant, sextant, quadrant, half, cell, box, ascii, not tiny."
    ),
    ("demo --theme drak", "Did you mean dark?"), ("demo --color alway", "Did you mean always?"),
    ("42", "its ID alone is enough with --provider"), ("demo1", "Did you mean demo?"),
    ("42 --provider p", "needs --service-account FILE"),
    ("demo --style none.toml", "The style file none.toml does not exist."),
    ("emulator --speed 21", "--speed 21"), ("emulator --listen nowhere:1", "numeric ADDRESS:PORT"),
    ("emulator --listen 127.0.0.1", "numeric ADDRESS:PORT"),
    ("emulator --provider a/b", "not a provider's ID"),
    ("emulator --data-dir /none/such", "cannot be made: no such file or directory."),
    ("token", "needs the word mint or inspect"), ("token mint", "needs --service-account"),
    ("token mint --ttl 2h", "--ttl 2h is not a time from 1s to 1h"),
    ("token mint --trip a/b", "--trip a/b is not an id"),
    ("token mint --trip providers/p/vehicles/v", "give the trip's id or full name, or *."),
    (
      "follow trips/x", "Expected providers/PROVIDER/trips/TRIP, or --provider PROVIDER with the id"
    ),
    ("follow --vehicle vehicles/v", "VEHICLE, or --provider PROVIDER with the id alone."),
    ("follow --vehicle providers/p/trips/t", "is a trip's name, where a vehicle's is expected."),
    ("drive vehicles/v", "Expected providers/PROVIDER/vehicles/VEHICLE, or --provider"),
    ("drive providers/p/vehicles/v", "needs --service-account FILE"),
    ("drive providers/p/vehicles/v --interval 4s", "--interval 4s is not a time from 5s to 60s"),
    ("book", "needs --backend URL"),
    ("book x --backend http://127.0.0.1:1", "unexpected argument x"),
    ("book --backend nowhere", "--backend nowhere is not the address of a server"),
    ("book --backend http://example.org/p", "over http to example.org. Use https."),
    ("book --backend http://127.0.0.1:1?x=1", "has a query"),
    ("book --backend http://127.0.0.1:1", "no screen to choose places on"),
    ("book --backend http://127.0.0.1:1 --once", "Give --pickup LAT,LNG and --dropoff LAT,LNG."),
    ("book --backend http://127.0.0.1:1 --pickup 1,2", "Give both --pickup and --dropoff"),
    ("book --backend http://127.0.0.1:1 --via 1,2", "Give both --pickup and --dropoff"),
    (
      "book --backend http://127.0.0.1:1 --pickup 91,2 --dropoff 1,2",
      "--pickup 91,2 is not a place"
    ),
    ("book --backend http://127.0.0.1:1 --pickup 1,2 --dropoff 1,2", "are the same"),
    (
      "book --backend http://127.0.0.1:1 --pickup 1,2 --via 1,3 --via 1;4 --dropoff 1,5",
      "--via 1;4 is not a place"
    ),
    (
      "book --backend http://127.0.0.1:1 --pickup 1,2 --via 1,3 --dropoff 1,4 --shared",
      "--via and --shared exclude each other"
    ),
    (
      "book --backend http://127.0.0.1:1 --pickup 1,2 --dropoff 1,4"
        + String(repeating: " --via 1,3 --via 1,2", count: 5), "--via is given more than 9 times."
    ),
    (
      "book --backend http://127.0.0.1:1 --pickup 1,2 --dropoff 1,4 --endpoint http://h",
      "over http to h. Use https."
    ),
    ("book --backend http://127.0.0.1:1 --near here", "--near here is not a place"),
    ("replay-log", "needs a log FILE"), ("replay-log x --max-gap soon", "--max-gap soon"),
  ]) func `The program refuses what it cannot do with one sentence`(
    line: String, fragment: String
  ) throws {
    let outcome = try RunningProgram.run(line.split(separator: " ").map(String.init), in: folder)
    #expect(outcome.status == 2)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("ridealong: "))
    #expect(outcome.errors.contains(fragment))
    #expect(outcome.errors.split(separator: "\n").count == 1)
  }

  @Test func `The program takes the provider of a trip from the key`() throws {
    let outcome = try RunningProgram.run(
      ["trips/ride-2041", "--service-account", folder.key()], in: folder)
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasSuffix("Did you mean providers/demo-project/trips/ride-2041?\n"))
  }

  @Test(arguments: [
    ("follow providers/p/trips/t", 0o644), ("token mint", 0o640), ("token mint", 0o602),
  ]) func `The program refuses a key that others can read`(line: String, mode: Int) throws {
    let key = folder.key(mode: mode)
    chmodExactly(key, mode)
    let outcome = try RunningProgram.run(
      line.split(separator: " ").map(String.init) + ["--service-account", key], in: folder)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("chmod 600 \(ShellWord.path(key))"))
  }

  @Test(arguments: ["{", "[]", #"{"type":"authorized_user"}"#, ""])
  func `The program refuses a file that is not a key`(content: String) throws {
    let key = folder.file("key.json", content)
    let outcome = try RunningProgram.run(["token", "mint", "--service-account", key], in: folder)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("The key file \(key) "))
  }

  @Test func `The program refuses a directory as a key`() throws {
    let outcome = try RunningProgram.run(
      ["token", "mint", "--service-account", folder.path], in: folder)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("is a directory"))
  }

  @Test(arguments: [
    ("[]", "holds no points"), ("[[1,2]]", "holds one point"), ("{", "is not JSON"),
    ("[[91,0],[0,0]]", "without a place on Earth"), ("[[1,2],[1,2]]", "repeats the same point"),
  ]) func `The program refuses a route without a path`(content: String, fragment: String) throws {
    let route = folder.file("route.json", content)
    let outcome = try RunningProgram.run(
      [
        "drive", "providers/p/vehicles/v", "--route", route, "--service-account",
        folder.key(.driver),
      ],
      in: folder
    )
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains(fragment))
    #expect(outcome.errors.contains(route))
  }

  @Test(arguments: ["{", "[]", "[1]"])
  func `The program refuses to replay a log without calls`(content: String) throws {
    let log = folder.file("log.json", content)
    let outcome = try RunningProgram.run(
      ["replay-log", log, "--service-account", folder.key(.server)], in: folder)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains(log))
  }

  @Test
  func `The program ends without an error when the reader of its output closes the pipe`() throws {
    let outcome = try RunningProgram.run(
      ["help"], in: folder, shell: #""$@" | head -1; exit "${PIPESTATUS[0]}""#)
    #expect(outcome.status == 0)
    #expect(outcome.output == "ridealong follows a ride live in the terminal.\n")
    #expect(outcome.errors.isEmpty)
  }

  @Test func `The program says that the disk is full`() throws {
    let outcome = try RunningProgram.run(["help"], in: folder, shell: #""$@" > /dev/full"#)
    #expect(outcome.status == 1)
    #expect(
      outcome.errors == "ridealong: The output could not be written: no space left on device.\n")
  }

  @Test func `The program deletes its temporary keys if its ready line cannot be written`() throws {
    let outcome = try RunningProgram.run(["emulator"], in: folder, shell: #""$@" > /dev/full"#)
    #expect(outcome.status == 1)
    #expect(folder.leftovers.isEmpty)
  }
}
