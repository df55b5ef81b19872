import CellGrid
import FleetEngine
import Foundation
import Glibc
import HTTPMessages
import RideTestSupport
import Synchronization
import SystemTestSupport
import TestSupport
import Testing

@testable import RidealongCLI

@Suite(.limited) struct `The program's log` {
  private let folder = TestFolder()
  private var path: String { folder.path + "/program.log" }
  private let told = Told()

  /// Records the messages for the user.
  private final class Told: Sendable {
    private let lines = Mutex<[String]>([])

    var all: [String] { lines.withLock { $0 } }

    func take(_ line: SafeText) { lines.withLock { $0.append(line.description) } }
  }

  private func log(
    _ level: LogLevel = .debug, path: String? = nil, fileBytes: Int = 10_000
  ) -> LogFile {
    LogFile(
      path ?? self.path, level: level, wallNow: { Timestamp(seconds: 1_000) }, fileBytes: fileBytes,
      onProblem: { [told] in told.take($0) })
  }

  private func lines(_ path: String) -> [String] {
    String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
      .split(separator: "\n").map(String.init)
  }

  private func mode(_ path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return try #require(attributes[.posixPermissions] as? Int)
  }

  @Test func `The program's log goes to systemd's journal where that is standard error`() throws {
    let file = try #require(AppendedFile.FileID(STDERR_FILENO))
    #expect(Journal.isStream("\(file.device):\(file.number)", file))
    for other in ["", "8:1", "\(file.device)", "\(file.device):\(file.number)1", "x:y"] {
      #expect(!Journal.isStream(other, file))
    }
    #expect(!Journal.isStream("\(file.device):\(file.number)", nil))
  }

  @Test func `The program's log is private, and appends one line for each event`() throws {
    let path = folder.file("program.log", "before\n", mode: 0o644)
    log().record(.info, "one\ntwo")
    #expect(lines(path) == ["before", "1970-01-01T00:16:40Z info one two"])
    #expect(try mode(path) == 0o600)
  }

  @Test func `The program's log has the events of its level`() {
    let log = log(.warning)
    for level in LogLevel.allCases { log.record(level, level.rawValue) }
    #expect(lines(path).map { $0.split(separator: " ").last } == ["error", "warning"])
  }

  @Test(arguments: Attack.all)
  func `The program's log has no escape sequences`(attack: String) throws {
    let text = try JSONDecoder().decode([String].self, from: Data("[\"a\(attack)b\"]".utf8))[0]
    log().record(.error, text)
    #expect(lines(path).count == 1)
    #expect(isPlain(Array(FileManager.default.contents(atPath: path) ?? Data())))
  }

  @Test func `The program's log has at most three files of a bounded size`() throws {
    let log = log(fileBytes: 300)
    for number in 0..<60 { log.record(.info, "line \(number)") }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasPrefix("program.log") }.sorted()
    #expect(names == ["program.log", "program.log.1", "program.log.2"])
    let all = names.reversed().flatMap { lines(folder.path + "/" + $0) }
    #expect(all.last?.hasSuffix("line 59") == true)
    // What is kept is the end, without a gap.
    let numbers = all.compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }
    #expect(numbers == Array((60 - numbers.count)..<60))
    for name in names {
      let size = FileManager.default.contents(atPath: folder.path + "/" + name)?.count ?? 0
      #expect(size <= 300)
      #expect(try mode(folder.path + "/" + name) == 0o600)
    }
  }

  @Test func `The program's log continues in a new file when the old one was moved`() throws {
    let log = log()
    log.record(.info, "one")
    try FileManager.default.moveItem(atPath: path, toPath: path + ".old")
    log.record(.info, "two")
    #expect(lines(path + ".old").count == 1)
    #expect(lines(path).first?.hasSuffix("two") == true)
  }

  @Test(arguments: ["/dev/full", "FOLDER/absent/program.log", "FOLDER"])
  func `The program reports once that its log cannot be written, and continues`(path: String) {
    let log = log(path: path.replacing("FOLDER", with: folder.path))
    for _ in 0..<3 { log.record(.info, "line") }
    #expect(told.all.count == 1)
    #expect(told.all.first?.hasSuffix("The program continues without it.") == true)
    #expect(!log.isWritten)
  }

  @Test func `The program's log does not follow symbolic links`() throws {
    let other = folder.file("other", "before\n")
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: other)
    log().record(.info, "line")
    #expect(lines(other) == ["before"])
    #expect(told.all.first?.contains("it is a symbolic link") == true)
  }

  @Test func `The program's log has no query or header of a request`() async throws {
    let transport = ScriptedTransport { _, _ in
      TransportResponse(status: 503, body: Array("secret body".utf8))
    }
    let clock = ServiceClock(ManualClock()) { Timestamp(seconds: 0) }
    let logged = LoggedTransport(transport: transport, log: log(), clock: clock)
    var url = try HTTPURL(parsing: "https://host/token/t1")
    url.query = [HTTPURL.QueryItem("key", Canary.text)]
    _ = try await logged.send(
      TransportRequest(url: url, headers: ["Authorization": "Bearer \(Canary.text)"]))
    let line = try #require(lines(path).first)
    #expect(line.hasSuffix("warning 503 in 0 ms, 11 bytes: GET https://host/token/t1"))
  }
}

@Suite(.blocking) struct `Log files of commands` {
  private let folder = TestFolder()

  private func follow(_ options: [String]) throws -> RunningProgram.Outcome {
    let server = try ScriptedServer { _ in
      Answers.json(#"{"name":"\#(Answers.tripName)","tripStatus":"COMPLETE","vehicleId":"car"}"#)
    }
    return try RunningProgram.run(
      [
        "follow", Answers.tripName, "--plain", "--endpoint", "http://127.0.0.1:\(server.port)",
        "--service-account", folder.key(),
      ] + options, in: folder)
  }

  @Test func `A log has the start, the requests, the trip's changes, and the end`() throws {
    let outcome = try follow(["--log-level", "debug"])
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    for words in [
      " info ridealong ", " info service-account = ", " debug 200 in ", "/trips/t1",
      " info follows \(Answers.tripName)", " info t1: COMPLETE", " info t1: vehicle car",
      " info end with status 0",
    ] { #expect(folder.log.contains(words), "\(words): \(folder.log)") }
  }

  @Test func `A program without a screen writes a log only if it is asked to`() throws {
    #expect(try follow([]).status == 0)
    #expect(folder.log.isEmpty)
    #expect(try follow(["--log-level", "debug", "--log-file", "none"]).status == 0)
    #expect(folder.log.isEmpty)
  }

  @Test func `A program with a screen writes a log without being asked`() throws {
    let answers = Mutex(0)
    let server = try ScriptedServer { _ in
      let count = answers.withLock { count in
        count += 1
        return count
      }
      guard count > 1 else {
        return Answers.json(Answers.refusal(503, "UNAVAILABLE"), status: "503 No")
      }
      return Answers.json(#"{"name":"\#(Answers.tripName)","tripStatus":"COMPLETE"}"#)
    }
    let terminal = try start(
      [
        Answers.tripName, "--endpoint", "http://127.0.0.1:\(server.port)", "--service-account",
        folder.key(),
      ],
      in: folder
    )
    try terminal.wait { $0.screenText.contains("ENDED") }
    terminal.type("q")
    #expect(try terminal.waitForExit() == .exited(0))
    for words in [
      " info ridealong ", " info endpoint = http://127.0.0.1:\(server.port) (command line)",
      " info follows \(Answers.tripName)", " warning t1: attempt 1 failed with UNAVAILABLE",
      ", next in ", " info t1: answered again after 1 failures", " info t1: COMPLETE",
      " info end with status 0",
    ] { #expect(folder.log.contains(words), "\(words): \(folder.log)") }
    #expect(!folder.log.contains("eyJ"))
  }

  @Test func `A ride on a screen is not logged if the log is turned off`() throws {
    let config = folder.file("config.toml", "log-file = \"none\"\n")
    let server = try ScriptedServer { _ in
      Answers.json(#"{"name":"\#(Answers.tripName)","tripStatus":"COMPLETE"}"#)
    }
    let terminal = try start(
      [
        Answers.tripName, "--endpoint", "http://127.0.0.1:\(server.port)", "--service-account",
        folder.key(), "--config", config,
      ],
      in: folder
    )
    try terminal.wait { $0.screenText.contains("ENDED") }
    terminal.type("q")
    #expect(try terminal.waitForExit() == .exited(0))
    let state = folder.path + "/state/ridealong"
    #expect(!FileManager.default.fileExists(atPath: state + "/ridealong.log"))
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/none"))
  }

  @Test func `A program continues without its log when the disk is full`() throws {
    let outcome = try follow(["--log-file", "/dev/full"])
    #expect(outcome.status == 0)
    #expect(
      outcome.errors
        == "The log /dev/full cannot be written: no space left on device. The program continues "
        + "without it.\n")
  }

  @Test func `A log that is a pipe without a reader does not block the screen`() throws {
    let log = folder.path + "/pipe"
    #expect(mkfifo(log, 0o600) == 0)
    for (signal, status) in [(SIGTERM, Int32(143)), (SIGINT, 130), (SIGHUP, 129)] {
      let terminal = try follow(onScreenWith: log)
      terminal.send(signal: signal)
      #expect(try terminal.waitForExit() == .exited(status))
      expectGivenBack(terminal)
    }
  }

  @Test func `A log that is a symbolic link does not receive a screen's standard error`() throws {
    let target = folder.file("target", "")
    let log = folder.path + "/link"
    try FileManager.default.createSymbolicLink(atPath: log, withDestinationPath: target)
    let terminal = try follow(onScreenWith: log)
    #expect(ProcessRecord(id: terminal.processID).openFiles[2] == "/dev/null")
    terminal.type("q")
    #expect(try terminal.waitForExit() == .exited(0))
    #expect(FileManager.default.contents(atPath: target) == Data())
  }

  /// A ride on a screen, with a log.
  private func follow(onScreenWith log: String) throws -> PseudoTerminal {
    let server = try ScriptedServer { _ in
      Answers.json(#"{"name":"\#(Answers.tripName)","tripStatus":"COMPLETE"}"#)
    }
    let terminal = try start(
      [
        Answers.tripName, "--endpoint", "http://127.0.0.1:\(server.port)", "--service-account",
        folder.key(), "--log-file", log,
      ],
      in: folder
    )
    try terminal.wait { $0.screenText.contains("ENDED") }
    return terminal
  }

  @Test func `A log ends with the error and the exit status`() throws {
    let log = folder.path + "/my.log"
    let outcome = try RunningProgram.run(
      [
        "follow", Answers.tripName, "--once", "--endpoint", "http://127.0.0.1:1",
        "--service-account", folder.key(), "--log-file", log,
      ],
      in: folder
    )
    #expect(outcome.status == 5)
    let text = try String(contentsOfFile: log, encoding: .utf8)
    let lines = text.split(separator: "\n").suffix(2)
    #expect(lines.first?.contains(" error \(Answers.tripName): UNAVAILABLE") == true)
    #expect(lines.last?.hasSuffix(" info end with status 5") == true)
  }
}
