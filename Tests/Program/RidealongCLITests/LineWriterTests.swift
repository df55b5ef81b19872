import FleetEngine
import Geo
import RidesharingConsumer
import TestSupport
import Testing
import Viewer

@testable import RidealongCLI

/// The lines about a ride that begins at second 0, whose vehicle was at its place then.
@Suite(.limited) struct `The lines about a ride` {
  private final class Output { var lines: [String] = [] }

  private let output = Output()
  private let start = Timestamp(seconds: 1_775_046_720)
  private let name: TripName

  init() throws { name = try TripName(parsing: "providers/p/trips/t") }

  private func writer(_ form: StreamSession.Form) -> LineWriter {
    let settings = ViewerSettings(localTime: LocalTime(utcOffsetSeconds: 0))
    return LineWriter(name: name, settings: settings, form: form, label: "t") { [output] in
      output.lines += $0
    }
  }

  private func moment(_ seconds: Int) -> PlainNarration.Moment {
    PlainNarration.Moment(now: .seconds(seconds), wall: start + .seconds(seconds))
  }

  /// A trip whose pickup is expected at second 60.
  private func trip(locatedAt seconds: Int = 0) -> Trip {
    Trip.with {
      $0.name = name
      $0.status = .enrouteToPickup
      $0.vehicleID = "v"
      $0.etaToFirstWaypoint = start + .seconds(60)
      $0.lastLocation = .with {
        $0.location = Coordinate(latitude: 45, longitude: 7)
        $0.updateTime = start + .seconds(seconds)
      }
    }
  }

  private func polling(answeredAt seconds: Int, updates: Int) -> PollingStatus {
    var polling = PollingStatus()
    polling.interval = .seconds(20)
    polling.totalUpdates = updates
    polling.lastAnswerAt = .seconds(seconds)
    polling.lastAnswerWallTime = start + .seconds(seconds)
    polling.nextPollAt = .seconds(seconds + 20)
    return polling
  }

  /// Lets seconds pass, and returns what was written with the second of each.
  private func ticks(_ writer: inout LineWriter, _ seconds: Range<Int>) throws -> [(Int, String)] {
    try seconds.flatMap { second in
      output.lines = []
      try writer.tick(at: moment(second))
      return output.lines.map { (second, $0) }
    }
  }

  private func begin(_ writer: inout LineWriter, at second: Int = 0) throws {
    writer.apply(trip(locatedAt: second))
    try writer.apply(polling(answeredAt: second, updates: second + 1), at: moment(second))
  }

  @Test func `A line of JSON says when the answer is old and when an estimate has passed`() throws {
    var writer = writer(.json)
    try begin(&writer)
    #expect(output.lines.count == 1 && output.lines[0].contains(#""state":"live""#))
    let lines = try ticks(&writer, 1..<300)
    // Polls come every 20 s, and may be 15 s late beyond the usual 5 s.
    #expect(lines.map(\.0) == [31, 61])
    #expect(lines[0].1.contains(#""state":"stale""#) && lines[0].1.contains(#""age_s":31"#))
    #expect(!lines[0].1.contains("passed"))
    #expect(lines[1].1.contains(#""passed":true"#))
  }

  @Test func `A line of JSON says when a vehicle falls silent and when it is back`() throws {
    var writer = writer(.json)
    try begin(&writer)
    var states: [String] = []
    for second in 1..<120 {
      output.lines = []
      // The server answers, and has the same place until second 90.
      if second.isMultiple(of: 20) {
        if second >= 90 { writer.apply(trip(locatedAt: second)) }
        try writer.apply(polling(answeredAt: second, updates: second), at: moment(second))
      }
      try writer.tick(at: moment(second))
      states += output.lines.map { line in
        let state = line.split(separator: #""state":""#).last?.split(separator: "\"").first ?? ""
        return "\(second) \(state)"
      }
    }
    #expect(states == ["46 quiet", "61 quiet", "100 live"])
  }

  @Test func `A line of JSON comes at least as often as a heartbeat`() throws {
    var writer = writer(.json)
    writer.heartbeat = .seconds(10)
    try begin(&writer)
    #expect(try ticks(&writer, 1..<31).map(\.0) == [10, 20, 30])
  }

  @Test func `A sentence says what has become old or has passed, once, and when it is over`() throws
  {
    var writer = writer(.plain)
    try begin(&writer)
    var lines = try ticks(&writer, 1..<300)
    output.lines = []
    try writer.apply(polling(answeredAt: 300, updates: 2), at: moment(300))
    lines += output.lines.map { (300, $0) }
    lines += try ticks(&writer, 301..<330)
    #expect(
      lines.map { "\($0.0) \($0.1)" } == [
        "31 t: 12:32:31 No news from the server for 31 seconds.",
        "61 t: 12:33:01 Pickup was expected at 12:33.",
        "300 t: 12:37:00 The server answers again.",
        "300 t: 12:37:00 The vehicle has not reported its position for 5 minutes.",
      ])
  }

  @Test func `A sentence does not take a dead server for a vehicle that reports again`() throws {
    var writer = writer(.plain)
    // The vehicle's position was 25 s old at the last answer.
    writer.apply(trip(locatedAt: -25))
    try writer.apply(polling(answeredAt: 0, updates: 1), at: moment(0))
    let lines = try ticks(&writer, 1..<50)
    #expect(
      lines.map(\.1) == [
        "t: 12:32:21 The vehicle has not reported its position for 46 seconds.",
        "t: 12:32:31 No news from the server for 31 seconds.",
      ])
  }

  @Test func `A line of JSON does not call an estimate passed that lies ahead`() throws {
    var writer = writer(.json)
    writer.apply(
      Trip.with {
        $0.name = name
        $0.status = .enrouteToPickup
        $0.etaToFirstWaypoint = start + .seconds(3_000)
      })
    try writer.apply(polling(answeredAt: 0, updates: 1), at: moment(0))
    let lines = try ticks(&writer, 1..<3_010)
    #expect(lines.map { $0.1.contains("passed") ? -$0.0 : $0.0 } == [31, -3_001])
  }
}
