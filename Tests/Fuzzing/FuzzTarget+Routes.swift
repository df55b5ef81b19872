import Geo
import RidesharingDriver
import RouteSources
import TrustLimits

extension FuzzTarget {
  /// GPX files.
  static let gpx = FuzzTarget(
    name: "gpx", mostBytes: 4_096,
    seeds: {
      [
        """
        <?xml version="1.0"?>
        <x:gpx xmlns:x="http://www.topografix.com/GPX/1/1" xmlns:g="urn:g"><x:wpt lat="1" lon="1"/>
        <x:trk><x:name>a &amp; b</x:name><x:trkseg><x:trkpt lat="37.3" lon="-122.07"><x:ele>12.5</x:ele>
        <x:time>2025-02-05T17:03:25.5Z</x:time><x:extensions><g:TrackPointExtension><g:speed>8.4</g:speed>
        <g:course>43</g:course></g:TrackPointExtension></x:extensions></x:trkpt>
        <x:trkpt lon="-122.08" lat=" 37.31 "><x:time>2025-02-05T17:03:26+01:00</x:time></x:trkpt>
        </x:trkseg></x:trk></x:gpx>
        """,
        "<gpx><rte><rtept lat='-90' lon='180'><speed><![CDATA[1e1]]></speed></rtept>"
          + "<rtept lat='1' lon='2'><time>2025-02-05t00:00:00z</time></rtept></rte></gpx>",
      ].map { Array($0.utf8) }
    },
    check: { bytes in
      do {
        try check(try LocationRecording(content: bytes, file: "ride.gpx"))
      } catch let error as RouteSourceError {
        try check(error)
      }
    }
  )

  /// Lines of locations: JSON, reports of gpsd, NMEA and tables.
  static let locationLines = FuzzTarget(
    name: "location-lines", mostBytes: 4_096,
    seeds: {
      [
        #"{"latitude":37.3,"longitude":-122.07,"time":"2025-02-05T17:03:25Z","heading":43,"speed":8.4,"#
          + #""altitude":12.5,"accuracy":4}"# + "\n\n"
          + #"{"latitude":37.31,"longitude":-122.08,"time":"2025-02-05T17:03:26.25+01:00"}"#,
        #"{"class":"VERSION","release":"3.22"}"# + "\r\n"
          + #"{"class":"TPV","mode":3,"lat":37.3,"lon":-122.07,"track":43,"altHAE":12,"eph":5}"#
          + "\n"
          + #"{"class":"TPV","mode":1}"# + "\n" + #"{"class":"ERROR","message":"no\u001b[2J"}"#,
        "$GPGGA,100000.5,4530.00,N,00815.00,W,1,8,0.9,240.1,M,48,M,,\n"
          + "x: $GPRMC,100000,A,4530.00,N,00815.00,W,10,90,010126,,*00\n",
        "time;\"lat\";lon;speed (km/h)\n2026-01-01T10:00:00;45,5;-8,25;36\n2026/01/01 10:00:01;46;8;\n",
        #"{"_type":"location","lat":"45.5","lon":-8.25,"tst":1767261600,"vel":36,"tid":"a"}"#,
      ].map { Array($0.utf8) }
    },
    check: { bytes in
      do {
        try check(try LocationRecording(content: bytes, file: "ride.json"))
      } catch let error as RouteSourceError {
        try check(error)
      }
      var whole = LocationLineReader(source: "gpsd")
      let results = whole.read(bytes) + whole.finish()
      var cut = LocationLineReader(source: "gpsd")
      var others: [Result<LocationFix, RouteSourceError>] = []
      for piece in pieces(of: bytes) { others += cut.read(piece) }
      others += cut.finish()
      try promise(results == others, "lines that depend on how their bytes come")
    })

  /// Documents of positions: lists and GeoJSON.
  static let positionDocument = FuzzTarget(
    name: "position-document", mostBytes: 4_096,
    seeds: {
      [
        #"{"type":"FeatureCollection","crs":{"properties":{"name":"EPSG:4326"}},"features":[{"type":"Feature","#
          + #""properties":{"coordTimes":["2026-01-01T10:00:00Z",null]},"geometry":{"type":"LineString","#
          + #""coordinates":[[7,45,1],[8,46]]}},{"type":"Feature","geometry":{"type":"GeometryCollection","#
          + #""geometries":[{"type":"MultiPoint","coordinates":[[1,2]]}]}}]}"#,
        #"[[45,7],[45.01,7,3],{"lat":0,"lng":0,"time":5},{"latitude":"45,5","lon":-8}]"#,
      ].map { Array($0.utf8) }
    },
    check: { bytes in
      do {
        try check(try LocationRecording(content: bytes, file: "ride.json"))
      } catch let error as RouteSourceError {
        try check(error)
      }
    }
  )

  /// Fleet Engine's polylines, as bytes and as text.
  static let s2Polyline = FuzzTarget(
    name: "s2-polyline", mostBytes: 2_048,
    seeds: {
      let ways = [
        [], [Coordinate(latitude: 37.3448, longitude: -122.068)],
        (0..<20).map { Coordinate(latitude: 40 + Double($0), longitude: 15 * Double($0) - 180) },
      ]
      let texts = ways.map { Array(S2Polyline.encode($0).utf8) }
      // A point in the middle of a face, and a lossless one.
      let east = [0.0, 1, 0].flatMap { number in
        (0..<8).map { UInt8(truncatingIfNeeded: number.bitPattern >> UInt64(8 * $0)) }
      }
      return texts + [[2, 0, 1, 6, 1, 0] + east, [1, 1, 0, 0, 0] + east, [2, 22, 0, 0]]
    },
    check: { bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      for way in [try? S2Polyline.decode(bytes: bytes), try? S2Polyline.decode(text)] {
        guard let way else { continue }
        try promise(way.allSatisfy(\.isValid), "a place that is not on Earth")
        try promise(way.count <= bytes.count, "\(way.count) points of \(bytes.count) bytes")
        let written = S2Polyline.encode(way)
        let again = try S2Polyline.decode(written)
        try promise(again.count == way.count, "points that got lost")
        try promise(
          zip(again, way).allSatisfy { $0.meters(to: $1) < 3 }, "points that moved by three meters")
        try promise(S2Polyline.encode(again) == written, "a way that changes when it is written")
      }
    })

  /// Google's encoded polylines, with five and with six decimals.
  static let googlePolyline = FuzzTarget(
    name: "google-polyline", mostBytes: 2_048,
    seeds: {
      let way = [
        Coordinate(latitude: 38.5, longitude: -120.2), Coordinate(latitude: 90, longitude: 180),
        Coordinate(latitude: -90, longitude: -180), Coordinate(latitude: 0, longitude: 0),
      ]
      return [GooglePolyline.Precision.five, .six].map {
        Array(GooglePolyline.encode(way, precision: $0).utf8)
      }
    },
    check: { bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      for precision in [GooglePolyline.Precision.five, .six] {
        guard let way = try? GooglePolyline.decode(text, precision: precision) else { continue }
        try promise(way.allSatisfy(\.isValid), "a place that is not on Earth")
        try promise(2 * way.count <= text.utf8.count, "more points than the text has")
        let written = GooglePolyline.encode(way, precision: precision)
        try promise(
          try GooglePolyline.decode(written, precision: precision) == way,
          "a way that changes when it is written")
      }
    })

  private static func check(_ recording: LocationRecording) throws {
    try promise(
      (1...Limits.File.locations).contains(recording.fixes.count),
      "\(recording.fixes.count) locations")
    for fix in recording.fixes {
      try promise(fix.place.isValid, "a place that is not on Earth")
      for number in [fix.heading, fix.speed, fix.altitude, fix.accuracy] {
        try promise(number?.isFinite ?? true, "a number that is not finite")
      }
    }
    _ = recording.duration
  }

  private static func check(_ error: RouteSourceError) throws {
    try promise(error.description.hasSuffix("."), "an error that is no sentence: \(error)")
    try promise(error.description.utf8.count < 16_384, "an error without an end")
  }

  /// The bytes in pieces of one to seven, as they themselves decide.
  static func pieces(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    var pieces: [ArraySlice<UInt8>] = []
    var rest = bytes[...]
    while let first = rest.first {
      pieces.append(rest.prefix(Int(first % 7) + 1))
      rest = rest.dropFirst(Int(first % 7) + 1)
    }
    return pieces
  }
}
