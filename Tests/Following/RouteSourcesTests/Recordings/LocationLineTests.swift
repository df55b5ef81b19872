import FleetEngine
import Geo
import RidesharingDriver
import RouteSources
import TestSupport
import Testing
import TrustLimits

@Suite(.limited)
struct `Lines of locations` {
  private static let place = Coordinate(latitude: 45.5, longitude: -8.25)

  private static func read(_ text: String) -> [Result<LocationFix, RouteSourceError>] {
    var reader = LocationLineReader(source: "gps")
    let results = reader.read(Array(text.utf8))
    return results + (reader.finish().map { [$0] } ?? [])
  }

  private static func failure(_ text: String) -> RouteSourceError? {
    guard case .failure(let error)? = read(text).first else { return nil }
    return error
  }

  @Test func `Lines of locations are read in the common form, with or without a known program`()
    throws
  {
    let text = """
      {"latitude":45.5,"longitude":-8.25}\r

      {"time":"2025-02-05T17:03:25.5Z","latitude":45.5,"longitude":-8.25,"heading":90,"speed":-0.1,\
      "altitude":240,"accuracy":4,"name":"x"}
      """
    let fixes = try Self.read(text).map { try $0.get() }
    let time = try #require(Timestamp(rfc3339: "2025-02-05T17:03:25.5Z"))
    #expect(
      fixes == [
        LocationFix(Self.place),
        LocationFix(
          Self.place,
          time: time,
          heading: 90,
          speed: -0.1,
          altitude: 240,
          accuracy: 4
        ),
      ]
    )
  }

  @Test func `Lines of locations are read as gpsd reports them`() throws {
    let text = #"""
      {"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}
      {"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/ttyUSB0"}]}
      {"class":"TPV","device":"/dev/ttyUSB0","mode":1}
      {"class":"SKY","satellites":[{"PRN":1,"el":30,"az":40,"used":true}]}
      {"class":"TPV","mode":3,"time":"2025-02-05T17:03:25.000Z","lat":45.5,"lon":-8.25,"altHAE":287.1,"alt":240.1,"track":359.9,"speed":8.25,"eph":5.5}
      {"class":"TPV","mode":2,"lat":45.5,"lon":-8.25,"alt":7}
      """#
    let fixes = try Self.read(text).map { try $0.get() }
    #expect(
      fixes == [
        LocationFix(
          Self.place,
          time: Timestamp(rfc3339: "2025-02-05T17:03:25Z"),
          heading: 359.9,
          speed: 8.25,
          altitude: 287.1,
          accuracy: 5.5
        ),
        LocationFix(Self.place, altitude: 7),
      ]
    )
  }

  @Test(arguments: 1...40)
  func `Lines of locations may arrive in pieces of any size`(size: Int) {
    let lines = "{\"latitude\":1,\"longitude\":2}\n\n{\"latitude\":3,\"longitude\":4}\nx\n"
    let text = Array(lines.utf8)
    var reader = LocationLineReader(source: "gps")
    var results: [Result<LocationFix, RouteSourceError>] = []
    for start in stride(from: 0, to: text.count, by: size) {
      results += reader.read(text[start..<min(start + size, text.count)])
    }
    #expect(reader.finish() == nil)
    #expect(results.count == 3)
    #expect(results[1] == .success(LocationFix(Coordinate(latitude: 3, longitude: 4))))
    guard case .failure(let error) = results[2] else {
      Issue.record("The last line was taken")
      return
    }
    #expect(error.description.hasSuffix("line 4."))
  }

  @Test(arguments: [
    ("hello", RouteSourceError.Problem.notJSON),
    (#"{"latitude":45"#, .notJSON),
    (#"{"latitude":1e999,"longitude":7}"#, .notJSON),
    ("7", .unexpectedContent),
    ("[45,7]", .unexpectedContent),
    (#"{"latitude":45}"#, .unexpectedContent),
    (#"{"latitude":"45","longitude":7}"#, .unexpectedContent),
    (#"{"latitude":45,"longitude":7,"time":"now"}"#, .unexpectedContent),
    (#"{"latitude":91,"longitude":7}"#, .outOfRange),
    (#"{"latitude":45,"longitude":7,"accuracy":-1}"#, .outOfRange),
    (#"{"class":"TPV","mode":3,"lat":45}"#, .unexpectedContent),
    (#"{"class":"ERROR","message":"Unrecognized request"}"#, .unexpectedContent),
  ])
  func `Lines of locations report a problem with its line number, and continue`(
    text: String,
    problem: RouteSourceError.Problem
  ) {
    let error = Self.failure("\n" + text)
    #expect(error?.problem == problem, "\(error?.description ?? "no error")")
    #expect(error?.description.hasPrefix("gps has a line that ") == true)
    #expect(error?.description.hasSuffix(", line 2.") == true)
    let results = Self.read(text + "\n" + #"{"latitude":45.5,"longitude":-8.25}"#)
    #expect(results.last == .success(LocationFix(Self.place)))
  }

  @Test func `Lines of locations are limited in length, and a line after a long one is read`() {
    let long = String(repeating: "x", count: Limits.File.lineBytes + 1)
    let results = Self.read(long + long + "\n{\"latitude\":45.5,\"longitude\":-8.25}\n")
    #expect(results.count == 2)
    #expect(Self.failure(long)?.problem == .tooLarge)
    #expect(results.last == .success(LocationFix(Self.place)))
    let deep = String(repeating: #"{"a":"#, count: 10_000)
    #expect(Self.failure(deep)?.problem == .notJSON)
  }

  @Test func `Lines of locations make a recording, unless one of them is wrong`() throws {
    let good = "{\"latitude\":1,\"longitude\":2}\n"
    let recording = try LocationRecording(jsonLines: Array((good + good).utf8), file: "a.jsonl")
    #expect(recording.fixes.count == 2)
    for (text, problem) in [(good + "x\n", RouteSourceError.Problem.notJSON), ("\n", .noPoints)] {
      let error = #expect(throws: RouteSourceError.self) {
        try LocationRecording(jsonLines: Array(text.utf8), file: "a.jsonl")
      }
      #expect(error?.problem == problem)
      #expect(error?.file == "a.jsonl")
    }
  }
}
