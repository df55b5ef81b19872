import FleetEngine
import Geo
import RidesharingDriver
import RouteSources
import TestSupport
import Testing
import TrustLimits

@Suite(.blocking)
struct `A GPX recording` {
  private static func read(_ text: String) throws(RouteSourceError) -> LocationRecording {
    try LocationRecording(gpx: Array(text.utf8), file: "a.gpx")
  }

  private static func gpx(_ content: String) -> String {
    "<?xml version=\"1.0\"?>\n<gpx>\n\(content)\n</gpx>"
  }

  @Test func `A GPX recording has the points of its tracks with all their data`()
    throws
  {
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
      """#
    )
    let time = try #require(Timestamp(rfc3339: "2025-02-05T17:03:25Z"))
    #expect(
      recording.fixes == [
        LocationFix(
          Coordinate(latitude: 45, longitude: 7),
          time: time,
          heading: 271,
          speed: 8.5,
          altitude: 240.5
        ),
        LocationFix(Coordinate(latitude: 45.5, longitude: -8.25), time: time + .seconds(2.5)),
      ]
    )
    #expect(recording.duration == .seconds(2.5))
  }

  @Test func `A GPX recording has the points of its routes if it has no track`() throws {
    let recording = try Self.read(
      Self.gpx(#"<rte><rtept lat="45" lon="7"/><rtept lat="46" lon="8"></rtept></rte>"#)
    )
    #expect(recording.path.map(\.latitude) == [45, 46])
    #expect(recording.duration == nil)
  }

  @Test(arguments: [
    ("", RouteSourceError.Problem.notXML, 1),
    ("hello", .notXML, 1),
    ("<gpx>\n<trk>\n</gpx>", .notXML, 3),
    (gpx("<trkpt lat=\"1\" lat=\"2\"/>"), .notXML, 3),
    (gpx("\n<trk>&unknown;</trk>"), .notXML, 4),
    ("<kml/>", .unexpectedContent, 1),
    (gpx("<trk>\n<trkpt lat=\"45\"/></trk>"), .unexpectedContent, 4),
    (gpx("<trkpt lat=\"45\" lon=\"seven\"/>"), .unexpectedContent, 3),
    (gpx("<trkpt lat=\"45\" lon=\"nan\"/>"), .unexpectedContent, 3),
    (gpx("<trkpt lat=\"45\" lon=\"7\"><time>yesterday</time></trkpt>"), .unexpectedContent, 3),
    (gpx("<trkpt lat=\"45\" lon=\"7\"><ele>high</ele></trkpt>"), .unexpectedContent, 3),
    (gpx("\n\n<trkpt lat=\"91\" lon=\"7\"/>"), .outOfRange, 5),
    (gpx("<trkpt lat=\"45\" lon=\"181\"/>"), .outOfRange, 3),
  ])
  func `A GPX recording names the problem and its line`(
    text: String,
    problem: RouteSourceError.Problem,
    line: Int
  ) {
    let error = #expect(throws: RouteSourceError.self) { try Self.read(text) }
    #expect(error?.problem == problem)
    #expect(error?.description.hasPrefix("a.gpx ") == true)
    let sentence = error?.description ?? ""
    #expect(sentence.hasSuffix(", in line \(line)."), "\(sentence)")
  }

  @Test func `A GPX recording without points is an error`() {
    let error = #expect(throws: RouteSourceError.self) { try Self.read("<gpx/>") }
    #expect(error?.problem == .noPoints)
  }

  @Test(arguments: [
    "<!DOCTYPE gpx>\n<gpx/>",
    "<!DOCTYPE gpx SYSTEM \"file:///etc/passwd\">\n<gpx/>",
    """
    <!DOCTYPE gpx [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">
    <!ENTITY c SYSTEM "file:///etc/passwd">]>
    <gpx><trkpt lat="45" lon="7"><ele>&b;&c;</ele></trkpt></gpx>
    """,
  ])
  func `A GPX recording with a DOCTYPE is refused, so no entities are expanded`(text: String) {
    let error = #expect(throws: RouteSourceError.self) { try Self.read(text) }
    #expect(error?.problem == .unexpectedContent)
    #expect(error?.description.contains("DOCTYPE") == true)
  }

  @Test func `A GPX recording is limited in size`() {
    let large = [UInt8](repeating: 0x20, count: Limits.File.recordingBytes + 1)
    #expect(throws: RouteSourceError.self) { try LocationRecording(gpx: large, file: "a.gpx") }
    let deep = "<gpx>" + String(repeating: "<a>", count: 100_000)
    let value = String(repeating: "1", count: 300)
    let long = Self.gpx("<trkpt lat=\"45\" lon=\"7\"><ele>\(value)</ele></trkpt>")
    for text in [deep, long] {
      let error = #expect(throws: RouteSourceError.self) { try Self.read(text) }
      #expect(error?.problem == .unexpectedContent)
    }
    let point = "<trkpt lat=\"4\" lon=\"7\"/>"
    let many = Self.gpx(String(repeating: point, count: Limits.File.locations + 1))
    let error = #expect(throws: RouteSourceError.self) { try Self.read(many) }
    #expect(error?.problem == .tooLarge)
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
    name: String,
    points: Int,
    kilometers: Double,
    minutes: Double?
  ) throws {
    let trace = try #require(TestData.trace(name))
    let content = try BoundedFile(path: trace, limit: Limits.File.recordingBytes)
    let recording = try LocationRecording(gpx: content.bytes, file: trace)
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
