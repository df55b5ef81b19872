internal import CellGrid
internal import Geo
internal import MapCanvas
internal import VectorTiles

/// Keeps the picture of a base map, and draws it anew when another one is due.
struct BaseMapPainter {
  /// All that a picture follows from.
  private struct Key: Hashable {
    /// A tile that is drawn.
    struct Tile: Hashable {
      var address: TileAddress
      var detail: TileDetail
      var area: TileAddress
    }

    var viewport: Viewport
    var style: BaseMapStyle
    var tiles: [Tile]
  }

  /// The most tiles that are fetched ahead of the vehicle.
  private static let mostAhead = 12
  /// How far a vehicle goes before its street is looked for again, in metres.
  private static let streetStep = 8.0
  /// The farthest that a street may be from a place that is named after it, in metres.
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

  /// The name of the street that the vehicle was on in the last picture.
  var vehicleStreet: SafeText? { street.map { SafeText($0.name) } }

  /// The picture for a camera, from what is on hand; never waits.
  ///
  /// - Parameters:
  ///   - baseMap: The map.
  ///   - camera: What it looks at.
  ///   - size: Its size in cells.
  ///   - lines: The lines that names keep clear of.
  ///   - vehicle: The place whose street is named first; nil for none.
  ///   - revision: A number that changes whenever the lines run otherwise.
  ///   - ahead: Tells the way that the vehicle is about to go.
  /// - Returns: The picture with its names; nil while there is nothing to draw.
  mutating func picture(
    of baseMap: BaseMap,
    camera: Camera,
    size: GridSize,
    lines: [MapPolyline],
    vehicle: Coordinate?,
    revision: Int,
    ahead: () -> some Sequence<Coordinate>
  ) -> NamedBaseMap? {
    let metadata = baseMap.tiles.metadata
    let zooms = metadata.minimumZoom...max(metadata.minimumZoom, metadata.maximumZoom)
    let wanted = Viewport.tiles(covering: camera, size: size, zooms: zooms)
    let detail = TileDetail(zoom: camera.zoom)
    if let zoom = wanted.first?.z, aheadRevision?.zoom != zoom || aheadRevision?.trip != revision {
      tilesAhead = TileAddress.along(ahead(), zoom: zoom, limit: Self.mostAhead)
      aheadRevision = (revision, zoom)
    }
    baseMap.tiles.want(wanted, ahead: tilesAhead, detail: detail)
    guard !wanted.isEmpty else { return nil }
    let tiles = wanted.flatMap { address in
      baseMap.tiles.view(of: address, detail: detail).tiles.map { tile in
        BaseMapTile(tile, area: tile.address.contains(address) ? address : tile.address)
      }
    }
    guard !tiles.isEmpty else { return nil }
    let viewport = Viewport(
      camera: camera,
      rect: Rect(column: 0, row: 0, columns: size.columns, rows: size.rows),
      kind: baseMap.dots
    )
    let key = Key(
      viewport: viewport,
      style: baseMap.style,
      tiles: tiles.map {
        Key.Tile(address: $0.tile.address, detail: $0.tile.detail, area: $0.area)
      }
    )
    if key != self.key || picture == nil {
      picture = renderer.picture(of: tiles, in: viewport, style: baseMap.style)
      // Names keep their places while the map moves, not while it grows.
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

  /// Looks for the street that a vehicle is on; where it is another one, names contest anew.
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

  /// The name of the street at a place, from the tiles on hand.
  func street(near place: Coordinate, on baseMap: BaseMap) -> SafeText? {
    guard let zoom = key?.viewport.camera.zoom else { return nil }
    let metadata = baseMap.tiles.metadata
    let addresses = Viewport.tiles(
      covering: Camera(center: place, zoom: zoom),
      size: GridSize(columns: 1, rows: 1),
      zooms: metadata.minimumZoom...max(metadata.minimumZoom, metadata.maximumZoom)
    )
    let tiles = addresses.flatMap {
      baseMap.tiles.view(of: $0, detail: TileDetail(zoom: zoom)).tiles
    }
    return BaseMapStreet.nearest(to: place, in: tiles, within: Self.placeReach)
      .map { SafeText($0.name) }
  }

  /// Forgets the picture, as when another map is shown.
  mutating func reset() {
    self = BaseMapPainter()
  }
}
