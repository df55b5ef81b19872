internal import CellGrid
internal import VectorTiles

/// Draws base maps, and keeps its memory between them.
///
/// A picture of the same tiles at the same zoom begins with the last one, moved by whole cells: only what
/// has come into sight is drawn.
public struct BaseMapRenderer {
  /// The lines of one geometry until they become a part of `lines`, where a cell shows one line.
  private var stroke = DotPlane(kind: .ascii, size: GridSize(columns: 0, rows: 0))
  private var lines = DotPlane(kind: .braille, size: GridSize(columns: 0, rows: 0))
  /// Areas, and streets that are bands.
  private var areas = AreaPlane(kind: .braille, size: GridSize(columns: 0, rows: 0))
  /// The strips along streets in which paths are their pavements.
  private var pavements = AreaPlane(kind: .braille, size: GridSize(columns: 0, rows: 0))
  private var filler = AreaFiller()
  /// The dots of wide bands that the present picture may still set.
  private var bandDots: Int64 = 0
  private var work: [Work] = []
  private var paints: [BaseMapStyle.Paint] = []
  private var last: LastPicture?
  /// The names of the tiles that were drawn last.
  private var names: [TileNames] = []

  private struct Work {
    var order: UInt8
    var featureClass: MapFeatureClass
    var tile: Int
    var geometry: Int
    var paint: BaseMapStyle.Paint
    /// One more than the index of the paint.
    var owner: UInt8 = 0
    var isOutline: Bool
  }

  /// Creates a renderer.
  public init() {}

  /// Draws a base map of tiles that do not overlap.
  public mutating func picture(
    of tiles: [BaseMapTile], in viewport: Viewport, style: BaseMapStyle
  ) -> BaseMapPicture {
    let placed = tiles.map { PlacedTile($0, in: viewport) }
    var frame = Frame(size: viewport.rect.size)
    let parts = prepare(&frame, tiles, placed, viewport, style)
    bandDots = Self.mostBandDots(viewport)
    let look =
      style.hasBands(viewport.kind) ? BandGround(paints, kind: viewport.kind, style.colors) : nil
    for part in parts {
      if look != nil { markPavements(tiles, placed, viewport, part) }
      for item in work {
        let geometry = tiles[item.tile].tile.geometries[item.geometry]
        draw(item, geometry, placed[item.tile], viewport, part)
      }
      if let look {
        compose(part, into: &frame, look)
      } else {
        thinLines(in: part, viewport)
        compose(part, into: &frame, in: viewport, style: style)
      }
    }
    last = LastPicture(frame: frame, tiles: tiles, placed: placed, viewport: viewport, style: style)
    updateNames(tiles)
    var candidates = BaseMapNames(viewport: viewport, style: style).candidates(&names, placed)
    for index in candidates.indices where candidates[index].isOfStream {
      let width = candidates[index].text.width
      candidates[index].places.removeAll { isOnWater($0.cell, width: width) }
    }
    let ground = look.map { PaintedGround(kind: viewport.kind, look: $0, owners: areas.cells) }
    return BaseMapPicture(frame: frame, candidates: candidates, ground: ground)
  }

  /// Whether a text would touch an area of water.
  private func isOnWater(_ start: GridPoint, width: Int) -> Bool {
    let size = areas.size
    guard (0..<size.rows).contains(start.row) else { return false }
    let columns = max(0, start.column)..<max(0, min(size.columns, start.column + width))
    let first = start.row * size.columns
    return columns.contains { column in
      let owners = areas.cells[first + column]
      return (0..<8).contains { dot in
        let owner = Int(truncatingIfNeeded: owners >> UInt64(8 * dot) & 0xFF)
        guard owner > 0, owner <= paints.count else { return false }
        return paints[owner - 1].isWater && paints[owner - 1].band == nil
      }
    }
  }

  /// Many times those of a full city, whose bands cover each dot about once.
  private static func mostBandDots(_ viewport: Viewport) -> Int64 {
    1_000_000 + 32 * Int64(viewport.dotColumns) * Int64(viewport.dotRows)
  }

  /// Moves the last picture to its new place, or clears everything and lists the work; returns the parts to
  /// draw.
  private mutating func prepare(
    _ frame: inout Frame, _ tiles: [BaseMapTile], _ placed: [PlacedTile], _ viewport: Viewport,
    _ style: BaseMapStyle
  ) -> [Rect] {
    let (size, kind) = (viewport.rect.size, viewport.kind)
    let whole = Rect(column: 0, row: 0, columns: size.columns, rows: size.rows)
    guard let last, let move = last.move(to: tiles, placed, viewport, style) else {
      if !style.hasBands(kind) { lines.clear(kind: kind, size: size) }
      areas.clear(kind: kind, size: size)
      if kind.showsSlopes { stroke.clear(kind: kind, size: size) }
      collectWork(tiles, zoom: viewport.camera.zoom, kind: kind, style: style)
      return [whole]
    }
    if !style.hasBands(kind) { lines.move(columns: move.columns, rows: move.rows) }
    areas.move(columns: move.columns, rows: move.rows)
    frame.draw(last.frame, at: GridPoint(column: move.columns, row: move.rows))
    let kept = whole.intersection(
      Rect(column: move.columns, row: move.rows, columns: size.columns, rows: size.rows))
    // Above, below, and on both sides.
    return [
      Rect(column: 0, row: 0, columns: size.columns, rows: kept.minRow),
      Rect(column: 0, row: kept.maxRow, columns: size.columns, rows: size.rows - kept.maxRow),
      Rect(column: 0, row: kept.minRow, columns: kept.minColumn, rows: kept.rows),
      Rect(
        column: kept.maxColumn, row: kept.minRow, columns: size.columns - kept.maxColumn,
        rows: kept.rows),
    ].filter { $0.columns > 0 && $0.rows > 0 }
  }

  /// The name of the street that a vehicle is on; nil if it is out of sight or cannot be shown.
  public mutating func name(
    of street: BaseMapStreet, on tiles: [BaseMapTile], in viewport: Viewport, style: BaseMapStyle
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
    _ tiles: [BaseMapTile], zoom: Double, kind: DotGridKind, style: BaseMapStyle
  ) {
    work.removeAll(keepingCapacity: true)
    // Tiles out of sight, too, because the next picture may begin with this one.
    for (tile, item) in tiles.enumerated() {
      for (index, geometry) in item.tile.geometries.enumerated() {
        let featureClass = geometry.featureClass
        guard let paint = style.paint(featureClass, zoom: zoom, kind: kind),
          paint.band == nil || geometry.structure != .tunnel
        else { continue }
        var item = Work(
          order: paint.order, featureClass: featureClass, tile: tile, geometry: index, paint: paint,
          isOutline: false)
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
    paints.removeAll(keepingCapacity: true)
    for index in work.indices {
      let paint = work[index].paint
      if paints.last != paint, paints.count < 254 { paints.append(paint) }
      work[index].owner = UInt8(paints.count)
    }
  }

  private mutating func draw(
    _ item: Work, _ geometry: TileGeometry, _ placed: PlacedTile, _ viewport: Viewport, _ part: Rect
  ) {
    let clip = placed.clip.intersection(part.dots(of: viewport.kind))
    guard !clip.isEmpty else { return }
    let owner = item.owner
    if let band = item.paint.band {
      let hidden = item.featureClass == .path ? pavements : nil
      unsafe geometry.withLines { points, ends in
        unsafe areas.draw(
          band, along: points, ends: ends, placement: placed.placement, owner: owner,
          hidden: hidden, budget: &bandDots, clip: clip)
      }
      return
    }
    let width = item.paint.wideZoom.map { viewport.camera.zoom >= $0 ? 2 : 1 } ?? 1
    unsafe geometry.withLines { points, ends in
      if item.isOutline || !geometry.isArea {
        if viewport.kind.showsSlopes {
          // A cell shows the slope of its highest line alone.
          unsafe stroke.drawLines(
            points, ends: ends, placement: placed.placement, owner: owner, clip: clip)
          lines.moveDots(from: &stroke, in: part.cells(of: lines.size))
          return
        }
        unsafe lines.drawLines(
          points, ends: ends, placement: placed.placement, owner: owner, width: width,
          isClosed: item.isOutline, clip: clip)
        return
      }
      let pattern = viewport.kind.showsSlopes ? FillPattern.solid : item.paint.pattern
      let origin = viewport.originDot
      var first = 0
      for end in geometry.featureEnds {
        unsafe filler.fill(
          points, ends: ends, rings: first..<Int(end), placement: placed.placement, in: &areas,
          owner: owner, pattern: pattern, origin: origin, clip: clip)
        first = Int(end)
      }
    }
  }

  /// Marks where paths are the pavements of streets, if paths are drawn.
  private mutating func markPavements(
    _ tiles: [BaseMapTile], _ placed: [PlacedTile], _ viewport: Viewport, _ part: Rect
  ) {
    guard work.contains(where: { $0.featureClass == .path }) else { return }
    pavements.clear(kind: viewport.kind, size: viewport.rect.size)
    for item in work where item.featureClass.isRoad && item.featureClass != .service {
      guard let band = item.paint.band else { continue }
      let clip = placed[item.tile].clip.intersection(part.dots(of: viewport.kind))
      let width = BaseMapStyle.pavement(band.width, zoom: viewport.camera.zoom)
      unsafe tiles[item.tile].tile.geometries[item.geometry].withLines { points, ends in
        unsafe pavements.draw(
          Band(width: width), along: points, ends: ends, placement: placed[item.tile].placement,
          owner: 1, budget: &bandDots, clip: clip)
      }
    }
  }

  /// Turns dots of areas and bands into cells.
  private func compose(_ part: Rect, into frame: inout Frame, _ look: BandGround) {
    let (owners, size) = (areas.cells, areas.size)
    frame.withCells { cells in
      for cell in part.cells(of: size) { cells[cell] = look.cell(owners[cell]) }
    }
  }

  /// Removes rivers in the water that they are the middle of, and half of the dots of lines that fade
  /// in and of cells full of thin lines.
  private mutating func thinLines(in part: Rect, _ viewport: Viewport) {
    let (kind, origin) = (viewport.kind, viewport.originDot)
    let isWater = paints.map(\.isWater)
    if isWater.contains(true) {
      let dots = CellDots(of: kind)
      for cell in part.cells(of: lines.size) where lines.owners[cell] > 0 && areas.cells[cell] > 0 {
        guard isWater[Int(lines.owners[cell]) - 1] else { continue }
        let area = dots.ranked(areas.cells[cell]).first.value
        if area > 0, isWater[Int(area) - 1] { (lines.owners[cell], lines.dots[cell]) = (0, 0) }
      }
    }
    guard kind.hasFineDots, paints.contains(where: { $0.isSparse || $0.isThin }) else { return }
    // The most dots of a cell that keeps them all, by the cell's owner.
    let mostDots = paints.map { $0.isSparse ? 0 : $0.isThin ? kind.bits.count / 2 : 8 }
    let (across, down) = (kind.dotsAcross, kind.dotsDown)
    let masks = (0..<4).map { FillPattern.everyOther(of: kind, phase: $0) }
    for cell in part.cells(of: lines.size) where lines.owners[cell] > 0 {
      guard lines.dots[cell].nonzeroBitCount > mostDots[Int(lines.owners[cell]) - 1] else {
        continue
      }
      let (column, row) = (cell % lines.size.columns, cell / lines.size.columns)
      let phase = Int(origin.column & 3) + column * across + 2 * (Int(origin.row & 3) + row * down)
      lines.dots[cell] &= masks[phase & 3]
      if lines.dots[cell] == 0 { lines.owners[cell] = 0 }
    }
  }

  /// Turns dots into cells; a road replaces the texture below it.
  private func compose(
    _ part: Rect, into frame: inout Frame, in viewport: Viewport, style: BaseMapStyle
  ) {
    let kind = viewport.kind
    let glyphs = kind.glyphs
    let ground = BaseMapGround(paints, kind: kind, style: style)
    let firstColumn = Int(viewport.originDot.column) / kind.dotsAcross
    let firstRow = Int(viewport.originDot.row) / kind.dotsDown
    // Most cells are of one area, whose cell is made once.
    let (plain, size) = (ground.plain, lines.size)
    let (owners, patterns, areas, dots) = (lines.owners, lines.dots, self.areas.cells, ground.dots)
    let (colors, colorIndices, lineStyles) =
      (ground.colors.count, ground.colorIndices, ground.lineStyles)
    frame.withCells { cells in
      for cell in part.cells(of: size) {
        let (line, area) = (owners[cell], areas[cell])
        if line > 0 {
          let index =
            dots.areAlike(area) ? Int(colorIndices[Int(area & 0xFF)]) : ground.color(of: area)
          let style = lineStyles[(Int(line) - 1) * colors + index]
          cells[cell] = Cell(glyphs[Int(patterns[cell])], style: style)
        } else if dots.areAlike(area), let whole = plain[Int(area & 0xFF)] {
          cells[cell] = whole
        } else {
          cells[cell] = ground.cell(area) {
            (firstColumn + cell % size.columns, firstRow + cell / size.columns)
          }
        }
      }
    }
  }
}

extension TileGeometry {
  /// Gives access to the points, and to the end of each line or ring among them.
  fileprivate func withLines(
    _ body: (UnsafeBufferPointer<TilePoint>, UnsafeBufferPointer<Int32>) -> Void
  ) {
    unsafe points.withUnsafeBufferPointer { points in
      unsafe partEnds.withUnsafeBufferPointer { ends in unsafe body(points, ends) }
    }
  }
}

extension Rect {
  fileprivate func dots(of kind: DotGridKind) -> DotRect {
    DotRect(
      minX: Int64(minColumn * kind.dotsAcross), minY: Int64(minRow * kind.dotsDown),
      maxX: Int64(maxColumn * kind.dotsAcross), maxY: Int64(maxRow * kind.dotsDown))
  }

  /// The indices of the cells in a grid of a size, row by row.
  fileprivate func cells(of size: GridSize) -> some Sequence<Int> {
    (minRow..<maxRow).lazy.flatMap { row in
      row * size.columns + minColumn..<row * size.columns + maxColumn
    }
  }
}
