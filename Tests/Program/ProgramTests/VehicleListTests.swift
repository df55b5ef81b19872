import FleetEmulator
import Foundation
import RideTestSupport
import SystemTestSupport
import TestSupport
import Testing

@testable import RidealongCLI

@Suite(.blocking) struct `A list of vehicles` {
  private let folder = TestFolder()

  private static func vehicle(_ id: String, _ rest: String = "") -> String {
    #"{"name":"providers/p/vehicles/\#(id)","vehicleState":"ONLINE"\#(rest)}"#
  }

  /// A server of two pages and an empty one, whose token says that there are more.
  private func server() throws -> ScriptedServer {
    let located =
      #","currentTrips":["t1","t2"],"lastLocation":{"location":{"latitude":-1.5,"longitude":9}}"#
    let pages = [
      #""vehicles":[\#(Self.vehicle("c")),\#(Self.vehicle("a", located))],"nextPageToken":"1""#,
      #""vehicles":[\#(Self.vehicle("b", #","navigationStatus":"\u001B[1m""#))],"nextPageToken":"2""#,
      #""nextPageToken":"3""#,
    ]
    return try ScriptedServer { request in
      let token = request.line.split(separator: "pageToken=").dropFirst().first
      let page = token.flatMap { Int($0.prefix { $0.isNumber }) } ?? 0
      return Answers.json("{\(pages[page])}")
    }
  }

  private func list(_ words: [String], _ server: ScriptedServer) throws -> RunningProgram.Outcome {
    try RunningProgram.run(
      ["vehicle", "list"] + words + [
        "--provider", "p", "--endpoint", "http://127.0.0.1:\(server.port)", "--service-account",
        folder.key(.server),
      ],
      in: folder
    )
  }

  @Test func `A list of vehicles has those of all pages in the order of their names`() throws {
    let server = try server()
    let outcome = try list([], server)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let rows = outcome.output.split(separator: "\n").map {
      $0.split(separator: " ").map(String.init)
    }
    #expect(rows.first?.prefix(3) == ["vehicle", "state", "trips"])
    #expect(
      rows.dropFirst().contains(["providers/p/vehicles/a", "ONLINE", "t1", "t2", "-1.5", "9"]))
    #expect(rows.last == ["providers/p/vehicles/c", "ONLINE"])
    #expect(outcome.errors.isEmpty && isPlain(outcome.bytes))
    #expect(server.requests.count == 3)
  }

  @Test func `A list of vehicles can be CSV or lines of JSON`() throws {
    let csv = try list(["--csv"], server())
    #expect(
      csv.output.contains("vehicle,state,trips,fix_age_s,lat,lon,speed_mps\r\n")
        && csv.output.contains("providers/p/vehicles/a,ONLINE,t1 t2,,-1.5,9,\r\n"), "\(csv.output)")
    let json = try list(["--json"], server())
    let document = try DocumentedMembers()
    for line in json.output.split(separator: "\n").map(String.init) {
      #expect(try document.unknown(in: line) == [], "\(line)")
    }
    #expect(json.output.contains(#""type":"vehicle","v":1,"vehicle":"providers/p/vehicles/c""#))
    #expect(isPlain(json.bytes))
    let chosen = try list(["--columns", "state,vehicle", "--csv"], server())
    #expect(chosen.output.hasPrefix("state,vehicle\r\nONLINE,providers/p/vehicles/a\r\n"))
    let both = try list(["--csv", "--json"], server())
    #expect(both.status == 2 && both.errors.contains("exclude each other"))
  }

  @Test func `A list of vehicles that is refused ends with status 4`() throws {
    let server = try ScriptedServer { _ in
      Answers.json(Answers.refusal(403, "PERMISSION_DENIED"), status: "403 No")
    }
    let outcome = try list([], server)
    #expect(outcome.status == 4 && outcome.output.isEmpty)
    #expect(outcome.errors.contains("providers/p/vehicles: PERMISSION_DENIED"), "\(outcome.errors)")
  }

  @Test func `A list of vehicles needs a provider, and other actions none of its options`() throws {
    let missing = try RunningProgram.run(["vehicle", "list"], in: folder)
    #expect(missing.status == 2 && missing.errors.contains("needs --provider"))
    let idle = try RunningProgram.run(
      ["vehicle", "show", "providers/p/vehicles/v", "--csv"], in: folder)
    #expect(idle.status == 2)
    #expect(idle.errors.contains("--csv has no effect with ridealong vehicle show."))
  }

  @Test func `The emulator's vehicles are listed by their state`() throws {
    let emulator = try EmulatorProcess(in: folder)
    let log = folder.file("log.json", LogSample.json)
    let sent = try RunningProgram.run(
      ["replay-log", log, "--provider", "demo-project", "--max-gap", "0"]
        + emulator.options("server"), in: folder)
    #expect(sent.status == 0, "\(sent.errors)")
    let words = ["vehicle", "list", "--provider", "demo-project", "--json"]
    let all = try RunningProgram.run(words + emulator.options("server"), in: folder)
    #expect(all.status == 0 && !all.output.isEmpty, "\(all.errors)")
    let counts = try ["online", "offline"].map { state in
      try RunningProgram.run(words + ["--state", state] + emulator.options("server"), in: folder)
        .output.split(separator: "\n").count
    }
    #expect(counts.reduce(0, +) == all.output.split(separator: "\n").count)
    let refused = try RunningProgram.run(words + emulator.options("consumer"), in: folder)
    #expect(refused.status == 4, "\(refused.errors)")
  }
}
