internal import CellGrid
internal import FleetEngine
internal import RidesharingConsumer

/// Cards of single trips: of the selected one below the list, and of the worst ones on the wall.
extension Canvas where State == TripListState {
  /// Facts are next to the places from this width on.
  private static let twoColumns = 48
  /// The rows of a card that the places keep: pickup, vehicle and drop-off.
  private static let placeRows = 3

  /// Draws the card of the selected trip in the rows that the list leaves.
  mutating func drawPreview() {
    guard parts.preview.rows > 0, let line = state.selectedLine else { return }
    let trip = state.trips[state.order[line]]
    guard trip.vehicle == nil else { return }
    // A box in front of it takes the whole card away.
    if state.isCovered { ground = frame }
    let card = card(in: parts.preview) { $0.drawCard(of: trip, in: $1) }
    draw(card)
    addHit(.item(line), in: card.rect)
  }

  /// Draws the box of the list and the cards of the worst trips on the wall's map.
  mutating func drawWall() {
    guard let box = parts.listCard else { return }
    if state.isCovered { ground = frame }
    frame.fill(box)
    self.box(box, title: ViewerText.tripsTitle)
    addHit(.cover, in: box)
    for (place, rect) in zip(state.worst, parts.worstCards) {
      let trip = state.trips[place]
      let card = card(in: rect) { canvas, rect in
        canvas.drawSmallCard(of: trip, in: rect)
        return rect.maxRow - 1
      }
      draw(card)
      if let line = state.order.firstIndex(of: place) { addHit(.item(line), in: rect) }
    }
  }

  /// Draws what is wrong with a trip in a box of six rows, with its status, rail and next arrival.
  private mutating func drawSmallCard(of trip: ListedTrip, in rect: Rect) {
    let freshness = trip.freshness(now: now, wall: wall)
    drawEdge(of: trip, freshness, in: rect)
    let inner = rect.inset(columns: 2)
    let ride = trip.ride(at: now)
    guard let data = ride.trip else {
      _ = drawMissing(trip, in: inner)
      return
    }
    let facts = TripFacts(data, of: ride, freshness, on: self)
    let vehicle = fittedID(data.vehicleID ?? ViewerText.noVehicle, inner.columns / 2)
    writeRow(
      ViewerText.shortHeading(facts.stage), vehicle, in: inner, row: inner.minRow,
      style: headingStyle(facts.stage))
    if let (rail, track) = rail(of: ride, freshness, width: inner.columns) {
      let start = GridPoint(column: inner.minColumn, row: inner.minRow + 1)
      draw(rail, track, of: ride, freshness, at: start)
    }
    let next = data.nextPlace
    let estimate = TripFacts.Line(
      next.label, facts.estimate(next.eta), shorter: facts.shorterEstimates(next.eta))
    if !facts.stage.isEnded { write(estimate, in: inner, row: inner.minRow + 2) }
    if let reason = reason(for: trip, freshness, columns: inner.columns) {
      write(reason, in: inner, row: inner.minRow + 3)
    }
  }

  /// Draws a trip's facts in a box, and returns the row below them.
  private mutating func drawCard(of trip: ListedTrip, in rect: Rect) -> Int {
    let freshness = trip.freshness(now: now, wall: wall)
    drawEdge(of: trip, freshness, in: rect)
    let inner = rect.inset(columns: 2)
    let ride = trip.ride(at: now)
    guard let data = ride.trip else { return drawMissing(trip, in: inner) }
    let facts = TripFacts(data, of: ride, freshness, on: self)
    var row = inner.minRow
    write(facts.heading, in: inner, row: row, style: headingStyle(facts.stage))
    row += 1
    if let (rail, track) = rail(of: ride, freshness, width: inner.columns) {
      let start = GridPoint(column: inner.minColumn, row: row)
      draw(rail, track, of: ride, freshness, at: start)
      row += 1
    }
    if let reason = reason(for: trip, freshness, columns: inner.columns) {
      let room = min(2, inner.maxRow - row - Self.placeRows)
      for line in wrapped([reason.text], width: inner.columns).prefix(max(0, room)) {
        write(line, in: inner, row: row, style: reason.style)
        row += 1
      }
    }
    if inner.maxRow - row > facts.placeCount { row += 1 }
    return drawFacts(facts, in: Rect(inner, from: row))
  }

  /// Draws the places, and the other facts next to them or below; returns the row below them.
  private mutating func drawFacts(_ facts: TripFacts, in area: Rect) -> Int {
    let others = otherFacts(facts)
    var (left, right) = (area, area)
    let isWide = area.columns >= Self.twoColumns
    if isWide {
      left.size.columns = (area.columns - 2) / 2
      right.origin.column = left.maxColumn + 3
      right.size.columns = area.maxColumn - right.minColumn
    }
    let places = facts.places(rows: min(area.rows, facts.placeCount))
    for (index, line) in places.prefix(left.rows).enumerated() {
      write(line, in: left, row: left.minRow + index)
    }
    if !isWide { right = Rect(area, from: area.minRow + places.count) }
    for (index, line) in others.prefix(right.rows).enumerated() {
      write(line, in: right, row: right.minRow + index)
    }
    let (placeEnd, otherEnd) = (left.minRow + places.count, right.minRow + others.count)
    return min(area.maxRow, max(placeEnd, otherEnd))
  }

  /// The facts that places leave to say, the most important first.
  private func otherFacts(_ facts: TripFacts) -> [TripFacts.Line] {
    let lateness = facts.freshness.lateness.map { Quantities.punctuality($0) }
    let kind = facts.vehicleLines.dropFirst().first?.label
    let vehicle = facts.trip.vehicleID ?? ViewerText.noVehicle
    let lines: [TripFacts.Line?] =
      facts.stage.isEnded
      ? [
        TripFacts.Line(ViewerText.vehicle, vehicle),
        facts.rideTime.map { TripFacts.Line(ViewerText.rideTime, $0) },
        facts.rideDistance.map { TripFacts.Line(ViewerText.distance, $0) },
        facts.punctuality.map { TripFacts.Line(ViewerText.arrival, $0) },
      ]
      : [
        TripFacts.Line(ViewerText.vehicle, vehicle),
        lateness.map { TripFacts.Line(ViewerText.arrival, $0) },
        facts.remainingText.map { TripFacts.Line(ViewerText.remaining, $0) },
        facts.trafficShare.map { TripFacts.Line(ViewerText.traffic, $0) },
        kind.map { TripFacts.Line(ViewerText.kind, $0) },
      ]
    return lines.compactMap { $0 }
  }

  /// Draws a box with the trip's ID and its badge in the upper edge.
  private mutating func drawEdge(of trip: ListedTrip, _ freshness: Freshness, in rect: Rect) {
    let mark = badgeMark(of: freshness)
    let forms = ["\(mark) \(freshness.words)", "\(mark) \(freshness.shortWords)", mark]
    let badge = longest(of: forms, rect.columns / 2)
    // The ends of IDs differ; both texts have blanks, and a piece of the edge at each side.
    let title = fittedID(trip.tripID, rect.columns - safe(badge).width - 8)
    box(rect, title: title, note: badge, noteStyle: badgeStyle(of: freshness))
  }

  /// Draws why nothing is known of a trip.
  private mutating func drawMissing(_ trip: ListedTrip, in inner: Rect) -> Int {
    var (sentences, style) = ([ViewerText.noResponse], CellStyle.plain)
    if let error = trip.polling.lastError {
      let failure = failure(error, of: trip)
      sentences = [failure.summary] + failure.explanation
      style = palette[error.mayPass ? .warning : .failure]
    }
    var lines = wrapped(sentences, width: inner.columns)
    if lines.count > inner.rows { lines[(inner.rows - 1)...] = [glyphs.ellipsis] }
    for (index, line) in lines.enumerated() {
      write(line, in: inner, row: inner.minRow + index, style: index == 0 ? style : .plain)
    }
    return inner.minRow + lines.count
  }

  /// Why a trip needs attention, in the longest form that fits into a width; nil if it does not.
  private func reason(
    for trip: ListedTrip, _ freshness: Freshness, columns: Int
  ) -> StyledText? {
    if let error = trip.polling.lastError {
      let style = error.mayPass ? palette[.warning] : palette[.failure]
      return StyledText(text: failure(error, of: trip).summary, style: style)
    }
    var forms: [String] = []
    if freshness.data == .stale, let age = freshness.answerAge {
      forms = [ViewerText.noResponse(for: Quantities.age(age))]
    } else if freshness.data == .vehicleQuiet {
      forms = ViewerText.quiet(for: freshness.locationAge.map { Quantities.age($0) })
    } else if !trip.isEnded, freshness.isOffTime, let late = freshness.lateness, late > .zero {
      forms = [ViewerText.later(late)]
    }
    guard !forms.isEmpty else { return nil }
    return StyledText(text: longest(of: forms, columns), style: palette[.warning])
  }
}

extension Rect {
  /// The rows of a rectangle from one on.
  fileprivate init(_ rect: Rect, from row: Int) {
    let row = min(max(rect.minRow, row), rect.maxRow)
    self.init(
      column: rect.minColumn, row: row, columns: rect.columns, rows: rect.maxRow - row)
  }
}
