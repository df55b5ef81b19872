internal import CellGrid
internal import ConsumerMap
internal import MapCanvas

extension Canvas where State == ViewState {
  /// Draws the map, framed where there is room.
  mutating func drawMap() {
    let isFramed = layout.isMapFramed
    let area = layout.mapArea
    guard area.columns > 0, area.rows > 0 else { return }
    if isFramed {
      box(layout.map, title: mapTitle, note: zoomNote)
    }
    guard let map = state.ride.map, state.ride.trip != nil else {
      drawOpening(in: area)
      return
    }
    if let camera = map.camera {
      var renderer =
        isFramed
        ? mapRenderer()
        : mapRenderer(attribution: map.attribution, cornerColumns: Self.steeringColumns)
      renderer.coveredRect = markerBox
      renderer.draw(
        scene(of: map),
        over: map.baseMap,
        camera: camera,
        into: &frame,
        rect: area,
        kind: dotGrid
      )
    }
    if isFramed { drawBaseMapNotes(of: map) }
    if !isFramed {
      let steering = map.isAutoCamera ? Catalogue.auto : Catalogue.free
      writeTrailing(
        " " + steering,
        endColumn: area.maxColumn,
        row: area.maxRow - 1,
        width: Self.steeringColumns,
        style: palette.quiet
      )
    }
  }

  /// The columns for who steers, in the corner of a map without a frame.
  private static let steeringColumns = 6

  /// The map's scene, with the chosen marker standing out.
  private func scene(of map: MapSnapshot) -> MapScene {
    var scene = map.scene
    guard let chosen = state.cardMarker else { return scene }
    for (index, subject) in map.markerSubjects.enumerated()
    where subject == chosen && scene.markers.indices.contains(index) {
      scene.markers[index].style.attributes.formUnion([.bold, .reverse, .underline])
      scene.markers[index].zIndex = .max
    }
    return scene
  }

  private var mapTitle: String {
    guard state.ride.trip != nil, let map = state.ride.map else {
      return "\(Catalogue.mapTitle) \(glyphs.separator) \(Catalogue.mapLoading)"
    }
    let aim = map.steering.map { " " + Catalogue.steering($0, arrow: glyphs.arrow) } ?? ""
    let steering = map.isAutoCamera ? Catalogue.auto + aim : Catalogue.free
    return "\(Catalogue.mapTitle) \(glyphs.separator) \(steering)"
  }

  private var zoomNote: String {
    guard state.ride.trip != nil, let camera = state.ride.map?.camera else { return "" }
    return "z" + Quantities.tenths(camera.zoom)
  }
}
