import FleetEngine
import Geo
import RidesharingDriver
import RouteSources
import TestSupport
import Testing
import TrustLimits

@Suite(.blocking) struct `A GPX recording` {
  private static func read(_ text: String) throws(RouteSourceError) -> LocationRecording {
    try LocationRecording(content: Array(text.utf8), file: "a.gpx")
  }

  private static func gpx(_ content: String) -> String {
    "<?xml version=\"1.0\"?>\n<gpx>\n\(content)\n</gpx>"
  }

  @Test func `A GPX recording has the points of its tracks with all their data`() throws {
    let recording = try Self.read(
      #"""
      <?xml version="1.0" encoding="UTF-8"?>
      <x:gpx xmlns:x="http://www.topografix.com/GPX/1/1"><x:wpt lat="1" lon="1"/>
      <x:rte><x:rtept lat="2" lon="2"/></x:rte>
      <x:trk><x:name>45 &amp; 7</x:name><x:trkseg>
        <x:trkpt lat=" 45 " lon="7"><x:ele>240.5</x:ele><x:time> 2025-02-05T17:03:25Z
          </x:time><x:extensions><g:TrackPointExtension xmlns:g="g"><g:speed>8.5</g:speed>
          <g:course>271</g:course></g:TrackPointExtension><h:time xmlns:h="h">14545</h:time>
          </x:extensions></x:trkpt></x:trkseg><x:trkseg>
        <x:trkpt lat="45.5" lon="-8.25"><x:time>2025-02-05T18:03:27.5+01:00</x:time></x:trkpt>
      </x:trkseg></x:trk></x:gpx>
      """#)
    let time = try #require(Timestamp(rfc3339: "2025-02-05T17:03:25Z"))
    #expect(
      recording.fixes == [
        LocationFix(
          Coordinate(latitude: 45, longitude: 7), time: time, heading: 271, speed: 8.5,
          altitude: 240.5),
        LocationFix(Coordinate(latitude: 45.5, longitude: -8.25), time: time + .seconds(2.5)),
      ])
    #expect(recording.duration == .seconds(2.5))
  }

  @Test func `A GPX recording has the points of its routes if it has no track`() throws {
    let recording = try Self.read(
      Self.gpx(#"<rte><rtept lat="45" lon="7"/><rtept lat="46" lon="8"></rtept></rte>"#))
    #expect(recording.path.map(\.latitude) == [45, 46])
    #expect(recording.duration == nil)
  }

  @Test(arguments: [
    ("<gpx>\n<trk>\n</gpx>", RouteSourceError.Problem.notXML, 3),
    (gpx("<trkpt lat=\"1\" lat=\"2\"/>"), .notXML, 3),
    (gpx("\n<trk>&unknown;</trk>"), .notXML, 4),
    ("<gpx>", .notXML, 1),
  ]) func `A GPX recording names the problem and its line`(
    text: String, problem: RouteSourceError.Problem, line: Int
  ) {
    let error = #expect(throws: RouteSourceError.self) { try Self.read(text) }
    #expect(error?.problem == problem)
    #expect(error?.description.hasPrefix("a.gpx ") == true)
    let sentence = error?.description ?? ""
    #expect(sentence.hasSuffix(", in line \(line)."), "\(sentence)")
  }

  @Test func `A GPX recording without points is an error, and waypoints are none`() {
    for text in ["<gpx/>", #"<gpx><wpt lat="45" lon="7"/></gpx>"#] {
      let error = #expect(throws: RouteSourceError.self) { try Self.read(text) }
      #expect(error?.problem == .noPoints)
      #expect(error?.description.contains("waypoints") == text.contains("wpt"))
    }
  }

  @Test(arguments: [
    ("<time>2026-01-01T10:00:05</time>", 5.0, nil as String?),
    ("<time>2026-01-01 10:00:05</time>", 5, nil),
    ("<time>2026/01/01 10:00:05</time>", 5, nil),
    ("<time>2026-01-01T12:00:05+02:00</time>", 5, nil),
    ("<time></time>", 6, "1 of 3 points without a time (1 interpolated)"),
    ("<time> </time><ele></ele><speed/>", 6, "1 of 3 points without a time (1 interpolated)"),
    ("", 6, "1 of 3 points without a time (1 interpolated)"),
    (
      "<time>2026-02-30T10:00:05Z</time>", 6,
      "1 of 3 points without a time (1 interpolated); 1 optional value not readable"
    ),
    ("<time>2026-01-01T10:00:05Z</time><ele>NaN</ele>", 5, "1 optional value not readable"),
    ("<time>2026-01-01T10:00:05Z</time><speed>fast</speed>", 5, "1 optional value not readable"),
    (
      "<time>2026-01-01T10:00:05Z</time><ele>\(String(repeating: "1", count: 300))</ele>", 5,
      "1 optional value not readable"
    ),
  ]) func `A GPX recording is not refused for an optional value, and says what it left out`(
    values: String, seconds: Double, remark: String?
  ) throws {
    let recording = try Self.read(
      Self.gpx(
        """
        <trkpt lat="45" lon="7"><time>2026-01-01T10:00:00Z</time></trkpt>
        <trkpt lat="45.006" lon="7">\(values)</trkpt>
        <trkpt lat="45.01" lon="7"><time>2026-01-01T10:00:10Z</time></trkpt>
        """))
    let start = try #require(Timestamp(rfc3339: "2026-01-01T10:00:00Z"))
    let time = try #require(recording.fixes[1].time)
    #expect(abs((time - start).inSeconds - seconds) < 0.001)
    #expect(recording.fixes[1].altitude == nil)
    #expect(recording.problems == [remark.map { "a.gpx: \($0)." }].compactMap(\.self))
  }

  @Test(arguments: [
    #"<trkpt lat="45,5" lon="7"/>"#, #"<trkpt lat=" 45.5" lon="7.0 "/>"#,
    #"<trkpt lat="+45.5" lon="7"/>"#, #"<trkpt lat="4.55e1" lon="7"/>"#,
  ]) func `A GPX recording has places with a decimal comma, too`(point: String) throws {
    let recording = try Self.read(Self.gpx(point + #"<trkpt lat="46" lon="8"/>"#))
    #expect(recording.path.first == Coordinate(latitude: 45.5, longitude: 7))
    #expect(recording.problems.isEmpty)
  }

  @Test func `A GPX recording skips points that are not on Earth, unless it has no others`() throws
  {
    let bad = #"<trkpt lat="91" lon="7"/><trkpt lat="45"/><trkpt lat="nan" lon="7"/>"#
    let good = #"<trkpt lat="45" lon="7"/><trkpt lat="45.01" lon="7"/>"#
    let recording = try Self.read(Self.gpx(bad + good))
    #expect(recording.fixes.count == 2)
    #expect(recording.problems == ["a.gpx: 3 of 5 points without a place on Earth skipped."])
    let error = #expect(throws: RouteSourceError.self) { try Self.read(Self.gpx(bad)) }
    #expect(error?.problem == .outOfRange)
  }

  @Test func `A GPX recording that was cut is read up to there`() throws {
    let whole = Self.gpx(#"<trk><trkseg><trkpt lat="45" lon="7"/>\#n<trkpt lat="46" lon="8"/>"#)
    for cut in ["", "<trkpt lat=\"47\"", "<trkpt lat=\"47\" lon=\"9\">", "<trk"] {
      let text = whole.replacing("\n</gpx>", with: "\n" + cut)
      let recording = try Self.read(text)
      #expect(recording.fixes.count == 2)
      #expect(recording.problems.first?.contains("on damaged") == true)
    }
  }

  @Test func `A GPX recording may be in an encoding that the parser does not know`() throws {
    for encoding in ["windows-1252", "ISO-8859-15", "koi8-r"] {
      var bytes = Array("<?xml version='1.0' encoding='\(encoding)'?><gpx><trk><name>".utf8)
      bytes += [0xE9, 0x80, 0xFF]
      bytes += Array("</name><trkpt lat='45' lon='7'/><trkpt lat='46' lon='7'/></trk></gpx>".utf8)
      let recording = try LocationRecording(content: bytes, file: "a.gpx")
      #expect(recording.path.map(\.latitude) == [45, 46])
    }
  }

  @Test func `A GPX recording of a route follows Garmin's shaping points`() throws {
    let recording = try Self.read(
      Self.gpx(
        """
        <rte><rtept lat="45" lon="7"><extensions><gpxx:RoutePointExtension xmlns:gpxx="x">
        <gpxx:rpt lat="45.1" lon="7"/><gpxx:rpt lat="45.2" lon="7"><gpxx:Subclass>0</gpxx:Subclass>
        </gpxx:rpt></gpxx:RoutePointExtension></extensions></rtept><rtept lat="45.3" lon="7"/></rte>
        """))
    #expect(recording.path.map(\.latitude) == [45, 45.1, 45.2, 45.3])
  }

  @Test(arguments: [
    "<!DOCTYPE gpx>\n<gpx/>",
    "<!DOCTYPE gpx SYSTEM \"file:///etc/passwd\">\n<gpx/>",
    """
    <!DOCTYPE gpx [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">
    <!ENTITY c SYSTEM "file:///etc/passwd">]>
    <gpx><trkpt lat="45" lon="7"><ele>&b;&c;</ele></trkpt></gpx>
    """,
  ]) func `A GPX recording with a DOCTYPE is refused, so no entities are expanded`(text: String) {
    let error = #expect(throws: RouteSourceError.self) { try Self.read(text) }
    #expect(error?.problem == .unexpectedContent)
    #expect(error?.description.contains("DOCTYPE") == true)
  }

  @Test func `A GPX recording is limited in size`() {
    let large = [UInt8](repeating: 0x20, count: Limits.File.recordingBytes + 1)
    #expect(throws: RouteSourceError.self) {
      try LocationRecording(content: Array("<".utf8) + large, file: "a.gpx")
    }
    let deep = "<gpx>" + String(repeating: "<a>", count: 100_000)
    let error = #expect(throws: RouteSourceError.self) { try Self.read(deep) }
    #expect(error?.problem == .unexpectedContent)
    let point = "<trkpt lat=\"4\" lon=\"7\"/>"
    let many = Self.gpx(String(repeating: point, count: Limits.File.locations + 1))
    let other = #expect(throws: RouteSourceError.self) { try Self.read(many) }
    #expect(other?.problem == .tooLarge)
  }

  /// A real trace with its points, kilometers, and minutes.
  static let traces: [(String, Int, Double, Double?)] = [
    ("munich-20min-1hz", 1_194, 13.7, 19.9),
    ("munich-sparse-15s", 80, 13.4, 19.8),
    ("i280-1min-10hz", 579, 1.0, 1.0),
    ("istria-car-etrex", 104, 2.7, 8.6),
    ("macon-osm-5km", 101, 5.2, 3.2),
    ("shropshire-90km-1hz", 7_892, 90.1, 131.5),
    ("leipzig-route-with-turns", 264, 9.6, 13.3),
  ]

  @Test(.enabled(if: TestData.trace("munich-20min-1hz") != nil), arguments: traces)
  func `A GPX recording of a real drive is read completely`(
    name: String, points: Int, kilometers: Double, minutes: Double?
  ) throws {
    let trace = try #require(TestData.trace(name))
    let content = try BoundedFile(path: trace, limit: Limits.File.recordingBytes)
    let recording = try LocationRecording(content: content.bytes, file: trace)
    #expect(recording.fixes.count == points)
    #expect(abs(Polyline(recording.path).lengthInMeters / 1_000 - kilometers) < 0.06)
    if let minutes {
      let duration = try #require(recording.duration)
      #expect(abs(duration.inSeconds / 60 - minutes) < 0.06)
    }
  }

  @Test(arguments: [true, false])
  func `The error about an unreadable GPX recording names the file`(isMissing: Bool) async throws {
    let path = isMissing ? try TemporaryFolder().absent + "/a.gpx" : "/"
    let error = await #expect(throws: RouteSourceError.self) {
      try await LocationRecording.read(path, vehicleID: "")
    }
    #expect(error?.problem == .unreadable)
    #expect(error?.description.contains(path) == true)
  }
}
