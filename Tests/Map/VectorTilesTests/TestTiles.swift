import Foundation
import Gzip
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
    _ name: String, detail: TileDetail = .streets, languages: [String] = []
  ) throws -> DecodedTile {
    try DecodedTile(
      VectorTile(bytes(name)), address: #require(TileAddress(z: 0, x: 0, y: 0)), detail: detail,
      languages: languages)
  }
}
