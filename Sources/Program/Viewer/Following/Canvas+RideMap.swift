internal import CellGrid
internal import ConsumerMap
internal import FleetEngine
internal import Geo
internal import MapCanvas
internal import RidesharingConsumer

extension Canvas where State == ViewState {
  /// Draws the map, or until there is one its ground, with the steps if there is no panel for them.
  ///
  /// Its names avoid the cards over it.
  mutating func drawMap(besides cards: [Rect] = []) {
    let area = layout.map
    guard area.columns > 0, area.rows > 0 else { return }
    guard let map = state.ride.trip == nil ? nil : state.ride.map else {
      frame.fill(area, style: mapGround)
      if layout.panel == nil { drawOpening(in: layout.uncoveredMap) }
      return
    }
    let steering = longest(of: steeringForms(map), area.columns / 3)
    if let camera = map.camera {
      var renderer = mapRenderer(of: map, cornerNote: steering)
      renderer.coveredRects = cards + [markerBox].compactMap(\.self)
      renderer.coveredRows = layout.coveredMap.rows
      renderer.draw(
        scene(of: map), over: clearOfBoxes(map.baseMap, in: area), camera: camera, into: &frame,
        rect: area,
        kind: dotGrid)
    }
    drawBaseMapProblem(of: map)
  }

  /// The look of the map's empty cells.
  var mapGround: CellStyle { CellStyle(background: palette.fill(.land) ?? .standard) }

  /// The camera's mode, its subjects and the zoom, the longest form first.
  private func steeringForms(_ map: MapSnapshot) -> [String] {
    let mode = cornerStart(of: map) + (map.isAutoCamera ? ViewerText.auto : ViewerText.free)
    let target = map.isAutoCamera ? map.steering : nil
    let name = target.map { " " + ViewerText.steering($0, arrow: glyphs.arrow) } ?? ""
    let zoom = "  " + zoomNote(of: map)
    let forms = layout.step == .compact ? [mode] : [mode + name + zoom, mode + name, mode]
    return forms.map { $0 + " " }
  }

  /// The map's content with what is chosen and what moves around an arrival.
  private func scene(of map: MapSnapshot) -> MapScene {
    var scene = map.scene
    let (chosen, arrival) = (state.cardMarker, arrival)
    let next =
      arrival?.isLit == true
      ? state.ride.trip.flatMap { state.marker(of: .place($0.nextPlace.kind)) } : nil
    for (index, subject) in map.markerSubjects.enumerated()
    where scene.markers.indices.contains(index) && (subject == chosen || subject == next) {
      var attributes = scene.markers[index].style.attributes
      if subject == chosen {
        attributes.formUnion([.bold, .underline])
        scene.markers[index].zIndex = .max
      }
      // The others may be reversed, too.
      if subject != chosen || subject != next { attributes.formSymmetricDifference(.reverse) }
      scene.markers[index].style.attributes = attributes
    }
    if let path = arrival?.path(in: scene, isEnded: state.ride.isEnded) {
      scene.polylines.append(
        MapPolyline(
          path: path, style: LineStyle(cellStyle: palette[.good], width: 2), zIndex: .max))
    }
    return scene
  }

  /// Draws the chosen marker's card over the map, or in the lines below a map without a frame.
  mutating func drawMarkerCard() {
    guard let marker = state.cardMarker, let trip = state.ride.trip else { return }
    let facts = TripFacts(trip, canvas: self)
    let card = facts.card(of: marker)
    switch layout.step {
    case .wide, .mid, .standard: drawMarkerBox(card, marker)
    case .compact where isMarkerBoxShown: drawMarkerBox(card, marker)
    case .compact: drawMarkerLines(card, facts)
    case .text, .micro: break
    }
  }

  private var isMarkerBoxShown: Bool {
    layout.isFramed || layout.lines == 1 || layout.map.rows >= 12
  }

  /// The cells of the map that the marker's card covers; nil without a card over the map.
  private var markerBox: Rect? {
    guard let marker = state.cardMarker, let trip = state.ride.trip, isMarkerBoxShown
    else { return nil }
    return markerBox(TripFacts(trip, canvas: self).card(of: marker), marker)
  }

  private func markerBox(_ card: MarkerCard, _ marker: MarkerSubject) -> Rect? {
    let area = layout.uncoveredMap
    let longest = card.lines.map { safe($0).width }.max() ?? 0
    let edge = safe(card.title).width + safe(ViewerText.escHides).width
    // The upper edge holds both with spaces and a piece of line around them.
    let width = min(area.columns, max(longest + 4, edge + 9))
    let rows = min(area.rows, card.lines.count + 2)
    guard rows >= 3 else { return nil }
    let place = markerCell(marker)
    let isRight = place.map { $0.column >= area.minColumn + area.columns / 2 } ?? false
    let isLow = place.map { $0.row >= area.minRow + area.rows / 2 } ?? true
    // Away from its marker, where it hides no other one if there is such a place.
    let rest = 0...area.rows - rows
    let tops = (isLow ? Array(rest) : rest.reversed()).map { area.minRow + $0 }
    let sides = [area.minColumn, area.maxColumn - width]
    let places = (isRight ? sides : sides.reversed()).flatMap { column in
      tops.map { Rect(column: column, row: $0, columns: width, rows: rows) }
    }
    let markers = state.ride.map?.markerSubjects.compactMap(markerCell) ?? []
    return places.first { rect in
      let covered = rect.inset(columns: -1, rows: 0)
      return !markers.contains { covered.contains($0) }
    } ?? places.first
  }

  private mutating func drawMarkerBox(_ card: MarkerCard, _ marker: MarkerSubject) {
    guard let rect = markerBox(card, marker) else { return }
    frame.fill(rect)
    box(rect, title: card.title, note: ViewerText.escHides)
    addHit(.cover, in: rect)
    addHit(.key(.escape), in: rect.line(rect.minRow))
    let inner = rect.inset(columns: 2)
    for (index, line) in card.lines.prefix(inner.rows).enumerated() {
      write(line, in: inner, row: inner.minRow + index)
    }
  }

  private func markerCell(_ marker: MarkerSubject) -> GridPoint? {
    guard let camera = state.ride.map?.camera, let place = state.ride.map?.place(of: marker)
    else { return nil }
    return Viewport(camera: camera, rect: layout.map, kind: dotGrid).cell(of: place)
  }

  /// Draws the card above the estimates, which stay, and so does an urgent message.
  private mutating func drawMarkerLines(_ card: MarkerCard, _ facts: TripFacts) {
    // The line of the past's time stays.
    let isLow = layout.timelineRow == layout.size.rows - 4
    let (row, line) = (layout.size.rows - (isLow ? 3 : 4), layout.textArea)
    let isUrgent = isLow || state.focus.notice == nil && shortMessage != nil
    let screen = frame.bounds
    let rows = isUrgent ? 2 : 3
    frame.fill(Rect(column: 0, row: row, columns: screen.columns, rows: rows))
    addHit(.key(.escape), in: screen.line(row))
    let first = card.lines.first ?? ""
    let title = isUrgent ? "\(card.title)  \(first)" : card.title
    writeRow(title, ViewerText.escHides, in: line, row: row, style: CellStyle.bold)
    if !isUrgent, let pair = paired(card.lines, width: line.columns).first {
      writeRow(pair.left, pair.right, in: line, row: row + 1)
    }
    drawCompactEstimates(facts, row: isUrgent ? row + 1 : row + 2)
  }

  private func paired(_ lines: [String], width: Int) -> [(left: String, right: String)] {
    var rows: [(left: String, right: String)] = []
    for line in lines {
      if let last = rows.last, last.right.isEmpty,
        safe(last.left).width + 1 + safe(line).width <= width
      {
        rows[rows.count - 1].right = line
      } else {
        rows.append((line, ""))
      }
    }
    return rows
  }
}
