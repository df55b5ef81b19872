import FleetEngine
import Foundation
import Geo
import RouteSources
import TestSupport
import Testing

/// A call of a log with its response, to be compared.
private struct Call: Hashable {
  let time: Timestamp
  let operation: LoggedCall.Operation?
  let trip: Trip?
  let vehicle: Vehicle?
}

private func calls(_ timeline: LogTimeline) -> [Call] {
  var timeline = timeline
  var calls: [Call] = []
  while let next = timeline.next() {
    let operation: LoggedCall.Operation? =
      if case .change(let operation) = next.request { operation } else { nil }
    calls.append(
      Call(time: next.time, operation: operation, trip: next.trip, vehicle: next.vehicle))
  }
  return calls
}

private func problems(_ timeline: LogTimeline) -> [String] {
  var timeline = timeline
  while timeline.next() != nil {}
  return timeline.problems
}

private func timeline(_ files: [[String]]) throws -> LogTimeline {
  LogTimeline(
    try files.enumerated().map { index, entries in
      try LogFile(content: Array(LogFixture.list(entries).utf8), name: "\(index).json")
    })
}

private func timeline(bytes: [UInt8]) throws -> LogTimeline {
  try LogTimeline(json: bytes, file: "log.json")
}

private let whole = Result { try calls(timeline([SplitLog.whole])) }

@Suite(.limited) struct `A log in two buckets` {
  @Test(arguments: [
    [SplitLog.defaults + SplitLog.restricted], [SplitLog.restricted + SplitLog.defaults],
    [SplitLog.defaults, SplitLog.restricted], [SplitLog.restricted.reversed(), SplitLog.defaults],
    [(SplitLog.defaults + SplitLog.restricted).reversed()],
  ]) func `Restricted-use entries are joined to the default entries of their calls`(
    files: [[String]]
  ) throws {
    let joined = try timeline(files)
    #expect(try calls(joined) == whole.get())
    #expect(problems(joined) == [])
  }

  @Test(arguments: [
    ("parentInsertId", "parent_insert_id"), ("jsonPayload", "jsonpayload"),
    ("RestrictedLog", "restrictedlog"),
  ]) func `Restricted-use entries are found in each spelling`(name: String, other: String) throws {
    let parts = SplitLog.restricted.map { $0.replacing(name, with: other) }
    #expect(try calls(timeline([SplitLog.defaults, parts])) == whole.get())
  }

  @Test func `The entry of a joined call has both parts`() throws {
    var joined = try timeline([SplitLog.defaults, SplitLog.restricted])
    let first = joined.next()
    let entry = try #require(first).entry
    let read = try JSONSerialization.jsonObject(with: Data(entry)) as? NSDictionary
    let expected = try JSONSerialization.jsonObject(with: Data(SplitLog.whole[0].utf8))
    #expect(read == expected as? NSDictionary)
  }

  @Test func `A log without its restricted bucket names what is missing`() throws {
    let lines = problems(try timeline([SplitLog.defaults]))
    #expect(lines.count == 1)
    #expect(
      lines.first?.hasPrefix("The places of 1 trip are missing: they are in the restr") == true)
  }

  @Test func `A restricted bucket without its default entries names what is missing`() throws {
    let lines = problems(try timeline([SplitLog.restricted, [SplitLog.defaults[0]]]))
    #expect(lines.contains { $0.hasPrefix("Skipped 3 entries of the restricted bucket without") })
  }

  @Test func `A restricted bucket that lacks entries is named`() throws {
    let lines = problems(try timeline([SplitLog.defaults, Array(SplitLog.restricted.dropFirst())]))
    #expect(lines.count == 1)
    #expect(lines.first?.hasPrefix("The places of 1 trip are missing in part: they are in") == true)
  }

  @Test(arguments: [[SplitLog.defaults, SplitLog.whole], [SplitLog.whole, SplitLog.defaults]])
  func `Of two copies of an entry the one with more counts`(files: [[String]]) throws {
    #expect(try calls(timeline(files)) == whole.get())
  }

  @Test func `A trip whose places are missing begins where its vehicle arrived`() throws {
    let arrive = LogFixture.entry(
      "UpdateTripLog", at: "2026-01-01T10:00:05Z",
      request:
        #"{"tripid": "t1", "updatemask": "tripStatus", "trip": {"status": "ARRIVED_AT_PICKUP"}}"#)
    let log = try LoggedChanges(timeline([SplitLog.defaults + [arrive]]), file: "log.json")
    guard case .createTrip(_, let trip) = log.calls[0].operation else { throw CancellationError() }
    #expect(trip.pickupPoint?.point?.latitude == 45)
    #expect(log.unplacedTrips == [])
  }
}

@Suite(.limited) struct `A log in several exports` {
  @Test(arguments: [
    [[0, 1, 2], [1, 2, 3]], [[2, 3], [0, 1, 2]], [[0, 1, 2, 3], [0, 1, 2, 3], [1]],
    [[0, 0, 1, 2, 3]],
  ]) func `Entries of overlapping exports are counted once`(parts: [[Int]]) throws {
    let files = parts.map { $0.map { SplitLog.whole[$0] } }
    #expect(try calls(timeline(files)) == whole.get())
    let copies = parts.joined().count - 4
    let lines = problems(try timeline(files))
    #expect(
      lines == [
        "Skipped \(copies == 1 ? "1 entry" : "\(copies) entries") that are copies of others."
      ])
  }

  @Test func `Entries of an export with microseconds are copies of those with nanoseconds`() throws
  {
    let fine = SplitLog.whole.map { $0.replacing(":02Z", with: ":02.123456789Z") }
    let coarse = SplitLog.whole.map { $0.replacing(":02Z", with: ":02.123456Z") }
    #expect(fine != coarse)
    #expect(try calls(timeline([fine, coarse])).count == SplitLog.whole.count)
  }

  @Test func `Entries with an ID of another time, or without any ID, are kept`() throws {
    let later = SplitLog.whole[1].replacing("10:00:02", with: "10:00:03")
    #expect(try calls(timeline([[SplitLog.whole[1], later]])).count == 2)
    let plain = SplitLog.whole.map { $0.replacing("insertId", with: "other") }
    let next = plain[1].replacing("v1", with: "v2")
    #expect(try calls(timeline([plain, [next] + plain])).count == 5)
  }

  @Test func `A broken entry of one of several files is named with its file`() throws {
    let lines = problems(try timeline([SplitLog.whole, ["7"]]))
    #expect(lines.first?.contains("entry 1 of 1.json is left out") == true)
  }

  @Test func `A directory's logs are one log, and its other files are named`() async throws {
    let folder = try TemporaryFolder()
    _ = try folder.file("a.json", Array(LogFixture.list(SplitLog.restricted).utf8))
    _ = try folder.file("b.json", Array(SplitLog.defaults.joined(separator: "\n").utf8))
    _ = try folder.file("c.csv", Array("insertId,timestamp\n1,2026-01-01T10:00:00Z\n".utf8))
    let log = try LogTimeline.read([folder.path])
    #expect(try calls(log) == whole.get())
    #expect(problems(log) == ["Skipped: \(folder.path)/c.csv is CSV; download the log as JSON."])
    #expect(try await LoggedChanges.read(folder.path).calls.count == 3)
    #expect(try await LocationRecording.read(folder.path, vehicleID: "v1").fixes.count == 1)
    let empty = try TemporaryFolder()
    let error = #expect(throws: RouteSourceError.self) { try LogTimeline.read([empty.path]) }
    #expect(error?.description.contains("has no Cloud Logging export.") == true)
  }

  @Test func `Calls that are parsed ahead are those that are parsed one by one`() async throws {
    var entries: [String] = []
    for number in 0..<2_000 {
      let time = Timestamp(seconds: 1_767_261_600 + Int64(number)).description
      // Also the last of a part that is parsed ahead.
      guard number % 97 != 5, number % 256 != 255 else {
        entries.append(LogFixture.entry("ListVehiclesLog", at: time, request: "{}"))
        continue
      }
      let entry = SplitLog.whole[2].replacing("2026-01-01T10:00:03Z", with: time)
      entries.append(entry.replacing("d3", with: "e\(number)").replacing("8.5", with: "\(number)"))
    }
    let one = try calls(timeline([entries]))
    var other = try timeline([entries])
    var speeds: [Double?] = []
    while let next = await other.nextAhead() { speeds.append(next.vehicle?.lastLocation?.speed) }
    #expect(speeds == one.map { $0.vehicle?.lastLocation?.speed })
    #expect(other.problems == problems(try timeline([entries])))
  }
}

@Suite(.limited) struct `A log in another form` {
  private static let archive = LogFixture.list(SplitLog.archive)

  @Test(arguments: [
    archive, #"{"solutionType": "ODRD", "rawLogs": \#(archive)}"#,
    #"{"apiCalls": \#(archive), "nextPageToken": ""}"#,
    SplitLog.archive.map { $0.replacing("\n", with: " ") }.joined(separator: "\n"),
    SplitLog.archive.joined(separator: ",\n").replacing("\"updateTrip", with: "\"update_trip"),
  ]) func `A file of Fleet Archive has the calls of the log`(text: String) throws {
    let log = try timeline(bytes: Array(text.utf8))
    #expect(try calls(log) == whole.get())
    #expect(problems(log) == [])
  }

  @Test func `The changes of a file of Fleet Archive are those of the log`() throws {
    func changes(_ entries: [String]) throws -> [LoggedCall] {
      let json = Array(LogFixture.list(entries).utf8)
      let log = try LogTimeline(json: json, file: "log.json", readsResponses: false)
      return try LoggedChanges(log, file: "log.json").calls
    }
    #expect(try changes(SplitLog.archive) == changes(SplitLog.whole))
  }

  @Test(arguments: [",\n", "\n", ""])
  func `Locations are read from entries one after the other`(separator: String) async throws {
    let folder = try TemporaryFolder()
    let text = SplitLog.whole.joined(separator: separator)
    let path = try folder.file("log.json", Array(text.utf8))
    let recording = try await LocationRecording.read(path, vehicleID: "v1", metersPerSecond: nil)
    #expect(recording.fixes.count == 1)
    let broken = try folder.file("route.json", Array("[[45.1, 7.1], [45.2".utf8))
    let error = await #expect(throws: RouteSourceError.self) {
      try await LocationRecording.read(broken, vehicleID: "v1")
    }
    #expect(error?.problem == .notJSON)
  }

  @Test(arguments: SplitLog.tables)
  func `Rows of BigQuery have the calls of the log`(rows: [String]) throws {
    let log = try timeline([rows])
    #expect(try calls(log) == whole.get())
    #expect(problems(log) == [])
  }

  @Test(arguments: [
    ("2026-01-01T10:00:00Z", 0), ("2026-01-01 10:00:00", 0), ("2026-01-01 12:00:00+02:00", 0),
    ("2026-01-01 12:00:00.25 +0200", 0.25), ("2026-01-01T10:00:00.5 UTC", 0.5),
    ("1767261600", 0), ("1767261600500", 0.5), ("1767261600500000", 0.5), ("1.7672616E9", 0),
  ])
  func `The times of tables are read`(text: String, offset: Double) throws {
    let start = try #require(Timestamp(rfc3339: "2026-01-01T10:00:00Z"))
    let number = Double(text).map { _ in [text, #"{"seconds": \#(text), "nanos": 0}"#] } ?? []
    for text in ["\"\(text)\"", #"{"value": "\#(text)"}"#] + number {
      let entry = LogFixture.later.replacing("\"2026-01-01T10:01:08Z\"", with: text)
      #expect(try calls(timeline([[entry]])).map(\.time) == [start + .seconds(offset)], "\(text)")
    }
  }

  @Test(arguments: ["tomorrow", "2026-01-01", "2026-13-01 10:00:00", "-5", "1e300", "nan", ""])
  func `A text that is not a time is named`(text: String) throws {
    let entry = LogFixture.later.replacing("2026-01-01T10:01:08Z", with: text)
    #expect(problems(try timeline([[entry]])).first?.contains("it has no timestamp") == true)
  }

  private static let json = LogFixture.list(SplitLog.whole)

  private static func utf16(_ text: String, isLittle: Bool, mark: Bool) -> [UInt8] {
    ((mark ? "\u{FEFF}" : "") + text).utf16.flatMap { unit in
      let bytes = [UInt8(unit & 255), UInt8(unit >> 8)]
      return isLittle ? bytes : bytes.reversed()
    }
  }

  @Test(arguments: [
    Array(("\u{FEFF}" + json).utf8), Array(json.replacing("\n", with: "\r\n").utf8),
    utf16(json, isLittle: true, mark: true), utf16(json, isLittle: true, mark: false),
    utf16(json, isLittle: false, mark: true), utf16(json, isLittle: false, mark: false),
    Array(SplitLog.whole.joined(separator: ",").utf8),
    Array(SplitLog.whole.joined(separator: ",\n").utf8) + Array(",\n".utf8),
    Array(SplitLog.whole.joined(separator: "\n").utf8), Array(SplitLog.whole.joined().utf8),
    Array(#"{"entries": \#(json)}"#.utf8), Array(#"[{"entries": \#(json)}, {"entries": []}]"#.utf8),
    Array("[\(json), []]".utf8), Array(#"{"entries": \#(json)}{"entries": \#(json)}"#.utf8),
  ]) func `A log is read in each form that programs write`(bytes: [UInt8]) throws {
    let log = try timeline(bytes: bytes)
    #expect(try calls(log) == whole.get())
    // The last one has the log twice.
    let isTwice = problems(log).count == 2 && problems(log)[0].contains("copies of others")
    #expect(problems(log) == [] || isTwice)
  }

  @Test func `Texts in UTF-16 keep their characters`() throws {
    let text = Self.json.replacing("t1", with: "Zoë-🚕")
    let log = try timeline(bytes: Self.utf16(text, isLittle: true, mark: true))
    #expect(try calls(log) == calls(timeline(bytes: Array(text.utf8))))
  }

  @Test(arguments: [
    (
      "insertId,jsonPayload.@type,timestamp\n1,x,2026-01-01T10:00:00Z\n", "download the log as JSON"
    ),
    ("timestamp;logName\n", "download the log as JSON"),
    ("\"insertId\",\"timestamp\"\r\n\"1\",\"{}\"\r\n", "download the log as JSON"),
    ("insertId: x\r\njsonPayload: {}\r\n---\r\n", "add --format=json"),
    ("---\ninsertId: x\njsonPayload:\n  '@type': y\n", "add --format=json"),
    ("- insertId: x\n  logName: y\n", "add --format=json"), ("PK\u{3}\u{4}abc", "unzip it first"),
    ("BZh9", "decompress it first"),
  ])
  func `A log in another format names the way to JSON`(text: String, remedy: String) async throws {
    for bytes in [Array(text.utf8), Self.utf16(text, isLittle: true, mark: true)] {
      if text.hasPrefix("PK") || text.hasPrefix("BZ"), bytes[0] == 0xFF { continue }
      let error = #expect(throws: RouteSourceError.self) { try timeline(bytes: bytes) }
      #expect(error?.problem == .otherForm)
      #expect(error?.description.contains(remedy) == true)
      let folder = try TemporaryFolder()
      let path = try folder.file("log", bytes)
      let other = await #expect(throws: RouteSourceError.self) {
        try await LocationRecording.read(path, vehicleID: "v1")
      }
      #expect(other?.problem == .otherForm)
    }
  }

  @Test func `Calls of other methods are counted with their names`() throws {
    let others = ["ListVehiclesLog", "SearchVehiclesLog", "ListVehiclesLog"].enumerated().map {
      LogFixture.entry($1, at: "2026-01-01T10:00:0\($0)Z", request: "{}")
    }
    #expect(
      problems(try timeline([others])) == [
        "Skipped 3 calls of other methods: listvehicles, searchvehicles."
      ])
  }
}
