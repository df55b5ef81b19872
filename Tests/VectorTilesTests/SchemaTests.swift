import TestSupport
import Testing
import TileWriting
import VectorTiles

struct SchemaTests {
  @Test("is told by the layers' names")
  func matching() {
    #expect(TileSchema.matching(["water", "transportation", "place"]) == .openMapTiles)
    #expect(TileSchema.matching(["water", "landuse", "roads", "earth"]) == .protomaps)
    #expect(TileSchema.matching(["water", "landuse", "road", "place_label"]) == .mapboxStreets)
    #expect(TileSchema.matching(["hello"]) == nil)
    #expect(TileSchema.matching([] as [String]) == nil)
  }

  @Test(
    "of real tiles is told, and gives streets, water and names",
    .enabled(if: TestData.tiles("mvt") != nil),
    arguments: [
      ("mvt/protomaps/14-8704-5971.mvt", TileSchema.protomaps),
      ("mvt/omt/14-8298-5635.mvt", .openMapTiles),
      ("mvt/mapbox-streets-v7/13-2100-3045.mvt", .mapboxStreets),
      ("mvt/mapbox-streets-v7/14-9384-9577.mvt.gz", .mapboxStreets),
    ]
  )
  func real(name: String, schema: TileSchema) throws {
    let tile = try TestTiles.decoded(name)
    #expect(tile.schema == schema)
    #expect(tile.problems.allSatisfy { $0.severity == .recoverable }, "\(tile.problems)")
    for wanted in [MapFeatureClass.street, .tertiary, .water, .building] {
      #expect(tile.geometry(wanted) != nil, "\(wanted)")
    }
    #expect(tile.labels.contains { $0.featureClass == .street })
    #expect(
      tile.geometries.map(\.featureClass.rawValue)
        == tile.geometries.map(\.featureClass.rawValue).sorted()
    )
  }

  @Test(
    "gives Florence its river, bridges and squares",
    .enabled(if: TestData.tiles("mvt") != nil)
  )
  func florence() throws {
    let tile = try TestTiles.decoded("mvt/protomaps/14-8704-5971.mvt", languages: ["en"])
    #expect(tile.geometry(.building)?.featureEnds.count == 5_804)
    #expect(tile.geometry(.water)?.featureEnds.count == 19)
    #expect(tile.geometry(.rail) != nil)
    #expect(tile.geometry(.tram) != nil)
    #expect(tile.geometries.contains { $0.structure == .bridge && $0.featureClass.isRoad })
    #expect(tile.labels.contains { $0.name == "Statuto" && $0.featureClass == .neighbourhoodName })
    #expect(tile.labels.contains { $0.name == "Corso Street" })
  }

  @Test("leaves out what a zoom does not draw", .enabled(if: TestData.tiles("mvt") != nil))
  func detail() throws {
    let tiles = try TileDetail.allCases.map {
      try TestTiles.decoded("mvt/protomaps/14-8704-5971.mvt", detail: $0)
    }
    #expect(tiles.map { $0.geometry(.building) != nil } == [false, false, false, true])
    #expect(tiles.map { $0.geometry(.path) != nil } == [false, false, true, true])
    #expect(tiles.map { $0.geometry(.service) != nil } == [false, false, true, true])
    #expect(tiles.allSatisfy { $0.geometry(.primary) != nil })
    #expect(tiles.map(\.cost) == tiles.map(\.cost).sorted())
    #expect(
      [12.9, 13, 14.9, 15, 16].map(TileDetail.init(zoom:)) == [
        .overview, .streets, .streets, .ways, .buildings,
      ]
    )
  }

  private func label(_ properties: [String: TileValue], _ languages: [String]) throws -> String? {
    let place = VectorTile.Feature(
      type: .point,
      properties: properties.merging(["class": .string("city")]) { own, _ in own },
      coordinates: [10, 10],
      partEnds: [1]
    )
    let bytes = TileEncoder.encode([EncodableLayer(name: "place", features: [place])])
    let address = try #require(TileAddress(z: 0, x: 0, y: 0))
    return DecodedTile(
      try VectorTile(bytes),
      address: address,
      detail: .overview,
      languages: languages
    ).labels.first?.name
  }

  @Test("takes names in the order of languages") func names() throws {
    let all: [String: TileValue] = [
      "name": .string("東京"), "name:latin": .string("Tokyo"), "name_de": .string("Tokio"),
      "name:de": .string("Tokio!"), "name_it": .string("Tòchio"), "name:fr": .string(""),
    ]
    #expect(try label(all, ["de", "it"]) == "Tokio!")
    #expect(try label(all, ["it-CH"]) == "Tòchio")
    #expect(try label(all, ["fr"]) == "Tokyo")
    #expect(try label(all, []) == "Tokyo")
    #expect(try label(["name": .string("東京")], ["de"]) == "東京")
    #expect(try label(["name": .string("")], ["de"]) == nil)
  }

  @Test("reads the names that Protomaps uses now") func presentProtomaps() throws {
    func line(_ properties: [String: TileValue]) -> VectorTile.Feature {
      .init(type: .line, properties: properties, coordinates: [0, 0, 9, 9], partEnds: [2])
    }
    let roads = EncodableLayer(
      name: "roads",
      features: [
        line(["kind": .string("highway"), "kind_detail": .string("motorway")]),
        line(["kind": .string("major_road"), "kind_detail": .string("secondary")]),
        line([
          "kind": .string("major_road"), "kind_detail": .string("trunk"), "is_tunnel": .bool(true),
        ]),
        line([
          "kind": .string("minor_road"), "kind_detail": .string("residential"),
          "is_bridge": .bool(true), "name": .string("Via Roma"),
        ]),
        line(["kind": .string("rail"), "kind_detail": .string("tram")]),
        line(["kind": .string("ferry")]),
      ]
    )
    let boundaries = EncodableLayer(
      name: "boundaries",
      features: [line(["kind": .string("country"), "kind_detail": .int(2)])]
    )
    let address = try #require(TileAddress(z: 0, x: 0, y: 0))
    let tile = DecodedTile(
      try VectorTile(TileEncoder.encode([roads, boundaries])),
      address: address,
      detail: .streets
    )
    #expect(
      tile.geometries.map { "\($0.structure) \($0.featureClass)" } == [
        "ground ferry", "bridge street", "ground secondary", "tunnel trunk", "ground motorway",
        "ground tram", "ground countryBoundary",
      ]
    )
    #expect(tile.labels.map(\.name) == ["Via Roma"])
    #expect(tile.labels.map(\.placement) == [.line(0..<2)])
  }

  @Test("leaves out boundaries at sea and counts countries as each version does")
  func boundaries() throws {
    func boundary(_ properties: [String: TileValue]) throws -> [MapFeatureClass] {
      let line = VectorTile.Feature(
        type: .line,
        properties: properties,
        coordinates: [0, 0, 9, 9],
        partEnds: [2]
      )
      let bytes = TileEncoder.encode([EncodableLayer(name: "admin", features: [line])])
      let address = try #require(TileAddress(z: 0, x: 0, y: 0))
      return DecodedTile(try VectorTile(bytes), address: address, detail: .overview)
        .geometries.map(\.featureClass)
    }
    #expect(try boundary(["admin_level": .int(2), "maritime": .int(0)]) == [.countryBoundary])
    #expect(try boundary(["admin_level": .int(2), "maritime": .int(1)]).isEmpty)
    #expect(try boundary(["admin_level": .int(2), "worldview": .string("all")]).isEmpty)
    #expect(
      try boundary(["admin_level": .int(0), "worldview": .string("all")]) == [.countryBoundary]
    )
  }

  @Test("scales every extent to the same one") func extent() throws {
    let lake = VectorTile.Feature(
      type: .polygon,
      coordinates: [-8, 0, 512, 0, 512, 256],
      partEnds: [3]
    )
    let bytes = TileEncoder.encode([EncodableLayer(name: "water", extent: 512, features: [lake])])
    let address = try #require(TileAddress(z: 0, x: 0, y: 0))
    let tile = DecodedTile(try VectorTile(bytes), address: address, detail: .overview)
    #expect(
      tile.geometry(.water)?.points == [
        TilePoint(x: -64, y: 0), TilePoint(x: 4_096, y: 0), TilePoint(x: 4_096, y: 2_048),
      ]
    )
  }
}
