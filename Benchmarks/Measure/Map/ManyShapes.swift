import AllocationCount
import MapCanvas
import TileWriting
import VectorTiles

/// A tile with a number of lines and areas, to count the allocations of drawing them.
struct ManyShapes {
  /// The lines and areas.
  let count: Int
  private let tile: BaseMapTile

  /// Creates half of the shapes as lines and half as areas, all over a tile.
  init(_ count: Int, at address: TileAddress) throws {
    self.count = count
    var state: UInt32 = 47
    func shapes(_ type: TileGeometryType, _ kind: String) -> [VectorTile.Feature] {
      (0..<count / 2).map { _ in
        let coordinates = (0..<12).map { _ in
          state = state &* 1_664_525 &+ 1_013_904_223
          return Int32(state >> 20)
        }
        return VectorTile.Feature(
          type: type, properties: ["pmap:kind": .string(kind)], coordinates: coordinates,
          partEnds: [6])
      }
    }
    let bytes = TileEncoder.encode([
      EncodableLayer(name: "roads", features: shapes(.line, "minor_road")),
      EncodableLayer(name: "landuse", features: shapes(.polygon, "park")),
    ])
    let decoded = DecodedTile(try VectorTile(bytes), address: address, detail: .streets)
    guard decoded.geometries.contains(where: \.isArea), decoded.geometries.count > 1 else {
      throw Unexpected(description: "The shapes are not drawn.")
    }
    tile = BaseMapTile(decoded)
  }

  /// The number of allocations when they are drawn.
  func allocations(in view: (Double) -> Viewport) -> Int {
    var renderer = BaseMapRenderer()
    // Drawn once before, for the memory that the renderer keeps; at another zoom all is drawn again.
    _ = renderer.picture(of: [tile], in: view(MapWorld.zoom + 0.001), style: .dark)
    let viewport = view(MapWorld.zoom)
    let before = ridealong_allocation_count()
    _ = renderer.picture(of: [tile], in: viewport, style: .dark)
    return Int(ridealong_allocation_count() - before)
  }
}
