import Foundation
import TestSupport
import Testing
import VectorTiles

/// Real tiles, inflated.
enum TestTiles {
  static func bytes(_ name: String) throws -> [UInt8] {
    guard let path = TestData.tiles(name) else { return [] }
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    guard TileCompression.ofTile(bytes) == .deflate else { return bytes }
    return try Inflation.inflate(bytes, limit: 8 * 1_048_576)
  }

  static func decoded(
    _ name: String,
    detail: TileDetail = .buildings,
    languages: [String] = []
  ) throws -> DecodedTile {
    try DecodedTile(
      VectorTile(bytes(name)),
      address: #require(TileAddress(z: 0, x: 0, y: 0)),
      detail: detail,
      languages: languages
    )
  }
}

/// A generator of numbers that are the same in every run.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }
}
