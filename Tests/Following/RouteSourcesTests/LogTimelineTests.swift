import FleetEngine
import Gzip
import RouteSources
import TestSupport
import Testing

@Suite(.blocking) struct `The timeline of a log` {
  private static func read(_ text: String) throws(RouteSourceError) -> LogTimeline {
    try LogTimeline(json: Array(text.utf8), file: "log.json")
  }

  private static func exchanges(_ timeline: inout LogTimeline) -> [LoggedExchange] {
    var exchanges: [LoggedExchange] = []
    while let next = timeline.next() { exchanges.append(next) }
    return exchanges
  }

  @Test func `A log's timeline has the calls of the export in the same order`() throws {
    var timeline = try Self.read(LogFixture.whole)
    let log = try LoggedChanges(Self.read(LogFixture.whole), file: "log.json")
    let exchanges = Self.exchanges(&timeline)
    let operations = exchanges.compactMap { exchange in
      if case .change(let operation) = exchange.request { operation } else { nil }
    }
    #expect(operations == log.calls.map(\.operation))
    #expect(exchanges.map(\.time) == log.calls.map(\.time))
    #expect(timeline.problems.first?.hasPrefix("The clock goes backwards at 1 entry;") == true)
  }

  @Test func `A log may have an entry on each line, and a broken line costs no other`() throws {
    let entries = [LogFixture.createTrip, LogFixture.assign, LogFixture.enroute]
    let lines = entries.map { $0.replacing("\n", with: " ") }
    var timeline = try Self.read(lines.joined(separator: "\n") + "\n")
    #expect(Self.exchanges(&timeline).count == 3)
    #expect(timeline.problems == [])
    let cut = String(lines[2].dropLast(30))
    var broken = try Self.read([lines[0], "oops, {", lines[1], cut].joined(separator: "\n"))
    #expect(Self.exchanges(&broken).count == 2)
    #expect(broken.problems.contains { $0.hasPrefix("2 entries left out as broken") })
    // Two files, the first one cut in a text, put together.
    let joined = [lines[0], String(lines[1].prefix(40)), lines[2]].joined(separator: "\n")
    var parts = try Self.read(joined)
    #expect(Self.exchanges(&parts).count == 2)
    #expect(parts.problems.contains { $0.hasPrefix("1 entry left out as broken") })
    // The end of each is not looked for in all others.
    let open = [lines[0]] + Array(repeating: "{", count: 200_000) + [lines[2]]
    var many = try Self.read(open.joined(separator: "\n"))
    #expect(Self.exchanges(&many).count == 2)
    #expect(many.problems.contains { $0.hasPrefix("200000 entries left out as broken") })
    var alone = try Self.read(entries[0])
    #expect(Self.exchanges(&alone).count == 1)
  }

  @Test func `A compressed log is read up to its limit, also if its end is missing`() throws {
    let text = LogFixture.list([LogFixture.createTrip, LogFixture.assign, LogFixture.enroute])
    func calls(_ bytes: [UInt8]) throws -> LoggedChanges {
      let json = try RouteSourceError.inflated(bytes, of: "log.json.gz", limit: text.utf8.count)
      return try LoggedChanges(LogTimeline(json: json, file: "log.json.gz"), file: "log.json.gz")
    }
    let ends = "the file ends in the middle of entry"
    let whole = try Self.compressed(text)
    #expect(try calls(whole).calls.count == 3)
    // Two members, as concatenated files have them.
    let half = text.index(text.startIndex, offsetBy: 700)
    let parts = try Self.compressed(text[..<half]) + Self.compressed(text[half...])
    #expect(try calls(parts).calls.count == 3)
    let cut = try calls(Array(parts.dropLast(40)))
    #expect((1...2).contains(cut.calls.count) && cut.problems.last?.contains(ends) == true)
    // Nothing of the second member is there, and the first one ends with an entry.
    let lines = try Self.compressed(LogFixture.createTrip + "\n") + whole.prefix(12)
    let first = try calls(lines)
    #expect(first.calls.count == 1 && first.problems.last?.contains(ends) == true)
    // A member costs what it has, not what follows it.
    let empty = Array(repeating: try Self.compressed(""), count: 20_000).flatMap { $0 }
    #expect(try calls(empty + whole).calls.count == 3)
    let error = #expect(throws: RouteSourceError.self) { try calls([0x1F, 0x8B, 8]) }
    #expect(error?.description == "log.json.gz is damaged gzip data.")
    #expect(throws: RouteSourceError.self) {
      try RouteSourceError.inflated(whole, of: "f", limit: text.utf8.count - 1)
    }
  }

  private static func compressed(_ text: some StringProtocol) throws -> [UInt8] {
    let gzip = try #require(GrowingGzip())
    return gzip.add(Array(text.utf8)) + gzip.finish()
  }

  @Test func `A log's timeline has the responses of the server`() throws {
    var timeline = try Self.read(LogFixture.list([LogFixture.updateVehicle]))
    let vehicle = try #require(Self.exchanges(&timeline).first?.vehicle)
    #expect(vehicle.maximumCapacity == 5)
    #expect(vehicle.supportedTripTypes == [.exclusive, .shared])
  }

  @Test func `A log whose clock goes backwards is sorted, and the entries are counted`() throws {
    let entries = [
      LogFixture.later, LogFixture.enroute, LogFixture.updateVehicle, LogFixture.assign,
      LogFixture.createTrip,
    ]
    var timeline = try Self.read(LogFixture.list(entries))
    #expect(timeline.problems.first?.hasPrefix("The clock goes backwards at 1 entr") == true)
    let times = Self.exchanges(&timeline).map(\.time)
    #expect(times.count == 5 && times == times.sorted())
  }

  @Test func `A log's failed read has the server's error, other failed calls are counted`() throws {
    let failed = #"""
      {"jsonPayload": {"@type": "type.googleapis.com/maps.fleetengine.v1.GetTripLog",
        "request": {"name": "providers/acme/trips/t1"},
        "errorResponse": {"httpStatusCode": 403, "code": "PERMISSION_DENIED"}},
       "timestamp": "2026-01-01T10:00:00Z"}
      """#
    var timeline = try Self.read(LogFixture.list([failed, RestrictedLog.failed]))
    let exchanges = Self.exchanges(&timeline)
    #expect(exchanges.count == 1)
    #expect(exchanges.first?.failure?.code == .permissionDenied)
    #expect(exchanges.first?.failure?.httpStatus == 403)
    #expect(timeline.problems == ["Skipped 1 call that the server refused."])
  }

  @Test func `A log's broken and delivery entries are counted, the first with its number`() throws {
    let entries = RestrictedLog.deliveries + [LogFixture.assign, "7"]
    var timeline = try Self.read(LogFixture.list(entries))
    #expect(Self.exchanges(&timeline).count == 1)
    #expect(timeline.problems.last == "Skipped 3 calls of delivery vehicles and tasks.")
    #expect(timeline.problems.contains { $0.hasPrefix("1 entry left out as broken") })
    #expect(timeline.problems.first?.contains("entry 5") == true)
  }

  @Test func `A log that is cut anywhere has the calls before the cut`() throws {
    let whole = Array(LogFixture.list(LogFixture.good).utf8)
    for length in stride(from: 1, to: whole.count, by: 97) {
      var timeline = try LogTimeline(json: Array(whole[..<length]), file: "log.json")
      _ = Self.exchanges(&timeline)
      #expect(timeline.problems.contains { $0.contains("ends in the middle") })
    }
  }

  @Test func `A log's timestamps are found in entries of any order and spelling of members`() throws
  {
    let entry = #"""
      {"note": "timestamp", "TimeStamp": "2026-01-01T10:00:03Z", "list": [{"timestamp": "x"}],
       "receiveTimestamp": "2027-01-01T00:00:00Z", "jsonpayload": {
       "timestamp": "y", "@type": "CreateTripLog", "request": {"tripid": "t9", "trip": {
       "name": "providers/acme/trips/t9"}}}}
      """#
    var timeline = try Self.read(
      LogFixture.list([LogFixture.enroute, entry, LogFixture.createTrip]))
    #expect(timeline.problems == [])
    let times = Self.exchanges(&timeline).map(\.time)
    #expect(times.count == 3 && times == times.sorted())
  }

  @Test(arguments: [("[],", 130_000, "values"), ("123456789,", 450_000, "bytes")])
  func `An entry with too many values or bytes is left out`(
    filler: String, count: Int, reason: String
  ) throws {
    let response = #"{"filler": [\#(String(repeating: filler, count: count))0]}"#
    let large = LogFixture.entry(
      "UpdateTripLog", at: "2026-01-01T10:00:05Z",
      request: #"{"tripid": "t1", "updatemask": "vehicleId", "trip": {"vehicleid": "v2"}}"#,
      response: response)
    let log = LogFixture.list([LogFixture.enroute, large, LogFixture.createTrip])
    var timeline = try Self.read(log)
    #expect(Self.exchanges(&timeline).count == 2)
    let problem = timeline.problems.first { $0.hasPrefix("1 entry left out as broken") }
    #expect(problem?.contains("entry 2 is left out: it has more than ") == true)
    #expect(problem?.hasSuffix("\(reason).") == true)
  }
}
