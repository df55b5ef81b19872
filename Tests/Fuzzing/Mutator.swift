import TestSupport

/// Makes new inputs of others, the same ones in every run.
public struct Mutator {
  private static let values: [[UInt8]] = [
    [0x00], [0x01], [0x7F], [0x80], [0xFF], [0xFF, 0xFF, 0xFF, 0xFF],
    [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01], [0x80, 0x80, 0x80, 0x80, 0x10],
    [0x00, 0x00, 0x00, 0x80], [0x1B], [0x1B, 0x5B], [0x0A], Array("\"".utf8), Array("{".utf8),
    Array("[".utf8), Array("]".utf8), Array("}".utf8), Array("<".utf8), Array("&#0;".utf8),
    Array("-1".utf8), Array("0".utf8), Array("1e999".utf8), Array("nan".utf8),
    Array("9223372036854775808".utf8), Array("null".utf8), Array("\\u0000".utf8),
    [0xE2, 0x80, 0xAE], [0xF4, 0x90, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xC0, 0x80],
  ]

  private var random: SeededGenerator

  /// Creates a mutator whose changes follow from a seed.
  public init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// An input with one to four changes.
  ///
  /// - Parameters:
  ///   - input: The input.
  ///   - other: Another input, from which parts are copied.
  ///   - mostBytes: The most bytes of the result.
  /// - Returns: The changed input.
  public mutating func mutated(_ input: [UInt8], with other: [UInt8], mostBytes: Int) -> [UInt8] {
    var bytes = input
    for _ in 0..<Int.random(in: 1...4, using: &random) { change(&bytes, with: other) }
    return Array(bytes.prefix(mostBytes))
  }

  private mutating func change(_ bytes: inout [UInt8], with other: [UInt8]) {
    let value = Self.values.randomElement(using: &random) ?? []
    guard let place = bytes.indices.randomElement(using: &random) else {
      bytes = value
      return
    }
    switch Int.random(in: 0...8, using: &random) {
    case 0: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &random)
    case 1: bytes[place] = .random(in: 0...255, using: &random)
    case 2: bytes[place] &+= Bool.random(using: &random) ? 1 : 255
    case 3: bytes.insert(contentsOf: value, at: place)
    case 4: bytes.replaceSubrange(place..<min(bytes.count, place + value.count), with: value)
    case 5: bytes.removeSubrange(part(of: bytes, from: place))
    case 6: bytes.insert(contentsOf: bytes[part(of: bytes, from: place)], at: place)
    case 7: bytes.removeLast(bytes.count - place)
    default:
      guard let start = other.indices.randomElement(using: &random) else { return }
      bytes.insert(contentsOf: other[part(of: other, from: start)], at: place)
    }
  }

  private mutating func part(of bytes: [UInt8], from start: Int) -> Range<Int> {
    start..<min(bytes.count, start + Int.random(in: 1...32, using: &random))
  }
}
