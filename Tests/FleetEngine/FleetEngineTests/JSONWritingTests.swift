@testable import FleetEngine
import Geo
import TestSupport
import Testing
import TrustLimits

@Suite(.limited) struct `Writing JSON` {
  @Test func `Writing JSON writes a moment with as many digits as it has`() {
    #expect(Timestamp(seconds: 0).description == "1970-01-01T00:00:00Z")
    #expect(Timestamp(seconds: -1, nanoseconds: 7).description == "1969-12-31T23:59:59.000000007Z")
    #expect(
      Timestamp(seconds: 1_700_000_000, nanoseconds: 20_000_000).description
        == "2023-11-14T22:13:20.020Z")
    #expect(
      Timestamp(seconds: 253_402_300_799, nanoseconds: 999_999_000).description
        == "9999-12-31T23:59:59.999999Z")
  }
}

@Suite(.limited) struct `The cached texts of routes` {
  private static func path(_ count: Int) -> [Coordinate] {
    (0..<count).map { Coordinate(latitude: 45 + Double($0) * 0.001, longitude: 7) }
  }

  @Test(arguments: [0, 1, 7, 8, 70])
  func `The cached texts of routes equal their encoding`(_ count: Int) {
    let texts = RouteTexts()
    let path = Self.path(count)
    for _ in 0..<3 { #expect(texts.text(of: path) == S2Polyline.encode(path)) }
  }

  @Test func `The cached text of a route is replaced when the route changes`() {
    let texts = RouteTexts()
    var path = Self.path(20)
    let first = texts.text(of: path)
    path[3].latitude = 46
    #expect(texts.text(of: path) == S2Polyline.encode(path))
    #expect(texts.text(of: path) != first)
    for count in 8..<300 {
      #expect(texts.text(of: Self.path(count)) == S2Polyline.encode(Self.path(count)))
    }
  }
}

@Suite(.limited) struct `A bounded cache` {
  @Test func `A bounded cache keeps recent entries and drops old ones`() {
    var memory = BoundedMemory<Int, String>(limit: 10)
    for number in 0..<1_000 {
      memory.keep("\(number)", under: number)
      #expect(memory.value(0) == "0", "\(number)")
      #expect(memory.value(number) == "\(number)")
    }
    #expect((1..<1_000).count { memory.value($0) != nil } <= 20)
    #expect(memory.value(1) == nil)
  }

  @Test func `A bounded cache counts weights and removes entries on demand`() {
    var memory = BoundedMemory<String, Int>(limit: 10)
    memory.keep(1, under: "a", weight: 9)
    memory.keep(2, under: "b", weight: 9)
    memory.keep(3, under: "c", weight: 9)
    #expect(memory.value("a") == nil)
    #expect(memory.value("b") == 2)
    memory.forget("b")
    memory.forget("c")
    #expect(memory.value("b") == nil)
    #expect(memory.value("c") == nil)
  }
}
