public import CellGrid
internal import Geo

/// Draws scenes: lines as dots, markers on top, and a scale bar.
public struct MapRenderer: Sendable, Hashable {
  /// How the scale bar looks.
  public var scaleBarStyle: CellStyle
  /// Whether maps of at least 20 × 4 cells have a scale bar.
  public var showsScaleBar: Bool

  /// Creates a renderer.
  ///
  /// - Parameters:
  ///   - scaleBarStyle: How the scale bar looks.
  ///   - showsScaleBar: Whether large enough maps have a scale bar.
  public init(scaleBarStyle: CellStyle = .plain, showsScaleBar: Bool = true) {
    self.scaleBarStyle = scaleBarStyle
    self.showsScaleBar = showsScaleBar
  }

  /// Draws a scene.
  ///
  /// Cells without anything of the scene keep what they show. Invalid coordinates are left out.
  ///
  /// - Parameters:
  ///   - scene: What to draw.
  ///   - camera: What the map looks at.
  ///   - frame: The frame to draw into.
  ///   - rect: The cells of the map; what lies outside of the frame is cut off first.
  ///   - kind: The kind of dots; ASCII uses no other characters at all.
  public func draw(
    _ scene: MapScene,
    camera: Camera,
    into frame: inout Frame,
    rect: Rect,
    kind: DotGridKind = .braille
  ) {
    let area = rect.intersection(frame.bounds)
    guard area.columns > 0, area.rows > 0 else { return }
    let viewport = Viewport(camera: camera, rect: area, kind: kind)
    drawLines(scene.polylines, viewport: viewport, into: &frame)
    for placement in layout(of: scene.markers, viewport: viewport).placements {
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

  /// The cells that stand for each marker as drawing the scene places them: its text, or its name
  /// at the map's edge while it is out of sight.
  ///
  /// - Parameters:
  ///   - scene: What is drawn.
  ///   - camera: What the map looks at.
  ///   - rect: The cells of the map.
  ///   - kind: The kind of dots.
  /// - Returns: The cells of each marker in the scene's order; nil for one that is not drawn.
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

  private func layout(of markers: [MapMarker], viewport: Viewport) -> MarkerLayout {
    let markers = Self.highestFirst(markers)
    var layout = MarkerLayout(viewport: viewport)
    layout.placeMarkers(markers)
    if showsScaleBar { placeScaleBar(in: &layout, viewport: viewport) }
    layout.placeEdgeHints(markers)
    return layout
  }

  private func drawLines(
    _ polylines: [MapPolyline],
    viewport: Viewport,
    into frame: inout Frame
  ) {
    guard polylines.contains(where: { !$0.path.isEmpty }) else { return }
    var grid = DotGrid(kind: viewport.kind, size: viewport.rect.size)
    for line in polylines {
      // The copy of the world on which the line lies nearest to the camera.
      let worlds = (viewport.center.x - line.path.middleX).rounded()
      grid.use(line.style, zIndex: line.zIndex, rank: line.rank)
      grid.paint(
        line.path,
        projection: viewport.projection(worldsRight: worlds),
        style: line.style
      )
    }
    grid.draw(into: &frame, at: viewport.rect.origin)
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
    let text = bar.text(isASCII: viewport.kind.isASCII)
    guard text.width <= map.columns else { return }
    layout.place(
      text,
      columns: [map.minColumn, map.maxColumn - text.width],
      row: map.maxRow - 1,
      style: scaleBarStyle
    )
  }

  /// The markers by descending z-index and rank with their places in the scene, equal ones in their
  /// order.
  private static func highestFirst(
    _ markers: [MapMarker]
  ) -> [(offset: Int, element: MapMarker)] {
    markers.enumerated()
      .sorted { one, other in
        if other.element.isBelow(one.element) { return true }
        return one.offset < other.offset && !one.element.isBelow(other.element)
      }
  }
}
