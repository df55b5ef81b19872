import Foundation
import Geo
import TestSupport
import Testing
import TileWriting
import VectorTiles

/// Maps whose metadata or tiles are other than the common ones.
@Suite(.limited) struct `A map of another tool` {
  private static let place = Coordinate(latitude: 48.2, longitude: 16.37)

  private static func feature(
    _ type: TileGeometryType, _ properties: [String: TileValue], _ coordinates: [Int32]
  ) -> VectorTile.Feature {
    VectorTile.Feature(
      type: type, properties: properties, coordinates: coordinates,
      partEnds: [coordinates.count / 2])
  }

  private static func decoded(
    _ layers: [EncodableLayer], detail: TileDetail = .ways
  ) throws -> DecodedTile {
    let address = try #require(TileAddress(of: place, zoom: 14))
    return DecodedTile(try VectorTile(TileEncoder.encode(layers)), address: address, detail: detail)
  }

  /// A source of the same tile everywhere, whose metadata lists given layers.
  private struct Source: TileSource {
    let metadata: TileSourceMetadata
    let cacheName: String? = nil
    let bytes: [UInt8]

    init(_ tileLayers: [String], listed: [String] = [], zoom: Int = 14) {
      metadata = TileSourceMetadata(name: "town", maximumZoom: zoom, layers: listed)
      bytes = TileEncoder.encode(
        tileLayers.map { EncodableLayer(name: $0, features: [roadForAnySchema]) })
    }

    func body(of address: TileAddress) async throws(TileSourceError) -> [UInt8]? { bytes }
  }

  // MARK: Schemas

  @Test func `A map of Shortbread has streets, water, land, and names`() throws {
    let square: [Int32] = [0, 0, 400, 0, 400, 400, 0, 400]
    let line: [Int32] = [0, 0, 400, 90]
    let tile = try Self.decoded([
      EncodableLayer(name: "ocean", features: [Self.feature(.polygon, [:], square)]),
      EncodableLayer(
        name: "water_polygons",
        features: [Self.feature(.polygon, ["kind": .string("river")], square)]),
      EncodableLayer(
        name: "land", features: [Self.feature(.polygon, ["kind": .string("forest")], square)]),
      EncodableLayer(
        name: "buildings", features: [Self.feature(.polygon, ["dummy": .int(1)], square)]),
      EncodableLayer(
        name: "boundaries",
        features: [
          Self.feature(.line, ["admin_level": .int(2), "maritime": .bool(false)], line),
          Self.feature(.line, ["admin_level": .int(4), "maritime": .bool(true)], line),
        ]),
      EncodableLayer(
        name: "streets",
        features: [
          Self.feature(.line, ["kind": .string("primary"), "link": .bool(false)], line),
          Self.feature(.line, ["kind": .string("primary"), "link": .bool(true)], line),
          Self.feature(.line, ["kind": .string("residential"), "bridge": .bool(true)], line),
          Self.feature(.line, ["kind": .string("tram"), "rail": .bool(true)], line),
        ]),
      EncodableLayer(
        name: "street_labels",
        features: [
          Self.feature(.line, ["kind": .string("primary"), "name": .string("Ring")], line)
        ]),
      EncodableLayer(
        name: "place_labels",
        features: [
          Self.feature(.point, ["kind": .string("capital"), "name": .string("Wien")], [9, 9])
        ]),
    ])
    #expect(tile.schema == .shortbread)
    #expect(tile.geometry(.water)?.featureEnds.count == 2)
    for known in [MapFeatureClass.wood, .building, .primary, .tertiary, .tram, .countryBoundary] {
      #expect(tile.geometry(known) != nil, "\(known)")
    }
    #expect(tile.geometry(.street, .bridge) != nil)
    #expect(tile.geometry(.regionBoundary) == nil)
    #expect(tile.labels.map(\.name).sorted() == ["Ring", "Wien"])
    #expect(tile.labels.first?.featureClass == .cityName)
  }

  @Test(arguments: [
    (["streets", "boundaries", "buildings"], "Shortbread"),
    (["roads", "boundaries", "buildings"], "Protomaps"),
    (["road", "building"], "Mapbox Streets"), (["transportation"], "OpenMapTiles"),
    (["ocean", "boundaries"], "Shortbread"), (["buildings", "boundaries"], nil),
    (["trees"], nil), (["place_label"], nil), ([], nil),
  ])
  func `A map can be drawn if it has the roads or the water of a schema`(
    layers: [String],
    schema: String?
  ) {
    #expect(TileSchema.drawing(layers)?.name == schema)
  }

  // MARK: Layers that only tiles have

  @Test func `A map whose metadata lists no layers has those of its tiles`() async throws {
    #expect(await Source(["roads", "water"]).layers() == ["roads", "water"])
    #expect(await Source(["roads"], listed: ["transportation"]).layers() == ["transportation"])
    #expect(await Source([]).layers() == [])
    if let file = TestData.reported("nojson.mbtiles") {
      let source = try await TileSources.open(path: file)
      #expect(source.metadata.layers.isEmpty)
      #expect(TileSchema.drawing(await source.layers()) != nil)
    }
  }

  @Test func `A copy of a map lists the layers that its tiles have`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/map.mbtiles"
    let bounds = CoordinateBounds(south: 48.1, west: 16.3, north: 48.2, east: 16.4)
    try await TileExtract(of: Source(["roads", "earth"]), in: bounds, maximumZoom: 8)
      .write(to: path, sleep: { _ in }) { _ in }
    #expect(try MBTilesFile(path: path).metadata.layers == ["roads", "earth"])
    // A second copy keeps them.
    try await TileExtract(of: Source(["roads", "earth"]), in: bounds, maximumZoom: 8)
      .write(to: path, sleep: { _ in }) { _ in }
    #expect(try MBTilesFile(path: path).metadata.layers == ["roads", "earth"])
  }

  @Test(arguments: [[], ["trees", "benches"]])
  func `A map that cannot be drawn is not copied, and its layers are named`(
    listed: [String]
  ) async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/map.mbtiles"
    let bounds = CoordinateBounds(south: 48.1, west: 16.3, north: 48.2, east: 16.4)
    let source = Source(["trees", "benches"], listed: listed)
    var steps = 0
    let error = await #expect(throws: TileSourceError.self) {
      try await TileExtract(of: source, in: bounds, maximumZoom: 14)
        .write(to: path, sleep: { _ in }) { _ in steps += 1 }
    }
    #expect(error?.kind == .unsupported)
    #expect(error?.reason.contains("(trees, benches)") == true)
    #expect(steps == 1)
  }

  @Test(
    arguments: [
      (["trees"], [], "None of the map's layers (trees) is known"), (["roads"], [], nil),
      (["trees"], ["roads"], nil), ([], [], nil),
    ] as [([String], [String], String?)]
  )
  func `A map whose tiles show nothing says why`(
    tileLayers: [String],
    listed: [String],
    reason: String?
  ) async throws {
    let store = TileStore(source: Source(tileLayers, listed: listed), clock: ManualClock())
    let address = try #require(TileAddress(of: Self.place, zoom: 14))
    #expect(store.status.blankReason == nil)
    store.want([address], detail: .ways)
    await waitWhile(store.status.loading > 0)
    let said = store.status.blankReason
    #expect(said?.hasPrefix(reason ?? "-") ?? (reason == nil), "\(said ?? "nothing")")
  }

  @Test func `A copy of a map counts the directories that it reads`() async throws {
    let folder = try TemporaryFolder()
    let place = CoordinateBounds(south: 48.1, west: 16.3, north: 48.2, east: 16.4)
    var writer = PMTilesWriter(metadata: TileSourceMetadata(name: "town", layers: ["roads"]))
    let tile = TileEncoder.encode([EncodableLayer(name: "roads", features: [roadForAnySchema])])
    for zoom in 0...8 {
      try writer.add(tile, at: #require(TileAddress(of: place.center, zoom: zoom)))
    }
    let path = try folder.file("town.pmtiles", writer.archive())
    let source = try await PMTilesArchive(path: path)
    var steps: [TileExtract.Progress] = []
    try await TileExtract(of: source, in: place, maximumZoom: 8)
      .write(to: folder.path + "/a.mbtiles", sleep: { _ in }) { steps.append($0) }
    #expect(steps.last?.receivedBytes == source.readBytes)
    #expect(source.readBytes ?? 0 > 0)
  }

  // MARK: Coordinates

  @Test(arguments: [1_024, 65_536, 131_072, 1 << 20, 1 << 28])
  func `A map of any extent has the same lines`(extent: Int) throws {
    let unit = Double(extent) / 4_096
    let points: [Double] = [0, 0, 2_048, 1_024, 4_096, 4_096]
    let tile = try Self.decoded([
      EncodableLayer(
        name: "transportation", extent: extent,
        features: [
          Self.feature(.line, ["class": .string("primary")], points.map { Int32($0 * unit) })
        ])
    ])
    #expect(
      tile.geometry(.primary)?.points == [
        TilePoint(x: 0, y: 0), TilePoint(x: 2_048, y: 1_024), TilePoint(x: 4_096, y: 4_096),
      ])
  }

  @Test func `A line that reaches beyond its tile's surroundings is cut there`() throws {
    let tile = try Self.decoded([
      EncodableLayer(
        name: "transportation",
        features: [
          Self.feature(
            .line, ["class": .string("motorway")],
            [-40_000, 2_000, 44_096, 2_000, 44_096, 60_000, 1_000, 60_000, 1_000, -60_000])
        ]),
      EncodableLayer(
        name: "transportation_name",
        features: [
          Self.feature(
            .line, ["class": .string("motorway"), "name": .string("A 1")],
            [-40_000, 2_000, 44_096, 2_000])
        ]),
    ])
    let line = try #require(tile.geometry(.motorway))
    #expect(
      line.points == [
        TilePoint(x: -8_192, y: 2_000), TilePoint(x: 12_288, y: 2_000),
        TilePoint(x: 1_000, y: 12_288), TilePoint(x: 1_000, y: -8_192),
      ])
    #expect(line.partEnds == [2, 4])
    #expect(tile.labels.map(\.name) == ["A 1"])
    #expect(tile.problems.isEmpty)
  }

  @Test func `An area that reaches beyond its tile's surroundings keeps its edges in the tile`()
    throws
  {
    let tile = try Self.decoded([
      EncodableLayer(
        name: "water",
        features: [
          // A half plane below the diagonal, with a hole in the tile, and an area far away.
          VectorTile.Feature(
            type: .polygon,
            coordinates: [
              -90_000, -90_000, 90_000, 90_000, -90_000, 90_000, 100, 3_000, 100, 3_500, 600, 3_500,
              600, 3_000,
            ],
            partEnds: [3, 7]
          ),
          Self.feature(.polygon, [:], [60_000, 60_000, 70_000, 60_000, 70_000, 70_000]),
        ])
    ])
    let area = try #require(tile.geometry(.water))
    #expect(area.featureEnds.count == 1)
    #expect(area.partEnds.count == 2)
    #expect(Set(area.points.suffix(4).map(\.x)) == [100, 600])
    // The edge through the tile is still the diagonal.
    let ring = area.points.prefix(Int(area.partEnds[0]))
    #expect(ring.contains(TilePoint(x: -8_192, y: -8_192)))
    #expect(ring.contains(TilePoint(x: 12_288, y: 12_288)))
    #expect(ring.allSatisfy { $0.y >= $0.x })
  }

  // MARK: Files

  @Test(
    .enabled(if: TestData.reported("PBF-upper.mbtiles") != nil),
    arguments: [
      "PBF-upper.mbtiles", "xprotobuf.mbtiles", "nojson.mbtiles", "t-far.mbtiles",
      "shortbread.mbtiles",
    ]
  )
  func `A map that was reported can be drawn`(name: String) async throws {
    let source = try await TileSources.open(path: try #require(TestData.reported(name)))
    #expect(TileSchema.drawing(await source.layers()) != nil)
    let address = try #require(await source.samples().first)
    let body = try #require(try await source.body(of: address))
    let tile = DecodedTile(try TileBody.tile(body, source: name), address: address, detail: .ways)
    #expect(!tile.geometries.isEmpty)
    #expect(tile.problems.isEmpty)
  }

  @Test(.enabled(if: geteuid() != 0))
  func `A file in WAL mode is read from a directory that cannot be written`() async throws {
    let folder = try TemporaryFolder()
    let file = try #require(TestData.reported("nojson.mbtiles"))
    var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))
    // Both versions of the file's format: 2 is WAL.
    (bytes[18], bytes[19]) = (2, 2)
    let path = try folder.file("wal.mbtiles", bytes)
    chmod(folder.path, 0o555)
    defer { chmod(folder.path, 0o755) }
    #expect(await !(try TileSources.open(path: path)).layers().isEmpty)
  }
}

/// A line of a main road in any schema.
private let roadForAnySchema = VectorTile.Feature(
  type: .line,
  properties: [
    "class": .string("primary"), "kind": .string("primary"), "highway": .string("primary"),
  ],
  coordinates: [0, 0, 400, 400],
  partEnds: [2]
)
