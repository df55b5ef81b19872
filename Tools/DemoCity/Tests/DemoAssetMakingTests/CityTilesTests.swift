import DemoCity
import Geo
import Testing
import VectorTiles
import Roads

@testable import DemoAssetMaking

struct `The demo's map` {
  private static var city: DemoCity { SampleCity.city }
  private static let made = CityTiles.zooms.map { CityTiles(city).tiles(atZoom: $0) }

  private static func tiles(_ zoom: Int) -> [TileAddress: [UInt8]] {
    made[zoom - CityTiles.zooms.lowerBound]
  }

  private static func archive() async throws -> PMTilesArchive {
    let bytes = try CommittedAsset.bytes("demo-city.pmtiles")
    return try await PMTilesArchive(named: "map", byteCount: bytes.count) { Array(bytes[$0]) }
  }

  /// The tile of a zoom around a place, with all that the map draws of it.
  private static func tile(
    _ zoom: Int, around place: Coordinate = DemoCity.origin, detail: TileDetail = .streets,
    languages: [String] = []
  ) async throws -> DecodedTile {
    let address = try #require(TileAddress(of: place, zoom: zoom))
    let body = try #require(try await archive().body(of: address))
    return DecodedTile(
      try TileBody.tile(body, source: "map"), address: address, detail: detail, languages: languages
    )
  }

  @Test func `The demo's map is committed whole, in at most 2 MB`() async throws {
    #expect(try CommittedAsset.bytes("demo-city.pmtiles").count <= 2_000_000)
    let metadata = try await Self.archive().metadata
    #expect(metadata.name == "Auravelle")
    #expect(metadata.plainAttribution == "Auravelle, an invented town")
    #expect((metadata.minimumZoom, metadata.maximumZoom) == (8, 16))
    #expect(TileSchema.drawing(metadata.layers) == .protomaps)
    let bounds = try #require(metadata.bounds)
    #expect(bounds.contains(DemoCity.origin))
    #expect(abs(bounds.north - DemoCity.bounds.north) < 1e-6)
    #expect(abs(bounds.east - DemoCity.bounds.east) < 1e-6)
  }

  @Test(arguments: CityTiles.zooms)
  func `The demo's map is the town of the generator, tile by tile`(zoom: Int) async throws {
    let archive = try await Self.archive()
    let tiles = Self.tiles(zoom)
    #expect(!tiles.isEmpty)
    for (address, tile) in tiles {
      let body = try #require(try await archive.body(of: address))
      // Compressing is zlib's matter, and another version of it may do it in another way.
      let kept = try TileBody.tile(body, source: "map")
      #expect(kept.bytes == tile, "Run scripts/make-demo-city: \(address) differs.")
    }
  }

  @Test(arguments: CityTiles.zooms)
  func `The demo's map has no tile that a reader finds fault with`(zoom: Int) throws {
    for (address, tile) in Self.tiles(zoom) {
      let decoded = DecodedTile(try VectorTile(tile), address: address, detail: .streets)
      #expect(decoded.problems.isEmpty, "\(address): \(decoded.problems)")
      #expect(decoded.schema == .protomaps)
    }
  }

  @Test
  func `The demo's map shows main roads and the river from afar, and buildings from near only`()
    async throws
  {
    let far = try await Self.tile(10)
    #expect(far.geometry(.primary) != nil)
    #expect(far.geometry(.water) != nil)
    #expect(far.geometry(.street) == nil)
    #expect(far.labels.map(\.name) == ["Auravelle"])
    let middle = try await Self.tile(13)
    #expect(middle.geometry(.street) != nil)
    #expect(middle.geometry(.park) != nil)
    #expect(middle.geometry(.building) == nil)
    for zoom in 14...16 {
      let near = try await Self.tile(zoom)
      #expect(try #require(near.geometry(.building)).featureEnds.count > 40)
      #expect(near.geometry(.street) != nil)
    }
  }

  @Test func `The demo's map has bridges over the river`() async throws {
    let tile = try await Self.tile(13)
    #expect(tile.geometries.contains { $0.structure == .bridge })
  }

  @Test(arguments: [
    ("Latin", "A"..."Z"), ("Greek", "\u{370}"..."\u{3FF}"),
    ("Cyrillic", "\u{400}"..."\u{4FF}"), ("Hebrew", "\u{590}"..."\u{5FF}"),
    ("Arabic", "\u{600}"..."\u{6FF}"), ("Han", "\u{4E00}"..."\u{9FFF}"),
  ])
  func `The demo's map names streets in their own scripts`(
    script: String,
    range: ClosedRange<Unicode.Scalar>
  ) throws {
    let labels = try Self.tiles(14).flatMap { address, tile in
      DecodedTile(try VectorTile(tile), address: address, detail: .ways, languages: ["en"]).labels
    }
    #expect(
      labels.contains {
        $0.featureClass.isRoad && $0.name.unicodeScalars.contains(where: range.contains)
      })
  }

  @Test func `The demo's map keeps all roads of the town in its deepest tiles`() {
    let scale = ZoomScale(16)
    let metersPerUnit =
      WebMercator.metersPerWorld(atLatitude: 45) / Double(scale.extent) / Double(1 << 16)
    let streets = RoadLines(Self.city.roads, zoom: 16).streets
    let drawn = streets.flatMap(\.paths).reduce(0) {
      $0 + Shapes.length(scale.line($1)) * metersPerUnit
    }
    let network = Self.city.network
    let real = network.segments.indices.reduce(0) { $0 + network.meters(of: $1) }
    #expect(abs(drawn / real - 1) < 0.002)
  }
}
