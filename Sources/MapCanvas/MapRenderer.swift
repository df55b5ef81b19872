public import CellGrid
internal import Geo

/// Draws scenes: lines as dots, markers on top, and a scale bar.
public struct MapRenderer: Sendable, Hashable {
  /// The scale bar's color and attributes.
  public var scaleBarStyle: CellStyle
  /// Whether maps of at least 20 × 4 cells have a scale bar.
  public var showsScaleBar: Bool
  /// The base map's attribution, written in a corner.
  public var attribution: SafeText?
  /// Whether markers and the scale bar use ASCII characters only, whatever the dots are.
  public var usesASCIISymbols: Bool
  /// The columns at the end of the last row that are left to the caller; markers may take them.
  public var cornerColumns: Int
  /// Cells that something else covers, which the scale bar, the attribution and names keep clear of;
  /// nil where nothing does.
  public var coveredRect: Rect?
  /// Whether lines that have a pattern show it instead of dots, as where there are no colors.
  public var usesPatterns = false

  /// Creates a renderer; the last `cornerColumns` columns of the last row are left to the caller.
  public init(
    scaleBarStyle: CellStyle = .plain,
    showsScaleBar: Bool = true,
    attribution: SafeText? = nil,
    usesASCIISymbols: Bool = false,
    cornerColumns: Int = 0
  ) {
    self.scaleBarStyle = scaleBarStyle
    self.showsScaleBar = showsScaleBar
    self.attribution = attribution
    self.usesASCIISymbols = usesASCIISymbols
    self.cornerColumns = cornerColumns
  }

  /// Draws a scene over a base map that was drawn for the same view.
  ///
  /// Cells with nothing of either keep what they show. Invalid coordinates are left out, and so is
  /// a base map of another size. ASCII dots use no other characters at all.
  public func draw(
    _ scene: MapScene,
    over baseMap: NamedBaseMap? = nil,
    camera: Camera,
    into frame: inout Frame,
    rect: Rect,
    kind: DotGridKind = .braille
  ) {
    let area = rect.intersection(frame.bounds)
    guard area.columns > 0, area.rows > 0 else { return }
    let viewport = Viewport(camera: camera, rect: area, kind: kind)
    if let baseMap, baseMap.picture.frame.size == area.size {
      frame.draw(baseMap.picture.frame, at: area.origin)
    }
    if scene.polylines.contains(where: { !$0.path.isEmpty }) {
      Self.grid(of: scene.polylines, viewport: viewport)
        .draw(
          into: &frame,
          at: area.origin,
          usesPatterns: usesPatterns,
          usesASCIISymbols: usesASCIISymbols
        )
    }
    let placements = layout(of: scene.markers, viewport: viewport).placements
    if let baseMap, baseMap.picture.frame.size == area.size {
      let taken = placements.map(\.rect) + [coveredRect].compactMap { $0 }
      drawNames(baseMap.names, besides: taken, in: area, into: &frame)
    }
    for placement in placements {
      for (row, text) in placement.rows.prefix(placement.rect.rows).enumerated() {
        frame.draw(
          text,
          column: placement.rect.minColumn,
          row: placement.rect.minRow + row,
          width: placement.rect.columns,
          style: placement.style
        )
      }
    }
  }

  /// The cells of each marker in the scene's order: of its text, or of its name at the map's edge.
  ///
  /// It is nil for a marker that is not drawn.
  public func markerRects(
    of scene: MapScene,
    camera: Camera,
    rect: Rect,
    kind: DotGridKind = .braille
  ) -> [Rect?] {
    var rects = [Rect?](repeating: nil, count: scene.markers.count)
    guard rect.columns > 0, rect.rows > 0 else { return rects }
    let viewport = Viewport(camera: camera, rect: rect, kind: kind)
    for placement in layout(of: scene.markers, viewport: viewport).placements {
      if let index = placement.marker { rects[index] = placement.rect }
    }
    return rects
  }

  /// The cells of everything written above lines and base map: markers, scale bar, attribution.
  ///
  /// No two of them overlap.
  public func textRects(
    of scene: MapScene,
    camera: Camera,
    rect: Rect,
    kind: DotGridKind = .braille
  ) -> [Rect] {
    guard rect.columns > 0, rect.rows > 0 else { return [] }
    let viewport = Viewport(camera: camera, rect: rect, kind: kind)
    return layout(of: scene.markers, viewport: viewport).placements.map(\.rect)
  }

  private func layout(of markers: [MapMarker], viewport: Viewport) -> MarkerLayout {
    let markers = Self.highestFirst(markers)
    var layout = MarkerLayout(viewport: viewport, isASCII: isASCII(viewport.kind))
    layout.placeMarkers(markers)
    let map = viewport.rect
    if cornerColumns > 0 {
      let start = max(map.minColumn, map.maxColumn - cornerColumns)
      layout.keepFree(
        Rect(column: start, row: map.maxRow - 1, columns: map.maxColumn - start, rows: 1)
      )
    }
    if let coveredRect { layout.keepFree(coveredRect) }
    if showsScaleBar { placeScaleBar(in: &layout, viewport: viewport) }
    placeAttribution(in: &layout, viewport: viewport)
    layout.placeEdgeHints(markers)
    return layout
  }

  /// Writes the names that no marker covers.
  private func drawNames(
    _ names: [PlacedLabel],
    besides taken: [Rect],
    in area: Rect,
    into frame: inout Frame
  ) {
    for name in names {
      var rect = name.rect
      rect.origin.column += area.minColumn
      rect.origin.row += area.minRow
      guard !taken.contains(where: { $0.overlaps(rect) }) else { continue }
      frame.draw(
        name.text,
        column: rect.minColumn,
        row: rect.minRow,
        width: rect.columns,
        style: name.style
      )
    }
  }

  /// The lines as dots.
  static func grid(of polylines: [MapPolyline], viewport: Viewport) -> DotGrid {
    var grid = DotGrid(kind: viewport.kind, size: viewport.rect.size)
    for line in polylines {
      // The copy of the world on which the line is nearest to the camera.
      let worlds = (viewport.center.x - line.path.middleX).rounded()
      grid.use(line.style, zIndex: line.zIndex, rank: line.rank)
      grid.paint(line.path, projection: viewport.projection(worldsRight: worlds), style: line.style)
    }
    return grid
  }

  /// Bottom left, or bottom right where a marker is in the way.
  private func placeScaleBar(in layout: inout MarkerLayout, viewport: Viewport) {
    let map = viewport.rect
    guard map.columns >= 20, map.rows >= 4,
      let bar = ScaleBar(
        metersPerColumn: viewport.metersPerColumn,
        maximumColumns: min(20, max(6, map.columns / 4))
      )
    else { return }
    let text = bar.text(isASCII: isASCII(viewport.kind))
    guard text.width <= map.columns else { return }
    layout.place(
      text,
      columns: [map.minColumn, map.maxColumn - text.width],
      row: map.maxRow - 1,
      style: scaleBarStyle
    )
  }

  /// Bottom right, or in the row above the scale bar where both have no room side by side.
  private func placeAttribution(in layout: inout MarkerLayout, viewport: Viewport) {
    guard let attribution, !attribution.isEmpty else { return }
    let map = viewport.rect
    let isASCII = isASCII(viewport.kind)
    let text = (isASCII ? attribution.attributionInASCII : attribution)
      .shortenedAttribution(to: map.columns)
      .truncated(to: map.columns, ellipsis: isASCII ? "..." : "…")
    for row in (max(map.minRow, map.maxRow - 3)..<map.maxRow).reversed() {
      let corner = row == map.maxRow - 1 ? max(0, cornerColumns) : 0
      let columns = [map.maxColumn - corner - text.width, map.minColumn]
        .filter { $0 >= map.minColumn }
      if layout.place(text, columns: columns, row: row, style: scaleBarStyle) { return }
    }
  }

  private func isASCII(_ kind: DotGridKind) -> Bool { usesASCIISymbols || kind.isASCII }

  /// The markers by descending z-index and rank with their places in the scene, equal ones in their
  /// order.
  private static func highestFirst(_ markers: [MapMarker]) -> [(offset: Int, element: MapMarker)] {
    markers.enumerated()
      .sorted { one, other in
        if other.element.isBelow(one.element) { return true }
        return one.offset < other.offset && !one.element.isBelow(other.element)
      }
  }
}
