import Geo
import TestSupport
import Testing
import TileWriting
import VectorTiles

@Suite(.limited) struct ArchiveTests {
  private func address(_ z: Int, _ x: Int, _ y: Int) throws -> TileAddress {
    try #require(TileAddress(z: z, x: x, y: y))
  }

  private func path(_ name: String) throws -> String { try #require(TestData.tiles(name)) }

  private func count(_ source: any TileSource, zoom: Int) async throws -> Int {
    var count = 0
    for x in 0..<1 << zoom {
      for y in 0..<1 << zoom where try await source.body(of: address(zoom, x, y)) != nil {
        count += 1
      }
    }
    return count
  }

  @Test("Tile IDs are those of the specification") func hilbert() throws {
    #expect(try address(0, 0, 0).hilbertID == 0)
    #expect(try address(1, 0, 0).hilbertID == 1)
    #expect(try address(1, 0, 1).hilbertID == 2)
    #expect(try address(1, 1, 1).hilbertID == 3)
    #expect(try address(1, 1, 0).hilbertID == 4)
    #expect(try address(2, 0, 0).hilbertID == 5)
    #expect(try address(12, 3_423, 1_763).hilbertID == 19_078_479)
  }

  @Test(
    "PMTiles and MBTiles of Florence hold the same tiles",
    .enabled(if: TestData.tiles("mvt") != nil)
  )
  func florence() async throws {
    let archive = try await TileSources.open(path: path("firenze-protomaps.pmtiles"))
    let file = try await TileSources.open(path: path("firenze-protomaps.mbtiles"))
    var seen = 0
    for zoom in 0...14 {
      let corner = try #require(
        TileAddress(of: Coordinate(latitude: 43.84, longitude: 11.15), zoom: zoom))
      for x in corner.x...corner.x + 9 {
        for y in corner.y...corner.y + 9 {
          guard let address = TileAddress(z: zoom, x: x, y: y) else { continue }
          let body = try await archive.body(of: address)
          #expect(try await file.body(of: address) == body)
          if let body {
            #expect(try TileBody.tile(body, source: "").problems.isEmpty)
            seen += 1
          }
        }
      }
    }
    #expect(seen == 108)
    for metadata in [archive.metadata, file.metadata] {
      #expect(metadata.minimumZoom == 0)
      #expect(metadata.maximumZoom == 14)
      #expect(TileSchema.drawing(metadata.layers) == .protomaps)
      #expect(metadata.plainAttribution == "Protomaps © OpenStreetMap")
      #expect(metadata.bounds?.contains(Coordinate(latitude: 43.77, longitude: 11.25)) == true)
    }
    #expect(archive.cacheName == nil)
  }

  @Test(
    "Every MBTiles file that can be drawn is read",
    .enabled(if: TestData.tiles("mvt") != nil),
    arguments: [
      ("omt-paris.mbtiles", 0, 14, 1), ("monaco-omt-tilemaker.mbtiles", 0, 14, 1),
      ("omt-dortmund.mbtiles", 8, 13, 0), ("mbtiles-cases/world_cities.mbtiles", 0, 6, 1),
      ("mbtiles-cases/omt-world-z0-1-uncompressed.mbtiles", 0, 1, 1),
    ]
  )
  func mbtiles(name: String, lowest: Int, highest: Int, atZero: Int) async throws {
    let file = try MBTilesFile(path: path(name))
    #expect(file.metadata.minimumZoom == lowest)
    #expect(file.metadata.maximumZoom == highest)
    #expect(try await count(file, zoom: 0) == atZero)
    let center = try #require(file.metadata.center ?? file.metadata.bounds?.center)
    let middle = try #require(TileAddress(of: center, zoom: highest))
    let tile = try TileBody.tile(try await file.body(of: middle) ?? [], source: name)
    #expect(tile.problems.isEmpty)
    #expect(!tile.layers.isEmpty)
  }

  @Test(
    "The world in two zooms is read with and without gzip",
    .enabled(if: TestData.tiles("mvt") != nil)
  )
  func world() async throws {
    let archive = try await PMTilesArchive(path: path("omt-world-z0-1.pmtiles"))
    #expect(try await count(archive, zoom: 0) == 1)
    #expect(try await count(archive, zoom: 1) == 4)
    #expect(try await count(archive, zoom: 2) == 0)
    #expect(TileSchema.drawing(archive.metadata.layers) == .openMapTiles)
    #expect(archive.metadata.plainAttribution == "© OpenMapTiles © OpenStreetMap contributors")
  }

  @Test(
    "Leaf directories and archives that are not clustered are read",
    .enabled(if: TestData.tiles("mvt") != nil)
  )
  func cases() async throws {
    let leaf = try await PMTilesArchive(path: path("pmtiles-cases/leaf.pmtiles"))
    #expect(try await count(leaf, zoom: 0) == 1)
    #expect(try await count(leaf, zoom: 1) == 4)
    for name in ["test_fixture_1", "test_fixture_2"] {
      let archive = try await PMTilesArchive(path: path("pmtiles-cases/\(name).pmtiles"))
      #expect(!archive.header.isClustered)
      let body = try #require(try await archive.body(of: address(0, 0, 0)))
      #expect(try TileBody.tile(body, source: name).layers.count == 1)
    }
  }

  @Test(
    "Archives that cannot be drawn are refused with a reason",
    .enabled(if: TestData.tiles("mvt") != nil),
    arguments: [
      ("pmtiles-cases/empty.pmtiles", TileSourceError.Kind.malformed, "empty"),
      ("pmtiles-cases/invalid.pmtiles", .malformed, "neither"),
      ("pmtiles-cases/invalid_v4.pmtiles", .unsupported, "version 4"),
      ("pmtiles-cases/single_tile_brotli.pmtiles", .unsupported, "Brotli"),
      ("pmtiles-cases/unclustered.pmtiles", .unsupported, "pictures"),
      ("mbtiles-cases/invalid.mbtiles", .malformed, "MBTiles"),
      ("mvt-fixtures/FIXTURES.md", .malformed, "neither"),
      ("mvt", .unreadable, "plain file"),
    ]
  )
  func refused(name: String, kind: TileSourceError.Kind, word: String) async throws {
    let path = try path(name)
    let error = await #expect(throws: TileSourceError.self) {
      try await TileSources.open(path: path)
    }
    #expect(error?.kind == kind)
    #expect(error?.reason.contains(word) == true, "\(error?.reason ?? "")")
  }

  @Test("A missing file is named in the error") func missing() async throws {
    let path = try TemporaryFolder().absent + "/city.pmtiles"
    let error = await #expect(throws: TileSourceError.self) {
      try await TileSources.open(path: path)
    }
    #expect(error?.description == "\(path): There is no such file.")
  }

  /// The name in a tile; every fourth tile is the same, and the others differ in length.
  private static func name(_ index: Int) -> String {
    if index % 4 == 0 { return "sea" }
    var generator = SeededGenerator(seed: UInt64(index))
    return (0...generator.next() % 5).map { _ in String(generator.next(), radix: 36) }.joined()
  }

  private static func sample(_ count: Int) throws -> [UInt8] {
    var writer = PMTilesWriter(
      metadata: TileSourceMetadata(
        name: "A \"city\"", attribution: "© nobody",
        bounds: CoordinateBounds(south: 40, west: 10, north: 41, east: 11.5),
        center: Coordinate(latitude: 40.5, longitude: 11), layers: ["roads", "water"]))
    (writer.rootBytes, writer.leafEntries) = (1_000, 128)
    for index in 0..<count {
      let address = try #require(TileAddress(z: 10, x: index % 1_024, y: index / 1_024))
      let point = VectorTile.Feature(
        type: .point, properties: ["name": .string(name(index))], coordinates: [1, 2], partEnds: [1]
      )
      try writer.add(
        TileEncoder.encode([EncodableLayer(name: "places", features: [point])]), at: address)
    }
    return try writer.archive()
  }

  @Test("A written archive is read again, with and without leaves", arguments: [1, 40, 1_500])
  func roundTrip(count: Int) async throws {
    let bytes = try Self.sample(count)
    let folder = try TemporaryFolder()
    let archive = try await PMTilesArchive(path: folder.file("city.pmtiles", bytes))
    #expect((archive.header.leaves.length > 0) == (count > 1_000))
    #expect(archive.header.addressedTiles == UInt64(count))
    #expect(archive.header.contents == UInt64(1 + count - (count + 3) / 4))
    #expect(archive.metadata.name == "A \"city\"")
    #expect(archive.metadata.attribution == "© nobody")
    #expect(archive.metadata.layers == ["roads", "water"])
    #expect(archive.metadata.bounds?.east == 11.5)
    #expect(archive.metadata.center == Coordinate(latitude: 40.5, longitude: 11))
    for index in stride(from: 0, to: count, by: max(1, count / 97)) {
      let body = try #require(try await archive.body(of: address(10, index % 1_024, index / 1_024)))
      let tile = try TileBody.tile(body, source: "")
      let layer = try #require(tile.layer("places"))
      let properties = tile.features(of: layer).features.first?.properties
      #expect(properties?["name"] == .string(Self.name(index)))
    }
    #expect(try await archive.body(of: address(10, 5, 900)) == nil)
    #expect(try Self.sample(count) == bytes)
  }

  @Test(
    "A changed MBTiles file does no harm",
    .enabled(if: TestData.tiles("mvt") != nil),
    arguments: [1, 2] as [UInt64]
  )
  func mutatedDatabase(seed: UInt64) async throws {
    let original = try TestTiles.bytes("mbtiles-cases/world_cities.mbtiles")
    let folder = try TemporaryFolder()
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<60 {
      var bytes = original
      // The first pages hold the schema, the metadata and the index.
      for _ in 0..<Int.random(in: 1...30, using: &generator) {
        bytes[Int.random(in: 16..<16_384, using: &generator)] = .random(
          in: 0...255, using: &generator)
      }
      let path = try folder.file("world.mbtiles", bytes)
      guard let file = try? await TileSources.open(path: path) else { continue }
      #expect(file.metadata.minimumZoom <= file.metadata.maximumZoom)
      for x in 0..<4 {
        guard let body = try? await file.body(of: address(2, x, 1)) else { continue }
        _ = try? TileBody.tile(body, source: path)
      }
    }
  }

  @Test("Tiles and their values survive being written and read") func encoding() throws {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<50 {
      let features = (0..<20).map { index -> VectorTile.Feature in
        let type: TileGeometryType = [.point, .line, .polygon][index % 3]
        let count = type == .point ? 1 : Int.random(in: 3...20, using: &generator)
        // Each point differs from the one before it.
        let coordinates = (0..<count).flatMap { point -> [Int32] in
          [Int32(point * 7 - 50), .random(in: -5_000...5_000, using: &generator)]
        }
        return VectorTile.Feature(
          id: index % 2 == 0 ? .random(in: 0...UInt64.max, using: &generator) : nil, type: type,
          properties: [
            "s": .string("Ünï \(index % 3)"), "i": .int(-5), "u": .uint(.max), "z": .sint(.min),
            "d": .double(0.1), "f": .float(-2.5), "b": .bool(index % 2 == 0),
          ],
          coordinates: coordinates,
          partEnds: [count]
        )
      }
      let tile = try VectorTile(
        TileEncoder.encode([EncodableLayer(name: "all", extent: 8_192, features: features)]))
      let layer = try #require(tile.layers.first)
      #expect(layer.extent == 8_192)
      let (read, problems) = tile.features(of: layer)
      #expect(problems.isEmpty)
      #expect(read == features)
    }
  }
}
