import AccessTokens
import FleetEmulator
import FleetEngine
import Foundation
import RideTestSupport
import SystemTestSupport
import TestSupport
import Testing
import TrustLimits

/// Tokens that are to be seen by nobody but the server.
enum Canary {
  static let text = "SECRET-CANARY-4f9d02b7"

  /// Whether some bytes hold it or a part of it.
  static func isIn(_ bytes: [UInt8]) -> Bool { bytes.firstRange(of: Array("CANARY".utf8)) != nil }

  /// The facts about a process that every user of the machine can see, and those for its own user.
  static func shown(of process: Int32) -> [UInt8] {
    ["cmdline", "environ", "comm"].flatMap { name in
      Array((try? Data(contentsOf: URL(fileURLWithPath: "/proc/\(process)/\(name)"))) ?? Data())
    }
  }
}

@Suite(.blocking) struct `Token sources` {
  private let folder = TestFolder()

  @Test(arguments: [
    ("", "needs --service-account FILE, --token-command COMMAND, --token-url URL or --token-file"),
    (
      "--token SECRET-CANARY",
      "--token is not supported, because every user of this machine can read"
    ),
    ("--token=SECRET-CANARY", "--token-file - reads the token from standard input."),
    ("--access-token SECRET-CANARY", "--access-token is not supported"),
    ("--token-command a --token-url https://h/", "--token-command and --token-url are two sources"),
    ("--service-account F --token-file -", "--service-account and --token-file are two sources"),
    ("--token-file none", "The token file none does not exist."),
    ("--token-file /", "The token file / is a directory."),
    ("--token-file -", "Standard input is empty"),
    ("--token-url http://h/{trip}", "Refusing to fetch a token over http from h. Use https."),
    ("--token-url h/t", "The token URL is not the address of a server"),
    (
      "--token-url https://h/{trp}",
      "has {trp}; the placeholders are {trip}, {vehicle} and {provider}"
    ),
    ("--token-url https://u:SECRET-CANARY@h/", "it holds a user name or password"),
    ("--token-command '", "ends within quotes"), ("--token-command {trip}", "cannot depend on"),
    ("--token-command a{x}", "The token command has {x}"),
    ("--token-command a --token-expiry-key e", "--token-expiry-unit must be given together"),
    ("--token-command a --token-expiry-unit in-s", "must be given together."),
    ("--token-command a --token-expiry-key e --token-expiry-unit in-s", "needs --token-key too."),
    (
      "--token-command a --token-key k --token-expiry-key e --token-expiry-unit s",
      "--token-expiry-unit must be one of epoch-s, epoch-ms, in-s, in-ms, rfc3339, not s."
    ),
    ("--service-account F --token-key k", "--token-key has no effect with --service-account"),
  ]) func `An impossible token source is refused with one sentence`(
    line: String, fragment: String
  ) throws {
    let outcome = try RunningProgram.run(
      ["follow", Answers.tripName] + line.split(separator: " ").map(String.init), in: folder)
    #expect(outcome.status == 2)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("ridealong: "))
    #expect(outcome.errors.contains(fragment), "\(outcome.errors)")
    #expect(outcome.errors.split(separator: "\n").count == 1)
    #expect(!Canary.isIn(outcome.bytes))
  }

  @Test(arguments: ["drive providers/p/vehicles/v --route R", "replay-log LOG"])
  func `A command that writes needs a token source`(line: String) throws {
    let route = folder.file("route.json", "[[45.065,7.675],[45.0651,7.6751]]")
    let log = folder.file("log.json", LogSample.json)
    let words = line.split(separator: " ").map { ["R": route, "LOG": log][$0] ?? String($0) }
    let none = try RunningProgram.run(words, in: folder)
    #expect(none.status == 2)
    #expect(none.errors.contains("needs --service-account FILE, --token-command COMMAND"))
    let wrong = try RunningProgram.run(words + ["--token-command", "a {provider} {x}"], in: folder)
    #expect(wrong.status == 2)
    #expect(wrong.errors.contains("The token command has {"))
  }

  @Test func `A token source that others can read is refused with the command that fixes it`()
    throws
  {
    let file = folder.file("token", Canary.text)
    chmodExactly(file, 0o644)
    let outcome = try RunningProgram.run([Answers.tripName, "--token-file", file], in: folder)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("run: chmod 600 \(ShellWord.path(file))"))
    #expect(!Canary.isIn(outcome.bytes))
  }

  /// The ways a token can come in, as words and what a shell does with the program.
  private static let ways: [(String, String?)] = [
    ("--token-command=cat FILE", nil), ("--token-file FILE", nil),
    ("--token-file -", #"exec "$@" < FILE"#), ("--token-file -", #"cat FILE | "$@""#),
    ("--token-url URL", nil),
  ]

  @Test(arguments: ways) func `A token source's token is sent to the server only`(
    option: String, shell: String?
  ) throws {
    let file = folder.file("token", "{\"token\":\"\(Canary.text)\",\"expires_in\":60}\n")
    let backend = try ScriptedServer { _ in
      Answers.json("{\"token\":\"\(Canary.text)\",\"expires_in\":60}")
    }
    let server = try ScriptedServer { _ in [.hang] }
    let isCommand = option.contains("=")
    let words = option.split(separator: " ", maxSplits: isCommand ? 0 : 1)
      .map {
        String($0).replacing("FILE", with: isCommand ? ShellWord.path(file) : file)
          .replacing("URL", with: "\(backend.url("/{trip}"))")
      }
    let program = try RunningProgram(
      ["follow", Answers.tripName, "--once", "--endpoint", "\(server.url(""))"] + words,
      environment: folder.environment, shell: shell?.replacing("FILE", with: ShellWord.path(file)))
    spin(while: server.requests.isEmpty)
    let request = try #require(server.requests.first)
    #expect(request.header("Authorization") == "Bearer \(Canary.text)")
    let shown = Canary.shown(of: program.processID)
    #expect(!shown.isEmpty)
    #expect(!Canary.isIn(shown))
    program.send(signal: SIGTERM)
    // A shell that waits for the program is all that the signal has ended.
    if shell != nil { server.stop() }
    let outcome = try program.finish()
    #expect(outcome.status == 143 || shell != nil)
    #expect(!Canary.isIn(outcome.bytes))
    #expect(!folder.log.contains("CANARY"))
    #expect(!backend.requests.contains { $0.line != "GET /t1 HTTP/1.1" })
  }

  /// Answers that are no token, with one in them, and the status that ends the program.
  private static let bad: [(String, Int32)] = [
    ("cat FILE", 4), ("sh -c 'cat FILE; exit 1'", 4), ("sh -c 'cat FILE >&2; exit 1'", 4),
    ("sh -c 'cat FILE >&2'", 4),
    (#"sh -c 'printf "{\"%s\":1}" $(cat FILE)'"#, 4),
    (#"sh -c 'printf "{\"jwt\":{\"%s\":1}}" $(cat FILE)'"#, 4),
  ]

  @Test(arguments: bad) func `An error about a token source does not show the token`(
    command: String, status: Int32
  ) throws {
    // Long and mixed as tokens are, so that it is known as one even where nothing else tells.
    let token = "ya29.CANARY-4f9d02b7Qx8TzLm3"
    let file = folder.file("token", command.hasPrefix("cat") ? token + " " + token : token)
    let outcome = try RunningProgram.run(
      [Answers.tripName, "--once", "--token-command", command.replacing("FILE", with: file)],
      in: folder)
    #expect(outcome.status == status)
    #expect(outcome.errors.contains("There is no "))
    #expect(!Canary.isIn(outcome.bytes), "\(outcome.errors)")
  }
}

@Suite(.blocking) struct `Following with a token command` {
  private let folder = TestFolder()

  /// An emulator with the sample's trip.
  private func emulator() throws -> EmulatorProcess {
    let emulator = try EmulatorProcess(in: folder)
    let log = folder.file("log.json", LogSample.json)
    let replay = ["replay-log", log, "--provider", "demo-project", "--max-gap", "0"]
    try #require(RunningProgram.run(replay + emulator.options("server"), in: folder).status == 0)
    return emulator
  }

  /// A command that mints a token for a trip.
  private func minting(with key: String, trip: String = "{trip}") -> String {
    "'\(BuiltProduct.path("ridealong"))' token mint --trip \(trip) --service-account '\(key)'"
  }

  private func minted(
    with key: String, trip: String, at now: Timestamp? = nil
  ) throws -> AccessToken {
    let key = try ServiceAccountKey(contentsOf: key)
    let wall = now ?? Timestamp(seconds: Int64(Date().timeIntervalSince1970))
    return try ServiceAccountTokenProvider(key: key, wallNow: { wall }).mint(tripID: trip)
  }

  @Test func `Following works with a token command`() throws {
    let emulator = try emulator()
    let outcome = try RunningProgram.run(
      [
        Answers.tripName, "--once", "--endpoint", emulator.endpoint, "--token-command",
        minting(with: "\(emulator.keys)/consumer.json"),
      ],
      in: folder
    )
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    #expect(outcome.output.contains("status     ENROUTE_TO_PICKUP"))
  }

  @Test func `Following works with a backend like Google's provider sample`() throws {
    let emulator = try emulator()
    let token = try minted(with: "\(emulator.keys)/consumer.json", trip: "t1")
    let expiry = (token.expiresAt?.seconds ?? 0) * 1_000
    let backend = try ScriptedServer { request in
      request.line == "GET /token/consumer/t1 HTTP/1.1"
        ? Answers.json(
          """
          {"creationTimestamp":\(expiry - 3_600_000),"expirationTimestamp":\(expiry),
           "jwt":"\(token.value)","audience":"https://fleetengine.googleapis.com/",
           "tokenType":"CONSUMER","authorizationClaims":{"tripid":"t1"}}
          """) : Answers.json("{}", status: "404 Not Found")
    }
    let outcome = try RunningProgram.run(
      [
        Answers.tripName, "--once", "--endpoint", emulator.endpoint, "--token-url",
        "\(backend.url("/token/consumer/{trip}"))",
      ],
      in: folder
    )
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("status     ENROUTE_TO_PICKUP"))
    #expect(backend.requests.count == 1)
  }

  @Test func `Driving works with a token command`() throws {
    let emulator = try EmulatorProcess(in: folder)
    let route = folder.file("route.json", "[[45.065,7.675],[45.0651,7.6751]]")
    let command =
      "'\(BuiltProduct.path("ridealong"))' token mint --vehicle {vehicle} --service-account "
      + "'\(emulator.keys)/server.json'"
    let outcome = try RunningProgram.run(
      [
        "drive", "providers/demo-project/vehicles/v1", "--locations", route, "--speed", "20",
        "--endpoint", emulator.endpoint, "--token-command", command,
      ],
      in: folder
    )
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.hasSuffix("0 failed; the vehicle is offline.\n"))
  }

  @Test func `Following does not send a command's token for another trip, and names that trip`()
    throws
  {
    let server = try ScriptedServer { _ in Answers.json(Answers.hostileTrip) }
    let outcome = try RunningProgram.run(
      [
        Answers.tripName, "--once", "--endpoint", "\(server.url(""))", "--token-command",
        minting(with: folder.key(), trip: "ride-2040"),
      ],
      in: folder
    )
    #expect(outcome.status == 4)
    #expect(
      outcome.errors.hasPrefix(
        "ridealong: \(Answers.tripName): PERMISSION_DENIED: The token is for the trip ride-2040 "
          + "(until "))
    #expect(
      outcome.errors.hasSuffix(
        "), not for t1, so it was not sent. Get one for this trip. {trip} "
          + "is replaced by its ID in --token-command and --token-url.\n"))
    #expect(server.requests.isEmpty)
  }

  @Test
  func `Following does not send a command's expired token, and says since when it is expired`()
    throws
  {
    let server = try ScriptedServer { _ in Answers.json(Answers.hostileTrip) }
    let old = Timestamp(seconds: 1_767_261_600)
    let token = try minted(with: folder.key(), trip: "t1", at: old)
    let outcome = try RunningProgram.run(
      [
        Answers.tripName, "--once", "--endpoint", "\(server.url(""))", "--token-file",
        folder.file("token", token.value + "\n"),
      ],
      in: folder
    )
    #expect(outcome.status == 4)
    #expect(outcome.errors.contains("ago, at 2026-01-01T11:00:00Z, by this machine's clock"))
    #expect(server.requests.isEmpty)
    for part in token.value.split(separator: ".") { #expect(!outcome.errors.contains(part)) }
  }

  @Test func `Following runs the token command again when the server refuses the token`() throws {
    let server = try ScriptedServer { request in
      request.header("Authorization") == "Bearer token-2"
        ? Answers.json(Answers.hostileTrip)
        : Answers.json(Answers.refusal(401, "UNAUTHENTICATED"), status: "401 No")
    }
    let outcome = try RunningProgram.run(
      [
        Answers.tripName, "--once", "--endpoint", "\(server.url(""))", "--token-command",
        "sh -c 'echo >> ~/runs; echo token-$(wc -l < ~/runs)'",
      ],
      in: folder
    )
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(server.requests.count == 2)
  }

  @Test(arguments: [Ending(SIGINT, 130), Ending(SIGTERM, 143)])
  func `A signal that ends the program ends its token command`(ending: Ending) throws {
    let file = folder.path + "/process"
    let program = try RunningProgram(
      [
        Answers.tripName, "--once", "--token-command",
        "sh -c 'echo $$ > ~/new; mv ~/new ~/process; exec sleep 600'",
      ],
      environment: folder.environment
    )
    let process = try waitForProcess(file)
    program.send(signal: ending.signal)
    #expect(try program.finish().status == ending.status)
    #expect(kill(process, 0) != 0)
  }

  @Test func `Following shows on the screen what is wrong with a token command, and ends it`()
    throws
  {
    let wrong = try start(
      [Answers.tripName, "--token-command", minting(with: folder.key(), trip: "ride-2040")],
      in: folder)
    try wrong.wait { $0.screenText.contains("ride-2040") }
    #expect(wrong.screenText.contains("The token is for the trip ride-2040"))
    wrong.type("q")
    #expect(try wrong.waitForExit() == .exited(0))
    expectGivenBack(wrong)

    let file = folder.path + "/process"
    let hanging = try start(
      [
        Answers.tripName, "--token-command",
        "sh -c 'echo $$ > ~/new; mv ~/new ~/process; exec sleep 600'",
      ],
      in: folder
    )
    try hanging.wait { _ in access(file, F_OK) == 0 }
    let process = try waitForProcess(file)
    hanging.type("q")
    #expect(try hanging.waitForExit() == .exited(0))
    spin(while: kill(process, 0) == 0)
    #expect(kill(process, 0) != 0)
  }

  @Test func `Following takes a token from standard input and keys from the terminal`() throws {
    let server = try ScriptedServer { _ in Answers.json(Answers.hostileTrip) }
    let terminal = try PseudoTerminal(
      executable: BuiltProduct.path("ridealong"),
      arguments: [Answers.tripName, "--endpoint", "\(server.url(""))", "--token-file", "-"],
      environment: folder.environment.merging(["TERM": "xterm-256color"]) { $1 },
      inputFile: folder.file("token", Canary.text))
    try terminal.wait { $0.screenText.contains("LIVE") }
    #expect(server.requests.first?.header("Authorization") == "Bearer \(Canary.text)")
    terminal.type("q")
    #expect(try terminal.waitForExit() == .exited(0))
    #expect(!Canary.isIn(terminal.rawOutput))
    expectGivenBack(terminal)
  }

  /// Waits for a command to write its process down.
  private func waitForProcess(_ file: String) throws -> Int32 {
    spin(while: access(file, F_OK) != 0)
    let text = try String(contentsOfFile: file, encoding: .utf8)
    return try #require(Int32(text.trimmingCharacters(in: .whitespacesAndNewlines)))
  }
}
