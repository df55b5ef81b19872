internal import CellGrid
internal import VectorTiles

/// A picture of a base map, and what it was made of.
struct LastPicture: Sendable {
  var frame: Frame
  var tiles: [BaseMapTile]
  var placed: [PlacedTile]
  var viewport: Viewport
  var style: BaseMapStyle

  /// How far the picture has moved; nil if it shows something else, or nothing of it is left.
  func move(
    to tiles: [BaseMapTile], _ placed: [PlacedTile], _ viewport: Viewport, _ style: BaseMapStyle
  ) -> (columns: Int, rows: Int)? {
    let (before, now) = (self.viewport.originDot, viewport.originDot)
    let (right, down) = (before.column - now.column, before.row - now.row)
    let (kind, size) = (viewport.kind, viewport.rect.size)
    guard viewport.camera.zoom == self.viewport.camera.zoom, kind == self.viewport.kind,
      size == self.viewport.rect.size, style == self.style, tiles.count == self.tiles.count,
      abs(right) < Int64(viewport.dotColumns), abs(down) < Int64(viewport.dotRows)
    else { return nil }
    for index in tiles.indices {
      let (one, other) = (self.tiles[index], tiles[index])
      // Arrays that share their memory compare at once. A tile may be on another copy of the world.
      guard one.area == other.area, one.tile.address == other.tile.address,
        one.tile.geometries == other.tile.geometries,
        self.placed[index].placement.moved(columns: right, rows: down) == placed[index].placement
      else { return nil }
    }
    return (Int(right) / kind.dotsAcross, Int(down) / kind.dotsDown)
  }
}
