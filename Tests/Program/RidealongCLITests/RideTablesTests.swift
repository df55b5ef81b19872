import CellGrid
import FleetEngine
import Foundation
import JSON
import RideRecordings
import RideTestSupport
import RidesharingConsumer
import TestSupport
import Testing
import Viewer

@testable import RidealongCLI

@Suite(.limited) struct `Tables and totals of rides` {
  private static let start = Timestamp(seconds: 1_775_046_720, nanoseconds: 250_000_000)

  private static func poll(_ second: Int, _ result: RecordedPoll.Result) -> RecordedPoll {
    RecordedPoll(
      result: result, time: start + .seconds(second), start: .seconds(second) + .milliseconds(250),
      duration: .milliseconds(80))
  }

  private static func report(
    _ name: String, _ status: TripStatus = .complete, failures: Int = 0
  ) -> RideInspectionReport {
    var inspection = RideInspection()
    for index in 0..<failures {
      let error = FleetEngineError(operation: "GetTrip", code: .unavailable, message: "no")
      inspection.add(poll(index, .failure(error)))
    }
    let trip = Trip.with {
      $0.status = .arrivedAtPickup
      $0.dropoffTime = start + .seconds(100)
    }
    inspection.add(poll(failures, .trip(trip)))
    inspection.add(poll(failures + 60, .trip(Trip.with { $0.status = status })))
    inspection.finish()
    return RideInspectionReport(name, inspection)
  }

  private static func cells(_ line: CSVLine) -> [String] {
    line.text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
  }

  private static func row<Row>(_ table: CSVTable<Row>, _ row: Row) -> [String: String] {
    let names = table.columns.map(\.name)
    return Dictionary(uniqueKeysWithValues: zip(names, cells(table.line(row))))
  }

  /// The columns that a document lists in the table of a heading.
  private static func documented(_ document: String, after heading: String) throws -> [String] {
    let text = try String(contentsOfFile: packageRoot + "/docs/" + document, encoding: .utf8)
    let section = try #require(text.components(separatedBy: heading).dropFirst().first)
    let table = try #require(
      section.components(separatedBy: "| column | meaning |").dropFirst().first
    )
    let rows = table.split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
      .prefix { $0.hasPrefix("|") }
    return rows.flatMap { row in
      row.split(separator: "|")[0].split(separator: "`").filter { $0.contains(/\w/) }
    }.map(String.init)
  }

  // MARK: - Inspect

  @Test func `A ride without findings among others is one line, and the totals follow`() throws {
    let reports = [
      Self.report("providers/p/trips/a"), Self.report("providers/p/trips/b", failures: 2),
      Self.report("providers/p/trips/c", .canceled),
    ]
    #expect(
      reports[0].linesAmongOthers.map(\.description) == [
        "providers/p/trips/a  COMPLETE, 60 s, 2 polls, 0 failed, nothing found"
      ])
    #expect(reports[1].linesAmongOthers == reports[1].lines && reports[1].lines.count > 1)
    let lines = RideInspectionTotalsReport(reports).lines.map(\.description)
    #expect(
      lines == [
        "3 rides, 2 without findings, 8 polls, 2 failed",
        "  by last status: 2 COMPLETE, 1 CANCELED", "  2 × error in 1 ride",
        "  ETA of the drop-off against the arrival",
        "    1 min before  median error 39 s, worst 40 s, 2 rides",
      ])
  }

  @Test func `The totals of --json have the members that the document lists`() throws {
    let reports = [Self.report("a"), Self.report("b", failures: 2)]
    let totals = try #require(
      JSONTree(parsing: Array(RideInspectionTotalsReport(reports).json.text.utf8)).object)
    #expect(totals["type"] == .text("inspection_totals"))
    #expect(totals["statuses"]?["COMPLETE"]?.number == 2)
    #expect(totals["counts"]?["error"]?.number == 2 && totals["affected"]?["error"]?.number == 1)
    #expect(totals["eta"]?.list?.first?["median"]?.number == 39)
    let document = try String(contentsOfFile: packageRoot + "/docs/inspect.md", encoding: .utf8)
    for name in totals.names { #expect(document.contains("`\(name)`"), "\(name)") }
  }

  @Test func `Times of --json are whole seconds`() throws {
    let report = Self.report("a", failures: 1)
    let json = try JSONTree(parsing: Array(report.json.text.utf8))
    let finding = json["findings"]?.list?.first?["time"]
    for time in [json["start"], json["end"], json["arrival"], finding] {
      #expect(time?.text?.wholeMatch(of: /2026-04-01T12:3\d:\d\dZ/) != nil, "\(time as Any)")
    }
  }

  @Test func `A ride is a row of numbers, with a column for each kind of finding`() throws {
    let columns = RideInspectionReport.table.columns.map(\.name)
    #expect(columns == (try Self.documented("inspect.md", after: "## CSV")))
    let row = Self.row(RideInspectionReport.table, Self.report("providers/p/trips/b", failures: 2))
    #expect(row["trip"] == "providers/p/trips/b" && row["status"] == "COMPLETE")
    #expect(row["start"] == "2026-04-01T12:32:00Z" && row["arrival"] == "2026-04-01T12:33:02Z")
    #expect(row["polls"] == "4" && row["failed"] == "2" && row["error"] == "2")
    #expect(row["gap"] == "0" && row["duration_s"] == "62")
    #expect(row["eta_error_1min_s"] == "38" && row["eta_error_10min_s"] == "")
  }

  // MARK: - Dump

  @Test func `A poll's row has what is known after it, also if the response left it out`() throws {
    let name = "providers/p/trips/t"
    let version =
      #""tripStatus":"ENROUTE_TO_DROPOFF","remainingWaypointsVersion":"2026-04-01T12:00:00Z""#
    let whole = #"""
      {\#(version),"vehicleId":"=cmd|'/C calc'!A0","remainingWaypoints":[{"tripId":"t",
      "waypointType":"DROP_OFF_WAYPOINT_TYPE","eta":"2026-04-01T12:42:00.5Z"}],
      "lastLocation":{"location":{"latitude":-33.5,"longitude":151.25},
      "updateTime":"2026-04-01T12:32:00.25Z"}}
      """#
    func trip(_ json: String) throws -> RecordedPoll.Result {
      .trip(try #require(Trip(wire: try JSONTree(parsing: Array(json.utf8)))))
    }
    let error = FleetEngineError(
      operation: "GetTrip", code: .unavailable, message: "no", httpStatus: 503)
    var ledger = PollLedger()
    let results = [try trip(whole), .failure(error), try trip("{\(version)}")]
    let rows =
      results
      .enumerated().map { index, result in
        let poll = SourcePoll(trip: name, poll: Self.poll(index * 5, result))
        return Self.row(PollRow.table, PollRow(poll, after: &ledger))
      }
    #expect(rows[0]["time"] == "2026-04-01T12:32:00Z" && rows[0]["start_s"] == "0.25")
    #expect(rows[0]["took_s"] == "0.08" && rows[0]["code"] == "")
    #expect(rows[0]["vehicle_lat"] == "-33.5" && rows[0]["vehicle_lon"] == "151.25")
    #expect(rows[0]["location_time"] == "2026-04-01T12:32:00Z")
    #expect(rows[0]["vehicle_id"] == "'=cmd|'/C calc'!A0")
    #expect(rows[1]["code"] == "UNAVAILABLE" && rows[1]["http"] == "503")
    #expect(rows[1]["status"] == "" && rows[1]["vehicle_lat"] == "")
    #expect(rows[2]["status"] == "ENROUTE_TO_DROPOFF" && rows[2]["start_s"] == "10.25")
    #expect(rows[0]["dropoff_eta"] == "2026-04-01T12:42:00Z")
    #expect(rows[2]["dropoff_eta"] == "2026-04-01T12:42:00Z")
  }

  @Test func `The columns of a poll are those that the document lists`() throws {
    let columns = PollRow.table.columns.map(\.name)
    #expect(Set(columns) == Set(try Self.documented("recordings.md", after: "## Dump")))
    #expect(Set(columns).count == columns.count)
  }
}

@Suite(.blocking) struct `Several files as one recording` {
  private let folder = TestFolder()
  private let demo = packageRoot + "/docs/pictures/demo.ride"
  private let logged = "providers/acme/trips/t1"

  @Test func `Several files and directories are read like one directory`() async throws {
    let path = folder.path + "/rides"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    let log = folder.file("rides/one.json", LogSample.json)
    try FileManager.default.copyItem(atPath: demo, toPath: path + "/demo.ride")
    let whole = try await RecordingSource.read([path])
    let listed = try await RecordingSource.read([path + "/demo.ride", log])
    #expect(whole.tripNames.count == 2)
    #expect(listed.entries == whole.entries && listed.tripNames == whole.tripNames)
    // Each file counts once, by whatever name.
    let twice = try await RecordingSource.read([
      path, folder.path + "/rides/../rides/demo.ride", log,
    ])
    #expect(twice.entries == whole.entries)
  }

  @Test func `A file of several that cannot be read is named, and the others are shown`()
    async throws
  {
    let log = folder.file("one.json", LogSample.json)
    let cut = folder.path + "/cut.ride"
    let bytes = try #require(FileManager.default.contents(atPath: demo))
    _ = FileManager.default.createFile(atPath: cut, contents: bytes.prefix(bytes.count / 2))
    let notes = folder.file("notes.txt", "no log")
    let recording = try await RecordingSource.read([cut, log, notes])
    #expect(recording.tripNames.contains(logged) && recording.tripNames.count == 2)
    #expect(recording.problems.contains { $0.hasPrefix("Skipped: \(notes)") })
    #expect(recording.problems.contains { $0.hasPrefix("\(cut): ") })
  }

  @Test func `Several files without a ride are refused together`() async {
    let files = [folder.file("a", "[]"), folder.file("b", "[]")]
    let error = await #expect(throws: CommandError.self) {
      _ = try await RecordingSource.read(files)
    }
    #expect(error?.status == .usage)
    #expect(error?.message.hasPrefix("The union of 2 paths has no call of a trip") == true)
  }

  @Test func `The vehicles of a simulated world keep its speed among other files`() async throws {
    let live = LiveRecording(from: .zero, speed: 8)
    let poll = RecordedPoll(
      result: .trip(Trip.with { $0.status = .new }), time: Timestamp(seconds: 1_775_046_720),
      start: .seconds(1), duration: .zero)
    live.record(poll, of: "providers/p/trips/t")
    live.end()
    let file = folder.path + "/simulated.ride"
    let bytes = Data(live.recording.content)
    _ = FileManager.default.createFile(atPath: file, contents: bytes)
    let log = folder.file("one.json", LogSample.json)
    var polls = try RecordingSource.polls([file, log])
    var speeds: [String: Set<Double>] = [:]
    while let next = await polls.next() { speeds[next.trip, default: []].insert(next.worldSpeed) }
    #expect(speeds == [logged: [1], "providers/p/trips/t": [8]])
  }
}
