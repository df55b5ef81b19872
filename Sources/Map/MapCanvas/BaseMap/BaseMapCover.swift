public import CellGrid
public import VectorTiles
internal import Geo

extension Viewport {
  /// The tiles that cover a map, each once, nearest to the middle first.
  ///
  /// A zoom below `zooms` has no tiles.
  public static func tiles(
    covering camera: Camera, size: GridSize, zooms: ClosedRange<Int>, limit: Int = 64
  ) -> [TileAddress] {
    guard size.columns > 0, size.rows > 0 else { return [] }
    var zoom = Int(camera.zoom.rounded(.down))
    // Tiles of zoom 13 rarely have the pedestrian streets of old towns.
    if zoom == 13 { zoom = 14 }
    guard zoom >= zooms.lowerBound else { return [] }
    let z = min(zoom, zooms.upperBound)
    let edge = Double(1 << z)
    let center = WebMercator.worldPoint(camera.center)
    // The view may be snapped by up to half a cell on each side.
    let halfWidth = (Double(size.columns) + 1) / 2 * cellWidth / camera.scale
    let halfHeight = (Double(size.rows) + 1) / 2 * cellHeight / camera.scale
    let left = Int(((center.x - halfWidth) * edge).rounded(.down))
    let right = Int(((center.x + halfWidth) * edge).rounded(.down))
    let top = max(0, Int(((center.y - halfHeight) * edge).rounded(.down)))
    let bottom = min(Int(edge) - 1, Int(((center.y + halfHeight) * edge).rounded(.down)))
    guard top <= bottom else { return [] }
    var found: [(address: TileAddress, distance: Double)] = []
    var seen: Set<TileAddress> = []
    // At most once around the world, however far out the camera is.
    for column in left...min(right, left + Int(edge) - 1) {
      for row in top...bottom {
        let wrapped = column % Int(edge)
        guard
          let address = TileAddress(z: z, x: wrapped < 0 ? wrapped + Int(edge) : wrapped, y: row),
          seen.insert(address).inserted
        else { continue }
        let (x, y) = (Double(column) + 0.5 - center.x * edge, Double(row) + 0.5 - center.y * edge)
        found.append((address, x * x + y * y))
      }
    }
    return found.sorted { $0.distance < $1.distance }.prefix(limit).map(\.address)
  }
}
