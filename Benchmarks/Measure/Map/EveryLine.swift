import Geo
import MapCanvas
import TileWriting
import VectorTiles

/// All lines and outlines of some tiles, as tiles with nothing else.
struct EveryLine {
  /// Keeps the lines of a tile, and the outlines of its areas.
  private struct Outlines: FeatureVisitor {
    var features: [VectorTile.Feature] = []
    private var type = TileGeometryType.unknown
    private var feature = VectorTile.Feature(type: .line, coordinates: [], partEnds: [])
    private var start = 0
    /// The units along the tile's edge.
    var extent = DecodedTile.extent

    mutating func begin(id: UInt64?, type: TileGeometryType) {
      self.type = type
      feature = VectorTile.Feature(
        type: .line,
        properties: ["pmap:kind": .string("minor_road")],
        coordinates: [],
        partEnds: []
      )
    }

    func tag(key: Int, value: Int) {}
    func wantsGeometry() -> Bool { type == .line || type == .polygon }

    mutating func move(x: Int32, y: Int32) {
      start = feature.coordinates.count
      feature.coordinates += [scaled(x), scaled(y)]
      feature.partEnds.append(feature.coordinates.count / 2)
    }

    mutating func line(x: Int32, y: Int32) { add(scaled(x), scaled(y)) }

    private mutating func add(_ x: Int32, _ y: Int32) {
      feature.coordinates += [x, y]
      feature.partEnds[feature.partEnds.count - 1] = feature.coordinates.count / 2
    }

    private func scaled(_ value: Int32) -> Int32 {
      Int32(truncatingIfNeeded: Int(value) * DecodedTile.extent / extent)
    }

    mutating func close() {
      guard start + 1 < feature.coordinates.count else { return }
      add(feature.coordinates[start], feature.coordinates[start + 1])
    }

    mutating func end() {
      if !feature.coordinates.isEmpty { features.append(feature) }
    }

    func discard(_ problem: TileProblem.Kind) {}
  }

  /// The tiles.
  private(set) var tiles: [BaseMapTile] = []
  /// The lines that they hold.
  private(set) var segments = 0

  /// Collects all lines of tiles.
  ///
  /// - Parameters:
  ///   - source: The tiles.
  ///   - view: Selects the segments that may be visible; nil for all.
  /// - Throws: An error of a tile.
  init(of source: [MapWorld.Tile], in view: CoordinateBounds? = nil) throws {
    for tile in source {
      let read = try VectorTile(tile.bytes)
      var visitor = Outlines()
      for layer in read.layers {
        visitor.extent = layer.extent
        try read.visit(layer, with: &visitor)
      }
      let chosen = visitor.features.map { feature in
        view.map { Self.part(of: feature, of: tile.address, in: $0) } ?? feature
      }
      let bytes = TileEncoder.encode([EncodableLayer(name: "roads", features: chosen)])
      let decoded = DecodedTile(
        try VectorTile(bytes),
        address: tile.address,
        detail: .streets
      )
      for geometry in decoded.geometries {
        segments += geometry.points.count - geometry.partEnds.count
      }
      tiles.append(BaseMapTile(decoded))
    }
  }

  /// The segments of a feature that are partly inside a view.
  private static func part(
    of feature: VectorTile.Feature,
    of address: TileAddress,
    in view: CoordinateBounds
  ) -> VectorTile.Feature {
    let (tile, edge) = (address.bounds, Double(DecodedTile.extent))
    let width = tile.east - tile.west
    let height = tile.north - tile.south
    // Degrees of latitude are near enough to equal within one tile.
    let (minX, maxX) = (
      (view.west - tile.west) / width * edge, (view.east - tile.west) / width * edge
    )
    let (minY, maxY) = (
      (tile.north - view.north) / height * edge, (tile.north - view.south) / height * edge
    )
    var part = VectorTile.Feature(
      type: .line,
      properties: feature.properties,
      coordinates: [],
      partEnds: []
    )
    var start = 0
    for end in feature.partEnds {
      var isOpen = false
      for point in start..<max(start, end - 1) {
        let ends = (0..<4).map { Double(feature.coordinates[2 * point + $0]) }
        let isInView =
          max(ends[0], ends[2]) >= minX && min(ends[0], ends[2]) <= maxX
          && max(ends[1], ends[3]) >= minY && min(ends[1], ends[3]) <= maxY
        if isInView {
          if !isOpen {
            part.coordinates += feature.coordinates[2 * point..<2 * point + 2]
            part.partEnds.append(part.coordinates.count / 2)
          }
          part.coordinates += feature.coordinates[2 * point + 2..<2 * point + 4]
          part.partEnds[part.partEnds.count - 1] = part.coordinates.count / 2
        }
        isOpen = isInView
      }
      start = end
    }
    return part
  }
}
