import Foundation
import RideTestSupport
import SystemTestSupport
import TestSupport
import Testing

/// Where a token must not be found: everywhere but at the server.
@Suite(.blocking) struct `A canary token` {
  private let folder = TestFolder()

  /// The files of the folder that contain a canary, except those into which it was put.
  private func leaks(beside known: Set<String> = ["token"]) -> [String] {
    let names = FileManager.default.enumerator(atPath: folder.path)?.allObjects as? [String] ?? []
    return names.filter { name in
      guard !known.contains(name),
        let bytes = FileManager.default.contents(atPath: folder.path + "/" + name)
      else { return false }
      return Canary.isIn(Array(bytes))
    }
  }

  private func token() -> String { folder.file("token", Canary.text + "\n") }

  /// The commands that take a token from a file, with `ENDPOINT` for the server.
  private static let commands: [(words: String, status: Int32)] = [
    ("follow TRIP --once", 0), ("follow TRIP --once --json", 0), ("follow TRIP --plain", 0),
    ("follow TRIP --json", 0), ("wait TRIP --for complete", 0), ("doctor TRIP", 0),
    ("doctor TRIP --json", 0), ("doctor TRIP --verbose", 0), ("token inspect TOKEN", 2),
  ]

  @Test(arguments: commands)
  func `A canary token does not appear in a command's output or in a file`(
    command: (words: String, status: Int32)
  ) throws {
    let server = try ScriptedServer { _ in
      Answers.json(#"{"name":"\#(Answers.tripName)","tripStatus":"COMPLETE"}"#)
    }
    let file = token()
    let isInspect = command.words.hasPrefix("token")
    let words = command.words.replacing("TRIP", with: Answers.tripName)
      .replacing("TOKEN", with: file).split(separator: " ").map(String.init)
    let outcome = try RunningProgram.run(
      words
        + (isInspect
          ? []
          : [
            "--endpoint", "http://127.0.0.1:\(server.port)", "--token-file", file, "--log-level",
            "debug",
          ]),
      in: folder, environment: ["XDG_CACHE_HOME": folder.path + "/cache"])
    #expect(outcome.status == command.status, "\(outcome.errors)")
    #expect(!Canary.isIn(outcome.bytes))
    #expect(leaks() == [])
    guard !isInspect else { return }
    #expect(server.requests.contains { $0.header("Authorization") == "Bearer \(Canary.text)" })
    if !command.words.hasPrefix("doctor") { #expect(folder.log.contains(" info ")) }
  }

  @Test(arguments: [401, 403, 500])
  func `A canary token does not appear in an error, whatever the server returns`(status: Int) throws
  {
    // A server that repeats what it was sent.
    let server = try ScriptedServer { request in
      let sent = request.header("Authorization") ?? ""
      return Answers.json(
        #"{"error":{"code":\#(status),"message":"not this: \#(sent)"}}"#, status: "\(status) No")
    }
    let file = token()
    for form in [["--once"], ["--once", "--json"]] {
      let outcome = try RunningProgram.run(
        [
          Answers.tripName, "--endpoint", "http://127.0.0.1:\(server.port)", "--token-file", file,
          "--log-level", "debug",
        ] + form, in: folder)
      #expect(outcome.status != 0)
      #expect(outcome.errors.contains("not this: Bearer …"), "\(outcome.errors)")
      #expect(!Canary.isIn(outcome.bytes))
    }
    #expect(leaks() == [])
  }

  @Test
  func
    `A canary token does not appear on a screen, in the process list, the environment or a crash`()
    throws
  {
    let server = try ScriptedServer { _ in Answers.json(Answers.hostileTrip) }
    let reports = folder.path + "/crash"
    try FileManager.default.createDirectory(atPath: reports, withIntermediateDirectories: true)
    let terminal = try start(
      [
        Answers.tripName, "--endpoint", "http://127.0.0.1:\(server.port)", "--token-file", token(),
        "--log-level", "debug",
      ],
      in: folder,
      environment: [
        "SWIFT_BACKTRACE":
          "enable=yes,interactive=no,color=no,symbolicate=off,output-to=\(reports)",
        "XDG_CACHE_HOME": folder.path + "/cache",
      ])
    try terminal.wait { $0.screenText.contains("LIVE") }
    // What shows most: the details of the last request, the log, a snapshot.
    terminal.type("d")
    terminal.type("\u{1B}OQ")
    try terminal.wait { $0.screenText.contains("info ") }
    let program = ProcessRecord(id: terminal.processID)
    for process in [program] + program.children {
      #expect(!Canary.isIn(Array((process.arguments + process.environment).joined().utf8)))
    }
    terminal.send(signal: SIGSEGV)
    try terminal.wait(
      until: { _ in folder.log.contains("Backtracing from") && folder.log.contains(" done ***") },
      timeout: .seconds(120))
    // A fault would happen again and end the program, but a signal that was sent does not. The next one of the kind
    // could begin a report while the first one ends, and both would wait for ever.
    try terminal.wait { $0.screenText.contains("Continue with: ") }
    terminal.send(signal: SIGKILL)
    _ = try terminal.waitForExit(timeout: .seconds(90))
    #expect(!Canary.isIn(terminal.rawOutput))
    #expect(leaks() == [])
    // I02: what a crash leaves, on the terminal and in its report, though the trip was hostile.
    #expect(terminal.screenText.contains("Continue with: ridealong \(Answers.tripName)"))
    #expect(OwnSequences.strangers(in: terminal.rawOutput) == [])
    for name in try FileManager.default.contentsOfDirectory(atPath: reports) {
      let report = FileManager.default.contents(atPath: reports + "/" + name) ?? Data()
      #expect(isPlain(Array(report)), "\(name)")
    }
  }

  @Test(arguments: [
    "drive providers/demo-project/vehicles/v --route ROUTE",
    "replay-log LOG --provider demo-project --max-gap 0",
  ])
  func `A canary token does not appear in the output of commands that write`(words: String) throws {
    let server = try ScriptedServer { request in
      Answers.json(
        #"{"error":{"code":403,"message":"not \#(request.header("Authorization") ?? "")"}}"#,
        status: "403 No")
    }
    let files = [
      "ROUTE": folder.file("route.json", "[[45.065,7.675],[45.0651,7.6751]]"),
      "LOG": folder.file("log.json", LogSample.json),
    ]
    let program = try RunningProgram(
      words.split(separator: " ").map { files[String($0)] ?? String($0) }
        + ["--endpoint", "http://127.0.0.1:\(server.port)", "--token-file", token()],
      environment: folder.environment
    )
    spin(while: server.requests.isEmpty)
    #expect(!Canary.isIn(Canary.shown(of: program.processID)))
    program.send(signal: SIGTERM)
    let outcome = try program.finish()
    #expect(server.requests.contains { $0.header("Authorization") == "Bearer \(Canary.text)" })
    #expect(!Canary.isIn(outcome.bytes))
    #expect(leaks() == [])
  }

  @Test func `A canary token is not in a core dump, because none is written`() throws {
    let server = try ScriptedServer { _ in [.hang] }
    let program = try RunningProgram(
      [
        "follow", Answers.tripName, "--json", "--endpoint", "http://127.0.0.1:\(server.port)",
        "--token-file", token(),
      ],
      environment: folder.environment,
      shell: #"ulimit -S -c unlimited 2>/dev/null; exec "$@""#
    )
    spin(while: server.requests.isEmpty)
    let limits = try String(contentsOfFile: "/proc/\(program.processID)/limits", encoding: .utf8)
    let line = try #require(
      limits.split(separator: "\n").first { $0.hasPrefix("Max core file size") })
    #expect(line.split(separator: " ").dropFirst(4).first == "1", "\(line)")
    program.send(signal: SIGTERM)
    #expect(try program.finish().status == 143)
  }
}
