internal import Geo
public import CellGrid
public import VectorTiles

/// A tile of a base map with the part of it that is drawn.
public struct BaseMapTile: Sendable {
  /// The tile.
  public var tile: DecodedTile
  /// The part that is drawn: the tile itself, or a part of it that replaces a missing tile.
  public var area: TileAddress

  /// Creates a part of a base map; without an area the whole tile is drawn.
  public init(_ tile: DecodedTile, area: TileAddress? = nil) {
    self.tile = tile
    self.area = area ?? tile.address
  }
}

/// A base map with the names that are shown on it.
public struct NamedBaseMap: Sendable, Hashable {
  /// The map.
  public var picture: BaseMapPicture
  /// The names, which do not overlap.
  public var names: [PlacedLabel]

  /// Creates a base map with names.
  public init(picture: BaseMapPicture, names: [PlacedLabel]) {
    self.picture = picture
    self.names = names
  }
}

/// A base map as cells, with candidates for its names.
public struct BaseMapPicture: Sendable, Hashable {
  /// The map's cells without names.
  public let frame: Frame
  let candidates: [LabelCandidate]
  /// The dots of a ground with streets as bands; nil if they are lines.
  var ground: PaintedGround?

  /// Places as many names as there is room for.
  ///
  /// Cells of `lines` stay free of names. Names of the previous picture at this zoom keep their
  /// places, and the street's name comes before all others.
  public func names(
    clearOf lines: [MapPolyline], in viewport: Viewport, previous: [PlacedLabel],
    street: LabelCandidate? = nil
  ) -> [PlacedLabel] {
    var contest = LabelPlacer(size: frame.size)
    if lines.contains(where: { !$0.path.isEmpty }) {
      let grid = MapRenderer.grid(of: lines, viewport: viewport)
      for cell in grid.takenCells {
        contest.occupy(column: cell % frame.size.columns, row: cell / frame.size.columns)
      }
    }
    return contest.run(
      [street].compactMap { $0 } + candidates, previous: previous,
      limit: LabelPlacer.budget(frame.size))
  }
}

struct PlacedTile {
  let placement: TilePlacement
  /// The part of the grid that the tile is drawn on.
  let clip: DotRect

  init(_ tile: BaseMapTile, in viewport: Viewport) {
    let address = tile.tile.address
    let width = 1 / Double(1 << address.z)
    // The copy of the world on which the tile is nearest to the camera.
    let middle = (Double(address.x) + 0.5) * width
    let projection = viewport.projection(worldsRight: (viewport.center.x - middle).rounded())
    func place(_ address: TileAddress) -> TilePlacement {
      TilePlacement(
        column: address.x, row: address.y, zoom: address.z, extent: DecodedTile.extent,
        projection: projection)
    }
    placement = place(address)
    // The drawn part as a tile itself, so that neighbors end where the next one begins.
    let area = place(tile.area)
    let extent = Int16(DecodedTile.extent)
    clip = DotRect(
      minX: area.column(0), minY: area.row(0), maxX: area.column(extent), maxY: area.row(extent)
    ).intersection(
      DotRect(minX: 0, minY: 0, maxX: Int64(viewport.dotColumns), maxY: Int64(viewport.dotRows)))
  }
}
