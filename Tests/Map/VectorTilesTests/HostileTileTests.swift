import Gzip
import TestSupport
import Testing
import TileWriting
import TrustLimits
import VectorTiles

@Suite(.limited) struct HostileTileTests {
  private static let square = VectorTile.Feature(
    id: 7, type: .polygon,
    properties: ["class": .string("lake"), "name": .string("Lago"), "rank": .int(3)],
    coordinates: [0, 0, 4_096, 0, 4_096, 4_096, 0, 4_096], partEnds: [4])
  private static let street = VectorTile.Feature(
    type: .line, properties: ["class": .string("primary"), "brunnel": .string("bridge")],
    coordinates: [-10, 5, 100, 50, 300, 50], partEnds: [3])
  private static let sample = TileEncoder.encode([
    EncodableLayer(name: "water", features: [square]),
    EncodableLayer(name: "transportation", features: [street, street]),
  ])

  private func decode(_ bytes: [UInt8]) throws -> DecodedTile {
    let address = try #require(TileAddress(z: 14, x: 8_704, y: 5_971))
    return DecodedTile(try VectorTile(bytes), address: address, detail: .streets)
  }

  @Test("Every part of a tile that ends early is refused or draws what came before")
  func truncated() throws {
    for count in 0..<Self.sample.count {
      guard let tile = try? decode(Array(Self.sample.prefix(count))) else { continue }
      #expect(tile.geometries.count <= 2)
    }
  }

  @Test(
    "A changed real tile does no harm",
    .enabled(if: TestData.tiles("mvt") != nil),
    arguments: [
      "mvt/mapbox-streets-v7/13-2100-3045.mvt", "mvt/protomaps/14-8702-5974.mvt",
      "mvt/omt/13-4266-2724.mvt",
    ]
  )
  func mutatedReal(name: String) throws {
    let original = try TestTiles.bytes(name)
    var generator = SeededGenerator(seed: 99)
    for _ in 0..<12 {
      var bytes = original
      for _ in 0..<200 {
        bytes[Int.random(in: bytes.indices, using: &generator)] = .random(
          in: 0...255, using: &generator)
      }
      if Bool.random(using: &generator) {
        bytes.removeLast(Int.random(in: 0..<bytes.count, using: &generator))
      }
      if let tile = try? decode(bytes) { #expect(tile.cost < 64 * 1_048_576) }
    }
  }

  @Test("Bytes that are not a tile are refused") func noTile() {
    for text in ["<!DOCTYPE html><html>", "{\"error\":\"no\"}", "\u{89}PNG\r\n", "Not found"] {
      #expect(throws: TileProblem.self) { try VectorTile(Array(text.utf8)) }
    }
  }

  @Test("A tile of more bytes than allowed is refused") func tooLarge() {
    let bytes = [UInt8](repeating: 0, count: Limits.Tile.inflatedBytes + 1)
    #expect(throws: TileProblem(.tooLarge)) { try VectorTile(bytes) }
  }

  @Test("More layers than allowed are left out") func tooManyLayers() throws {
    let layers = (0..<100).map { EncodableLayer(name: "l\($0)", features: [Self.square]) }
    let tile = try VectorTile(TileEncoder.encode(layers))
    #expect(tile.layers.count == Limits.Tile.layers)
    #expect(tile.problems == [TileProblem(.tooManyLayers)])
  }

  @Test("A layer of too many features is left out, and the others are drawn")
  func tooManyFeatures() throws {
    // Empty features, two bytes each.
    var body: [UInt8] = [0x78, 2, 0x0A, 5] + Array("water".utf8)
    for _ in 0...Limits.Tile.features { body += [0x12, 0x00] }
    var count: [UInt8] = []
    var rest = body.count
    while rest >= 0x80 {
      count.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    count.append(UInt8(rest))
    let roads = TileEncoder.encode([EncodableLayer(name: "transportation", features: [Self.street])]
    )
    let tile = try decode([0x1A] + count + body + roads)
    #expect(tile.problems.map(\.kind) == [.tooManyFeatures])
    #expect(tile.geometry(.primary, .bridge)?.points.count == 3)
  }

  @Test("A feature far outside of the tile is cut, and the others are drawn")
  func farAway() throws {
    var far = Self.square
    far.coordinates = [0, 0, 100_000_000, 0, 100_000_000, 100_000_000]
    far.partEnds = [3]
    let tile = try decode(
      TileEncoder.encode([EncodableLayer(name: "water", features: [far, Self.square])]))
    #expect(tile.problems.isEmpty)
    let area = try #require(tile.geometry(.water))
    // The triangle's slope goes through the tile's corners, as it does without the cut.
    #expect(area.featureEnds.count == 2)
    #expect(area.points.prefix(3).contains(TilePoint(x: 0, y: 0)))
    #expect(area.points.contains(TilePoint(x: 12_288, y: 12_288)))
    #expect(
      area.points.allSatisfy {
        (-8_192...12_288).contains($0.x) && (-8_192...12_288).contains($0.y)
      })
  }

  @Test("A ring that is not closed is left out, and the others are drawn") func unclosed() throws {
    let whole = TileEncoder.encode([EncodableLayer(name: "water", features: [Self.square])])
    // The closing command, the geometry's last byte, becomes a move of one point.
    let closing = try #require(whole.lastIndex(of: 15))
    var bytes = whole
    bytes[closing] = 9
    let tile = try decode(bytes)
    #expect(tile.geometries.isEmpty)
    #expect(tile.problems.count == 1)
  }

  @Test("Inflating a compression bomb stops at the limit") func bomb() throws {
    let zeros = [UInt8](repeating: 0, count: 16 * 1_048_576)
    let bomb = try GzipWriter.deflate(zeros)
    #expect(bomb.count < 32_768)
    #expect(throws: Inflation.Failure.tooLarge) {
      try Inflation.inflate(bomb, limit: Limits.Tile.inflatedBytes)
    }
    #expect(try Inflation.inflate(bomb, limit: zeros.count) == zeros)
  }

  @Test("Damaged and short gzip data is refused") func damagedGzip() throws {
    let whole = try GzipWriter.deflate(Self.sample)
    #expect(try Inflation.inflate(whole, limit: 4_096) == Self.sample)
    #expect(throws: Inflation.Failure.truncated) {
      try Inflation.inflate(Array(whole.dropLast(4)), limit: 4_096)
    }
    #expect(throws: Inflation.Failure.truncated) { try Inflation.inflate([], limit: 4_096) }
    var damaged = whole
    damaged[whole.count - 6] ^= 0xFF
    #expect(throws: Inflation.Failure.damaged) { try Inflation.inflate(damaged, limit: 4_096) }
  }

  @Test("Gzip data with any changed byte is read as zlib reads it") func changedGzip() throws {
    let whole = try GzipWriter.deflate(Self.sample)
    for index in whole.indices {
      for change in [0x01, 0x02, 0x80, 0xFF] as [UInt8] {
        var changed = whole
        changed[index] ^= change
        for limit in [4_096, Self.sample.count, Self.sample.count - 1] {
          let read = Result { () throws(Inflation.Failure) in
            try Inflation.inflate(changed, limit: limit)
          }
          let member = Inflation.firstMember(of: changed[...], limit: limit)
          #expect(read == (member.failure.map { .failure($0) } ?? .success(member.bytes)))
        }
      }
    }
    // Bytes after the member do not count.
    #expect(try Inflation.inflate(whole + [1, 2, 3, 4, 5], limit: 4_096) == Self.sample)
  }
}
