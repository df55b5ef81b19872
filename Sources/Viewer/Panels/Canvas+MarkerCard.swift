internal import CellGrid
internal import ConsumerMap
internal import FleetEngine
internal import Geo
internal import MapCanvas

extension Canvas where State == ViewState {
  /// Draws what is known of the chosen marker: over the map, away from the marker, or in the lines
  /// below a map without a frame.
  mutating func drawMarkerCard() {
    guard let marker = state.cardMarker, let trip = state.ride.trip else { return }
    let facts = TripFacts(trip, canvas: self)
    let card = facts.card(of: marker)
    switch layout.step {
    case .wide, .mid, .standard: drawMarkerBox(card, marker)
    case .compact where layout.isMapOnly || state.arrangement.panel == .off:
      drawMarkerBox(card, marker)
    case .compact: drawMarkerLines(card, facts)
    case .text, .micro: break
    }
  }

  /// Where the card covers the map; nil without a card, or where it stands below the map.
  var markerBox: Rect? {
    guard let marker = state.cardMarker, let trip = state.ride.trip,
      layout.isFramed || layout.isMapOnly || state.arrangement.panel == .off
    else { return nil }
    return markerBox(TripFacts(trip, canvas: self).card(of: marker), marker)
  }

  private func markerBox(_ card: MarkerCard, _ marker: MarkerSubject) -> Rect? {
    let area = layout.mapArea
    let longest = card.lines.map { safe($0).width }.max() ?? 0
    let edge = safe(card.title).width + safe(Catalogue.escHides).width
    // The upper edge holds both with blanks and a piece of line around them.
    let width = min(area.columns, max(longest + 4, edge + 9))
    let rows = min(area.rows, card.lines.count + 2)
    guard rows >= 3 else { return nil }
    let place = markerCell(marker)
    let isRight = place.map { $0.column >= area.minColumn + area.columns / 2 } ?? false
    let isLow = place.map { $0.row >= area.minRow + area.rows / 2 } ?? true
    return Rect(
      column: isRight ? area.minColumn : area.maxColumn - width,
      row: isLow ? area.minRow : area.maxRow - rows,
      columns: width,
      rows: rows
    )
  }

  private mutating func drawMarkerBox(_ card: MarkerCard, _ marker: MarkerSubject) {
    guard let rect = markerBox(card, marker) else { return }
    frame.fill(rect)
    box(rect, title: card.title, note: Catalogue.escHides)
    addHit(.cover, in: rect)
    addHit(.key(KeyPress(.escape)), column: rect.minColumn, row: rect.minRow, columns: rect.columns)
    for (index, line) in card.lines.prefix(rect.rows - 2).enumerated() {
      write(
        line,
        column: rect.minColumn + 2,
        row: rect.minRow + 1 + index,
        width: rect.columns - 4
      )
    }
  }

  /// Where the marker is drawn; nil out of sight.
  private func markerCell(_ marker: MarkerSubject) -> GridPoint? {
    guard let map = state.ride.map, let camera = map.camera,
      let index = map.markerSubjects.firstIndex(of: marker),
      map.scene.markers.indices.contains(index)
    else { return nil }
    return Viewport(camera: camera, rect: layout.mapArea, kind: dotGrid)
      .cell(of: map.scene.markers[index].coordinate)
  }

  /// Draws the card above the estimates, which stay, as does what is wrong.
  private mutating func drawMarkerLines(_ card: MarkerCard, _ facts: TripFacts) {
    let (row, width) = (layout.size.rows - 4, layout.size.columns - 2)
    let isUrgent = state.focus.notice == nil && shortMessage != nil
    frame.fill(Rect(column: 0, row: row, columns: layout.size.columns, rows: isUrgent ? 2 : 3))
    writeTrailing(Catalogue.escHides, endColumn: width + 1, row: row, width: width)
    addHit(.key(KeyPress(.escape)), column: 0, row: row, columns: layout.size.columns)
    let room = width - safe(Catalogue.escHides).width - 1
    let first = card.lines.first ?? ""
    let title = isUrgent ? "\(card.title)  \(first)" : card.title
    write(title, column: 1, row: row, width: room, style: palette.heading)
    if !isUrgent, let line = paired(card.lines, width: width).first {
      write(line.left, column: 1, row: row + 1, width: width)
      if let right = line.right {
        writeTrailing(right, endColumn: width + 1, row: row + 1, width: safe(right).width)
      }
    }
    drawCompactEstimates(facts, row: isUrgent ? row + 1 : row + 2)
  }

  /// Lines in their order, two in a row where they fit beside each other.
  private func paired(_ lines: [String], width: Int) -> [(left: String, right: String?)] {
    var rows: [(left: String, right: String?)] = []
    for line in lines {
      if let last = rows.last, last.right == nil,
        safe(last.left).width + 1 + safe(line).width <= width
      {
        rows[rows.count - 1].right = line
      } else {
        rows.append((line, nil))
      }
    }
    return rows
  }
}
