import Foundation
import RideTestSupport
import SystemTestSupport
import TestSupport
import Testing
import TrustLimits

/// Where tokens come from, and what is wrong with it.
@Suite(.blocking) struct `Faulty token sources` {
  private let folder = TestFolder()

  private func follow(
    _ options: [String],
    endpoint: String = "http://127.0.0.1:1"
  ) throws -> RunningProgram.Outcome {
    let outcome = try RunningProgram.run(
      [Answers.tripName, "--once", "--endpoint", endpoint] + options, in: folder)
    #expect(!Canary.isIn(outcome.bytes))
    #expect(isPlain(outcome.bytes))
    return outcome
  }

  /// A script that is a token command.
  private func script(_ text: String, mode: Int = 0o700) -> String {
    ShellWord.path(folder.file("fleet-token", "#!/bin/sh\n\(text)\n", mode: mode))
  }

  @Test(arguments: [
    ("exit 1", "failed (exit 1)"), ("head -c 10000000 /dev/zero | tr '\\0' a", "more than"),
    ("printf '\\033]0;pwn\\007'", "token command"),
    ("echo 'no login' >&2; exit 3", "failed (exit 3): no login"),
    ("tty >&2; exit 4", "not a tty"), ("exec cat", "token command"), ("kill -9 $$", "signal"),
  ])
  func `An error about a token command says what the command did`(
    text: String,
    words: String
  ) throws {
    let outcome = try follow(["--token-command", script(text)])
    #expect(outcome.status == 4)
    #expect(outcome.errors.contains(words), "\(outcome.errors)")
    #expect(outcome.errors.split(separator: "\n").count == 1)
  }

  @Test func `A token command that hangs is ended after ten seconds, and leaves no child process`()
    throws
  {
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
        in: .whitespacesAndNewlines))
    #expect(ProcessRecord(id: try #require(child)).waitForEnd(timeout: .seconds(30)))
  }

  @Test func `A token command has the user's environment and umask`() throws {
    let file = folder.path + "/seen"
    let command = script("(umask; env) >'\(file)'; ls -l '\(file)' >>'\(file)'; exit 1")
    let outcome = try RunningProgram.run(
      [
        Answers.tripName, "--once", "--endpoint", "http://127.0.0.1:1", "--token-command", command,
      ],
      in: folder, environment: ["OWN": "yes"], shell: #"umask 027; "$@""#)
    #expect(outcome.status == 4)
    let seen = try String(contentsOfFile: file, encoding: .utf8)
    #expect(seen.hasPrefix("0027\n"))
    #expect(seen.contains("\n-rw-r-----"))
    #expect(seen.contains("\nOWN=yes\n") && !seen.contains("SWIFT_BACKTRACE"))
  }

  @Test func `An error about a key of the wrong role names the role that is needed`() throws {
    let emulator = try EmulatorProcess(in: folder)
    let trip = "providers/demo-project/trips/t"
    let account = "driver@demo-project.iam.gserviceaccount.com"
    for words in ["follow \(trip)", "follow \(trip) --once --json", "doctor \(trip)"] {
      let outcome = try RunningProgram.run(
        words.split(separator: " ").map(String.init) + emulator.options("driver"), in: folder)
      #expect(outcome.status == 4)
      let said = outcome.output + outcome.errors
      let line = said.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      // Drivers may follow the trips of their vehicle, with a token for it.
      #expect(line.contains("The driver's token was signed without a vehicle id."), "\(said)")
      #expect(line.contains(account), "\(said)")
      #expect(!line.contains("The key is") && !line.contains("machine's clock"), "\(said)")
    }
    let drive = try RunningProgram.run(
      ["drive", "providers/demo-project/vehicles/v"] + emulator.options("consumer"), in: folder)
    #expect(drive.status == 4)
    #expect(drive.errors.contains("The key is a rider's, but driving a vehicle needs a driver's"))
  }

  @Test func `An error about a missing token command names it`() throws {
    let outcome = try follow(["--token-command", script("exit 0", mode: 0o600)])
    #expect(outcome.status != 0)
    #expect(outcome.errors.contains("fleet-token"))
  }

  @Test(arguments: [0o644, 0o640, 0o604])
  func `A token file that others can read is refused with the command that fixes it`(
    mode: Int
  ) throws {
    let file = folder.file("token", Canary.text)
    chmodExactly(file, mode)
    let outcome = try follow(["--token-file", file])
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("chmod 600 \(ShellWord.path(file))"))
  }

  @Test func `A token file may be a link but not empty`() throws {
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
  func `A token file may have a final newline and a byte order mark`(end: String) throws {
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
  ]) func `An error about a token address includes its response`(
    status: String, type: String, body: String
  ) throws {
    let elsewhere = try ScriptedServer { _ in Answers.json(#"{"token":"x"}"#) }
    let server = try ScriptedServer { _ in
      ScriptedServer.answer(
        status,
        headers: ["Content-Type: \(type)", "Location: http://127.0.0.1:\(elsewhere.port)/"],
        body: Array(body.utf8))
    }
    let outcome = try follow(["--token-url", "http://127.0.0.1:\(server.port)/{trip}"])
    #expect([4, 5].contains(outcome.status))
    #expect(outcome.errors.contains("127.0.0.1:"), "\(outcome.errors)")
    #expect(elsewhere.requests.isEmpty)
  }

  @Test func `A token address without TLS is accepted on this machine only`() throws {
    let outcome = try follow(["--token-url", "http://example.com/{trip}"])
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("Refusing to fetch a token over http from example.com."))
  }

  @Test(arguments: [
    ("{\"type\":\"authorized_user\"}", 1, "service"), ("{", 1, "JSON"),
    (" ", 10_000_000, "too large"),
  ]) func `An invalid key file is refused with the reason`(
    content: String, copies: Int, words: String
  ) throws {
    let file = folder.file("key.json", String(repeating: content, count: copies), mode: 0o600)
    let outcome = try follow(["--service-account", file])
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains(words), "\(outcome.errors)")
  }

  @Test func `A key file that everybody can read is refused`() throws {
    let file = folder.key()
    chmodExactly(file, 0o644)
    let outcome = try follow(["--service-account", file])
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("chmod 600"))
  }

  @Test func `A token server that redirects does not cause the token to be sent elsewhere`() throws
  {
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
