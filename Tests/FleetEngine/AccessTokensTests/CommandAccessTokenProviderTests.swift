import AccessTokens
import FleetEngine
import Foundation
import TestSupport
import Testing

@Suite(.limited) struct `A token from a command` {
  private static let now = Timestamp(seconds: 1_767_261_600)
  private let folder = TokenFolder()
  private let clock = ManualClock()
  private let trip = AuthorizationContext(tripID: "ride-2041")

  private func provider(
    _ line: String, path: String = "/usr/bin:/bin"
  ) throws -> CommandAccessTokenProvider {
    try CommandAccessTokenProvider(
      CommandWords(parsing: line), providerID: "acme",
      environment: ["PATH": path, "FOLDER": folder.path], clock: ServiceClock(clock) { Self.now })
  }

  private func error(_ line: String) async throws -> AccessTokenError {
    let provider = try provider(line)
    let error = await #expect(throws: AccessTokenError.self) {
      try await provider.accessToken(for: trip)
    }
    return try #require(error)
  }

  @Test(arguments: [
    "printf T.o.K", "/usr/bin/printf 'T.o.K\\n'", "sh -c 'echo T.o.K; echo a note >&2'",
    "sh -c 'echo T.o.K; exec >&- 2>&-; exit 0'",
    "sh -c 'echo T.o.K; sleep 600 & exit 0'",
  ]) func `A token command's output is the token`(line: String) async throws {
    #expect(try await provider(line).accessToken(for: trip) == AccessToken("T.o.K", expiresAt: nil))
    #expect(clock.sleeperCount == 0)
  }

  @Test func `A token from a command is read from JSON too`() async throws {
    let line = #"printf '{"token":"T.o.K","expires_in":60}'"#
    let token = try await provider(line).accessToken(for: trip)
    #expect(token == AccessToken("T.o.K", expiresAt: Self.now + .seconds(60)))
  }

  @Test func `A token command runs without a shell`() async throws {
    let file = folder.path + "/words"
    let line =
      #"sh -c 'printf "%s|" "$@" > "$FOLDER/words"; echo T' sh {provider} --t={trip} '*' {}"#
    _ = try await provider(line).accessToken(for: trip)
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "acme|--t=ride-2041|*|{}|")
  }

  static let hostileIDs = [
    "-x", "--output=file", "$(touch${IFS}PWNED)", "`id`", "a b", "a;id", "a|id", "a&id", "'", "\"",
    #"\u002a"#,
    "*", "~root", "=id", "é", "{a}", "a!", "<a", "(a)", "[a]", "a%20",
  ]

  @Test(arguments: hostileIDs)
  func `A token command gets no ID that a shell or a program could interpret`(
    id: String
  ) async throws {
    let file = folder.path + "/started"
    for (line, context) in [
      ("sh -c 'touch \"$FOLDER/started\"; echo T-{trip}'", AuthorizationContext(tripID: id)),
      ("touch \"\(file)\" {vehicle}", AuthorizationContext(vehicleID: id)),
    ] {
      let provider = try provider(line)
      let error = await #expect(throws: AccessTokenError.self) {
        try await provider.accessToken(for: context)
      }
      #expect(error?.reason.hasPrefix("The ID \(id) was not passed to the token command") == true)
      #expect(error?.isRecoverable == false)
    }
    #expect(!FileManager.default.fileExists(atPath: file))
  }

  @Test(arguments: hostileIDs + ["ride-2041"])
  func `A token command finds every ID unchanged in its environment`(id: String) async throws {
    let line =
      #"sh -c 'printf "%s|%s|" "$RIDEALONG_TRIP" "${RIDEALONG_VEHICLE-unset}" > "$FOLDER/ids"; echo T'"#
    _ = try await provider(line).accessToken(for: AuthorizationContext(tripID: id))
    #expect(try String(contentsOfFile: folder.path + "/ids", encoding: .utf8) == "\(id)|unset|")
  }

  @Test func `A token command runs without input, a terminal, and this process's files`()
    async throws
  {
    let line =
      "sh -c 'cat; ls -l /proc/self/fd | grep -c -- \"->\" > \"$FOLDER/open\"; "
      + "cut -d \" \" -f 6 /proc/$$/stat > \"$FOLDER/session\"; echo $$ >> \"$FOLDER/session\"; "
      + "(: < /dev/tty) 2>/dev/null && echo tty >> \"$FOLDER/session\"; echo T'"
    #expect(try await provider(line).accessToken(for: trip).value == "T")
    let session = try String(contentsOfFile: folder.path + "/session", encoding: .utf8)
    let numbers = session.split(whereSeparator: \.isWhitespace)
    #expect(numbers.count == 2 && numbers.first == numbers.last, "\(session)")
    // Its input, the pipe to grep, its errors and the folder that ls looks into.
    let open = try String(contentsOfFile: folder.path + "/open", encoding: .utf8)
    #expect(open == "4\n")
  }

  private static let failures: [(String, String)] = [
    ("no-such-program --secret SECRET", "The token command no-such-program was not found in PATH."),
    ("'FOLDER/file' SECRET", "The token command file cannot be started: permission denied."),
    (
      "'FOLDER/absent/such' SECRET",
      "The token command such cannot be started: no such file or directory."
    ),
    ("sh -c 'exit 3' SECRET", "The token command sh failed (exit 3)."),
    (
      "sh -c 'echo No account is selected. >&2; exit 1'",
      "The token command sh failed (exit 1): No account is selected."
    ),
    (
      "sh -c 'printf \"\\n\\033[31mplease sign in\\033[m\\nSECRET\" >&2; exit 1'",
      "The token command sh failed (exit 1): [31mplease sign in[m."
    ),
    ("sh -c 'kill -9 $$'", "The token command sh was ended by signal 9."),
    ("sh -c 'kill -15 $$'", "The token command sh was ended by signal 15."),
    (
      "true",
      "The output of the token command true is empty; a token is expected, on one line or in JSON."
    ),
    (
      "sh -c 'echo SECRET and more; echo not signed in >&2'",
      "The output of the token command sh holds no token: it has more than one word. It said: not signed in"
    ),
    // Standard error may contain the printed token or another one, which the error hides.
    (
      "sh -c 'echo CANARY-SECRET; echo the token CANARY-SECRET is no good >&2; exit 1'",
      "The token command sh failed (exit 1): the token … is no good."
    ),
    (
      "sh -c 'echo got ya29.A0AfB_byC1d2E3f4G5h6 >&2; exit 1'",
      "The token command sh failed (exit 1): got …."
    ),
    ("head -c 10000000 /dev/zero", "The token command head printed more than 65536 bytes."),
    ("yes SECRET", "The token command yes printed more than 65536 bytes."),
  ]

  @Test(arguments: failures)
  func `A token command without a token is a clear error that shows no arguments`(
    line: String, reason: String
  ) async throws {
    _ = folder.file("file", "")
    let error = try await error(line.replacing("FOLDER/", with: folder.path + "/"))
    #expect(error.reason == reason)
    #expect(!error.reason.contains("SECRET"))
    #expect(!error.isRecoverable)
    #expect(clock.sleeperCount == 0)
  }

  @Test func `A token command may write errors without end`() async throws {
    let provider = try provider("sh -c 'yes >&2 & echo T.o.K'")
    #expect(try await provider.accessToken(for: trip).value == "T.o.K")
  }

  @Test func `A token command that hangs is ended with all its processes after its time limit`()
    async throws
  {
    let provider = try provider(hanging)
    let asking = Task { try await provider.accessToken(for: trip) }
    let processes = try await folder.processes()
    await clock.sleepers(1)
    clock.advance(by: .seconds(10))
    let error = await #expect(throws: AccessTokenError.self) { try await asking.value }
    #expect(error?.reason == "The token command sh did not finish within 10 s.")
    await expectGone(processes)
  }

  @Test func `A token command that nobody waits for is ended with all its processes`() async throws
  {
    let cache = AccessTokenCache(try provider(hanging), wallNow: { Self.now })
    let asking = (0..<3).map { _ in Task { try await cache.accessToken(for: trip) } }
    let processes = try await folder.processes()
    for task in asking { task.cancel() }
    for task in asking {
      await #expect(throws: AccessTokenError.cancelled) { try await task.value }
    }
    await expectGone(processes)
    #expect(clock.sleeperCount == 0)
  }

  @Test func `A token command ends with the program`() async throws {
    let provider = try provider(hanging)
    let asking = Task { try await provider.accessToken(for: trip) }
    let processes = try await folder.processes()
    provider.endAll()
    let error = await #expect(throws: AccessTokenError.self) { try await asking.value }
    #expect(error?.reason == "The token command sh was ended by signal 9.")
    await expectGone(processes)
  }

  @Test func `A token command that starts while the program ends is ended too`() async throws {
    let provider = try provider(hanging)
    provider.endAll()
    let error = await #expect(throws: AccessTokenError.self) {
      try await provider.accessToken(for: trip)
    }
    #expect(error?.reason == "The token command sh was ended by signal 9.")
  }

  @Test(arguments: ["{trip} a", "a {none}", "a {Trip}", "a --x={vehicle_}"])
  func `A token command with an unknown placeholder is refused immediately`(line: String) {
    let error = #expect(throws: AccessTokenError.self) { try provider(line) }
    #expect(error?.reason.hasPrefix("The token command") == true)
  }

  @Test func `Concurrent token commands run in a process each, and all are reaped`() async throws {
    let provider = try provider("printf {trip}")
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<16 {
        group.addTask {
          let context = AuthorizationContext(tripID: "trip-\(number)")
          let token = try? await provider.accessToken(for: context)
          #expect(token?.value == "trip-\(number)")
        }
      }
    }
    #expect(clock.sleeperCount == 0)
  }

  /// A command that writes down its process and one that it starts, and never ends.
  private var hanging: String {
    "sh -c 'trap \"\" TERM; sleep 600 & echo $$ $! > \"$FOLDER/new\"; "
      + "mv \"$FOLDER/new\" \"$FOLDER/processes\"; wait; sleep 600'"
  }

  /// Waits until processes are gone; what init has yet to reap of them is.
  private func expectGone(_ processes: [Int32]) async {
    await waitWhile(processes.contains(where: isAlive))
    #expect(!processes.contains(where: isAlive))
    // Its own child is reaped, so that there is not even a zombie of it.
    #expect(kill(processes[0], 0) != 0)
  }

  private func isAlive(_ process: Int32) -> Bool {
    guard let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else {
      return false
    }
    return status.split(separator: ")").last?.hasPrefix(" Z") == false
  }
}

/// A temporary folder that commands write into; gone with its value.
final class TokenFolder: Sendable {
  /// The absolute path.
  let path = NSTemporaryDirectory() + "tokens-test-" + UUID().uuidString

  init() {
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file and returns its path.
  func file(_ name: String, _ content: String, mode: Int = 0o600) -> String {
    let file = path + "/" + name
    _ = FileManager.default.createFile(atPath: file, contents: Data(content.utf8))
    chmod(file, mode_t(mode))
    return file
  }

  /// Waits until a command has written its processes down, and returns them.
  func processes() async throws -> [Int32] {
    let file = path + "/processes"
    await waitWhile(!FileManager.default.fileExists(atPath: file))
    let text = try String(contentsOfFile: file, encoding: .utf8)
    return text.split(whereSeparator: \.isWhitespace).compactMap { Int32($0) }
  }
}
