import CellGrid
import DemoAssets
import Geo
import VectorTiles

@testable import MapCanvas

/// The demo's town as tiles, which every machine has.
actor CityMap {
  static let shared = CityMap()
  /// A crossing in the middle of the town.
  static let middle = Coordinate(latitude: 45, longitude: -30)

  private struct Key: Hashable {
    var address: TileAddress
    var detail: TileDetail
  }

  private var tiles: [Key: DecodedTile?] = [:]
  private var archive: PMTilesArchive?

  /// A tile as it is drawn at a zoom.
  func tile(_ address: TileAddress, zoom: Double) async throws -> DecodedTile? {
    let key = Key(address: address, detail: TileDetail(zoom: zoom))
    if let known = tiles[key] { return known }
    let body = try await source().body(of: address)
    let tile = try body.map { body in
      DecodedTile(
        try TileBody.tile(body, source: "\(address)"), address: address, detail: key.detail)
    }
    tiles[key] = .some(tile)
    return tile
  }

  /// The tiles of a view; optionally some are parts of their parents.
  func tiles(
    for camera: Camera, size: GridSize, standIn: @Sendable (TileAddress) -> Bool = { _ in false }
  ) async throws -> [BaseMapTile] {
    let zooms = 8...16
    var result: [BaseMapTile] = []
    for address in Viewport.tiles(covering: camera, size: size, zooms: zooms) {
      let chosen = standIn(address) ? address.ancestor(atZoom: address.z - 1) : address
      guard let tile = try await tile(chosen, zoom: camera.zoom) else { continue }
      result.append(BaseMapTile(tile, area: address))
    }
    return result
  }

  private func source() async throws -> PMTilesArchive {
    if let archive { return archive }
    let opened = try await PMTilesArchive(
      named: "town",
      byteCount: ridealong_demo_city_size()
    ) { range in
      let all = UnsafeBufferPointer(
        start: ridealong_demo_city_bytes(), count: ridealong_demo_city_size())
      return Array(all[range])
    }
    archive = opened
    return opened
  }
}

extension Viewport {
  /// The whole of a map of a size.
  init(_ camera: Camera, _ size: GridSize, kind: DotGridKind = .braille) {
    self.init(
      camera: camera, rect: Rect(column: 0, row: 0, columns: size.columns, rows: size.rows),
      kind: kind)
  }
}
