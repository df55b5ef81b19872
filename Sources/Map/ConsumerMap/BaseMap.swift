internal import CellGrid
internal import Geo
public import MapCanvas
public import VectorTiles

/// The tiles of a base map and how they are drawn.
public struct BaseMap: Sendable {
  /// The store of the map's tiles.
  public var tiles: TileStore
  /// The style.
  public var style: BaseMapStyle
  /// The kind of dots.
  public var dots: DotGridKind

  /// Creates a base map.
  public init(tiles: TileStore, style: BaseMapStyle = .dark, dots: DotGridKind = .braille) {
    self.tiles = tiles
    self.style = style
    self.dots = dots
  }
}

/// Draws a base map and caches the picture.
struct BaseMapPainter {
  private struct Key: Hashable {
    struct Tile: Hashable {
      var address: TileAddress
      var detail: TileDetail
      var area: TileAddress
    }

    var viewport: Viewport
    var style: BaseMapStyle
    var tiles: [Tile]
  }

  /// The maximum number of tiles that are prefetched ahead of the vehicle.
  private static let mostAhead = 12
  /// The distance in meters after which a vehicle's street is looked up again.
  private static let streetStep = 8.0
  /// The maximum distance in meters of a place from the street that names it.
  private static let placeReach = 80.0

  private var renderer = BaseMapRenderer()
  private var key: Key?
  private var picture: BaseMapPicture?
  private var names: [PlacedLabel] = []
  private var namesRevision: Int?
  private var street: BaseMapStreet?
  private var streetPlace: Coordinate?
  private var tilesAhead: [TileAddress] = []
  private var aheadRevision: (trip: Int, zoom: Int)?

  var vehicleStreet: SafeText? { street.map { SafeText($0.name) } }

  /// Returns the picture from loaded tiles, whose names do not cover the lines; nil without tiles.
  ///
  /// The revision changes with the lines. The vehicle's street is named first.
  mutating func picture(
    of baseMap: BaseMap, camera: Camera, size: GridSize, lines: [MapPolyline], vehicle: Coordinate?,
    revision: Int, ahead: () -> some Sequence<Coordinate>
  ) -> NamedBaseMap? {
    let addresses = Viewport.tiles(covering: camera, size: size, zooms: baseMap.zooms)
    let detail = TileDetail(zoom: camera.zoom)
    if let zoom = addresses.first?.z, aheadRevision?.zoom != zoom || aheadRevision?.trip != revision
    {
      tilesAhead = TileAddress.along(ahead(), zoom: zoom, limit: Self.mostAhead)
      aheadRevision = (revision, zoom)
    }
    baseMap.tiles.want(addresses, ahead: tilesAhead, detail: detail)
    let tiles = addresses.flatMap { address in
      baseMap.tiles.view(of: address, detail: detail).tiles.map { tile in
        BaseMapTile(tile, area: tile.address.contains(address) ? address : tile.address)
      }
    }.sorted { one, other in
      // In an order that does not change while the map moves, so that the renderer can reuse its picture.
      (one.area.z, one.area.x, one.area.y) < (other.area.z, other.area.x, other.area.y)
    }
    guard !tiles.isEmpty else { return nil }
    let viewport = Viewport(camera: camera, rect: size.bounds, kind: baseMap.dots)
    let key = Key(
      viewport: viewport, style: baseMap.style,
      tiles: tiles.map { Key.Tile(address: $0.tile.address, detail: $0.tile.detail, area: $0.area) }
    )
    if key != self.key || picture == nil {
      picture = renderer.picture(of: tiles, in: viewport, style: baseMap.style)
      // Names keep their places while the map moves, but not while it zooms.
      if key.viewport.camera.zoom != self.key?.viewport.camera.zoom { names = [] }
      if key.tiles != self.key?.tiles { streetPlace = nil }
      self.key = key
      namesRevision = nil
    }
    guard let picture else { return nil }
    findStreet(of: vehicle, in: tiles)
    if namesRevision != revision {
      let first = street.flatMap {
        renderer.name(of: $0, on: tiles, in: viewport, style: baseMap.style)
      }
      names = picture.names(clearOf: lines, in: viewport, previous: names, street: first)
      namesRevision = revision
    }
    return NamedBaseMap(picture: picture, names: names)
  }

  /// Finds the vehicle's street; a new street causes a new placement of names.
  private mutating func findStreet(of vehicle: Coordinate?, in tiles: [BaseMapTile]) {
    guard let vehicle else {
      if street != nil { namesRevision = nil }
      (street, streetPlace) = (nil, nil)
      return
    }
    if let streetPlace, streetPlace.meters(to: vehicle) < Self.streetStep { return }
    streetPlace = vehicle
    let found = BaseMapStreet.nearest(to: vehicle, in: tiles.lazy.map(\.tile))
    if found != street { namesRevision = nil }
    street = found
  }

  /// Returns the name of the street at a place, from loaded tiles.
  func street(near place: Coordinate, on baseMap: BaseMap) -> SafeText? {
    guard let zoom = key?.viewport.camera.zoom else { return nil }
    let addresses = Viewport.tiles(
      covering: Camera(center: place, zoom: zoom), size: GridSize(columns: 1, rows: 1),
      zooms: baseMap.zooms)
    let tiles = addresses.flatMap {
      baseMap.tiles.view(of: $0, detail: TileDetail(zoom: zoom)).tiles
    }
    return BaseMapStreet.nearest(to: place, in: tiles, within: Self.placeReach)
      .map { SafeText($0.name) }
  }
}

extension BaseMap {
  fileprivate var zooms: ClosedRange<Int> {
    let metadata = tiles.metadata
    return metadata.minimumZoom...max(metadata.minimumZoom, metadata.maximumZoom)
  }
}
