public import CellGrid
internal import Geo

/// Draws scenes: lines as dots, markers on top, and a scale bar.
public struct MapRenderer: Sendable, Hashable {
  /// The style of the scale bar and the attribution.
  public var scaleBarStyle: CellStyle
  /// Whether maps of at least 20 × 4 cells have a scale bar.
  public var showsScaleBar: Bool
  /// The base map's attribution, written in a corner.
  public var attribution: SafeText?
  /// Whether markers and the scale bar use only ASCII characters, whatever the dots are.
  public var usesASCIISymbols: Bool
  /// A note at the end of the last row, after the attribution; left out where a marker is in the way.
  public var cornerNote: SafeText?
  /// Cells that the scale bar, the attribution and names avoid, because something else covers them.
  public var coveredRects: [Rect] = []
  /// The rows at the map's lower edge in which something else is: the scale bar, the attribution and the note are
  /// above them.
  package var coveredRows = 0
  /// The background of the map where there is no base map; nil for what is there.
  public var ground: Color?
  /// The style of a faint grid of distances, with the points of the compass, where there is no base map; nil for none.
  public var gridStyle: CellStyle?

  /// Creates a renderer.
  public init(
    scaleBarStyle: CellStyle = .plain, showsScaleBar: Bool = true, attribution: SafeText? = nil,
    usesASCIISymbols: Bool = false, cornerNote: SafeText? = nil
  ) {
    self.scaleBarStyle = scaleBarStyle
    self.showsScaleBar = showsScaleBar
    self.attribution = attribution
    self.usesASCIISymbols = usesASCIISymbols
    self.cornerNote = cornerNote
  }

  /// Draws a scene over a base map that was drawn for the same view.
  ///
  /// Other cells keep their content. Invalid coordinates and a base map of another size or with other dots are ignored.
  /// ASCII dots use only ASCII characters.
  public func draw(
    _ scene: MapScene, over baseMap: NamedBaseMap? = nil, camera: Camera, into frame: inout Frame,
    rect: Rect, kind: DotGridKind = .braille
  ) {
    let area = rect.intersection(frame.bounds)
    guard area.columns > 0, area.rows > 0 else { return }
    let viewport = Viewport(camera: camera, rect: area, kind: kind)
    let baseMap = baseMap.flatMap { baseMap in
      let isMeant =
        baseMap.picture.frame.size == area.size
        && baseMap.picture.ground.map { $0.kind == kind } ?? true
      return isMeant ? baseMap : nil
    }
    if let baseMap {
      frame.draw(baseMap.picture.frame, at: area.origin)
    } else {
      if let ground { frame.fill(area, style: CellStyle(background: ground)) }
      drawGrid(in: viewport, into: &frame)
    }
    if scene.polylines.contains(where: { !$0.path.isEmpty }) {
      let grid = Self.grid(of: scene.polylines, viewport: viewport)
      if let painted = baseMap?.picture.ground {
        grid.draw(on: painted, into: &frame, at: area.origin)
      } else {
        grid.draw(into: &frame, at: area.origin, usesASCIISymbols: usesASCIISymbols)
      }
    }
    var layout = layout(of: scene.markers, viewport: viewport)
    if baseMap == nil, gridStyle != nil { placeCompass(in: &layout, viewport: viewport) }
    let placements = layout.placements
    if let baseMap {
      let taken = placements.map(\.rect) + coveredRects
      drawNames(baseMap, besides: taken, in: area, into: &frame)
    }
    for placement in placements {
      if placement.marker == nil, placement.style.background == .standard,
        let text = placement.rows.first
      {
        let ground = baseMap?.picture.ground
        draw(text, placement.style, at: placement.rect, on: ground, in: area, into: &frame)
        continue
      }
      for (row, text) in placement.rows.prefix(placement.rect.rows).enumerated() {
        frame.draw(
          text, column: placement.rect.minColumn, row: placement.rect.minRow + row,
          width: placement.rect.columns, style: placement.style, keepsBackground: true)
      }
    }
  }

  /// The cells of each marker in the scene's order, or of its name at the map's edge; nil for markers
  /// that are not drawn.
  public func markerRects(
    of scene: MapScene, camera: Camera, rect: Rect, kind: DotGridKind = .braille
  ) -> [Rect?] {
    var rects = [Rect?](repeating: nil, count: scene.markers.count)
    let viewport = Viewport(camera: camera, rect: rect, kind: kind)
    for placement in layout(of: scene.markers, viewport: viewport).placements {
      if let index = placement.marker { rects[index] = placement.rect }
    }
    return rects
  }

  /// The marker whose symbol or name is drawn at a cell, by its place in the scene; nil without one.
  package func marker(
    at cell: GridPoint, of scene: MapScene, camera: Camera, rect: Rect,
    kind: DotGridKind = .braille
  ) -> Int? {
    let layout = layout(
      of: scene.markers, viewport: Viewport(camera: camera, rect: rect, kind: kind))
    return layout.placements.last { placement in
      (placement.marker ?? placement.named) != nil && placement.rect.contains(cell)
    }.flatMap { $0.marker ?? $0.named }
  }

  /// The cells of all markers, the scale bar and the attribution, which do not overlap.
  public func textRects(
    of scene: MapScene, camera: Camera, rect: Rect, kind: DotGridKind = .braille
  ) -> [Rect] {
    layout(of: scene.markers, viewport: Viewport(camera: camera, rect: rect, kind: kind))
      .placements.map(\.rect)
  }

  private func layout(of markers: [MapMarker], viewport: Viewport) -> MarkerLayout {
    let markers = Self.highestFirst(markers)
    let map = viewport.rect
    var layout = MarkerLayout(viewport: viewport, isASCII: isASCII(viewport.kind))
    guard map.columns > 0, map.rows > 0 else { return layout }
    layout.placeMarkers(markers)
    for rect in coveredRects { layout.keepFree(rect) }
    if let cornerNote, !cornerNote.isEmpty, cornerNote.width <= map.columns {
      let columns = [map.maxColumn - cornerNote.width]
      layout.place(cornerNote, columns: columns, row: lastRow(of: map), style: scaleBarStyle)
    }
    if showsScaleBar { placeScaleBar(in: &layout, viewport: viewport) }
    placeAttribution(in: &layout, viewport: viewport)
    layout.placeEdgeHints(markers)
    layout.placeNames(markers)
    return layout
  }

  private func drawNames(
    _ baseMap: NamedBaseMap, besides taken: [Rect], in area: Rect, into frame: inout Frame
  ) {
    for name in baseMap.names {
      var rect = name.rect
      rect.origin.column += area.minColumn
      rect.origin.row += area.minRow
      // Texts that touch would read as one.
      let room = rect.inset(columns: -1, rows: 0)
      guard !taken.contains(where: { $0.overlaps(room) }) else { continue }
      draw(name.text, name.style, at: rect, on: baseMap.picture.ground, in: area, into: &frame)
    }
  }

  /// Draws a text, each of its characters on the ground that is there.
  private func draw(
    _ text: SafeText, _ style: CellStyle, at rect: Rect, on ground: PaintedGround?, in area: Rect,
    into frame: inout Frame
  ) {
    let place = Rect(
      column: rect.minColumn - area.minColumn, row: rect.minRow - area.minRow,
      columns: rect.columns, rows: 1)
    let columns = rect.minColumn..<rect.maxColumn
    let colors =
      ground?.colors(behind: place, columns: area.columns)
      ?? columns.map { frame[$0, rect.minRow].style.background }
    for (column, color) in zip(columns, colors) {
      let cell = Rect(column: column, row: rect.minRow, columns: 1, rows: 1)
      frame.fill(cell, style: CellStyle(background: color))
    }
    frame.draw(
      text, column: rect.minColumn, row: rect.minRow, width: rect.columns, style: style,
      keepsBackground: true)
  }

  static func grid(of polylines: [MapPolyline], viewport: Viewport) -> DotGrid {
    var grid = DotGrid(kind: viewport.kind, size: viewport.rect.size)
    for line in polylines where viewport.camera.zoom >= line.style.minimumZoom {
      // The copy of the world on which the line is nearest to the camera.
      let worlds = (viewport.center.x - line.path.middleX).rounded()
      grid.use(line.style, zIndex: line.zIndex, rank: line.rank)
      grid.paint(
        line.path, projection: viewport.projection(worldsRight: worlds), style: line.style,
        width: line.style.width(atZoom: viewport.camera.zoom), passing: line.role.passing)
    }
    return grid
  }

  /// The row of the scale bar, the attribution and the note.
  private func lastRow(of map: Rect) -> Int { max(map.minRow, map.maxRow - 1 - coveredRows) }

  /// The longest bar for a map; nil for a map without room for it.
  private func scaleBar(of viewport: Viewport) -> ScaleBar? {
    let map = viewport.rect
    guard map.columns >= 20, map.rows - coveredRows >= 4 else { return nil }
    return ScaleBar(
      metersPerColumn: viewport.metersPerColumn, maximumColumns: min(20, max(6, map.columns / 4)))
  }

  private func drawGrid(in viewport: Viewport, into frame: inout Frame) {
    guard let gridStyle, let bar = scaleBar(of: viewport) else { return }
    let hasLines = ground != nil && !isASCII(viewport.kind)
    let area = viewport.rect
    DistanceGrid(bar, in: viewport)
      .draw(
        into: &frame, in: area, besidesRow: lastRow(of: area) - area.minRow, style: gridStyle,
        hasLines: hasLines)
  }

  /// Writes the points of the compass at the edges of the part that nothing covers.
  private func placeCompass(in layout: inout MarkerLayout, viewport: Viewport) {
    let map = viewport.rect
    let rows = map.rows - coveredRows
    guard map.columns >= 40, rows >= 10 else { return }
    let row = map.minRow + rows / 2
    let covered = coveredRects.filter { $0.maxColumn == map.maxColumn && $0.minRow <= row }
    let right = covered.map(\.minColumn).min() ?? map.maxColumn
    let middle = (map.minColumn + right) / 2
    layout.place("N", columns: [middle], row: map.minRow, style: scaleBarStyle)
    layout.place("S", columns: [middle], row: lastRow(of: map) - 1, style: scaleBarStyle)
    layout.place("W", columns: [map.minColumn + 1], row: row, style: scaleBarStyle)
    layout.place("E", columns: [right - 2], row: row, style: scaleBarStyle)
  }

  /// Bottom left, or bottom right where a marker is in the way.
  private func placeScaleBar(in layout: inout MarkerLayout, viewport: Viewport) {
    let map = viewport.rect
    guard let bar = scaleBar(of: viewport) else { return }
    let text = bar.text(isASCII: isASCII(viewport.kind))
    guard text.width <= map.columns else { return }
    layout.place(
      text, columns: [map.minColumn, map.maxColumn - text.width], row: lastRow(of: map),
      style: scaleBarStyle)
  }

  /// Bottom right with as many parts as fit next to the scale bar, or in a row above if none does.
  private func placeAttribution(in layout: inout MarkerLayout, viewport: Viewport) {
    guard let attribution, !attribution.isEmpty else { return }
    let map = viewport.rect
    let isASCII = isASCII(viewport.kind)
    let whole = isASCII ? attribution.attributionInASCII : attribution
    // Without room for all parts, only the owner's name may be cut.
    lazy var shorter = whole.attributionForms.dropFirst()
    lazy var name = shorter.last?.truncated(to: map.columns, ellipsis: isASCII ? "..." : "…")
    let last = lastRow(of: map)
    for row in (max(map.minRow, last - 2)...last).reversed() {
      let corner = row == last ? cornerNote?.width ?? 0 : 0
      func place(_ text: SafeText) -> Bool {
        let columns = [map.maxColumn - corner - text.width, map.minColumn]
          .filter { $0 >= map.minColumn && text.width <= map.columns }
        return layout.place(text, columns: columns, row: row, style: scaleBarStyle)
      }
      if place(whole) || shorter.contains(where: place) || place(name ?? whole) { return }
    }
  }

  private func isASCII(_ kind: DotGridKind) -> Bool { usesASCIISymbols || kind.isASCII }

  /// The markers with their indices, by descending z-index and rank, then in their order.
  private static func highestFirst(_ markers: [MapMarker]) -> [(offset: Int, element: MapMarker)] {
    markers.enumerated().sorted { one, other in
      (one.element.zIndex, one.element.rank, -one.offset)
        > (other.element.zIndex, other.element.rank, -other.offset)
    }
  }
}
