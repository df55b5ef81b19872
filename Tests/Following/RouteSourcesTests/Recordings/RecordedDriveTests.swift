import FleetEngine
import Geo
import RidesharingDriver
import RouteSources
import TestSupport
import Testing

/// Times, pauses and places of recordings of any form, here as tables.
@Suite(.limited) struct `The drive of a recording` {
  /// Reads rows of a second, or nothing, and a latitude.
  private static func read(
    _ rows: [(Int?, Double)], longestPause: Duration = .seconds(600)
  ) throws -> LocationRecording {
    let start = 1_767_261_600
    let lines = rows.map { second, latitude in
      "\(second.map { String(start + $0) } ?? ""),\(latitude),\(latitude == 0 ? 0 : 7)"
    }
    return try LocationRecording(
      content: Array(("time,lat,lon\n" + lines.joined(separator: "\n")).utf8), file: "a.csv",
      longestPause: longestPause)
  }

  private static func seconds(_ recording: LocationRecording) -> [Double] {
    guard let first = recording.fixes.first else { return [] }
    return recording.fixes.map { fix in
      ((first.time(to: fix) ?? .seconds(-1)).inSeconds * 10).rounded() / 10
    }
  }

  @Test func `The drive of a recording has times by the way between points that have them`() throws
  {
    let drive = try Self.read([(0, 45), (nil, 45.001), (nil, 45.004), (10, 45.01), (12, 45.02)])
    #expect(Self.seconds(drive) == [0, 1, 4, 10, 12])
    #expect(drive.problems == ["a.csv: 2 of 5 points without a time (2 interpolated)."])
    let standing = try Self.read([(0, 45), (nil, 45), (10, 45), (20, 45.01)])
    #expect(Self.seconds(standing) == [0, 5, 10, 20])
  }

  @Test func `The drive of a recording begins and ends at points that have times`() throws {
    let drive = try Self.read([(nil, 44), (0, 45), (nil, 45.5), (10, 46), (nil, 47)])
    #expect(drive.path.map(\.latitude) == [45, 45.5, 46])
    #expect(drive.problems == ["a.csv: 3 of 5 points without a time (1 interpolated, 2 skipped)."])
  }

  @Test func `The drive of a recording with one time has none, and says so`() throws {
    let drive = try Self.read([(nil, 45), (0, 45.01), (nil, 45.02)])
    #expect(drive.fixes.allSatisfy { $0.time == nil })
    #expect(drive.problems == ["a.csv: the only time ignored."])
    #expect(try Self.read([(nil, 45), (nil, 46)]).problems.isEmpty)
  }

  @Test func `The drive of a recording has pauses of a bounded length`() throws {
    let rows: [(Int?, Double)] = [(0, 45), (600, 45.01), (1_201, 45.02), (174_001, 45.03)]
    let drive = try Self.read(rows)
    #expect(Self.seconds(drive) == [0, 600, 1_200, 1_800])
    #expect(drive.problems == ["a.csv: 2 pauses shortened, the longest 48 h."])
    let short = try Self.read(rows, longestPause: .seconds(60))
    #expect(Self.seconds(short) == [0, 60, 120, 180])
    let years = try Self.read([(0, 45), (780_000_000, 46)])
    #expect(years.problems == ["a.csv: 1 pause of 9,027 days shortened."])
  }

  @Test func `The drive of a recording goes on where the clock was set back`() throws {
    let back = try Self.read(
      (0..<10).map { ($0 + 3_600, 45 + Double($0) / 100) }
        + (0..<10).map { ($0, 46 + Double($0) / 100) })
    #expect(Self.seconds(back) == (0..<20).map(Double.init))
    #expect(back.problems == ["a.csv: 1 step back of the clock cut."])
    let late = try Self.read([(0, 45), (2, 45.02), (1, 45.01), (3, 45.03), (4, 45.04)])
    #expect(Self.seconds(late) == [0, 1, 3, 4])
    #expect(late.problems == ["a.csv: 1 of 5 points out of order skipped."])
    let future = try Self.read([(0, 45), (1, 45.01), (700_000_000, 45.02), (3, 45.03)])
    #expect(Self.seconds(future) == [0, 1, 3])
  }

  @Test func `The drive of a recording is not at 0,0`() throws {
    let drive = try Self.read([(0, 0), (1, 0), (2, 45), (3, 45.01), (4, 0)])
    #expect(drive.path.map(\.latitude) == [45, 45.01])
    #expect(drive.problems == ["a.csv: 3 of 5 points at 0,0 skipped."])
    let error = #expect(throws: RouteSourceError.self) { try Self.read([(0, 0), (1, 0)]) }
    #expect(error?.problem == .noPoints)
    #expect(error?.description.contains("0,0") == true)
  }

  @Test func `The drive of a recording of tracks has the earliest first`() throws {
    func track(_ hour: Int, _ latitude: Int) -> String {
      """
      <trk><trkseg><trkpt lat="\(latitude)" lon="7"><time>2026-01-01T1\(hour):00:00Z</time></trkpt>
      <trkpt lat="\(latitude).01" lon="7"><time>2026-01-01T1\(hour):00:05Z</time></trkpt></trkseg></trk>
      """
    }
    let text =
      "<gpx>\(track(5, 47))\(track(1, 45))\(track(3, 46))<trk><trkpt lat='9' lon='9'/></trk></gpx>"
    let drive = try LocationRecording(content: Array(text.utf8), file: "a.gpx")
    #expect(drive.path.map { Int($0.latitude) } == [45, 45, 46, 46, 47, 47])
    #expect(Self.seconds(drive) == [0, 5, 605, 610, 1_210, 1_215])
    #expect(drive.problems.first?.contains("2 pauses shortened, the longest 119 min") == true)
  }

  @Test(arguments: [
    #""coordTimes":["2026-01-01T10:00:00Z","2026-01-01T10:00:05Z"]"#,
    #""coordinateProperties":{"times":["2026-01-01T10:00:00","2026-01-01T10:00:05"]}"#,
    #""coordTimes":[1767261600000,1767261605000]"#,
  ]) func `The drive of a GeoJSON line has its times`(times: String) throws {
    let text = #"""
      {"type":"FeatureCollection","features":[{"type":"Feature","properties":{\#(times)},
      "geometry":{"type":"LineString","coordinates":[[7,45],[7,45.01]]}}]}
      """#
    let drive = try LocationRecording(content: Array(text.utf8), file: "a.json")
    #expect(Self.seconds(drive) == [0, 5])
    #expect(drive.problems.isEmpty)
  }

  @Test func `The drive of GeoJSON points has the times and speeds of their properties`() throws {
    func point(_ second: Int) -> String {
      #"""
      {"type":"Feature","geometry":{"type":"Point","coordinates":[7,45.0\#(second),240]},
      "properties":{"timestamp":"2026-01-01T10:00:0\#(second)Z","speed":10,"motion":["driving"]}}
      """#
    }
    let text = #"{"type":"FeatureCollection","features":[\#(point(1)),\#(point(4))]}"#
    let drive = try LocationRecording(content: Array(text.utf8), file: "a.json")
    #expect(Self.seconds(drive) == [0, 3])
    #expect(drive.fixes.map(\.speed) == [10, 10])
    #expect(drive.fixes.map(\.altitude) == [240, 240])
  }

  @Test func `The drive of a GeoJSON line says which times and shapes it ignores`() throws {
    let text = #"""
      {"type":"FeatureCollection","features":[{"type":"Feature","properties":{"coordTimes":["x"]},
      "geometry":{"type":"LineString","coordinates":[[7,45],[7,45.01]]}},
      {"type":"Feature","geometry":{"type":"Point","coordinates":[7,45]}}]}
      """#
    let drive = try LocationRecording(content: Array(text.utf8), file: "a.json")
    #expect(drive.fixes.count == 2)
    #expect(
      drive.problems == [
        "a.json: 1 line with too many or too few times; 1 shape next to the lines skipped."
      ])
  }

  @Test func `The drive of a recording whose newest point comes first is turned`() throws {
    let drive = try Self.read([(20, 45.02), (10, 45.01), (10, 45.005), (0, 45)])
    #expect(drive.path.map(\.latitude) == [45, 45.005, 45.01, 45.02])
    #expect(Self.seconds(drive) == [0, 10, 10, 20])
    #expect(drive.problems == ["a.csv: 1 track newest first, turned."])
  }

  @Test func `The drive of a recording skips one point of a time that is ahead`() throws {
    let drive = try Self.read([(0, 45), (1, 45.01), (300, 45.02), (2, 45.03), (3, 45.04)])
    #expect(Self.seconds(drive) == [0, 1, 2, 3])
    #expect(drive.problems == ["a.csv: 1 of 5 points out of order skipped."])
  }

  @Test func `The drive of a recording has one of two tracks at the same time`() throws {
    func track(_ latitude: Int) -> String {
      let points = (0..<4).map {
        "<trkpt lat='\(latitude).0\($0)' lon='7'><time>2026-01-01T10:00:0\($0)Z</time></trkpt>"
      }
      return "<trk><trkseg>\(points.joined())</trkseg></trk>"
    }
    let text = "<gpx>\(track(45))\(track(46))</gpx>"
    let drive = try LocationRecording(content: Array(text.utf8), file: "a.gpx")
    #expect(drive.path.map { Int($0.latitude) } == [45, 45, 45, 45])
    #expect(drive.problems == ["a.gpx: 1 track at the time of another skipped."])
  }

  /// Two points from 45 to 45.01, ten seconds apart, as other programs write them.
  @Test(arguments: [
    "timestamp_ms,latitude,longitude\n1767261600000,45,7\n1767261610000,45.01,7",
    "time,latitude,longitude\n1767261600000000000,45,7\n1767261610000000000,45.01,7",
    "\"Time (s)\",\"Latitude (°)\",\"Longitude (°)\",\"Height (m)\"\n0.0,45,7,1\n10.0,45.01,7,1",
    "Time (UTC+2),Lat,Lon\n2026-01-01 10:00:00,45,7\n2026-01-01 10:00:10,45.01,7",
    "DATE,TIME,LATITUDE N/S,LONGITUDE E/W\n260101,095955,45.0N,7.0E\n260101,100005,45.01N,7E",
    "time,lat,lon\n095955,45,7\n100005,45.01,7",
    "Datum;Zeit;Lat;Lon\n01.01.2026;09:59:55;45,0;7,0\n1.1.2026;10:00:05;45,01;7,0",
    "date,lat,lon\n2026-01-01T10:00:00Z,45,7\n2026-01-01T10:00:10Z,45.01,7",
    "sep=;\ntime;lat;lon\n10:00:00;45;7\n10:00:10;45.01;7",
    "# a comment\r\nlat,lat_dir,lon,lon_dir,time\r\n45,N,7,E,0\r\n45.01,N,7,E,10\r\n",
    "time,lat,lon,note\r10:00:00,45,7, {x\r10:00:10,45.01,7,\r",
    #"[{"coords":{"latitude":45,"longitude":7},"timestamp":1767261600000},{"coords":{"latitude":45.01,"longitude":7},"timestamp":1767261610000}]"#,
    #"{"count":2,"data":[{"lat":45,"lon":7,"tst":5,"tid":"a"},{"lat":45.01,"lon":7,"tst":15,"topic":"b","tid":"a"}]}"#,
    #"[{"lat":45,"lon":7,"date":1767261600000},{"lat":45.01,"lon":7,"date":1767261610000}]"#,
    #"{"type":"Feature","properties":{"coordTimes":[0,10]},"geometry":{"type":"MultiLineString","coordinates":[[[7,45]],[[7,45.01]]]}}"#,
    #"{"type":"Feature","properties":{"times":[0,10]},"geometry":{"type":"MultiPoint","coordinates":[[7,45],[7,45.01]]}}"#,
    #"{"type":"LineString","coordinates":[[7,45,0,1767261600],[7,45.01,0,1767261610]]}"#,
    "{\"type\":\"Feature\",\"properties\":{\"times\":[0,10]},\"geometry\":{\"type\":\"LineString\",\"coordinates\":[[7,45],[7,45.01]]}}\n{\"type\":\"Point\",\"coordinates\":[]}",
    "<14>May 1 host gps: $GPRMC,100000,A,4500.00,N,00700.00,E,,,010126,,\n<14>x $GPRMC,100010,A,4500.60,N,00700.00,E,,,010126,,",
    "$GPRMC,100000,A,4500.00,N,00700.00,E,,,,,\nNMEA,$GPRMC,100010,A,4500.60,N,00700.00,E,,,,,",
    "\n\n<?xml version='1.0'?><gpx><trkpt lat='45' lon='7'><time>2026-01-01T10:00:00Z</time></trkpt><trkpt lat='45.01' lon='7'><time>2026-01-01T10:00:10Z</time></trkpt></gpx>\0\0\0",
    "<?xml version='1.0' encoding='utf-16'?><gpx><trkpt lat='45' lon='7'><time>2026-01-01T10:00:00Z</time></trkpt><trkpt lat='45.01' lon='7'><time>2026-01-01T10:00:10Z</time></trkpt></gpx>",
  ]) func `The drive of a recording is that of the program that wrote it`(text: String) throws {
    let drive = try LocationRecording(content: Array(text.utf8), file: "a")
    #expect(drive.path.map { ($0.latitude * 1_000).rounded() } == [45_000, 45_010])
    #expect(drive.path.map(\.longitude) == [7, 7])
    #expect(Self.seconds(drive) == [0, 10])
  }

  @Test(
    arguments: [
      ("lat,lon,track_fid,heading_accuracy,altitude_error\n45,7,3,5,9", nil, nil, nil),
      ("lat,lon,heading,speed,altitude\n45,7,-1,-1,-99999", nil, nil, nil),
      ("lat,lon,course (deg),speed_kmh,altitude (ft)\n45,7,90,36,1000", 90, 10, 304.8),
      ("lat,lon,Bearing,Speed mph,Height\n45,7,361,10,240", nil, 4.4704, 240),
    ] as [(String, Double?, Double?, Double?)])
  func `The drive of a recording has only possible values of columns that mean them`(
    table: String, heading: Double?, speed: Double?, altitude: Double?
  ) throws {
    let fix = try #require(LocationRecording(content: Array(table.utf8), file: "a").fixes.first)
    #expect(fix.heading == heading)
    #expect(fix.speed == speed)
    #expect(fix.altitude.map { ($0 * 10).rounded() } == altitude.map { ($0 * 10).rounded() })
    #expect(fix.accuracy == nil)
  }

  @Test(arguments: [
    "device,lat,lon\na,45,7\nb,50,7\na,45.01,7",
    #"{"type":"Feature","properties":{"device_id":"a"},"geometry":{"type":"Point","coordinates":[7,45]}}"#
      + "\n"
      + #"{"type":"Feature","properties":{"device_id":"b"},"geometry":{"type":"Point","coordinates":[7,50]}}"#,
    #"[{"device_id":"a","lat":45,"lon":7},{"device_id":"b","lat":50,"lon":7},{"device_id":"a","lat":45.01,"lon":7}]"#,
    #"{"locations":[{"type":"Feature","properties":{"device_id":"a"},"geometry":{"type":"Point","coordinates":[7,45]}},{"type":"Feature","properties":{"device_id":"b"},"geometry":{"type":"Point","coordinates":[7,50]}}]}"#,
    "{\"deviceId\":1,\"lat\":45,\"lon\":7}\n{\"deviceId\":2,\"lat\":50,\"lon\":7}\n",
  ]) func `The drive of a recording of two devices is that of the first`(text: String) throws {
    let drive = try LocationRecording(content: Array(text.utf8), file: "a")
    #expect(drive.path.allSatisfy { $0.latitude < 46 })
    #expect(drive.problems.first?.contains("only the positions of") == true)
  }

  @Test(arguments: [
    ("$GPGLL,4500.00,N,00700.00,E,100000,A\n$GPRMC,100000,V,,,,,,,,,\n", "no line with a position"),
    (#"{"type":"FeatureCollection","features":[]}"#, "holds no locations."), ("", "is empty."),
    ("{\"class\":\"TPV\",\"mode\":3}\n{\"class\":\"TPV\",\"mode\":1}\n", "no line with a position"),
    ("<kml></kml>", "gpsbabel."), ("<note/>", "exports."),
  ]) func `The drive of a recording without positions is refused with the reason`(
    text: String, reason: String
  ) {
    let error = #expect(throws: RouteSourceError.self) {
      try LocationRecording(content: Array(text.utf8), file: "a")
    }
    #expect(error?.description.contains(reason) == true, "\(String(describing: error))")
  }
}
