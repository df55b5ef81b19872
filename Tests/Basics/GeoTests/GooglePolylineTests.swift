import TestSupport
import Testing

@testable import Geo

@Suite(.limited) struct `Google's polylines` {
  private static let documented = [
    Coordinate(latitude: 38.5, longitude: -120.2), Coordinate(latitude: 40.7, longitude: -120.95),
    Coordinate(latitude: 43.252, longitude: -126.453),
  ]

  @Test func `Google's polylines encode the format's documented example`() {
    #expect(GooglePolyline.encode(Self.documented) == "_p~iF~ps|U_ulLnnqC_mqNvxq`@")
  }

  @Test func `Google's polylines decode the format's documented example`() throws {
    #expect(try GooglePolyline.decode("_p~iF~ps|U_ulLnnqC_mqNvxq`@") == Self.documented)
  }

  /// The documentation encodes −179.9832104 step by step.
  @Test func `Google's polylines encode the documented number`() throws {
    let place = Coordinate(latitude: 0, longitude: -179.9832104)
    #expect(GooglePolyline.encode([place]) == "?`~oia@")
    #expect(
      try GooglePolyline.decode("?`~oia@") == [Coordinate(latitude: 0, longitude: -179.98321)])
  }

  /// The example of a step in OSRM's documentation, in Berlin's Lortzingstraße.
  @Test func `Google's polylines decode a step of OSRM's documentation`() throws {
    let path = try GooglePolyline.decode("{lu_IypwpAVrAvAdI")
    #expect(path.count == 3)
    #expect(path[0].meters(to: Coordinate(latitude: 52.54366, longitude: 13.39677)) < 1)
    #expect(path[1].meters(to: Coordinate(latitude: 52.54354, longitude: 13.39635)) < 1)
    #expect(path[2].meters(to: Coordinate(latitude: 52.543096, longitude: 13.394718)) < 1)
  }

  @Test func `Google's polylines keep six decimals on request`() throws {
    let text = GooglePolyline.encode(Self.documented, precision: .six)
    #expect(text == "_izlhA~rlgdF_{geC~ywl@_kwzCn`{nI")
    #expect(try GooglePolyline.decode(text, precision: .six) == Self.documented)
    // With the other precision the same text is ten times as far away.
    #expect(throws: GooglePolylineError.outOfRange(point: 0)) { try GooglePolyline.decode(text) }
  }

  @Test func `Google's polylines may be empty or repeat a point`() throws {
    #expect(GooglePolyline.encode([]) == "")
    #expect(try GooglePolyline.decode("") == [])
    #expect(try GooglePolyline.decode("????").count == 2)
  }

  @Test func `Google's polylines omit invalid coordinates`() {
    let path = [
      Coordinate(latitude: .nan, longitude: 0), Self.documented[0],
      Coordinate(latitude: 91, longitude: 0), Coordinate(latitude: 0, longitude: -.infinity),
    ]
    #expect(GooglePolyline.encode(path) == GooglePolyline.encode([Self.documented[0]]))
  }

  @Test(
    arguments: [
      ("_", .truncated), ("?", .truncated), ("???", .truncated), ("_p~iF~ps|", .truncated),
      ("_p~iF ~ps|U", .invalidCharacter(offset: 5)), (">?", .invalidCharacter(offset: 0)),
      ("??\u{7F}?", .invalidCharacter(offset: 2)), ("é?", .invalidCharacter(offset: 0)),
      ("~~~~~~~?", .numberTooLarge), ("??______?", .numberTooLarge),
      ("~~~~~^?", .outOfRange(point: 0)), ("??_gjaR?", .outOfRange(point: 1)),
    ] as [(String, GooglePolylineError)])
  func `Google's polylines refuse a text that is not exactly one polyline`(
    text: String, error: GooglePolylineError
  ) { #expect(throws: error) { try GooglePolyline.decode(text) } }

  @Test func `Google's polylines have at most as many points as the caller accepts`() throws {
    #expect(try GooglePolyline.decode("????", maximumPoints: 2).count == 2)
    #expect(throws: GooglePolylineError.tooManyPoints(limit: 1)) {
      try GooglePolyline.decode("????", maximumPoints: 1)
    }
    #expect(throws: GooglePolylineError.tooManyPoints(limit: -1)) {
      try GooglePolyline.decode("??", maximumPoints: -1)
    }
  }

  @Test(arguments: [GooglePolyline.Precision.five, .six])
  func `Google's polylines are the same after encoding and decoding anywhere on Earth`(
    precision: GooglePolyline.Precision
  ) throws {
    var random = SeededGenerator(seed: 7)
    var path = (0..<2_000).map { _ in
      Coordinate(
        latitude: .random(in: -90...90, using: &random),
        longitude: .random(in: -180...180, using: &random))
    }
    path += [
      Coordinate(latitude: -90, longitude: -180), Coordinate(latitude: 90, longitude: 180),
      Coordinate(latitude: -90, longitude: -180),
    ]
    let text = GooglePolyline.encode(path, precision: precision)
    let decoded = try GooglePolyline.decode(text, precision: precision)
    try #require(decoded.count == path.count)
    let half = 0.500_001 / precision.unitsPerDegree
    #expect(
      zip(decoded, path).allSatisfy {
        abs($0.latitude - $1.latitude) <= half && abs($0.longitude - $1.longitude) <= half
      })
    #expect(GooglePolyline.encode(decoded, precision: precision) == text)
  }
}
