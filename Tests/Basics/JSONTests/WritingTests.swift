import JSON
import TestSupport
import Testing

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
    case 5: self = .list((0..<3).map { _ in RandomValue(depth: depth - 1, using: &random) })
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

@Suite(.limited) struct `Writing JSON` {
  @Test(arguments: 1...20)
  func `Writing JSON returns the same bytes as Foundation for any value`(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    for _ in 0..<100 {
      let value = [RandomValue(depth: 3, using: &random)]
      let (own, other) = (try JSONCoding.encode(value), try encoder.encode(value))
      #expect(String(decoding: own, as: UTF8.self) == String(decoding: other, as: UTF8.self))
    }
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func `Writing JSON refuses a number that JSON cannot represent`(_ number: Double) {
    #expect(throws: EncodingError.self) { try JSONCoding.encode([number]) }
    #expect(throws: EncodingError.self) { try JSONCoding.encode(["a": number]) }
  }
}
