import Geo
import RouteSources
import TestSupport
import Testing
import TrustLimits

@Suite(.limited) struct `A coordinate list` {
  private static func read(_ text: String) throws(RouteSourceError) -> [Coordinate] {
    try CoordinateList(json: Array(text.utf8), file: "route.json").coordinates
  }

  private static let expected = [
    Coordinate(latitude: 45, longitude: 7), Coordinate(latitude: 45.5, longitude: -8.25),
  ]

  @Test(arguments: [
    "[[45,7],[45.5,-8.25]]",
    #" [{"latitude":45,"longitude":7},{"latitude":45.5,"longitude":-8.25}] "#,
    #"{"type":"LineString","coordinates":[[7,45],[-8.25,45.5,120]]}"#,
    #"{"type":"Feature","geometry":{"type":"LineString","coordinates":[[7,45],[-8.25,45.5]]}}"#,
    "[[45,7,3],[45.5,-8.25,2,9]]", "[[45,\"7\"],[45.5,-8.25]]",
    #"[{"lat":45,"lng":7},{"lat":"45.5","lon":"-8.25"}]"#,
    #"""
    {"type":"FeatureCollection","crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:OGC:1.3:CRS84"}},
    "features":[{"type":"Feature","geometry":null},{"type":"Feature","properties":null,"geometry":
    {"type":"MultiLineString","coordinates":[[[7,45,1,2]],[[-8.25,45.5]]]}},
    {"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]}}]}
    """#,
    #"{"type":"GeometryCollection","geometries":[{"type":"LineString","coordinates":[[7,45],[-8.25,45.5]]}]}"#,
    #"{"type":"MultiPoint","coordinates":[[7,45],[-8.25,45.5]]}"#,
  ]) func `A coordinate list is read in each of its forms`(text: String) throws {
    #expect(try Self.read(text) == Self.expected)
  }

  @Test(arguments: [
    ("", RouteSourceError.Problem.notJSON),
    ("hello", .notJSON),
    ("[[45,7],[45.5", .notJSON),
    ("<gpx/>", .notJSON),
    ("7", .unexpectedContent),
    ("{}", .unexpectedContent),
    (#"[[45,"7"]]"#, .onePlace),
    (#"{"type":"Point","coordinates":[7,45]}"#, .onePlace),
    (#"{"type":"LineString","coordinates":[[7],[8]]}"#, .outOfRange),
    (#"{"type":"LineString","coordinates":[]}"#, .noPoints),
    (#"{"type":"Polygon","coordinates":[[[7,45],[8,45],[8,46],[7,45]]]}"#, .unexpectedContent),
    (
      #"{"type":"LineString","crs":{"properties":{"name":"EPSG:25832"}},"coordinates":[[7,45],[8,45]]}"#,
      .unexpectedContent
    ),
    ("[]", .noPoints),
    ("[[45,7]]", .onePlace),
    ("[[45,7],[45,7]]", .onePlace),
    ("[[45,7],[91,7]]", .outOfRange),
    ("[[45,7],[-122,37]]", .outOfRange),
  ]) func `A coordinate list's problem is explained in one sentence`(
    text: String, problem: RouteSourceError.Problem
  ) {
    let error = #expect(throws: RouteSourceError.self) { try Self.read(text) }
    #expect(error?.problem == problem)
    #expect(error?.description.hasPrefix("route.json ") == true)
    #expect(error?.description.hasSuffix(".") == true)
  }

  @Test func `A coordinate list is limited in size`() {
    let bytes = [UInt8](repeating: 0x20, count: Limits.File.routeBytes + 1)
    let error = #expect(throws: RouteSourceError.self) {
      try CoordinateList(json: bytes, file: "big.json")
    }
    #expect(error?.problem == .tooLarge)
    let nested = String(repeating: "[", count: 100_000)
    #expect(throws: RouteSourceError.self) { try Self.read(nested) }
  }

  @Test(arguments: [true, false])
  func `The error about an unreadable coordinate list names the file`(isMissing: Bool) throws {
    let path = isMissing ? try TemporaryFolder().absent + "/route.json" : "/"
    let error = #expect(throws: RouteSourceError.self) { try CoordinateList(contentsOf: path) }
    #expect(error?.problem == .unreadable)
    #expect(error?.description.contains(path) == true)
  }

  @Test func `A coordinate list has a limited number of points`() {
    let pairs = String(repeating: "[45,7],", count: Limits.Response.routePoints)
    let error = #expect(throws: RouteSourceError.self) { try Self.read("[\(pairs)[46,8]]") }
    #expect(error?.problem == .tooLarge)
  }
}
