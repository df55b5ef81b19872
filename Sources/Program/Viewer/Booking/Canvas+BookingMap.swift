internal import CellGrid
internal import ConsumerMap
internal import Geo
internal import MapCanvas

extension Canvas where State == BookingState {
  mutating func drawMap(besides cards: [Rect]) {
    let area = layout.map
    guard let map = state.map, let camera = map.camera else { return }
    let scene = scene(of: map.scene)
    let note = layout.isFramed ? cornerStart(of: map) + zoomNote(of: map) + " " : ""
    var renderer = mapRenderer(of: map, cornerNote: note)
    renderer.coveredRects = cards
    renderer.coveredRows = layout.coveredMap.rows
    renderer.draw(
      scene,
      over: clearOfBoxes(state.isChoosing ? clearOfCursor(map.baseMap) : map.baseMap, in: area),
      camera: camera, into: &frame, rect: area, kind: dotGrid)
    drawBaseMapProblem(of: map)
    guard state.isChoosing else { return }
    let texts = renderer.textRects(of: scene, camera: camera, rect: area, kind: dotGrid)
    drawCursor(in: area, besides: texts)
  }

  private func scene(of scene: MapScene) -> MapScene {
    var scene = scene
    let places = state.shownPlaces
    if places.count > 1 {
      let dash = LineStyle.Dash(drawn: 2, gap: 2)
      let style = LineStyle(cellStyle: palette[.route], dash: dash, asciiGlyph: ".")
      scene.polylines.append(MapPolyline(coordinates: places, style: style))
    }
    for vehicle in state.sightings {
      scene.markers.append(
        MapMarker(
          coordinate: vehicle.place, glyph: .vehicle(heading: vehicle.heading, isOld: false),
          style: palette[.quiet], zIndex: -1))
    }
    return scene
  }

  /// A base map without the names that the cursor would cover in part.
  private func clearOfCursor(_ baseMap: NamedBaseMap?) -> NamedBaseMap? {
    let reach = Rect(column: state.cursor.column, row: state.cursor.row, columns: 1, rows: 1)
      .inset(columns: -3, rows: -1)
    var baseMap = baseMap
    baseMap?.names.removeAll { $0.rect.overlaps(reach) }
    return baseMap
  }

  /// Draws a cross around the place to choose; a marker below it stays readable.
  private mutating func drawCursor(in area: Rect, besides texts: [Rect]) {
    func isBackground(_ point: GridPoint) -> Bool { !texts.contains { $0.contains(point) } }
    let column = area.minColumn + state.cursor.column
    let row = area.minRow + state.cursor.row
    let arms: [(Int, Int, Unicode.Scalar)] = [
      (-3, 0, glyphs.horizontal), (-2, 0, glyphs.horizontal), (2, 0, glyphs.horizontal),
      (3, 0, glyphs.horizontal), (0, -1, glyphs.vertical), (0, 1, glyphs.vertical),
    ]
    for (right, down, glyph) in arms {
      let point = GridPoint(column: column + right, row: row + down)
      guard area.contains(point), isBackground(point) else { continue }
      var style = palette[.warning]
      style.background = frame[point.column, point.row].style.background
      frame.draw(glyph, column: point.column, row: point.row, style: style)
    }
    let middle = GridPoint(column: column, row: row)
    guard area.contains(middle) else { return }
    parkCursor(at: middle)
    let glyph = isBackground(middle) ? glyphs.cross : frame[column, row].base
    frame.draw(glyph, column: column, row: row, style: palette[.cursor])
  }
}
