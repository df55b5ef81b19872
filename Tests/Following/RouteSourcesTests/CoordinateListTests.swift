import Geo
import RouteSources
import TestSupport
import Testing
import TrustLimits

@Suite(.limited)
struct `A coordinate list` {
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
  ])
  func `A coordinate list is read in each of its forms`(text: String) throws {
    #expect(try Self.read(text) == Self.expected)
  }

  @Test(arguments: [
    ("", RouteSourceError.Problem.notJSON),
    ("hello", .notJSON),
    ("[[45,7],[45.5", .notJSON),
    ("<gpx/>", .notJSON),
    ("7", .unexpectedContent),
    ("{}", .unexpectedContent),
    ("[[45,7,3],[46,8,2]]", .unexpectedContent),
    (#"[[45,"7"]]"#, .unexpectedContent),
    (#"{"type":"Point","coordinates":[7,45]}"#, .unexpectedContent),
    (#"{"type":"LineString","coordinates":[[7],[8]]}"#, .unexpectedContent),
    ("[]", .noPoints),
    ("[[45,7]]", .onePlace),
    ("[[45,7],[45,7]]", .onePlace),
    ("[[45,7],[91,7]]", .outOfRange),
    ("[[45,7],[-122,37]]", .outOfRange),
  ])
  func `A coordinate list's problem is explained in one sentence`(
    text: String,
    problem: RouteSourceError.Problem
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

  @Test func `A coordinate list has a limited number of values`() {
    let pairs = String(repeating: "[45,7],", count: Limits.Response.jsonValues / 3)
    let error = #expect(throws: RouteSourceError.self) { try Self.read("[\(pairs)[46,8]]") }
    // The limit of points is lower, so the parser has refused it.
    #expect(error?.problem == .unexpectedContent)
  }
}
