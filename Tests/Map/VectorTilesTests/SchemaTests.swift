import TestSupport
import Testing
import TileWriting
import VectorTiles

@Suite(.limited) struct SchemaTests {
  @Test("The schema follows from the layers' names") func matching() {
    #expect(TileSchema.matching(["water", "transportation", "place"]) == .openMapTiles)
    #expect(TileSchema.matching(["water", "landuse", "roads", "earth"]) == .protomaps)
    #expect(TileSchema.matching(["water", "landuse", "road", "place_label"]) == .mapboxStreets)
    #expect(TileSchema.matching(["hello"]) == nil)
    #expect(TileSchema.matching([] as [String]) == nil)
  }

  @Test(
    "Real tiles have a schema and give streets, water and names",
    .enabled(if: TestData.tiles("mvt") != nil),
    arguments: [
      ("mvt/protomaps/14-8704-5971.mvt", "Protomaps"),
      ("mvt/omt/14-8298-5635.mvt", "OpenMapTiles"),
      ("mvt/mapbox-streets-v7/13-2100-3045.mvt", "Mapbox Streets"),
      ("mvt/mapbox-streets-v7/14-9384-9577.mvt.gz", "Mapbox Streets"),
    ]
  )
  func real(name: String, schema: String) throws {
    let tile = try TestTiles.decoded(name)
    #expect(tile.schema?.name == schema)
    #expect(tile.problems.allSatisfy { $0.severity == .recoverable }, "\(tile.problems)")
    for wanted in [MapFeatureClass.street, .tertiary, .water, .building] {
      #expect(tile.geometry(wanted) != nil, "\(wanted)")
    }
    #expect(tile.labels.contains { $0.featureClass == .street })
    #expect(
      tile.geometries.map(\.featureClass.rawValue)
        == tile.geometries.map(\.featureClass.rawValue).sorted())
  }

  @Test(
    "Florence has its river, bridges and squares",
    .enabled(if: TestData.tiles("mvt") != nil)
  )
  func florence() throws {
    let tile = try TestTiles.decoded("mvt/protomaps/14-8704-5971.mvt", languages: ["en"])
    #expect(tile.geometry(.building)?.featureEnds.count == 5_804)
    #expect(tile.geometry(.water)?.featureEnds.count == 19)
    #expect(tile.geometry(.rail) != nil)
    #expect(tile.geometry(.tram) != nil)
    #expect(tile.geometries.contains { $0.structure == .bridge && $0.featureClass.isRoad })
    #expect(tile.labels.contains { $0.name == "Statuto" && $0.featureClass == .neighborhoodName })
    #expect(tile.labels.contains { $0.name == "Corso Street" })
  }

  @Test(
    "Features that a zoom does not draw are left out",
    .enabled(if: TestData.tiles("mvt") != nil)
  )
  func detail() throws {
    let tiles = try TileDetail.allCases.map {
      try TestTiles.decoded("mvt/protomaps/14-8704-5971.mvt", detail: $0)
    }
    #expect(tiles.map { $0.geometry(.building) != nil } == [false, true, true])
    #expect(tiles.map { $0.geometry(.path) != nil } == [false, false, true])
    #expect(tiles.map { $0.geometry(.service) != nil } == [false, false, true])
    #expect(tiles.allSatisfy { $0.geometry(.primary) != nil })
    #expect(tiles.map(\.cost) == tiles.map(\.cost).sorted())
    #expect(
      [12.9, 13, 14.9, 15].map(TileDetail.init(zoom:)) == [.overview, .streets, .streets, .ways])
  }

  private func label(_ properties: [String: TileValue], _ languages: [String]) throws -> String? {
    let place = VectorTile.Feature(
      type: .point, properties: properties.merging(["class": .string("city")]) { own, _ in own },
      coordinates: [10, 10], partEnds: [1])
    let bytes = TileEncoder.encode([EncodableLayer(name: "place", features: [place])])
    let address = try #require(TileAddress(z: 0, x: 0, y: 0))
    return DecodedTile(
      try VectorTile(bytes), address: address, detail: .overview, languages: languages
    ).labels.first?.name
  }

  @Test("Names follow the order of languages") func names() throws {
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

  @Test("The current keys of Protomaps are read") func presentProtomaps() throws {
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
      ])
    let boundaries = EncodableLayer(
      name: "boundaries", features: [line(["kind": .string("country"), "kind_detail": .int(2)])])
    let address = try #require(TileAddress(z: 0, x: 0, y: 0))
    let tile = DecodedTile(
      try VectorTile(TileEncoder.encode([roads, boundaries])), address: address, detail: .streets)
    #expect(
      tile.geometries.map { "\($0.structure) \($0.featureClass)" } == [
        "ground ferry", "bridge street", "ground secondary", "tunnel trunk", "ground motorway",
        "ground tram", "ground countryBoundary",
      ])
    #expect(tile.labels.map(\.name) == ["Via Roma"])
    #expect(tile.labels.map(\.placement) == [.line(0..<2)])
  }

  /// The lines of one layer that are drawn, and those that are named.
  private func drawn(
    _ layer: String, _ features: [[String: TileValue]], detail: TileDetail = .streets,
    shape: TileGeometryType = .line, size: Int32 = 100
  ) throws -> (shapes: [MapFeatureClass], names: [String]) {
    let features = features.map {
      VectorTile.Feature(
        type: shape, properties: $0, coordinates: [0, 0, size, 0, size, size], partEnds: [3])
    }
    // Several schemas have water.
    let layers = [
      EncodableLayer(name: layer, features: features),
      EncodableLayer(
        name: layer == "water" ? "earth" : "land",
        features: [VectorTile.Feature(type: .point, coordinates: [0, 0], partEnds: [1])]),
    ]
    let address = try #require(TileAddress(z: 0, x: 0, y: 0))
    let tile = DecodedTile(
      try VectorTile(TileEncoder.encode(layers)), address: address, detail: detail)
    return (tile.geometries.map(\.featureClass), tile.labels.map(\.name))
  }

  @Test("Pedestrian streets are streets, and pedestrian areas are squares") func walkers() throws {
    let omt: [String: TileValue] = ["class": .string("path"), "subclass": .string("pedestrian")]
    let protomaps: [String: TileValue] = [
      "kind": .string("path"), "kind_detail": .string("pedestrian"),
    ]
    #expect(try drawn("transportation", [omt]).shapes == [.street])
    #expect(try drawn("roads", [protomaps]).shapes == [.street])
    #expect(try drawn("transportation", [omt], detail: .ways, shape: .polygon).shapes == [.square])
    let footway: [String: TileValue] = ["class": .string("path"), "subclass": .string("footway")]
    #expect(try drawn("transportation", [footway]).shapes.isEmpty)
  }

  @Test("A railway differs from the tracks of its yards") func sidings() throws {
    func rail(_ service: String?) -> [String: TileValue] {
      let rail: [String: TileValue] = ["class": .string("rail"), "subclass": .string("rail")]
      return rail.merging(service.map { ["service": .string($0)] } ?? [:]) { $1 }
    }
    #expect(try drawn("transportation", [rail(nil)]).shapes == [.rail])
    for service in ["yard", "siding", "spur", "crossover"] {
      #expect(try drawn("transportation", [rail(service)]).shapes.isEmpty)
      #expect(try drawn("transportation", [rail(service)], detail: .ways).shapes == [.siding])
    }
    let disused: [String: TileValue] = [
      "railway": .string("disused"), "pmap:kind": .string("railway"),
    ]
    #expect(try drawn("roads", [disused], detail: .ways).shapes == [.siding])
  }

  @Test("Ramps are smaller roads than those they lead to") func ramps() throws {
    let ramp: [String: TileValue] = ["class": .string("motorway"), "ramp": .int(1)]
    let road: [String: TileValue] = ["class": .string("motorway"), "ramp": .int(0)]
    #expect(try drawn("transportation", [ramp, road]).shapes == [.tertiary, .motorway])
    #expect(
      try drawn("roads", [["kind": .string("highway"), "kind_detail": .string("trunk_link")]])
        .shapes == [.tertiary])
    let lane: [String: TileValue] = ["class": .string("minor"), "ramp": .int(1)]
    #expect(try drawn("transportation", [lane]).shapes == [.street])
  }

  @Test("Only roads are drawn below the ground") func tunnels() throws {
    func tunnel(_ kind: String) -> [String: TileValue] {
      ["class": .string(kind), "brunnel": .string("tunnel")]
    }
    let kinds = ["rail", "transit", "path", "primary", "minor"]
    #expect(
      try drawn("transportation", kinds.map(tunnel), detail: .ways).shapes == [.street, .primary])
  }

  @Test("Visible water has a name, but a fountain does not") func waters() throws {
    let pond: [String: TileValue] = ["kind": .string("water"), "name": .string("Pond")]
    #expect(try drawn("water", [pond], shape: .polygon, size: 90).names.isEmpty)
    #expect(try drawn("water", [pond], shape: .polygon, size: 200).names == ["Pond"])
    let brook: [String: TileValue] = ["kind": .string("stream"), "name": .string("Brook")]
    #expect(try drawn("water", [brook]).names.isEmpty)
    #expect(try drawn("water", [brook], detail: .ways).names == ["Brook"])
  }

  @Test("A river's name comes before a ditch's, and a long river's before a short one's")
  func rivers() throws {
    func water(_ kind: String, _ name: String, _ length: Int32) -> VectorTile.Feature {
      VectorTile.Feature(
        type: .line, properties: ["kind": .string(kind), "name": .string(name)],
        coordinates: [0, 0, length, 0], partEnds: [2])
    }
    let layer = EncodableLayer(
      name: "water",
      features: [
        water("ditch", "Ditch", 4_096), water("river", "Short", 300), water("river", "Long", 4_000),
      ])
    let other = EncodableLayer(
      name: "earth",
      features: [VectorTile.Feature(type: .point, coordinates: [0, 0], partEnds: [1])])
    let address = try #require(TileAddress(z: 0, x: 0, y: 0))
    let tile = DecodedTile(
      try VectorTile(TileEncoder.encode([layer, other])), address: address, detail: .ways)
    #expect(tile.labels.map(\.name) == ["Long", "Short", "Ditch"])
    #expect(try drawn("water", [["kind": .string("weir"), "name": .string("Weir")]]).names.isEmpty)
  }

  @Test("Boundaries at sea are left out, and each version numbers countries in its own way")
  func boundaries() throws {
    func boundary(_ properties: [String: TileValue]) throws -> [MapFeatureClass] {
      let line = VectorTile.Feature(
        type: .line, properties: properties, coordinates: [0, 0, 9, 9], partEnds: [2])
      let bytes = TileEncoder.encode([EncodableLayer(name: "admin", features: [line])])
      let address = try #require(TileAddress(z: 0, x: 0, y: 0))
      return DecodedTile(try VectorTile(bytes), address: address, detail: .overview)
        .geometries.map(\.featureClass)
    }
    #expect(try boundary(["admin_level": .int(2), "maritime": .int(0)]) == [.countryBoundary])
    #expect(try boundary(["admin_level": .int(2), "maritime": .int(1)]).isEmpty)
    #expect(try boundary(["admin_level": .int(2), "worldview": .string("all")]).isEmpty)
    #expect(
      try boundary(["admin_level": .int(0), "worldview": .string("all")]) == [.countryBoundary])
  }

  @Test("Every extent is scaled to the same one") func extent() throws {
    let lake = VectorTile.Feature(
      type: .polygon, coordinates: [-8, 0, 512, 0, 512, 256], partEnds: [3])
    let bytes = TileEncoder.encode([EncodableLayer(name: "water", extent: 512, features: [lake])])
    let address = try #require(TileAddress(z: 0, x: 0, y: 0))
    let tile = DecodedTile(try VectorTile(bytes), address: address, detail: .overview)
    #expect(
      tile.geometry(.water)?.points == [
        TilePoint(x: -64, y: 0), TilePoint(x: 4_096, y: 0), TilePoint(x: 4_096, y: 2_048),
      ])
  }
}
