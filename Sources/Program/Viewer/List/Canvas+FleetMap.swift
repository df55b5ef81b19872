internal import CellGrid
internal import ConsumerMap
internal import FleetEngine
internal import Geo
internal import MapCanvas
internal import RidesharingConsumer

extension Canvas where State == TripListState {
  /// Draws the vehicles of all listed trips on one map.
  mutating func drawMap() {
    let area = parts.map
    guard area.columns > 0, area.rows > 0 else { return }
    let markers = state.markers(settings)
    drawMapTitle(markers)
    guard let map = state.map, let camera = map.camera, let markers else {
      let text = area.inset(columns: 1, rows: 0)
      for (row, line) in wrapped(ViewerText.noLocations, width: max(1, text.columns)).enumerated() {
        write(line, in: text, row: area.minRow + row, style: palette[.quiet])
      }
      return
    }
    var scene = map.scene
    addSelectedRide(to: &scene)
    scene.markers += markers.markers
    mapRenderer(of: map)
      .draw(
        scene, over: clearOfBoxes(map.baseMap, in: area), camera: camera, into: &frame, rect: area,
        kind: dotGrid)
  }

  /// Adds the way and the places of the selected trip, so that a row of the list and the map belong together.
  private func addSelectedRide(to scene: inout MapScene) {
    guard let trip = state.selectedTrip?.trip, trip.isActive else { return }
    if let route = trip.activeRoute, route.count > 1 {
      var style = LineStyle(cellStyle: palette[.route], width: 3)
      style.growsWithZoom = true
      scene.polylines.append(
        MapPolyline(path: MapPath(route), style: style, role: .activeRoute(nil)))
    }
    let places: [(TerminalLocation?, SafeText, CellStyle)] = [
      (trip.pickupPoint, "P", palette[.pickup]), (trip.dropoffPoint, "D", palette[.dropoff]),
    ]
    for (place, name, style) in places {
      guard let point = place?.point, point.isValid else { continue }
      scene.markers.append(
        MapMarker(coordinate: point, glyph: .place(name), style: style, zIndex: -1))
    }
  }

  private mutating func drawMapTitle(_ markers: FleetMarkers?) {
    guard let line = parts.mapTitle else { return }
    if parts.isBeside {
      for row in line.minRow..<parts.map.maxRow {
        let column = line.minColumn - 1
        frame.draw(glyphs.vertical, column: column, row: row, style: palette[.border])
      }
    }
    let subject =
      switch state.view.aim {
      case .all: "all vehicles"
      case .selected:
        state.selectedTrip.map { "following \($0.trip?.vehicleID ?? $0.tripID)" } ?? "all vehicles"
      case .free: ViewerText.free
      }
    let hidden = markers?.hidden ?? 0
    let zoom = state.map?.camera.map { "z" + Quantities.tenths($0.zoom) } ?? ""
    let notes = [hidden > 0 ? "\(hidden) out of view" : "", zoom].filter { !$0.isEmpty }
    let inner = line.inset(columns: 1, rows: 0)
    writeRow(
      "\(ViewerText.mapTitle) \(glyphs.separator) \(subject)", notes.joined(separator: "  "),
      in: inner, row: line.minRow, style: palette[.quiet], valueStyle: palette[.quiet])
  }
}
