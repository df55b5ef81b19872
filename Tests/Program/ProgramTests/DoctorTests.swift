import CellGrid
import FleetEngine
import Foundation
import HTTPMessages
import RideTestSupport
import SystemTestSupport
import TestSupport
import Testing
import TrustLimits
import Viewer

@testable import RidealongCLI

@Suite(.limited) struct `The doctor's long lines` {
  @Test(arguments: [(40, 17), (62, 17), (76, 2), (90, 2)])
  func `The doctor's long paths begin at the indentation or at the edge`(
    length: Int, column: Int
  ) throws {
    let path = "/" + String(repeating: "a", count: length - 1)
    let facts = [Check.Fact("state", "state", path), Check.Fact("data", "data", "/short")]
    let report = DoctorReport(
      checks: [Check(.paths, .ok, "All directories are usable.", facts: facts)], settings: [],
      time: Timestamp(seconds: 0), target: nil)
    let lines = DoctorLines(report, level: .full, columns: 80).all
    let line = try #require(lines.first { $0.contains("/aaa") })
    let start = line.prefix { $0 != "/" }
    #expect(start.count == (length <= 48 ? 32 : column))
    #expect(lines.contains { $0.hasSuffix("data           /short") })
  }
}

@Suite(.limited) struct `Why a trip shows no vehicle` {
  private static let now = Timestamp(seconds: 1_000_000)

  private func trip(_ json: String) throws -> Trip {
    try WireJSON.decode(Trip.self, from: Array(json.utf8))
  }

  private static func location(_ age: Int64) -> String {
    #""lastLocation":{"location":{"latitude":1,"longitude":2},"updateTime":"\#(now - .seconds(age))"}"#
  }

  @Test(arguments: [
    (#"{"tripStatus":"NEW"}"#, nil, "No vehicle is assigned yet: the trip is NEW."),
    (#"{"tripStatus":"COMPLETE"}"#, nil, "The trip is complete, so no vehicle is shown."),
    (
      #"{"tripStatus":"CANCELED","vehicleId":"v"}"#, nil,
      "The trip is canceled, so no vehicle is shown."
    ),
    (
      #"{"tripStatus":"ENROUTE_TO_PICKUP","vehicleId":"v"}"#, "ONLINE",
      "Vehicle v is assigned, but has not reported a location yet."
    ),
    (
      #"{"tripStatus":"NEW","vehicleId":"v"}"#, "OFFLINE",
      "Vehicle v is OFFLINE and has not reported a location."
    ),
    (
      #"{"tripStatus":"NEW","vehicleId":"v",\#(location(5))}"#, "OFFLINE",
      "Vehicle v is OFFLINE: the map shows where it was 5 s ago."
    ),
    (
      #"{"tripStatus":"NEW","vehicleId":"v",\#(location(90))}"#, "ONLINE",
      "Vehicle v last reported its location 90 s ago"
    ),
    (
      #"{"tripStatus":"NEW","vehicleId":"v",\#(location(-90))}"#, "ONLINE",
      "Vehicle v reports a location from 90 s in the future."
    ),
  ]) func `The reason why a trip shows no vehicle comes with advice`(
    json: String, state: String?, sentence: String
  ) throws {
    let answer: VehicleAnswer =
      try state.map {
        .vehicle(try WireJSON.decode(Vehicle.self, from: Array(#"{"vehicleState":"\#($0)"}"#.utf8)))
      } ?? .unknown("nobody asked.")
    let diagnosis = Diagnosis(try trip(json), answer, now: Self.now)
    #expect(diagnosis.sentence.hasPrefix(sentence), "\(diagnosis.sentence)")
    #expect(diagnosis.mark == .warning)
    #expect(!diagnosis.advice.isEmpty)
  }

  @Test func `No reason is given for a trip that shows its vehicle`() throws {
    let json = #"{"tripStatus":"NEW","vehicleId":"v",\#(Self.location(2))}"#
    let diagnosis = Diagnosis(try trip(json), .unknown("why."), now: Self.now)
    #expect(diagnosis.mark == .ok)
    #expect(diagnosis.sentence == "Vehicle v reported its location 2 s ago, and is shown.")
  }
}

@Suite(.blocking) struct `The doctor` {
  private let doctor = DoctorRun()
  private var folder: TestFolder { doctor.folder }

  private func trip(_ server: ScriptedServer, _ options: [String] = []) -> [String] {
    [
      Answers.tripName, "--endpoint", "http://127.0.0.1:\(server.port)", "--service-account",
      folder.key(), "--json",
    ] + options
  }

  /// Refusals of a server, the status that they end with, and what is said.
  private static let refusals: [(String, String, Int32, String)] = [
    ("404 No", Answers.refusal(404, "NOT_FOUND"), 3, "The provider demo-project has no trip t1."),
    ("401 No", Answers.refusal(401, "UNAUTHENTICATED"), 4, "The server does not accept the token."),
    (
      "403 No", Answers.refusal(403, "PERMISSION_DENIED"), 4,
      "The server refused this token for this trip."
    ),
    (
      "403 No",
      #"""
      {"error":{"code":403,"status":"PERMISSION_DENIED","message":"off","details":[{"@type":
      "type.googleapis.com/google.rpc.ErrorInfo","reason":"SERVICE_DISABLED"}]}}
      """#, 4, "Fleet Engine's API is not enabled for the project demo-project."
    ),
    (
      "429 No", Answers.refusal(429, "RESOURCE_EXHAUSTED"), 6,
      "The quota of project demo-project is used up."
    ),
    ("503 No", Answers.refusal(503, "UNAVAILABLE"), 5, "is not available."),
    ("200 OK", "<html>", 5, "was not used."),
  ]

  @Test(arguments: refusals) func `The doctor says why a trip is refused, and ends with its status`(
    refusal: (status: String, body: String, exit: Int32, words: String)
  ) throws {
    let server = try ScriptedServer { _ in Answers.json(refusal.body, status: refusal.status) }
    let outcome = try doctor.examine(trip(server))
    #expect(outcome.status == refusal.exit)
    let check = try #require(try doctor.checks(outcome)["trip"])
    #expect(check["mark"] as? String == "failed")
    #expect((check["text"] as? String)?.contains(refusal.words) == true, "\(check)")
    #expect(outcome.errors.isEmpty)
  }

  @Test func `The doctor says that the trip is of another project than the token`() throws {
    let server = try ScriptedServer { _ in
      Answers.json(Answers.refusal(403, "PERMISSION_DENIED"), status: "403 No")
    }
    let outcome = try doctor.examine(["providers/other/trips/t1"] + trip(server).dropFirst())
    #expect(outcome.status == 4)
    let text = try doctor.checks(outcome)["trip"]?["text"] as? String
    #expect(text == "The token is of project demo-project, the trip of provider other.")
  }

  @Test func `The doctor says why a trip that may be read shows no vehicle`() throws {
    let server = try ScriptedServer { request in
      request.line.contains("/vehicles/")
        ? Answers.json(#"{"vehicleState":"OFFLINE"}"#)
        : Answers.json(
          #"{"name":"\#(Answers.tripName)","tripStatus":"ENROUTE_TO_PICKUP","vehicleId":"car"}"#)
    }
    let outcome = try doctor.examine(trip(server))
    #expect(outcome.status == 0)
    let checks = try doctor.checks(outcome)
    #expect(checks["trip"]?["mark"] as? String == "ok")
    #expect(
      checks["vehicle"]?["text"] as? String
        == "Vehicle car is OFFLINE and has not reported a location.")
  }

  @Test func `The doctor names a token's trip without sending the token`() throws {
    let server = try ScriptedServer { _ in Answers.json("{}") }
    let minting =
      "'\(BuiltProduct.path("ridealong"))' token mint --trip other --service-account "
      + "'\(folder.key())'"
    let outcome = try doctor.examine([
      Answers.tripName, "--endpoint", "http://127.0.0.1:\(server.port)", "--token-command", minting,
    ])
    #expect(outcome.status == 4)
    #expect(outcome.output.contains("The token is for the trip other"))
    #expect(server.requests.allSatisfy { $0.header("Authorization") == nil })
  }

  @Test func `The doctor reports a wrong configuration and checks the rest`() throws {
    let file = folder.file("config.toml", "glyphs = 7\n")
    let outcome = try doctor.examine([
      "--config", file, "--json", "--endpoint", "http://127.0.0.1:1",
    ])
    #expect(outcome.status == 2)
    let checks = try doctor.checks(outcome)
    #expect(checks["configuration"]?["mark"] as? String == "failed")
    #expect(checks["server"]?["mark"] as? String == "failed")
    #expect(checks["program"]?["mark"] as? String == "ok")
  }

  @Test(arguments: [
    ([:], nil, "auto"), (["NO_COLOR": "1"], "NO_COLOR", "never"),
    (["NO_COLOR": ""], nil, "auto"),
    (["NO_COLOR": "1", "RIDEALONG_COLOR": "always"], "RIDEALONG_COLOR", "always"),
  ]) func `The doctor reports the source of the color setting`(
    environment: [String: String], origin: String?, value: String
  ) throws {
    let outcome = try doctor.examine(
      ["--json", "--endpoint", "http://127.0.0.1:1"],
      environment: environment
    )
    let text =
      origin.map { #"{"key":"color","origin":"\#($0)","value":"\#(value)"}"# }
      ?? #"{"key":"color","origin":"default"}"#
    #expect(outcome.output.contains(text), "\(outcome.output)")
  }

  @Test func `The doctor queries the terminal and restores it`() throws {
    let terminal = try start(
      ["doctor", "--endpoint", "http://127.0.0.1:1", "--verbose"],
      in: folder,
      size: .init(columns: 100, rows: 90))
    #expect(try terminal.waitForExit() == .exited(5))
    #expect(terminal.isCooked)
    #expect(!terminal.isAlternateScreen)
    #expect(terminal.screenText.contains("TERM           xterm-256color"))
    #expect(terminal.screenText.contains("answers        yes"))
    #expect(terminal.screenText.contains("width of ●     1"))
    #expect(OwnSequences.strangers(in: terminal.rawOutput) == [])
  }
}

@Suite(.limited) struct `The doctor's time limit` {
  private let folder = TestFolder()

  @Test func `The doctor continues without a response, within its time limit`() async throws {
    let server = try ScriptedServer { _ in [.hang] }
    let clock = ManualClock()
    let service = ServiceClock(clock) { Timestamp(seconds: 1_767_261_600) }
    let words = [
      Answers.tripName, "--endpoint", "http://127.0.0.1:\(server.port)", "--service-account",
      folder.key(),
    ]
    let visit = DoctorVisit(
      arguments: try Arguments(words, options: Command.doctor.options),
      servers: ServerAccess(
        clock: service, environment: Environment(variables: folder.environment),
        schedule: FleetSchedule(clock: service)
      ),
      signals: SignalWatch { _ in }
    )
    let visiting = Task { [visit] in
      var visit = visit
      for id in [Check.ID.configuration, .server, .tokens, .trip] { await visit.perform(id) }
      return visit.checks
    }
    await waitWhile(server.requests.isEmpty)
    await clock.sleepers(1)
    clock.advance(by: Limits.Doctor.stepTime)
    let checks = await visiting.value
    #expect(
      checks.map { "\($0.id) \($0.mark)" } == [
        "configuration ok", "server failed", "certificate skipped", "clock skipped", "tokens ok",
        // One failure, and what could not be looked at because of it.
        "trip skipped",
      ])
    #expect(
      checks[1].sentence == "The response of 127.0.0.1:\(server.port) did not come within 15 s.")
    #expect(checks[1].status == .unavailable)
  }
}

@Suite(.limited) struct `The picture of the doctor` {
  private let doctor = DoctorRun()

  /// The style of a line's first character, which is its mark.
  private static let marks: [Character: CellStyle] = [
    "✓": CellStyle(foreground: .indexed(2)), "✗": CellStyle(foreground: .indexed(1)),
    "·": CellStyle(attributes: .dim),
  ]

  @Test func `The picture of the doctor shows what it prints`() throws {
    let server = try ScriptedServer { _ in
      Answers.json(
        #"{"error":{"code":404,"status":"NOT_FOUND","message":"The trip ride-7 does not exist."}}"#,
        status: "404 No")
    }
    let command = ["providers/demo-project/trips/ride-7", "--service-account", "consumer.json"]
    let outcome = try doctor.examine([
      command[0], "--endpoint", "http://127.0.0.1:\(server.port)", "--service-account",
      doctor.folder.key(),
    ])
    let output = outcome.output
      .replacing("127.0.0.1:\(server.port)", with: "127.0.0.1:8080")
      .replacing(/in \d+ ms/, with: "in 1 ms")
      .replacing(/valid for \d+ min/, with: "valid for 60 min")
    let lines =
      ["$ ridealong doctor " + command.joined(separator: " ")]
      + output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    var frame = Frame(size: GridSize(columns: 90, rows: lines.count + 2))
    for (row, line) in lines.enumerated() {
      frame.draw(SafeText(line), column: 2, row: row + 1)
      if let mark = line.first, let style = Self.marks[mark] {
        frame.draw(SafeText(String(mark)), column: 2, row: row + 1, style: style)
      }
    }
    let actual = frame.document(.svg)
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../docs/pictures/doctor.svg").standardizedFileURL
    if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1" {
      try actual.write(to: file, atomically: true, encoding: .utf8)
    }
    let committed = try? String(contentsOf: file, encoding: .utf8)
    #expect(committed == actual, "docs/pictures/doctor.svg; RECORD_SNAPSHOTS=1 draws it again")
  }
}
