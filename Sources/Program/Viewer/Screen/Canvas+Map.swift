internal import CellGrid
internal import ConsumerMap
internal import FleetEngine
internal import Geo
internal import MapCanvas

extension TextContext {
  func mapRenderer(of map: MapSnapshot, cornerNote: String = "") -> MapRenderer {
    var renderer = MapRenderer(
      scaleBarStyle: palette[.quiet], attribution: map.attribution,
      usesASCIISymbols: settings.glyphs.hasASCIISymbols, cornerNote: safe(cornerNote))
    renderer.ground = palette.fill(.land)
    // Not before the first tile, which it would be replaced by at once.
    renderer.gridStyle = map.awaitsBaseMap ? nil : palette.grid
    return renderer
  }

  /// The zoom, for the corner of the map after its attribution.
  func zoomNote(of map: MapSnapshot) -> String {
    map.camera.map { "z" + Quantities.tenths($0.zoom) } ?? ""
  }

  /// The separator of a note in the map's corner from the attribution before it.
  func cornerStart(of map: MapSnapshot) -> String {
    map.attribution?.isEmpty == false ? " \(glyphs.separator) " : " "
  }
}

extension Canvas {
  /// A base map without the names that a box covers in part.
  func clearOfBoxes(_ baseMap: NamedBaseMap?, in area: Rect) -> NamedBaseMap? {
    guard var baseMap, !baseMap.names.isEmpty else { return baseMap }
    let places = boxes
    baseMap.names.removeAll { name in
      var rect = name.rect
      rect.origin.column += area.minColumn
      rect.origin.row += area.minRow
      return places.contains { $0.overlaps(rect) }
    }
    return baseMap
  }

  /// Writes the base map's problem into the first row of a large map.
  mutating func drawBaseMapProblem(of map: MapSnapshot) {
    guard layout.isFramed, !layout.isMapOnly, let problem = map.baseMapProblem else { return }
    let text = " \(ViewerText.baseMapProblem(problem.description)) "
    let line = layout.uncoveredMap.line(layout.map.minRow)
    write(text, in: line, row: line.minRow, style: palette[.quiet])
  }
}

extension MapSnapshot {
  /// The place of a marker; nil if the map does not have it.
  func place(of marker: MarkerSubject) -> Coordinate? {
    guard let index = markerSubjects.firstIndex(of: marker), scene.markers.indices.contains(index)
    else { return nil }
    return scene.markers[index].coordinate
  }
}
