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
      let free = state.freeMap
      let text = Rect(
        column: area.minColumn + free.minColumn + 1, row: area.minRow, columns: free.columns - 2,
        rows: area.rows)
      for (row, line) in wrapped(ViewerText.noLocations, width: max(1, text.columns)).enumerated() {
        write(line, in: text, row: area.minRow + row, style: palette[.quiet])
      }
      return
    }
    var renderer = fleetRenderer(of: map)
    renderer.coveredRects += boxes
    renderer.draw(
      scene(of: map, markers), over: clearOfBoxes(map.baseMap, in: area), camera: camera,
      into: &frame, rect: area, kind: dotGrid)
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

extension ScreenContext where State == TripListState {
  /// The line of the trip whose marker, or its name, is drawn at a cell of the map, and whether it is the first of
  /// several; nil without one.
  func marker(at point: GridPoint) -> (line: Int, isShared: Bool)? {
    guard let map = state.map, let camera = map.camera, let markers = state.markers(settings)
    else { return nil }
    let scene = scene(of: map, markers)
    let marker = fleetRenderer(of: map)
      .marker(at: point, of: scene, camera: camera, rect: state.parts.map, kind: dotGrid)
    // The vehicles come last.
    return marker.flatMap { marker in
      let place = marker - (scene.markers.count - markers.lines.count)
      guard place >= 0 else { return nil }
      let isShared = if case .vehicles = scene.markers[marker].glyph { true } else { false }
      return (markers.lines[place], isShared)
    }
  }

  /// The map's texts avoid the cards on it.
  fileprivate func fleetRenderer(of map: MapSnapshot) -> MapRenderer {
    var renderer = mapRenderer(of: map)
    renderer.coveredRects = [state.parts.listCard].compactMap(\.self) + state.parts.worstCards
    return renderer
  }

  /// The map's content: the vehicles with their names and trails, and the selected trip's ride.
  func scene(of map: MapSnapshot, _ markers: FleetMarkers) -> MapScene {
    var scene = map.scene
    addSelectedRide(to: &scene)
    let selectedLine = state.selectedLine
    for (marker, line) in zip(markers.markers, markers.lines) {
      var marker = marker
      if case .vehicle = marker.glyph {
        let trip = state.trips[state.order[line]]
        marker.name = name(of: trip, marker, isSelected: line == selectedLine)
        addTrail(of: trip, color: marker.style.foreground, to: &scene)
      }
      scene.markers.append(marker)
    }
    return scene
  }

  /// The vehicle's ID, or the trip's, in the color of its marker.
  private func name(of trip: ListedTrip, _ marker: MapMarker, isSelected: Bool) -> MarkerName {
    let id = trip.trip?.vehicleID ?? trip.tripID
    // The selected one continues the marker.
    var style = marker.style
    style.attributes.subtract(isSelected ? .underline : .reverse)
    // Its end stays, because IDs differ there.
    let forms = [20, 12, 6].map { fittedID(id, $0) }
    return MarkerName(
      forms.indices.filter { $0 == 0 || forms[$0] != forms[$0 - 1] }.map { safe(forms[$0]) },
      style: style, isRequired: isSelected)
  }

  /// Adds the way to the vehicle's place, dimmer where it is older.
  private func addTrail(of trip: ListedTrip, color: Color, to scene: inout MapScene) {
    let styles = palette.fading(color)
    guard trip.trail.count > 1, trip.rank != .ended, !styles.isEmpty else { return }
    // From the newest place on.
    let places = Array(trip.trail.reversed())
    let length = (places.count - 2) / styles.count + 1
    for (age, style) in styles.enumerated() {
      let part = places.dropFirst(age * length).prefix(length + 1)
      guard part.count > 1 else { return }
      var line = MapPolyline(
        path: MapPath(part), style: LineStyle(cellStyle: style, width: 2), zIndex: -1, rank: -age)
      line.style.minimumZoom = Self.trailZoom
      scene.polylines.append(line)
    }
  }

  /// The zoom from which a trail is longer than its marker.
  private static var trailZoom: Double { 10 }

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
}
