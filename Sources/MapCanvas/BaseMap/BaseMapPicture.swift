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

  /// Places as many names as there is room for.
  ///
  /// Cells of `lines` stay free of names. Names of the previous picture at this zoom keep their
  /// places, and the street's name comes before all others.
  public func names(
    clearOf lines: [MapPolyline],
    in viewport: Viewport,
    previous: [PlacedLabel],
    street: LabelCandidate? = nil
  ) -> [PlacedLabel] {
    var contest = LabelContest(size: frame.size)
    if lines.contains(where: { !$0.path.isEmpty }) {
      let grid = MapRenderer.grid(of: lines, viewport: viewport)
      for cell in grid.takenCells {
        contest.occupy(column: cell % frame.size.columns, row: cell / frame.size.columns)
      }
    }
    return contest.run(
      [street].compactMap { $0 } + candidates,
      previous: previous,
      limit: LabelContest.budget(frame.size)
    )
  }
}

/// Draws base maps, and keeps its memory between them.
public struct BaseMapRenderer {
  private var lines = DotPlane(kind: .braille, size: GridSize(columns: 0, rows: 0))
  private var areas = DotPlane(kind: .braille, size: GridSize(columns: 0, rows: 0))
  private var filler = AreaFiller()
  private var work: [Work] = []
  /// The names of the tiles that were drawn last.
  private var names: [TileNames] = []

  private struct Work {
    var order: UInt8
    var featureClass: MapFeatureClass
    var tile: Int
    var geometry: Int
    var paint: BaseMapStyle.Paint
    var isOutline: Bool
  }

  /// Creates a renderer.
  public init() {}

  /// Draws a base map of tiles that do not overlap.
  public mutating func picture(
    of tiles: [BaseMapTile],
    in viewport: Viewport,
    style: BaseMapStyle
  ) -> BaseMapPicture {
    let (size, kind) = (viewport.rect.size, viewport.kind)
    lines.clear(kind: kind, size: size)
    areas.clear(kind: kind, size: size)
    let placed = tiles.map { PlacedTile($0, in: viewport) }
    collectWork(tiles, placed, zoom: viewport.camera.zoom, kind: kind, style: style)
    var paints: [BaseMapStyle.Paint] = []
    for item in work {
      if paints.last != item.paint, paints.count < 254 { paints.append(item.paint) }
      draw(
        item,
        tiles[item.tile].tile.geometries[item.geometry],
        placed[item.tile],
        owner: UInt8(paints.count),
        viewport: viewport
      )
    }
    var frame = Frame(size: size)
    compose(into: &frame, paints: paints, kind: kind)
    updateNames(tiles)
    let candidates = BaseMapNames(viewport: viewport, style: style).candidates(&names, placed)
    return BaseMapPicture(frame: frame, candidates: candidates)
  }

  /// The name of the street that a vehicle is on; nil if it is out of sight or cannot be shown.
  public mutating func name(
    of street: BaseMapStreet,
    on tiles: [BaseMapTile],
    in viewport: Viewport,
    style: BaseMapStyle
  ) -> LabelCandidate? {
    updateNames(tiles)
    let placed = tiles.map { PlacedTile($0, in: viewport) }
    return BaseMapNames(viewport: viewport, style: style).candidate(of: street, &names, placed)
  }

  /// Keeps the names of these tiles, and of no others.
  private mutating func updateNames(_ tiles: [BaseMapTile]) {
    let known = names
    names = tiles.enumerated().map { index, item in
      if index < known.count, known[index].belong(to: item.tile) { return known[index] }
      return known.first { $0.belong(to: item.tile) } ?? TileNames(item.tile)
    }
  }

  /// Lists what to draw, from the lowest to the highest.
  private mutating func collectWork(
    _ tiles: [BaseMapTile],
    _ placed: [PlacedTile],
    zoom: Double,
    kind: DotGridKind,
    style: BaseMapStyle
  ) {
    work.removeAll(keepingCapacity: true)
    for (tile, item) in tiles.enumerated() where !placed[tile].clip.isEmpty {
      for (index, geometry) in item.tile.geometries.enumerated() {
        guard var paint = style.paint(geometry.featureClass), zoom >= paint.zoom else { continue }
        if zoom >= BaseMapStyle.closeZoom, let close = paint.closeStyle { paint.style = close }
        var item = Work(
          order: paint.order,
          featureClass: geometry.featureClass,
          tile: tile,
          geometry: index,
          paint: paint,
          isOutline: false
        )
        work.append(item)
        // Outlines are lines below roads. With one dot for each cell they would hide the areas.
        guard geometry.isArea, paint.isOutlined, kind.hasFineDots else { continue }
        (item.order, item.isOutline) = (0, true)
        work.append(item)
      }
    }
    // By class before tile, so that the order of tiles does not affect cells that two tiles share.
    work.sort {
      ($0.order, $0.featureClass.rawValue, $0.tile, $0.geometry)
        < ($1.order, $1.featureClass.rawValue, $1.tile, $1.geometry)
    }
  }

  private mutating func draw(
    _ item: Work,
    _ geometry: TileGeometry,
    _ placed: PlacedTile,
    owner: UInt8,
    viewport: Viewport
  ) {
    let width = item.paint.wideZoom.map { viewport.camera.zoom >= $0 ? 2 : 1 } ?? 1
    unsafe geometry.points.withUnsafeBufferPointer { points in
      unsafe geometry.partEnds.withUnsafeBufferPointer { ends in
        if item.isOutline || !geometry.isArea {
          unsafe lines.drawLines(
            points,
            ends: ends,
            placement: placed.placement,
            owner: owner,
            width: viewport.kind.hasFineDots ? width : 1,
            isClosed: item.isOutline,
            clip: placed.clip
          )
          return
        }
        var first = 0
        for end in geometry.featureEnds {
          unsafe filler.fill(
            points,
            ends: ends,
            rings: first..<Int(end),
            placement: placed.placement,
            in: &areas,
            owner: owner,
            pattern: item.paint.pattern,
            origin: viewport.originDot,
            clip: placed.clip
          )
          first = Int(end)
        }
      }
    }
  }

  /// Turns dots into cells; a road replaces the area below it.
  private func compose(into frame: inout Frame, paints: [BaseMapStyle.Paint], kind: DotGridKind) {
    let glyphs = kind.glyphs
    frame.withCells { cells in
      for cell in 0..<cells.count {
        let isLine = lines.owners[cell] > 0
        let owner = isLine ? lines.owners[cell] : areas.owners[cell]
        guard owner > 0 else { continue }
        let paint = paints[Int(owner) - 1]
        let dots = isLine ? lines.dots[cell] : areas.dots[cell]
        cells[cell] = Cell(glyphs[Int(dots)] ?? paint.asciiGlyph, style: paint.style)
      }
    }
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
        column: address.x,
        row: address.y,
        zoom: address.z,
        extent: DecodedTile.extent,
        projection: projection
      )
    }
    placement = place(address)
    // The drawn part as a tile itself, so that neighbours end where the next one begins.
    let area = place(tile.area)
    let extent = Int16(DecodedTile.extent)
    clip = DotRect(
      minX: area.column(0),
      minY: area.row(0),
      maxX: area.column(extent),
      maxY: area.row(extent)
    ).intersection(
      DotRect(minX: 0, minY: 0, maxX: Int64(viewport.dotColumns), maxY: Int64(viewport.dotRows))
    )
  }
}
