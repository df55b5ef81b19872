import Foundation
import RideTestSupport
import RouteSources
import SystemTestSupport
import TestSupport
import Testing

@Suite(.blocking) struct `Recording a ride by command` {
  private let folder = TestFolder()
  /// A recording of the demo's whole ride.
  private let demo = packageRoot + "/docs/pictures/demo.ride"

  /// Records a ride of two polls, a second apart: a failure, and the end.
  private func record(to file: String) throws -> RunningProgram.Outcome {
    let server = try ScriptedServer { request in
      request.connection == 0
        ? [.close] : Answers.json(#"{"name":"\#(Answers.tripName)","tripStatus":"COMPLETE"}"#)
    }
    return try RunningProgram.run(
      [
        "follow", Answers.tripName, "--plain", "--record", file, "--endpoint",
        "http://127.0.0.1:\(server.port)", "--service-account", folder.key(),
      ],
      in: folder
    )
  }

  @Test func `A recorded ride is inspected against limits`() throws {
    let inspected = try RunningProgram.run(["inspect", demo], in: folder)
    #expect(inspected.output.contains("demo-ride  COMPLETE"))
    let strict = ["inspect", demo, "demo-ride", "--limit", "quota=0", "--json"]
    let found = try RunningProgram.run(strict, in: folder)
    #expect(found.status == 8)
    #expect(found.output.contains(#""counts":{"quota":"#))
  }

  @Test func `Several files are inspected as one day, with totals`() throws {
    let log = folder.file("log.json", LogSample.json)
    let words = try RunningProgram.run(["inspect", demo, log], in: folder)
    #expect(words.output.contains("\n\n2 rides, "))
    let json = try RunningProgram.run(["inspect", demo, log, "--json"], in: folder)
    #expect(json.output.split(separator: "\n").count == 3)
    #expect(json.output.contains(#"{"v":1,"type":"inspection_totals","rides":2,"#))
    let one = try RunningProgram.run(["inspect", demo, log, "t1"], in: folder)
    #expect(one.output.hasPrefix("providers/acme/trips/t1") && !one.output.contains("rides,"))
    let table = try RunningProgram.run(["inspect", demo, log, "--csv"], in: folder)
    let lines = table.output.components(separatedBy: "\r\n")
    #expect(lines.count == 4 && lines[0].hasPrefix("trip,status,start,") && lines[3].isEmpty)
    #expect(table.status == words.status && json.status == words.status)
  }

  @Test func `A dump has the polls of one trip, with times in whole seconds`() throws {
    let log = folder.file("log.json", LogSample.json)
    let trip = try RunningProgram.run(["dump", demo, log, "demo-ride"], in: folder)
    let lines = trip.output.split(separator: "\n")
    #expect(trip.status == 0 && lines.count > 10)
    #expect(lines.allSatisfy { $0.contains(#"/trips/demo-ride","time":""#) })
    #expect(lines.allSatisfy { $0.contains(/"time":"[-0-9]{10}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z"/) })
    let table = try RunningProgram.run(["dump", demo, log, "--csv"], in: folder)
    #expect(table.output.components(separatedBy: "\r\n").count == lines.count + 3 + 2)
    for command in [["dump"], ["dump", "--csv"], ["inspect"]] {
      let unknown = try RunningProgram.run(command + [demo, log, "other"], in: folder)
      #expect(unknown.status == 3 && unknown.output.isEmpty)
      #expect(unknown.errors.contains("has no trip other"))
    }
  }

  @Test func `A moment and the path of a recording are exported without a terminal`() async throws {
    func export(_ words: String...) throws -> RunningProgram.Outcome {
      try RunningProgram.run(["replay", demo, "--export"] + words, in: folder)
    }
    let text = try export("txt", "--at", "100%", "--size", "100x30").output
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count == 31)
    #expect(text.contains("demo-ride") && text.contains("(D)") && text.contains("COMPLETE"))
    // The map of the demo's town.
    #expect(text.contains("an invented town"))
    #expect(text.contains("REPLAY") && !text.contains("LIVE"))

    let picture = try export("svg", "--at", "10%").output
    #expect(picture.hasPrefix("<svg") && picture.hasSuffix("</svg>\n"))
    #expect(picture != (try export("svg", "--at", "90%").output))
    let film = try export("svg", "--at", "40%", "--until", "60%").output
    #expect(film.contains("@keyframes") && film.hasSuffix("</svg>\n"))
    #expect(film == (try export("svg", "--at", "40%", "--until", "60%").output))

    let compared = try export("txt", "--at", "60%", "--compare", demo).output
    #expect(compared.contains("The other ride: the same ETA, vehicle 0 m away (demo-ride)."))

    let path = folder.path + "/a.gpx"
    let track = try export("gpx").output
    try Data(track.utf8).write(to: URL(fileURLWithPath: path))
    let recording = try await LocationRecording.read(path, vehicleID: "")
    #expect(recording.fixes.count == track.components(separatedBy: "<trkpt ").count - 1)
    #expect(track.contains("<wpt ") && track.contains("<name>Drop-off</name>"))
    let json = try export("geojson").output
    let collection = try #require(
      try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    let features = try #require(collection["features"] as? [[String: Any]])
    #expect(features.count == 3)
    let line = try #require(features[0]["geometry"] as? [String: Any])
    let positions = try #require(line["coordinates"] as? [[Double]])
    #expect(positions.count == track.components(separatedBy: "<trkpt ").count - 1)
    #expect(positions.allSatisfy { -30.1 < $0[0] && $0[0] < -29.9 && 44.9 < $0[1] })
    let other = folder.path + "/a.geojson"
    try Data(json.utf8).write(to: URL(fileURLWithPath: other))
    #expect(try await LocationRecording.read(other, vehicleID: "").fixes == recording.fixes)
  }

  @Test func `A wrong export is refused with its reason`() throws {
    let file = folder.path + "/a.ride"
    #expect(try record(to: file).status == 0)
    for (line, reason) in [
      ("--export txt --at 0% --until 50%", "a text shows one moment"),
      ("--export svg --at noon", "--at noon is not a time or a share of the ride"),
      ("--export gpx --at 50% --until 10%", "--until is before"),
      ("--export mp4", "--export must be one of"), ("--size 80x24", "belongs to --export"),
    ] {
      let words = line.split(separator: " ").map(String.init)
      let outcome = try RunningProgram.run(["replay", file] + words, in: folder)
      #expect(outcome.status == 2, "\(line)")
      #expect(outcome.errors.contains(reason), "\(line): \(outcome.errors)")
      #expect(outcome.output.isEmpty, "\(line)")
    }
  }

  @Test func `A recording never overwrites a file, and in a directory it makes one`() throws {
    let file = folder.path + "/taken"
    try Data("mine".utf8).write(to: URL(fileURLWithPath: file))
    let refused = try record(to: file)
    #expect(refused.status == 2)
    #expect(refused.errors.contains("exists already"))
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "mine")
    #expect(try record(to: folder.path).status == 0)
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(files.contains { $0.hasPrefix("ride-") && $0.hasSuffix("Z.ride") })
  }

  @Test(arguments: [
    (["replay"], 2, "needs a FILE"), (["inspect"], 2, "needs a recording's FILE"),
    (["dump", "missing"], 2, "does not exist"), (["inspect", "bad"], 2, "bad"),
    (["dump"], 2, "needs a recording's FILE"), (["dump", "bad", "--json"], 2, "unknown option"),
    (["inspect", "bad", "missing.ride"], 2, "missing.ride does not exist"),
    (["inspect", "bad", "--csv", "--json"], 2, "exclude each other"),
    (["inspect", "bad", "--limit", "x=1"], 2, "--limit must be one of"),
    (["inspect", "bad", "--limit", "gap=many"], 2, "needs a number"),
  ]) func `A wrong use of recordings is refused with its reason`(
    words: [String], status: Int32, reason: String
  ) throws {
    let bad = folder.path + "/bad"
    try Data("no recording".utf8).write(to: URL(fileURLWithPath: bad))
    let outcome = try RunningProgram.run(words.map { $0 == "bad" ? bad : $0 }, in: folder)
    #expect(outcome.status == status)
    #expect(outcome.errors.contains(reason))
  }
}
