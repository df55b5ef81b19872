import Foundation
import RideTestSupport
import Synchronization
import SystemTestSupport
import TestSupport
import Testing

@testable import RidealongCLI

/// The table of what the program ends with, run as a process in each form that it has.
@Suite(.blocking) struct `Output without a screen` {
  private let folder = TestFolder()

  /// A server with one answer for each poll; the last one repeats.
  private func server(_ answers: [(body: String, status: String)]) throws -> ScriptedServer {
    let count = Mutex(0)
    return try ScriptedServer { _ in
      let index = count.withLock { count in
        defer { count += 1 }
        return min(count, answers.count - 1)
      }
      return Answers.json(answers[index].body, status: answers[index].status)
    }
  }

  private func options(_ server: ScriptedServer) -> [String] {
    ["--endpoint", "http://127.0.0.1:\(server.port)", "--service-account", folder.key()]
  }

  private static func trip(_ status: String) -> String {
    #"""
    {"name":"\#(Answers.tripName)","tripStatus":"\#(status)","vehicleId":"demo-vehicle-1",
     "pickupPoint":{"point":{"latitude":45.07,"longitude":7.68}},
     "dropoffPoint":{"point":{"latitude":45.06,"longitude":7.69}},
     "dropoffTime":"2026-04-01T12:46:00Z",
     "lastLocation":{"location":{"latitude":45.4677,"longitude":9.19911},"heading":81,
      "speed":9.4,"updateTime":"2026-04-01T12:32:05Z"}}
    """#
  }

  /// A row of the table: what the server answers and what the program ends with.
  struct Row: Sendable, CustomTestStringConvertible {
    let status: Int32
    let httpStatus: String
    let body: String
    var testDescription: String { "\(status), HTTP \(httpStatus)" }
  }

  static let rows = [
    Row(status: 0, httpStatus: "200 OK", body: trip("ENROUTE_TO_PICKUP")),
    Row(status: 1, httpStatus: "501 No", body: Answers.refusal(501, "UNIMPLEMENTED")),
    Row(status: 3, httpStatus: "404 No", body: Answers.refusal(404, "NOT_FOUND")),
    Row(status: 4, httpStatus: "401 No", body: Answers.refusal(401, "UNAUTHENTICATED")),
    Row(status: 4, httpStatus: "403 No", body: Answers.refusal(403, "PERMISSION_DENIED")),
    Row(status: 5, httpStatus: "503 No", body: Answers.refusal(503, "UNAVAILABLE")),
    Row(status: 5, httpStatus: "504 No", body: Answers.refusal(504, "DEADLINE_EXCEEDED")),
    Row(status: 6, httpStatus: "429 No", body: Answers.refusal(429, "RESOURCE_EXHAUSTED")),
  ]

  @Test(arguments: rows, [["--once"], ["--once", "--json"], []])
  func `A report without a screen ends with its exit status`(row: Row, form: [String]) throws {
    let server = try server([(row.body, row.httpStatus)])
    let outcome = try RunningProgram.run([Answers.tripName] + form + options(server), in: folder)
    #expect(outcome.status == row.status, "\(outcome.errors)")
    #expect(isPlain(outcome.bytes))
    if row.status != 0, form.contains("--json") {
      try expectErrorLine(outcome.output, row)
    } else {
      #expect(outcome.output.isEmpty == (row.status != 0))
    }
    #expect(outcome.errors.isEmpty == (row.status == 0))
    #expect(outcome.errors.split(separator: "\n").count <= 1)
  }

  @Test(arguments: rows.filter { [3, 4].contains($0.status) }, ["--plain", "--json"])
  func `A stream without a screen ends if the first response's error needs action`(
    row: Row, form: String
  ) throws {
    let server = try server([(row.body, row.httpStatus)])
    let outcome = try RunningProgram.run([Answers.tripName, form] + options(server), in: folder)
    #expect(outcome.status == row.status)
    if form == "--json" {
      try expectErrorLine(outcome.output, row)
    } else {
      #expect(outcome.output.isEmpty)
    }
    #expect(outcome.errors.split(separator: "\n").count == 1)
  }

  /// A failure that ends the program is one object on standard output, as among several trips.
  private func expectErrorLine(_ output: String, _ row: Row) throws {
    let lines = output.split(separator: "\n")
    #expect(lines.count == 1)
    let line = try JSONSerialization.jsonObject(with: Data((lines.first ?? "").utf8))
    let object = try #require(line as? [String: Any])
    #expect(object["type"] as? String == "error")
    #expect(object["trip"] as? String == Answers.tripName)
    #expect(object["http"] as? Int == Int(row.httpStatus.prefix(3)))
    #expect(object["attempt"] as? Int == 1)
    #expect(object["message"] is String)
    // There is no retry.
    #expect(object["retry_in_s"] == nil)
  }

  @Test func `The JSON lines include a server that cannot be reached`() throws {
    let outcome = try RunningProgram.run(
      [
        Answers.tripName, "--once", "--json", "--endpoint", "http://127.0.0.1:1",
        "--service-account", folder.key(),
      ],
      in: folder
    )
    #expect(outcome.status == 5)
    #expect(outcome.output.contains(#""type":"error""#))
    #expect(outcome.output.contains(#""code":"UNAVAILABLE","class":"retry""#))
    #expect(outcome.errors.contains("UNAVAILABLE"))
  }

  @Test(arguments: [("COMPLETE", 0), ("CANCELED", 7)] as [(String, Int32)], ["--plain", "--json"])
  func `A stream without a screen ends with the ride`(
    end: (status: String, exit: Int32), form: String
  ) throws {
    let server = try server([(Self.trip(end.status), "200 OK")])
    let outcome = try RunningProgram.run([Answers.tripName, form] + options(server), in: folder)
    #expect(outcome.status == end.exit)
    #expect(isPlain(outcome.bytes))
  }

  @Test(
    arguments: [
      (["providers/p/trips/"], 2), (["a/b"], 2), (["--nonsense"], 2), ([], 2),
      ([Answers.tripName, "--token-file", "FOLDER/absent"], 2),
    ] as [([String], Int32)])
  func `Output without a screen ends with status 2 for an invalid command line`(
    words: [String], status: Int32
  ) throws {
    let words = words.map { $0.replacing("FOLDER", with: folder.path) }
    let outcome = try RunningProgram.run(words, in: folder)
    #expect(outcome.status == status)
    #expect(outcome.output.isEmpty)
    #expect(isPlain(outcome.bytes))
  }

  @Test(
    arguments: [
      Ending(SIGHUP, 129), Ending(SIGINT, 130), Ending(SIGQUIT, 131), Ending(SIGTERM, 143),
    ],
    ["--plain", "--json"]
  )
  func `Output without a screen ends with 128 plus the signal's number`(
    ending: Ending,
    form: String
  ) throws {
    let server = try server([(Self.trip("NEW"), "200 OK")])
    let program = try RunningProgram(
      [Answers.tripName, form] + options(server), environment: folder.environment)
    _ = try program.firstLine()
    program.send(signal: ending.signal)
    let outcome = try program.finish()
    #expect(outcome.status == ending.status)
    #expect(isPlain(outcome.bytes))
  }

  @Test func `Output is refused where standard output is closed, and needs no standard input`()
    throws
  {
    let server = try server([(Self.trip("NEW"), "200 OK")])
    let words = [Answers.tripName, "--once"] + options(server)
    let closed = try RunningProgram.run(words, in: folder, shell: #""$@" >&-"#)
    #expect(closed.status == 1)
    #expect(closed.errors.contains("The output could not be written: "))
    // Nothing of the program's own takes the closed one's place.
    #expect(closed.errors.contains("bad file descriptor"))
    let deaf = try RunningProgram.run(words, in: folder, shell: #""$@" <&- 2>&-"#)
    #expect(deaf.status == 0)
    #expect(deaf.output.hasPrefix("trip "))
  }

  @Test(arguments: ["--plain", "--json"])
  func `A stream without a screen ends when its reader closes the pipe`(form: String) throws {
    let server = try server([(Self.trip("NEW"), "200 OK")])
    let start = ContinuousClock.now
    let outcome = try RunningProgram.run(
      [Answers.tripName, form, "--interval", "60s"] + options(server), in: folder,
      shell: #"set -o pipefail; "$@" | head -1"#)
    #expect(outcome.status == 0)
    #expect(outcome.output.split(separator: "\n").count == 1)
    #expect(outcome.errors.isEmpty)
    #expect(ContinuousClock.now - start < .seconds(30))
  }

  @Test func `A report without a screen has these rows`() throws {
    let server = try server([(Self.trip("ENROUTE_TO_DROPOFF"), "200 OK")])
    let outcome = try RunningProgram.run(
      [Answers.tripName, "--once"] + options(server), in: folder)
    let rows = outcome.output.split(separator: "\n").map(String.init)
    #expect(
      rows.compactMap { $0.split(separator: " ").first }
        == ["trip", "status", "next", "vehicle", "data"]
    )
    #expect((6...12).contains(rows.count + 1))
    #expect(rows.allSatisfy { !$0.prefix(11).dropFirst(10).contains { $0 != " " } })
    #expect(rows[3].contains("demo-vehicle-1, 45.46770 9.19911, 34 km/h E, fix "))
  }

  private static let jq = ["/usr/bin/jq", "/bin/jq", "/usr/local/bin/jq"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  @Test(.enabled(if: jq != nil, "jq is not installed"))
  func `The JSON lines of a ride are read by jq`() throws {
    // Every line is an object of its own, of the one version, with what all of them have.
    let filter =
      #"set -o pipefail; "$@" | "# + (Self.jq ?? "jq")
      + #" -r 'if .v == 1 and .trip and (.time | fromdateiso8601) > 0 then "#
      + #"(.type + " " + (.status // .code)) else error("no record") end'"#
    // After a failure the next poll comes in a second.
    let ended = try server([
      (Answers.refusal(503, "UNAVAILABLE"), "503 No"), (Self.trip("COMPLETE"), "200 OK"),
    ])
    let followed = try RunningProgram.run(
      ["follow", Answers.tripName, "--json"] + options(ended), in: folder, shell: filter)
    #expect(followed.status == 0 && followed.errors.isEmpty, "\(followed.errors)")
    #expect(followed.output == "error UNAVAILABLE\ntrip COMPLETE\nend COMPLETE\n")
    let ride = ["NEW", "ENROUTE_TO_PICKUP", "ARRIVED_AT_PICKUP", "ENROUTE_TO_DROPOFF", "COMPLETE"]
    let fleet = try ScriptedServer { request in
      let status = ride.first { request.line.contains("/trips/\($0)") } ?? "none"
      return Answers.json(Self.trip(status).replacing("trips/t1", with: "trips/\(status)"))
    }
    let moments = try RunningProgram.run(
      ["follow", "--once", "--json"] + ride.map { "providers/demo-project/trips/\($0)" }
        + options(fleet), in: folder, shell: filter)
    #expect(moments.status == 0 && moments.errors.isEmpty, "\(moments.errors)")
    #expect(moments.output == ride.map { "trip \($0)\n" }.joined())
  }
}
