@testable import FleetEngine
import Geo
import TestSupport
import Testing
import TrustLimits

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Any value that JSON can have, made by chance.
private indirect enum RandomValue: Encodable {
  case nothing
  case flag(Bool)
  case integer(Int)
  case number(Double)
  case text(String)
  case list([RandomValue])
  case object([String: RandomValue])
  case nested([String: Int])

  init(depth: Int, using random: inout some RandomNumberGenerator) {
    switch Int.random(in: 0..<(depth > 0 ? 8 : 5), using: &random) {
    case 0: self = .nothing
    case 1: self = .flag(.random(using: &random))
    case 2: self = .integer(.random(in: .min ... .max, using: &random))
    case 3:
      let scale = Double.random(in: -320...308, using: &random)
      let number =
        Double.random(in: -10...10, using: &random)
        * Double(sign: .plus, exponent: Int(scale), significand: 1)
      self = .number(Bool.random(using: &random) ? number : number.rounded())
    case 4: self = .text(Self.text(using: &random))
    case 5:
      self = .list((0..<3).map { _ in RandomValue(depth: depth - 1, using: &random) })
    case 6:
      var fields: [String: RandomValue] = [:]
      for _ in 0..<4 {
        fields[Self.text(using: &random)] = RandomValue(depth: depth - 1, using: &random)
      }
      self = .object(fields)
    default: self = .nested(["b": 1, "a": Int.random(in: 0...9, using: &random)])
    }
  }

  private static func text(using random: inout some RandomNumberGenerator) -> String {
    let scalars: [ClosedRange<UInt32>] = [0...0x7F, 0x20...0x7E, 0x80...0x7FF, 0x1F600...0x1F64F]
    return String(
      String.UnicodeScalarView(
        (0..<Int.random(in: 0...8, using: &random)).compactMap { _ in
          scalars.randomElement(using: &random)
            .flatMap { Unicode.Scalar(UInt32.random(in: $0, using: &random)) }
        }
      )
    )
  }

  private enum Key: String, CodingKey {
    case counts
    case empty
  }

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .nested(let counts):
      var container = encoder.container(keyedBy: Key.self)
      var nested = container.nestedUnkeyedContainer(forKey: .counts)
      try nested.encode(counts)
      var last = nested.nestedContainer(keyedBy: Key.self)
      try last.encodeNil(forKey: .empty)
      try counts.encode(to: container.superEncoder(forKey: .empty))
    case .list(let values):
      var container = encoder.unkeyedContainer()
      for value in values { try container.encode(value) }
    default:
      var container = encoder.singleValueContainer()
      switch self {
      case .nothing: try container.encodeNil()
      case .flag(let flag): try container.encode(flag)
      case .integer(let number): try container.encode(number)
      case .number(let number): try container.encode(number)
      case .text(let text): try container.encode(text)
      case .object(let fields): try container.encode(fields)
      case .list, .nested: break
      }
    }
  }
}

@Suite struct `Writing JSON` {
  @Test(arguments: 1...20)
  func `Writing JSON gives Foundation's bytes for any value`(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    for _ in 0..<100 {
      let value = [RandomValue(depth: 3, using: &random)]
      let (own, other) = (try WireJSON.encode(value), try encoder.encode(value))
      #expect(String(decoding: own, as: UTF8.self) == String(decoding: other, as: UTF8.self))
    }
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func `Writing JSON refuses a number that JSON has not`(_ number: Double) {
    #expect(throws: EncodingError.self) { try WireJSON.encode([number]) }
    #expect(throws: EncodingError.self) { try WireJSON.encode(["a": number]) }
  }

  @Test func `Writing JSON writes a moment with as many digits as it has`() {
    #expect(Timestamp(seconds: 0).description == "1970-01-01T00:00:00Z")
    #expect(Timestamp(seconds: -1, nanoseconds: 7).description == "1969-12-31T23:59:59.000000007Z")
    #expect(
      Timestamp(seconds: 1_700_000_000, nanoseconds: 20_000_000).description
        == "2023-11-14T22:13:20.020Z"
    )
    #expect(
      Timestamp(seconds: 253_402_300_799, nanoseconds: 999_999_000).description
        == "9999-12-31T23:59:59.999999Z"
    )
  }
}

@Suite struct `The remembered texts of routes` {
  private static func path(_ count: Int) -> [Coordinate] {
    (0..<count).map { Coordinate(latitude: 45 + Double($0) * 0.001, longitude: 7) }
  }

  @Test(arguments: [0, 1, 7, 8, 70])
  func `The remembered texts of routes are those that encoding gives`(_ count: Int) {
    let texts = RouteTexts()
    let path = Self.path(count)
    for _ in 0..<3 { #expect(texts.text(of: path) == S2Polyline.encode(path)) }
  }

  @Test func `The remembered texts of routes follow a route that is changed in its place`() {
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

@Suite struct `A bounded memory` {
  @Test func `A bounded memory keeps what is used and forgets what is not`() {
    var memory = BoundedMemory<Int, String>(limit: 10)
    for number in 0..<1_000 {
      memory.keep("\(number)", under: number)
      #expect(memory.value(0) == "0", "\(number)")
      #expect(memory.value(number) == "\(number)")
    }
    #expect((1..<1_000).count { memory.value($0) != nil } <= 20)
    #expect(memory.value(1) == nil)
  }

  @Test func `A bounded memory counts what a value weighs, and forgets on demand`() {
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
