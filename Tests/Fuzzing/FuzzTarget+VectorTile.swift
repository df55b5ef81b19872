import Geo
import TileWriting
import TrustLimits
import VectorTiles

extension FuzzTarget {
  /// Mapbox Vector Tiles, compressed or not.
  static let vectorTile = FuzzTarget(
    name: "vector-tile", mostBytes: 8_192,
    seeds: {
      let plain = [
        TileEncoder.encode(Sample.openMapTiles), TileEncoder.encode(Sample.protomaps),
        TileEncoder.encode(Sample.everyValue), TileEncoder.encode(Sample.mapbox), [],
      ]
      return plain + [try GzipWriter.deflate(plain[0])]
    },
    check: { bytes in
      guard let tile = try? TileBody.tile(bytes, source: "tile") else { return }
      try check(tile)
    })

  /// The rules for every tile that was read.
  static func check(_ tile: VectorTile) throws {
    try promise(tile.layers.count <= Limits.Tile.layers, "\(tile.layers.count) layers")
    var layers: [EncodableLayer] = []
    for layer in tile.layers {
      let (features, _) = tile.features(of: layer)
      try promise(features.count <= layer.featureCount, "more features than were counted")
      for feature in features {
        try promise(
          feature.partEnds == feature.partEnds.sorted()
            && 2 * (feature.partEnds.last ?? 0) == feature.coordinates.count,
          "parts that do not add up")
      }
      layers.append(EncodableLayer(name: layer.name, extent: layer.extent, features: features))
    }
    for detail in [TileDetail.overview, .ways] {
      try check(DecodedTile(tile, address: .whole, detail: detail, languages: ["de", "pt-BR"]))
    }
    // What the writer has made of a tile reads as the same again.
    let written = TileEncoder.encode(layers)
    try promise(try rewritten(written) == written, "what was written is read as something else")
  }

  private static func rewritten(_ bytes: [UInt8]) throws -> [UInt8] {
    let tile = try VectorTile(bytes)
    return TileEncoder.encode(
      tile.layers.map {
        EncodableLayer(name: $0.name, extent: $0.extent, features: tile.features(of: $0).features)
      })
  }

  private static func check(_ tile: DecodedTile) throws {
    try promise(tile.cost < 64 * 1_048_576, "\(tile.cost) bytes")
    try promise(tile.labels.count <= Limits.Tile.labels, "\(tile.labels.count) labels")
    let points = tile.geometries.reduce(tile.labelPoints.count) { $0 + $1.points.count }
    try promise(points <= Limits.Tile.points, "\(points) points")
    for geometry in tile.geometries {
      try promise(!geometry.points.isEmpty, "a geometry without points")
      try promise(
        geometry.partEnds == geometry.partEnds.sorted()
          && Int(geometry.partEnds.last ?? 0) == geometry.points.count,
        "lines or rings that do not add up")
      try promise(
        geometry.featureEnds == geometry.featureEnds.sorted()
          && (!geometry.isArea || Int(geometry.featureEnds.last ?? 0) == geometry.partEnds.count),
        "areas that do not add up")
    }
    for label in tile.labels {
      try promise(label.name.utf8.count <= Limits.Text.bytes, "a name that is too long")
      guard case .line(let range) = label.placement else { continue }
      try promise(
        range.lowerBound >= 0 && range.upperBound <= tile.labelPoints.count && range.count > 1,
        "a name along no line")
    }
  }
}

extension TileAddress {
  /// The tile of the whole Earth.
  static let whole = TileAddress(z: 0, x: 0, y: 0) ?? { preconditionFailure("no such tile") }()
}

/// Layers as tiles have them.
enum Sample {
  private static let square = VectorTile.Feature(
    id: 7, type: .polygon,
    properties: ["class": .string("lake"), "kind": .string("water"), "name": .string("Lago")],
    coordinates: [
      0, 0, 4_096, 0, 4_096, 4_096, 0, 4_096, 1_000, 1_000, 1_000, 2_000, 2_000, 2_000, 2_000,
      1_000,
    ],
    partEnds: [4, 8]
  )
  private static let street = VectorTile.Feature(
    type: .line,
    properties: [
      "class": .string("primary"), "kind": .string("major_road"), "brunnel": .string("bridge"),
      "name": .string("Große Straße"), "name:de": .string("Straße"), "ref": .string("A 1"),
      "is_bridge": .bool(true), "layer": .int(1), "ramp": .int(1),
    ],
    coordinates: [-10, 5, 100, 50, 300, 50, 900, 800, 0, 4_000],
    partEnds: [3, 5]
  )
  private static let place = VectorTile.Feature(
    id: .max, type: .point,
    properties: [
      "class": .string("city"), "kind": .string("locality"), "name": .string("Τόπος"),
      "name:latin": .string("Topos"), "rank": .int(3), "population_rank": .uint(9),
      "min_zoom": .double(4.5),
    ],
    coordinates: [2_048, 2_048],
    partEnds: [1]
  )

  static let openMapTiles = [
    EncodableLayer(name: "water", features: [square]),
    EncodableLayer(name: "landuse", features: [square]),
    EncodableLayer(name: "building", features: [square]),
    EncodableLayer(name: "transportation", features: [street, street]),
    EncodableLayer(name: "transportation_name", features: [street]),
    EncodableLayer(name: "place", features: [place]),
  ]
  static let protomaps = [
    EncodableLayer(name: "earth", extent: 8_192, features: [square]),
    EncodableLayer(name: "water", features: [square]),
    EncodableLayer(name: "roads", features: [street]),
    EncodableLayer(name: "buildings", features: [square]),
    EncodableLayer(name: "places", features: [place]),
  ]
  static let mapbox = [
    EncodableLayer(name: "road", features: [street]),
    EncodableLayer(name: "place_label", features: [place]),
    EncodableLayer(name: "waterway", features: [street]),
  ]
  static let everyValue = [
    EncodableLayer(
      name: "all",
      features: [
        VectorTile.Feature(
          type: .point,
          properties: [
            "s": .string("Ünï"), "i": .int(-5), "u": .uint(.max), "z": .sint(.min),
            "d": .double(0.1), "f": .float(-2.5), "b": .bool(true),
          ],
          coordinates: [1, 2, -3, 400_000],
          partEnds: [1, 2]
        )
      ])
  ]
}
