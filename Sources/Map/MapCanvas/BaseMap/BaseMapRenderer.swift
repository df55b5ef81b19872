internal import CellGrid
internal import VectorTiles

/// Draws base maps, and keeps its memory between them.
public struct BaseMapRenderer {
  /// The lines of one paint, where cells show only the highest line.
  private var stroke = DotPlane(kind: .ascii, size: GridSize(columns: 0, rows: 0))
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
    thinLines(paints, kind: kind, origin: viewport.originDot)
    compose(into: &frame, paints: paints, in: viewport, style: style)
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
        let featureClass = geometry.featureClass
        guard
          let paint = style.paint(featureClass, zoom: zoom, showsSlopes: kind.showsSlopes)
        else { continue }
        var item = Work(
          order: paint.order,
          featureClass: featureClass,
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
          if viewport.kind.showsSlopes {
            // A cell shows the slope of its highest line alone.
            stroke.clear(kind: viewport.kind, size: viewport.rect.size)
            unsafe stroke.drawLines(
              points,
              ends: ends,
              placement: placed.placement,
              owner: owner,
              clip: placed.clip
            )
            lines.overlay(stroke)
            return
          }
          unsafe lines.drawLines(
            points,
            ends: ends,
            placement: placed.placement,
            owner: owner,
            width: width,
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
            pattern: viewport.kind.showsSlopes ? .solid : item.paint.pattern,
            origin: viewport.originDot,
            clip: placed.clip
          )
          first = Int(end)
        }
      }
    }
  }

  /// Removes rivers in the water that they are the middle of, and half of the dots of lines that fade
  /// in and of cells full of thin lines.
  private mutating func thinLines(
    _ paints: [BaseMapStyle.Paint],
    kind: DotGridKind,
    origin: (column: Int64, row: Int64)
  ) {
    let isWater = paints.map(\.isWater)
    if isWater.contains(true) {
      for cell in lines.owners.indices where lines.owners[cell] > 0 && areas.owners[cell] > 0 {
        let isHidden =
          isWater[Int(lines.owners[cell]) - 1] && isWater[Int(areas.owners[cell]) - 1]
        if isHidden { (lines.owners[cell], lines.dots[cell]) = (0, 0) }
      }
    }
    guard kind.hasFineDots, paints.contains(where: { $0.isSparse || $0.isThin }) else { return }
    // The most dots of a cell that keeps them all, by the cell's owner.
    let mostDots = paints.map { $0.isSparse ? 0 : $0.isThin ? kind.bits.count / 2 : 8 }
    let (across, down) = (kind.dotsAcross, kind.dotsDown)
    let masks = (0..<4).map { FillPattern.everyOther(of: kind, phase: $0) }
    for cell in lines.owners.indices where lines.owners[cell] > 0 {
      guard lines.dots[cell].nonzeroBitCount > mostDots[Int(lines.owners[cell]) - 1] else {
        continue
      }
      let (column, row) = (cell % lines.size.columns, cell / lines.size.columns)
      let phase = Int(origin.column & 3) + column * across + 2 * (Int(origin.row & 3) + row * down)
      lines.dots[cell] &= masks[phase & 3]
      if lines.dots[cell] == 0 { lines.owners[cell] = 0 }
    }
  }

  /// Turns dots into cells; a road replaces the area below it.
  private func compose(
    into frame: inout Frame,
    paints: [BaseMapStyle.Paint],
    in viewport: Viewport,
    style: BaseMapStyle
  ) {
    let kind = viewport.kind
    let glyphs = kind.glyphs
    // Where block elements may be two columns wide, dots stand for the edges of areas.
    let edges =
      style.letters == .unambiguous ? glyphs.map { DotGridKind.Edge(glyph: $0) } : kind.edges
    let half = areas.dotsPerCell / 2
    let firstColumn = Int(viewport.originDot.column) / kind.dotsAcross
    let firstRow = Int(viewport.originDot.row) / kind.dotsDown
    frame.withCells { cells in
      for cell in 0..<cells.count {
        var result = Cell.blank
        if let land = style.land { result.style.background = land }
        let isLine = lines.owners[cell] > 0
        if areas.owners[cell] > 0 {
          let area = paints[Int(areas.owners[cell]) - 1]
          let dots = areas.dots[cell]
          if let fill = area.fill {
            if areas.below[cell] > 0, let below = paints[Int(areas.below[cell]) - 1].fill {
              result.style.background = below
            }
            let edge = edges[Int(dots)]
            let isFull = dots.nonzeroBitCount == areas.dotsPerCell || edge.glyph == "█"
            if isLine || kind.showsSlopes ? dots.nonzeroBitCount > half : isFull {
              result.style.background = fill
            } else if !isLine, !kind.showsSlopes {
              result.base = edge.glyph
              result.style.foreground = edge.isInverse ? result.style.background : fill
              if edge.isInverse { result.style.background = fill }
            }
          } else if !kind.showsSlopes {
            result.base = glyphs[Int(dots)]
            result.style = area.style.over(result.style)
          } else if dots.nonzeroBitCount > half {
            let (column, row) = (cell % areas.size.columns, cell / areas.size.columns)
            if !kind.isASCII {
              result.base = "░"
              result.style = area.style.over(result.style)
            } else if area.hatching.contains(column: firstColumn + column, row: firstRow + row) {
              result.base = area.asciiGlyph
              result.style = area.style.over(result.style)
            }
          }
        }
        if isLine {
          let line = paints[Int(lines.owners[cell]) - 1]
          result.base = glyphs[Int(lines.dots[cell])]
          result.style = line.style.over(result.style)
        }
        cells[cell] = result
      }
    }
  }
}
