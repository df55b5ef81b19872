import AccessTokens
import FleetEngine
import FleetEmulator
import Foundation
import TerminalTestSupport
import TestSupport
import Testing

@testable import RidealongCLI

/// Where a token must not be found: everywhere but at the server.
@Suite(.blocking, .timeLimit(.minutes(5)))
struct `A canary token` {
  private let folder = TestFolder()

  /// The files of the folder that hold a canary beside those that it was put into.
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
    ("doctor TRIP --json", 0), ("token inspect TOKEN", 2),
  ]

  @Test(arguments: commands)
  func `A01 is told by no command, in no file`(command: (words: String, status: Int32)) throws {
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
      in: folder,
      environment: ["XDG_CACHE_HOME": folder.path + "/cache"]
    )
    #expect(outcome.status == command.status, "\(outcome.errors)")
    #expect(!Canary.isIn(outcome.bytes))
    #expect(leaks() == [])
    guard !isInspect else { return }
    #expect(server.requests.contains { $0.header("Authorization") == "Bearer \(Canary.text)" })
    if !command.words.hasPrefix("doctor") { #expect(folder.log.contains(" info ")) }
  }

  @Test(arguments: [401, 403, 500])
  func `A01 is told by no error, whatever the server says of it`(status: Int) throws {
    // A server that repeats what it was sent.
    let server = try ScriptedServer { request in
      let sent = request.header("Authorization") ?? ""
      return Answers.json(
        #"{"error":{"code":\#(status),"message":"not this: \#(sent)"}}"#,
        status: "\(status) No"
      )
    }
    let file = token()
    for form in [["--once"], ["--once", "--json"]] {
      let outcome = try RunningProgram.run(
        [
          Answers.tripName, "--endpoint", "http://127.0.0.1:\(server.port)", "--token-file", file,
          "--log-level", "debug",
        ] + form,
        in: folder
      )
      #expect(outcome.status != 0)
      #expect(outcome.errors.contains("not this: Bearer …"), "\(outcome.errors)")
      #expect(!Canary.isIn(outcome.bytes))
    }
    #expect(leaks() == [])
  }

  @Test func `A01 is shown by no screen, list of processes, environment or crash`() throws {
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
      ]
    )
    try terminal.wait { $0.screenText.contains("LIVE") }
    // What shows most: the details of the last request, the log, a snapshot.
    terminal.type("d")
    terminal.type("\u{1B}OQ")
    try terminal.wait { $0.screenText.contains("info ") }
    terminal.type("q")
    let program = ProcessRecord(id: terminal.processID)
    for process in [program] + program.children {
      #expect(!Canary.isIn(Array((process.arguments + process.environment).joined().utf8)))
    }
    terminal.send(signal: SIGSEGV)
    _ = try terminal.waitForExit(timeout: .seconds(90))
    #expect(!Canary.isIn(terminal.rawOutput))
    #expect(leaks() == [])
  }

  @Test func `A11 is in no core dump, since there is none`() throws {
    let server = try ScriptedServer { _ in [.hang] }
    let program = try RunningProgram(
      [
        "follow", Answers.tripName, "--json", "--endpoint", "http://127.0.0.1:\(server.port)",
        "--token-file", token(),
      ],
      environment: folder.environment,
      shell: #"ulimit -S -c unlimited 2>/dev/null; exec "$@""#
    )
    let deadline = ContinuousClock.now + .seconds(90)
    while server.requests.isEmpty, ContinuousClock.now < deadline { yieldThread() }
    let limits = try String(contentsOfFile: "/proc/\(program.processID)/limits", encoding: .utf8)
    let line = try #require(
      limits.split(separator: "\n").first { $0.hasPrefix("Max core file size") }
    )
    #expect(line.split(separator: " ").dropFirst(4).first == "0", "\(line)")
    program.send(signal: SIGTERM)
    #expect(try program.finish().status == 143)
  }
}

/// Where tokens come from, and what is wrong with it.
@Suite(.blocking, .timeLimit(.minutes(5)))
struct `A source of tokens that is at fault` {
  private let folder = TestFolder()

  private func follow(
    _ options: [String],
    endpoint: String = "http://127.0.0.1:1"
  ) throws -> RunningProgram.Outcome {
    let outcome = try RunningProgram.run(
      [Answers.tripName, "--once", "--endpoint", endpoint] + options,
      in: folder
    )
    #expect(!Canary.isIn(outcome.bytes))
    #expect(isPlain(outcome.bytes))
    return outcome
  }

  /// A script that is a token command.
  private func script(_ text: String, mode: Int = 0o700) -> String {
    folder.file("fleet-token", "#!/bin/sh\n\(text)\n", mode: mode)
  }

  @Test(arguments: [
    ("exit 1", "failed (exit 1)"), ("head -c 10000000 /dev/zero | tr '\\0' a", "more than"),
    ("printf '\\033]0;pwn\\007'", "token command"),
    ("echo 'no login' >&2; exit 3", "failed (exit 3): no login"),
    ("tty >&2; exit 4", "not a tty"), ("exec cat", "token command"), ("kill -9 $$", "signal"),
  ])
  func `A03 as a command is named with what it did`(text: String, words: String) throws {
    let outcome = try follow(["--token-command", script(text)])
    #expect(outcome.status == 4)
    #expect(outcome.errors.contains(words), "\(outcome.errors)")
    #expect(outcome.errors.split(separator: "\n").count == 1)
  }

  @Test func `A03 as a command that hangs has ten seconds, and leaves no child`() throws {
    let mark = folder.path + "/child"
    let start = ContinuousClock.now
    let outcome = try follow([
      "--token-command", script("(echo $$ >'\(mark)'; exec sleep 300) & echo $! >'\(mark)'; wait"),
    ])
    #expect(outcome.status != 0)
    #expect(ContinuousClock.now - start >= .seconds(9))
    #expect(outcome.errors.contains("10 s"), "\(outcome.errors)")
    let child = Int32(
      try String(contentsOfFile: mark, encoding: .utf8).trimmingCharacters(
        in: .whitespacesAndNewlines
      )
    )
    #expect(ProcessRecord(id: try #require(child)).waitForEnd(timeout: .seconds(30)))
  }

  @Test func `A03 as a command that is no program is named`() throws {
    let outcome = try follow(["--token-command", script("exit 0", mode: 0o600)])
    #expect(outcome.status != 0)
    #expect(outcome.errors.contains("fleet-token"))
  }

  @Test(arguments: [0o644, 0o640, 0o604])
  func `A05 as a file that others can read is refused with what mends it`(mode: Int) throws {
    let file = folder.file("token", Canary.text)
    chmodExactly(file, mode)
    let outcome = try follow(["--token-file", file])
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("chmod 600 \(file)"))
  }

  @Test func `A05 as a file is read through a link by what it leads to, and not if it is empty`()
    throws
  {
    let file = folder.file("token", Canary.text)
    chmodExactly(file, 0o644)
    let link = folder.path + "/link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
    #expect(try follow(["--token-file", link]).errors.contains("chmod 600"))
    #expect(try follow(["--token-file", folder.file("empty", "")]).status == 2)
    let pipe = folder.path + "/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    #expect(try follow(["--token-file", pipe]).status == 2)
  }

  @Test(arguments: ["\n", "\r\n", ""])
  func `A05 as a file may end its token's line, and begin with a byte order mark`(
    end: String
  ) throws {
    let server = try ScriptedServer { _ in
      Answers.json(#"{"name":"\#(Answers.tripName)","tripStatus":"NEW"}"#)
    }
    for start in ["", "\u{FEFF}"] {
      let file = folder.file("token", start + Canary.text + end)
      let outcome = try follow(
        ["--token-file", file],
        endpoint: "http://127.0.0.1:\(server.port)"
      )
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
    #expect(server.requests.allSatisfy { $0.header("Authorization") == "Bearer \(Canary.text)" })
  }

  @Test(arguments: [
    ("200 OK", "application/json", #"{"other":"x"}"#),
    ("200 OK", "text/html", "<html>Sign in</html>"), ("500 No", "text/plain", "no"),
    ("302 Found", "text/plain", ""),
  ])
  func `A06 as an address is named with what it answered`(
    status: String,
    type: String,
    body: String
  ) throws {
    let elsewhere = try ScriptedServer { _ in Answers.json(#"{"token":"x"}"#) }
    let server = try ScriptedServer { _ in
      ScriptedServer.answer(
        status,
        headers: ["Content-Type: \(type)", "Location: http://127.0.0.1:\(elsewhere.port)/"],
        body: Array(body.utf8)
      )
    }
    let outcome = try follow(["--token-url", "http://127.0.0.1:\(server.port)/{trip}"])
    #expect([4, 5].contains(outcome.status))
    #expect(outcome.errors.contains("127.0.0.1:"), "\(outcome.errors)")
    #expect(elsewhere.requests.isEmpty)
  }

  @Test func `A06 as an address without TLS is asked on this machine alone`() throws {
    let outcome = try follow(["--token-url", "http://example.com/{trip}"])
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("Refusing to fetch a token over http from example.com."))
  }

  @Test(arguments: [
    ("{\"type\":\"authorized_user\"}", 0o600, "service"), ("{", 0o600, "JSON"),
    (String(repeating: " ", count: 10_000_000), 0o600, "too large"),
  ])
  func `A09 as a key file is refused with the reason`(
    content: String,
    mode: Int,
    words: String
  ) throws {
    let file = folder.file("key.json", content, mode: mode)
    let outcome = try follow(["--service-account", file])
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains(words), "\(outcome.errors)")
  }

  @Test func `A09 as a key file that everybody can read is refused`() throws {
    let file = folder.key()
    chmodExactly(file, 0o644)
    let outcome = try follow(["--service-account", file])
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("chmod 600"))
  }

  @Test func `A10 as a server that redirects sends the token to nobody else`() throws {
    let elsewhere = try ScriptedServer { _ in Answers.json("{}") }
    let server = try ScriptedServer { _ in
      ScriptedServer.answer(
        "307 Elsewhere",
        headers: ["Location: http://127.0.0.1:\(elsewhere.port)/v1/\(Answers.tripName)"],
        body: []
      )
    }
    let outcome = try follow(
      ["--token-file", folder.file("token", Canary.text)],
      endpoint: "http://127.0.0.1:\(server.port)"
    )
    #expect(outcome.status == 5)
    #expect(elsewhere.requests.isEmpty)
    #expect(server.requests.count == 1)
  }
}
