import TestSupport
import Testing

@testable import Geo

struct S2Vector: Sendable, CustomTestStringConvertible {
  var text: String
  var coordinates: [Coordinate]

  var testDescription: String { text }

  init(_ text: String, _ coordinates: (Double, Double)...) {
    self.text = text
    self.coordinates = coordinates.map { Coordinate(latitude: $0.0, longitude: $0.1) }
  }

  /// Real strings with what they stand for, to 7 decimals.
  static let real = [
    S2Vector("AhYCECPlXZ6GAJABAA==", (37.3448005, -122.0679981), (37.3447898, -122.0679093)),
    S2Vector(
      "AhYFIoF_XZ6GAPV1plu2AYQNAA==",
      (37.3430830, -122.0697071),
      (37.3442495, -122.0683310),
      (37.3445779, -122.0681756),
      (37.3448032, -122.0681756),
      (37.3447898, -122.0679093)
    ),
    S2Vector(
      "AhYFIvrYXZ6GALkBlQK2AYQNAA==",
      (37.3441462, -122.0684864),
      (37.3442495, -122.0683310),
      (37.3445779, -122.0681756),
      (37.3448032, -122.0681756),
      (37.3447898, -122.0679093)
    ),
    S2Vector(
      "AhYJOkC6k56GAKIBfuog5SFp0xbAGJQiAA==", (37.4071042, -122.0272621),
      (37.4070572, -122.0274175),
      (37.4068522, -122.0276618),
      (37.4059451, -122.0279948),
      (37.4057910, -122.0281947),
      (37.4057508, -122.0283279),
      (37.4058244, -122.0290162),
      (37.4056301, -122.0293492),
      (37.4046292, -122.0296823)
    ),
  ]

  /// One path on each of the other faces of the cube.
  static let faces = [
    S2Vector("AhYCDAAAAAAADPF5AA==", (0, 0), (0.001, -0.001)),
    S2Vector("AhYCDQHDock_DM1nAA==", (10, 100), (10.001, 99.999)),
    S2Vector("AhYCDlQUVBRACdgmAA==", (80, 0), (80.001, -0.001)),
    S2Vector("AhYCD69OsF2vBod5AA==", (-5, 179), (-4.999, 178.999)),
    S2Vector("AhYCEXxRZd0tDJhNAA==", (-80, 30), (-79.999, 29.999)),
  ]
}

@Suite(.limited)
struct `S2 polylines` {
  @Test(arguments: S2Vector.real)
  func `S2 polylines decode real strings to seven decimals`(vector: S2Vector) throws {
    let coordinates = try S2Polyline.decode(vector.text)
    try #require(coordinates.count == vector.coordinates.count)
    for (decoded, expected) in zip(coordinates, vector.coordinates) {
      #expect(abs(decoded.latitude - expected.latitude) < 0.000_000_06)
      #expect(abs(decoded.longitude - expected.longitude) < 0.000_000_06)
    }
  }

  @Test(arguments: S2Vector.real + S2Vector.faces)
  func `S2 polylines encode byte for byte like Google's clients`(vector: S2Vector) {
    #expect(S2Polyline.encode(vector.coordinates) == vector.text)
  }

  @Test(arguments: S2Vector.real + S2Vector.faces)
  func `S2 polylines are within two meters after encoding and decoding`(vector: S2Vector) throws {
    let coordinates = try S2Polyline.decode(vector.text)
    try #require(coordinates.count == vector.coordinates.count)
    for (decoded, expected) in zip(coordinates, vector.coordinates) {
      #expect(decoded.meters(to: expected) < 2)
    }
  }

  @Test func `S2 polylines decode with and without padding`() throws {
    let padded = try S2Polyline.decode("AhYCECPlXZ6GAJABAA==")
    #expect(try S2Polyline.decode("AhYCECPlXZ6GAJABAA") == padded)
  }

  @Test func `S2 polylines change faces in the middle of a path`() throws {
    let path = stride(from: 40.0, through: 50, by: 0.25).map {
      Coordinate(latitude: 10, longitude: $0)
    }
    let decoded = try S2Polyline.decode(S2Polyline.encode(path))
    try #require(decoded.count == path.count)
    #expect(zip(decoded, path).allSatisfy { $0.meters(to: $1) < 3 })
  }

  @Test func `S2 polylines may be empty`() throws {
    #expect(try S2Polyline.decode(S2Polyline.encode([])) == [])
  }

  @Test func `S2 polylines omit invalid coordinates`() throws {
    let path = [
      Coordinate(latitude: .nan, longitude: 0), Coordinate(latitude: 1, longitude: 2),
      Coordinate(latitude: 91, longitude: 0), Coordinate(latitude: 0, longitude: .infinity),
    ]
    #expect(try S2Polyline.decode(S2Polyline.encode(path)).count == 1)
  }

  @Test func `S2 polylines decode the lossless format`() throws {
    var bytes: [UInt8] = [1, 2, 0, 0, 0]
    for value in [1.0, 0, 0, 0, 0, 1] {
      bytes += (0..<8).map { UInt8(truncatingIfNeeded: value.bitPattern >> UInt64(8 * $0)) }
    }
    let decoded = try S2Polyline.decode(bytes: bytes)
    #expect(
      decoded == [Coordinate(latitude: 0, longitude: 0), Coordinate(latitude: 90, longitude: 0)])
    #expect(throws: S2PolylineError.truncated) { try S2Polyline.decode(bytes: bytes.dropLast()) }
  }

  @Test func `S2 polylines read off-center points from their list`() throws {
    var bytes: [UInt8] = [2, 0, 1, 6, 1, 0]
    for value in [0.0, 1, 0] {
      bytes += (0..<8).map { UInt8(truncatingIfNeeded: value.bitPattern >> UInt64(8 * $0)) }
    }
    #expect(try S2Polyline.decode(bytes: bytes) == [Coordinate(latitude: 0, longitude: 90)])
  }

  @Test(arguments: [
    ("", S2PolylineError.truncated), ("A", .invalidBase64), ("AhY+", .invalidBase64),
    ("AhYC ", .invalidBase64), ("AhY====", .invalidBase64),
    ("AhYCECPlXZ6GAJABAB==", .invalidBase64),
    ("AxYA", .unsupportedVersion(3)), ("Ah8A", .invalidLevel(31)), ("Ag", .truncated),
    ("AhY", .truncated), ("AhYCECPlXZ6GAJAB", .truncated), ("AhYCECPlXZ6GAJABAAA", .malformed),
    // A face run of none, and one of more points than there are.
    ("AhYBBAAAAAAAAA", .malformed), ("AhYBEgAAAAAAAA", .malformed),
    ("_n8", .unsupportedVersion(0xFE)),
  ]) func `S2 polylines refuse bytes that are not exactly one polyline`(
    text: String, error: S2PolylineError
  ) { #expect(throws: error) { try S2Polyline.decode(text) } }

  @Test(
    arguments: [
      ([2, 22, 255, 255, 255, 255, 31], S2PolylineError.varintOverflow),
      ([2, 22, 1] + Array(repeating: 255, count: 11), .varintOverflow),
      ([2, 22, 255, 255, 255, 255, 15], .tooManyPoints(limit: 200_000)),
      ([1, 255, 255, 255, 255], .tooManyPoints(limit: 200_000)), ([1, 255, 255, 0, 0], .truncated),
      ([2, 22, 160, 141, 6], .truncated),
      // A point that lies beyond its face.
      ([2, 0, 1, 6, 9, 9], .malformed), ([2, 1, 1, 6, 255, 255, 0], .malformed),
    ] as [([UInt8], S2PolylineError)]
  )
  func `S2 polylines refuse impossible numbers`(bytes: [UInt8], error: S2PolylineError) {
    #expect(throws: error) { try S2Polyline.decode(bytes: bytes) }
  }

  @Test func `S2 polylines have at most as many points as the caller accepts`() throws {
    let text = S2Vector.real[3].text
    #expect(try S2Polyline.decode(text, maximumPoints: 9).count == 9)
    #expect(throws: S2PolylineError.tooManyPoints(limit: 8)) {
      try S2Polyline.decode(text, maximumPoints: 8)
    }
    #expect(throws: S2PolylineError.tooManyPoints(limit: -1)) {
      try S2Polyline.decode(text, maximumPoints: -1)
    }
  }

  @Test(arguments: [UInt64(4), 5])
  func `S2 polylines are the same after encoding and decoding anywhere on Earth`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    let path = (0..<2_000).map { _ in
      Coordinate(
        latitude: .random(in: -90...90, using: &random),
        longitude: .random(in: -180...180, using: &random))
    }
    let text = S2Polyline.encode(path)
    let decoded = try S2Polyline.decode(text)
    try #require(decoded.count == path.count)
    #expect(zip(decoded, path).allSatisfy { $0.meters(to: $1) < 3 })
    #expect(S2Polyline.encode(decoded) == text)
  }
}
