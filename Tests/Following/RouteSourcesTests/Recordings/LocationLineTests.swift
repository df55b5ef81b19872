import FleetEngine
import Geo
import RidesharingDriver
import RouteSources
import TestSupport
import Testing
import TrustLimits

@Suite(.limited) struct `Lines of locations` {
  private static let place = Coordinate(latitude: 45.5, longitude: -8.25)

  private static func read(_ text: String) -> [Result<LocationFix, RouteSourceError>] {
    var reader = LocationLineReader(source: "gps")
    let results = reader.read(Array(text.utf8))
    return results + reader.finish()
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

      {"time":"2025-02-05T17:03:25.5Z","latitude":45.5,"longitude":-8.25,"heading":90,"speed":8.5,\
      "altitude":240,"accuracy":4,"name":"x"}
      """
    let fixes = try Self.read(text).map { try $0.get() }
    let time = try #require(Timestamp(rfc3339: "2025-02-05T17:03:25.5Z"))
    #expect(
      fixes == [
        LocationFix(Self.place),
        LocationFix(Self.place, time: time, heading: 90, speed: 8.5, altitude: 240, accuracy: 4),
      ])
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
          Self.place, time: Timestamp(rfc3339: "2025-02-05T17:03:25Z"), heading: 359.9, speed: 8.25,
          altitude: 287.1,
          accuracy: 5.5
        ),
        LocationFix(Self.place, altitude: 7),
      ])
  }

  @Test(arguments: 1...40) func `Lines of locations may arrive in pieces of any size`(size: Int) {
    let lines = "{\"latitude\":1,\"longitude\":2}\n\n{\"latitude\":3,\"longitude\":4}\nx\n"
    let text = Array(lines.utf8)
    var reader = LocationLineReader(source: "gps")
    var results: [Result<LocationFix, RouteSourceError>] = []
    for start in stride(from: 0, to: text.count, by: size) {
      results += reader.read(text[start..<min(start + size, text.count)])
    }
    #expect(reader.finish().isEmpty)
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
    (#"{"latitude":1e999,"longitude":7}"#, .unexpectedContent),
    ("7", .notJSON),
    ("[45,7]", .unexpectedContent),
    (#"{"latitude":45}"#, .unexpectedContent),
    (#"{"latitude":"north","longitude":7}"#, .unexpectedContent),
    (#"{"latitude":91,"longitude":7}"#, .outOfRange),
    ("$GPRMC,100000,A,4500.00,N,00700.00,E,,,010126,,*00", .unexpectedContent),
    ("$GPRMC,100000,A,9100.00,N,00700.00,E,,,010126,,", .outOfRange),
    (#"{"class":"TPV","mode":3,"lat":45}"#, .unexpectedContent),
    (#"{"class":"ERROR","message":"Unrecognized request"}"#, .unexpectedContent),
  ]) func `Lines of locations report a problem with its line number, and continue`(
    text: String, problem: RouteSourceError.Problem
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

  @Test func `Lines of locations make a recording, which says which lines it skipped`() throws {
    let good = "{\"latitude\":1,\"longitude\":2}\n"
    func read(_ text: String) throws -> LocationRecording {
      try LocationRecording(content: Array(text.utf8), file: "a.jsonl")
    }
    #expect(try read(good + good).problems.isEmpty)
    let one = try read(good + "\n{\"latitude\":\n" + good)
    #expect(one.fixes.count == 2)
    #expect(one.problems == ["a.jsonl: 1 of 3 lines skipped: line 3 is not JSON."])
    let two = try read("x\n" + good + good + "{\"lat\":91,\"lon\":1}")
    #expect(two.fixes.count == 2)
    #expect(
      two.problems.first?.contains("2 of 4 lines skipped, the first: line 1 is no pos") == true)
    let error = #expect(throws: RouteSourceError.self) {
      try read("{\"class\":\"VERSION\"}\n{\"class\":\"TPV\",\"mode\":3}\n")
    }
    #expect(error?.problem == .noPoints)
  }

  /// A line in each form with the place 45.5, −8.25.
  @Test(arguments: [
    #"{"lat":45.5,"lon":-8.25}"#, #"{"lat":"45.5","lng":"-8.25"}"#,
    #"{"Latitude":45.5,"Longitude":-8.25,"time":"now","accuracy":-1}"#,
    #"{"class":"TPV","mode":3,"time":1714557600.0,"lat":45.5,"lon":-8.25}"#,
    #"2026-01-01T10:00:00: {"class":"TPV","mode":3,"lat":45.5,"lon":-8.25}"#,
    #"1767261600.123456: {"class":"TPV","mode":3,"lat":45.5,"lon":-8.25}"#,
    #"Thu Jan  1 10:00:00 2026: $GPRMC,100000,A,4530.0000,N,00815.0000,W,,,010126,,"#,
    "2026-01-01T10:00:00Z\t*                 \t"
      + #"{"_type":"location","lat":45.5,"lon":-8.25,"tst":1767261600,"vel":36}"#,
    "\u{1E}" + #"{"type":"Feature","geometry":{"type":"Point","coordinates":[-8.25,45.5]}}"#,
    "$GPRMC,100000.00,A,4530.0000,N,00815.0000,W,10.0,90.0,010126,,,A*4F",
    "$GNRMC,100000.00,A,4530.0000,N,00815.0000,W,10.0,90.0,010126,,,A,V",
    "$GPGGA,100000,4530.0000,N,00815.0000,W,1,8,0.9,240.1,M,48.0,M,,",
    "\u{FEFF}time,lat,lon\n2026-01-01T10:00:00Z,45.5,-8.25",
  ]) func `Lines of locations are read as programs and receivers write them`(line: String) throws {
    let fixes = try Self.read(line).map { try $0.get() }
    #expect(fixes.map(\.place) == [Self.place])
  }

  @Test func `Lines of NMEA have time, speed and course of RMC and the altitude of GGA`() throws {
    let text = """
      $GPGGA,235959.50,4530.0000,N,00815.0000,W,1,8,0.9,240.1,M,48.0,M,,
      $GPRMC,235959.50,A,4530.0000,N,00815.0000,W,19.4384,90.5,310126,,,A
      $GPGSV,1,1,01,01,40,083,46
      !AIVDM,1,1,,A,13u?etPv2;0n:dDPwUM1U1Cb069D,0*24
      $GPRMC,000000.50,V,,,,,,,010226,,,N
      $GPRMC,000001.50,A,4530.0000,N,00815.0000,W,,,010226,,,A
      """
    let fixes = try Self.read(text).map { try $0.get() }
    #expect(fixes.count == 2)
    #expect(fixes[0].time == Timestamp(rfc3339: "2026-01-31T23:59:59.5Z"))
    #expect(abs((fixes[0].speed ?? 0) - 10) < 0.001)
    #expect(fixes[0].heading == 90.5)
    #expect(fixes[0].altitude == 240.1)
    #expect(fixes[0].time(to: fixes[1]) == .seconds(2))
    // GGA alone has no date, but steps, also over midnight.
    let other = Self.read(
      "$GPGGA,235959,4530.0000,N,00815.0000,W,1,8,,,M,,M,,\n$GPGGA,000001,4530.0000,N,00815.0000,W,1,8,,,M,,M,,"
    )
    let times = try other.map { try #require(try $0.get().time) }
    #expect(times.count == 2)
    #expect(times[1] - times[0] == .seconds(2))
  }

  @Test(arguments: [
    "Time;Lat;Lon;Speed (km/h)\n2026-01-01 10:00:00;45,5;-8,25;36",
    "lon\tlat\tspeed_kmh\ttime\n-8.25\t45.5\t36\t1767261600",
    "id,\"Longitude\",\"Latitude\",note,date,time,velocity\n7,-8.25,45.5,\"a, \"\"b\"\"\",2026-01-01,10:00:00,10",
    "LATITUDE N/S,LONGITUDE E/W,timestamp,speed knots\n45.5N,8.25W,1767261600000,19.43844",
  ]) func `Lines of a table are read by the names of their columns`(table: String) throws {
    let fixes = try Self.read(table).map { try $0.get() }
    #expect(fixes.map(\.place) == [Self.place])
    #expect(fixes.first?.time == Timestamp(rfc3339: "2026-01-01T10:00:00Z"))
    #expect(abs((fixes.first?.speed ?? 0) - 10) < 0.001)
  }

  @Test func `Lines of two devices are not mixed, and the other is named`() throws {
    func line(_ device: String, _ latitude: Double) -> String {
      #"{"class":"TPV","device":"\#(device)","mode":3,"lat":\#(latitude),"lon":7}"# + "\n"
    }
    let text = line("/dev/a", 45) + line("/dev/b", 50) + line("/dev/a", 45.1) + line("/dev/b", 51)
    let results = Self.read(text)
    #expect(results.compactMap { try? $0.get().place.latitude } == [45, 45.1])
    guard case .failure(let error) = results[1] else {
      Issue.record("The other device was taken")
      return
    }
    #expect(error.problem == .otherDevice)
    #expect(error.description.contains("/dev/b"))
    let recording = try LocationRecording(content: Array(text.utf8), file: "a")
    #expect(recording.problems == ["a: only the positions of /dev/a used, none of /dev/b (2)."])
  }

  @Test func `Lines of NMEA whose checksums are all wrong are used, and few wrong ones skipped`()
    throws
  {
    func line(_ second: Int, _ sum: String) -> String {
      "$GPRMC,10000\(second),A,4500.00,N,00700.00,E,,,010126,,*\(sum)\n"
    }
    let all = try LocationRecording(content: Array((line(0, "00") + line(1, "00")).utf8), file: "a")
    #expect(all.fixes.count == 2)
    #expect(all.problems == ["a: 2 wrong checksums ignored."])
    let body = "GPRMC,100002,A,4500.00,N,00700.00,E,,,010126,,"
    let sum = String(body.utf8.reduce(UInt8(0)) { $0 ^ $1 }, radix: 16)
    let few = try LocationRecording(
      content: Array(("$\(body)*\(sum)\n" + line(3, "00")).utf8), file: "a")
    #expect(few.fixes.count == 1)
    #expect(few.problems == ["a: 1 of 2 lines skipped: line 2 has a wrong checksum."])
  }
}
