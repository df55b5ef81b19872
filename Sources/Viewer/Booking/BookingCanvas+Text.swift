internal import CellGrid
internal import Geo

extension BookingCanvas {
  /// Draws the ride as far as it is chosen.
  mutating func drawPanel(in rect: Rect) {
    box(rect, title: Catalogue.rideTitle)
    let inner = Rect(
      column: rect.minColumn + 2,
      row: rect.minRow + 1,
      columns: rect.columns - 4,
      rows: rect.rows - 2
    )
    var row = inner.minRow
    for line in wrapped(Catalogue.bookingHeading(state.step), width: inner.columns).prefix(2) {
      write(line, column: inner.minColumn, row: row, width: inner.columns, style: palette.heading)
      row += 1
    }
    row += 1
    for place in placeLines where row < inner.maxRow {
      let style = place.isPresent ? palette.heading : place.style
      write(place.text, column: inner.minColumn, row: row, width: inner.columns, style: style)
      row += 1
    }
    row += 1
    if let straightDistance {
      row += writeField(Catalogue.asTheCrowFlies, straightDistance, in: inner, row: row)
    }
    let kind = state.isShared ? Catalogue.shared : Catalogue.exclusive
    row += writeField(Catalogue.rideKind, kind, in: inner, row: row) + 1
    row += writeField(Catalogue.vehiclesLabel, vehiclesValue, in: inner, row: row)
    _ = writeBackend(in: inner, row: row)
  }

  private var vehiclesValue: String {
    switch state.vehicles {
    case .unknown: Catalogue.none
    case .known(let vehicles): "\(vehicles.count)"
    case .failed: Catalogue.notKnown
    }
  }

  /// A place of the ride as a line.
  struct PlaceLine: Equatable {
    let text: String
    let style: CellStyle
    /// Whether it is the one that the cursor chooses.
    let isPresent: Bool
  }

  /// The places in their order; the one that is being chosen moves with the cursor.
  var placeLines: [PlaceLine] {
    var lines = [
      line("P", state.pickup, palette.pickup, isPresent: state.step == .choosingPickup)
    ]
    for (index, stop) in state.stops.enumerated() {
      lines.append(line("\(index + 1)", stop, palette.stop, isPresent: false))
    }
    let isPresent = state.step == .choosingDropoff
    return lines + [line("D", state.dropoff, palette.dropoff, isPresent: isPresent)]
  }

  private func line(
    _ letter: String,
    _ place: Coordinate?,
    _ style: CellStyle,
    isPresent: Bool
  ) -> PlaceLine {
    let mark = (isPresent ? glyphs.current : " ") + letter
    let shown = isPresent ? state.cursorPlace : place
    let text =
      shown.map { "\(Quantities.degrees($0.latitude)) \(Quantities.degrees($0.longitude))" }
      ?? Catalogue.none
    return PlaceLine(text: "\(mark) \(text)", style: style, isPresent: isPresent)
  }

  /// Draws the one sentence above the key bar.
  mutating func drawMessage(row: Int) {
    let message = message
    write(message.text, column: 1, row: row, width: layout.size.columns - 2, style: message.style)
  }

  private var message: StyledText {
    if let notice = state.notice { return StyledText(text: notice.text, style: .plain) }
    if case .failed(let failure) = state.step {
      return StyledText(text: "\(glyphs.failed) \(failure.summary)", style: palette.failure)
    }
    if layout.isFramed, state.isChoosing, case .failed(let failure) = state.vehicles {
      return StyledText(
        text: "\(glyphs.warning) \(Catalogue.noVehiclesBecause(failure.summary))",
        style: palette.warning
      )
    }
    let isSmall = layout.step == .compact
    let sentence =
      isSmall
      ? Catalogue.shortBookingSentence(state.step, settings.keys)
      : Catalogue.bookingSentence(state.step, settings.keys)
    return StyledText(text: sentence, style: .plain)
  }

  /// Draws the three lines below a map without a panel.
  mutating func drawCompactLines(row: Int) {
    let width = layout.size.columns - 2
    let right = straightDistance.map(Catalogue.straight) ?? ""
    let room = right.isEmpty ? width : width - safe(right).width - 1
    let heading = Catalogue.shortBookingHeading(state.step)
    write(heading, column: 1, row: row, width: room, style: palette.heading)
    writeTrailing(right, endColumn: width + 1, row: row, width: safe(right).width)
    let lines = placeLines
    let kind = state.isShared ? Catalogue.shared : ""
    let stops = state.stops.isEmpty ? "" : Catalogue.stopCount(state.stops.count)
    let facts = [stops, kind].filter { !$0.isEmpty }.joined(separator: "  ")
    let shown = state.isChoosing ? lines.first { $0.isPresent } : nil
    write(
      shown?.text ?? Catalogue.fromTo(glyphs.arrow),
      column: 1,
      row: row + 1,
      width: width - safe(facts).width - 1
    )
    writeTrailing(facts, endColumn: width + 1, row: row + 1, width: safe(facts).width)
    drawMessage(row: row + 2)
  }

  /// Draws what becomes of the booking over the map.
  mutating func drawStepCard() {
    switch state.step {
    case .choosingPickup, .choosingDropoff, .preview: break
    case .booking:
      let gap = layout.isFramed ? [""] : []
      let waiting = Quantities.age(now - state.bookingSince)
      drawCard(
        OverlayText(
          head: [Catalogue.bookingHeading(.booking)],
          body: gap + [
            "\(glyphs.done) \(Catalogue.rideChosen)",
            "\(glyphs.current) \(Catalogue.bookingAt(settings.backend)) (\(waiting))",
            "\(glyphs.waiting) \(Catalogue.waitingForMatch)",
          ],
          tail: []
        ),
        title: Catalogue.bookingTitle
      )
    case .failed(let failure):
      let gap = layout.isFramed ? [""] : []
      let advice =
        failure.advice + (failure.isUncertain ? [Catalogue.secondRide] : [])
      drawCard(
        OverlayText(
          head: wrapped(failure.summary, width: cardWidth),
          body: gap + advice.flatMap { wrapped(String($0.prefix(400)), width: cardWidth) },
          // The key bar of a small screen has room for nothing else.
          tail: layout.isFramed ? ["", Catalogue.bookingFailureKeys(settings.keys)] : []
        ),
        title: failure.isUncertain ? Catalogue.perhapsBooked : Catalogue.notBooked
      )
    }
  }

  /// Draws what matters where no map fits.
  mutating func drawSmall() {
    let (columns, rows) = (layout.size.columns, layout.size.rows)
    var lines: [(text: String, style: CellStyle)] = [
      (Catalogue.shortBookingHeading(state.step), palette.heading)
    ]
    if case .failed(let failure) = state.step {
      lines += wrapped(failure.summary, width: columns).map { ($0, palette.failure) }
    } else if state.step != .booking {
      lines += wrapped(Catalogue.tooSmallForMap, width: columns).map { ($0, .plain) }
    }
    lines = Array(lines.prefix(max(1, rows - 1))) + [(Catalogue.smallKeys(settings.keys), .plain)]
    for (row, line) in lines.prefix(rows).enumerated() {
      write(line.text, column: 0, row: row, width: columns, style: line.style)
    }
  }
}
