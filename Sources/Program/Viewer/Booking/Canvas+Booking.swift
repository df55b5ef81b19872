internal import CellGrid
internal import FleetEngine
internal import Geo

extension BookingState {
  static func draw(_ canvas: inout Canvas<BookingState>) {
    canvas.frame.title = "Book a ride"
    if canvas.layout.isTextOnly { canvas.drawSmall() } else { canvas.drawMapAndSteps() }
    if !canvas.layout.isTextOnly, !canvas.state.isCovered { canvas.drawStepCard() }
  }
}

extension Canvas where State == BookingState {
  fileprivate mutating func drawMapAndSteps() {
    let first = layout.size.rows - 1 - layout.lines
    let card = layout.panel.map { most in
      panelCard(in: most) { canvas, rect in canvas.drawPanel(in: rect) }
    }
    drawHeader()
    drawMap(besides: [card?.rect].compactMap(\.self))
    if state.isCovered { ground = frame }
    if let card { draw(card) }
    drawSteps(row: first - 1)
    if layout.panel != nil {
      write(message, in: layout.textArea, row: first)
    } else {
      drawCompactLines(row: first)
    }
    drawKeyBar(keyHints)
  }

  fileprivate mutating func drawHeader() {
    fillHeader()
    let columns = layout.size.columns
    let isSmall = layout.step == .compact
    let clock = isSmall ? "" : "  " + settings.localTime.clock(wall)
    let vehicles =
      switch state.vehicles {
      case .unknown: "looking for vehicles"
      case .known(let vehicles):
        ViewerText.count(vehicles.count, "vehicle online", "vehicles online")
      case .failed: "vehicles not known"
      }
    let right = vehicles + clock
    let width = safe(right).width
    writeTrailing(right, endColumn: columns - 1, row: 0, width: width, style: palette[.quiet])
    let title = ViewerText.bookingTitle
    let name = isSmall ? title : "\(ViewerText.program) \(glyphs.separator) \(title.lowercased())"
    write(name, column: 1, row: 0, width: columns - width - 3, style: palette[.quiet])
  }

  fileprivate mutating func drawSteps(row: Int) {
    let present =
      switch state.step {
      case .choosingPickup: 0
      case .choosingDropoff: 1
      case .preview: 2
      case .booking, .failed: 3
      }
    let hasFailed = if case .failed = state.step { true } else { false }
    let gap = layout.step == .compact ? 1 : 3
    let isNarrow = layout.size.columns < 36
    var column = 1
    for (index, label) in [ViewerText.pickup, ViewerText.dropoff, "Check", "Book"].enumerated() {
      let (mark, style) =
        if index == present {
          hasFailed
            ? (glyphs.failed, palette[.failure]) : (glyphs.current, CellStyle.bold)
        } else { (index < present ? glyphs.done : glyphs.waiting, palette[.quiet]) }
      let room = layout.size.columns - 1 - column
      // Without room for all steps, only the present one is shown.
      guard !isNarrow || index == present else { continue }
      let text = "\(mark) \(label)" + (isNarrow ? "  \(index + 1)/4" : "")
      column += write(text, column: column, row: row, width: room, style: style) + gap
    }
  }

  /// The length of the straight lines between the places; nil with fewer than two.
  private var straightDistance: String? {
    let places = state.shownPlaces
    guard places.count > 1 else { return nil }
    return Quantities.distance(meters: RideRequest.straightMeters(places), units: settings.units)
  }

  fileprivate var keyHints: [KeyHint] {
    let ends = [
      hint(.screen(.help), rank: 3), hint(.screen(.menu), rank: 16), hint(.screen(.quit), rank: 0),
    ]
    let shared = hint(.toggleShared, rank: 8, label: state.isShared ? "Shared:on" : "Shared:off")
    let map = [hint(.zoomIn, .zoomOut, rank: 6), hint(.fitPlaces, rank: 7), shared]
    let back = hint(.stepBack, rank: state.step == .preview ? 2 : 5)
    func accept(_ label: String) -> KeyHint? { hint(.accept, rank: 1, label: label) }
    func cursor(_ rank: Int) -> KeyHint? {
      hint(.pan(.left), .pan(.down), .pan(.up), .pan(.right), rank: rank, label: "Cursor")
    }
    let hints: [KeyHint?] =
      switch state.step {
      case .choosingPickup:
        [accept(ViewerText.pickup), cursor(4), hint(.findPlace, rank: 5)] + map + ends
      case .choosingDropoff:
        [
          accept(ViewerText.dropoff), hint(.addStop, rank: 2), back, hint(.findPlace, rank: 6),
          cursor(9),
        ] + map + ends
      case .preview: [accept("Book"), back] + map + ends
      case .booking: ends
      case .failed: [hint(.refresh, rank: 1), hint(.stepBack, rank: 2, label: "Change")] + ends
      }
    return hints.compactMap { $0 }
  }

  /// Draws the ride, and returns the row below it.
  fileprivate mutating func drawPanel(in rect: Rect) -> Int {
    box(rect, title: "Ride")
    let inner = rect.inset(columns: 2)
    var row = inner.minRow
    let heading = ViewerText.bookingHeading(state.step)
    for line in wrapped(heading, width: inner.columns).prefix(2) {
      write(line, column: inner.minColumn, row: row, width: inner.columns, style: CellStyle.bold)
      row += 1
    }
    row += 1
    for place in placeLines where row < inner.maxRow {
      let style: CellStyle = place.isPresent ? CellStyle.bold : .plain
      let column = inner.minColumn
      write(
        place.isPresent ? glyphs.current : " ", column: column, row: row, width: 1, style: style)
      write(place.letter, column: column + 1, row: row, width: 1, style: place.style)
      write(place.text, column: column + 3, row: row, width: inner.columns - 3, style: style)
      row += 1
      guard let degrees = place.degrees, row < inner.maxRow else { continue }
      write(degrees, column: column + 3, row: row, width: inner.columns - 3, style: palette[.quiet])
      row += 1
    }
    row += 1
    if let straightDistance {
      row += writeField("Straight line", straightDistance, in: inner, row: row)
    }
    let kind = state.isShared ? ViewerText.shared : ViewerText.exclusive
    row += writeField("Kind", kind, in: inner, row: row) + 1
    let vehicles =
      switch state.vehicles {
      case .unknown: ViewerText.none
      case .known(let vehicles): "\(vehicles.count)"
      case .failed: "not known"
      }
    row += writeField("Vehicles online", vehicles, in: inner, row: row)
    row += writeBackend(in: inner, row: row)
    return row
  }

  private struct PlaceLine {
    let letter: String
    let style: CellStyle
    let text: String
    /// The coordinate of the place that the cursor chooses, if the text is a name.
    let degrees: String?
    /// Whether the cursor chooses it.
    let isPresent: Bool
  }

  /// The places in order; the one that is being chosen moves with the cursor.
  private var placeLines: [PlaceLine] {
    func line(
      _ letter: String, _ place: Coordinate?, _ style: CellStyle, isPresent: Bool = false
    ) -> PlaceLine {
      let place = isPresent ? state.cursorPlace : place
      let degrees = place.map {
        "\(Quantities.degrees($0.latitude)) \(Quantities.degrees($0.longitude))"
      }
      let street = place.flatMap { state.streets[$0] }.map { ViewerText.near("\($0)") }
      return PlaceLine(
        letter: letter, style: style, text: street ?? degrees ?? ViewerText.none,
        degrees: isPresent && street != nil ? degrees : nil, isPresent: isPresent)
    }
    let isPickup = state.step == .choosingPickup
    let isDropoff = state.step == .choosingDropoff
    let stops = state.stops.enumerated()
    return [line("P", state.pickup, palette[.pickup], isPresent: isPickup)]
      + stops.map { line("\($0.offset + 1)", $0.element, palette[.stop]) }
      + [line("D", state.dropoff, palette[.dropoff], isPresent: isDropoff)]
  }

  fileprivate var message: StyledText {
    if let notice = state.notice { return StyledText(text: notice.text) }
    if case .failed(let failure) = state.step {
      return StyledText(text: "\(glyphs.failed) \(failure.summary)", style: palette[.failure])
    }
    if layout.isFramed, state.isChoosing, case .failed(let failure) = state.vehicles {
      let text = "\(glyphs.warning) " + "Vehicles not known: \(failure.summary)"
      return StyledText(text: text, style: palette[.warning])
    }
    let isSmall = layout.step == .compact
    let stop = settings.keys[BookingAction.addStop]
    let text =
      switch state.step {
      case .choosingPickup:
        (isSmall
          ? "Move the cursor, then press Enter."
          : "Move the cursor to where the ride begins and press Enter.")
      case .choosingDropoff:
        (isSmall
          ? "Enter: drop-off here. \(stop): stop here."
          : "Enter sets the drop-off at the cursor, \(stop) adds a stop there.")
      case .preview:
        (isSmall
          ? "Enter books this ride."
          : "Enter books this ride. The route is not known yet: lines are straight.")
      case .booking: isSmall ? "" : "Waiting for the backend's answer."
      case .failed(let failure): failure.summary
      }
    return StyledText(text: text)
  }

  /// Draws the lines below the steps: the heading, the place under the cursor and what to do, or the last ones of these.
  fileprivate mutating func drawCompactLines(row: Int) {
    let lines = layout.textArea
    var row = row
    if layout.lines > 2 {
      let straight = straightDistance.map { "\($0) straight" } ?? ""
      let heading =
        state.step == .choosingDropoff
        ? "STOP OR DROP-OFF" : ViewerText.bookingHeading(state.step)
      writeRow(heading, straight, in: lines, row: row, style: CellStyle.bold)
      row += 1
    }
    let shown = state.isChoosing ? placeLines.first { $0.isPresent } : nil
    let place = shown.map { "\($0.letter) \($0.text)" } ?? "pickup \(glyphs.arrow) drop-off"
    guard layout.lines > 1 else {
      let isUsual = state.notice == nil && state.isChoosing
      let keys = settings.keys[BookingAction.accept] + " chooses"
      return isUsual
        ? writeRow(place, keys, in: lines, row: row) : write(message, in: lines, row: row)
    }
    let count = state.stops.count
    let stops = count == 0 ? "" : ViewerText.count(count, "stop")
    let facts = [stops, state.isShared ? ViewerText.shared : ""].filter { !$0.isEmpty }
      .joined(separator: "  ")
    writeRow(place, facts, in: lines, row: row)
    write(message, in: lines, row: row + 1)
  }

  fileprivate mutating func drawStepCard() {
    switch state.step {
    case .choosingPickup, .choosingDropoff, .preview: break
    case .booking:
      let age = Quantities.age(now - state.bookingSince)
      let backend = "Booking at \(settings.backend) (\(age))"
      let text = OverlayText(
        head: [ViewerText.bookingHeading(.booking)],
        body: gap + [
          "\(glyphs.done) " + "Ride chosen", "\(glyphs.current) \(backend)",
          "\(glyphs.waiting) " + "Waiting for the match",
        ])
      drawCard(text, title: ViewerText.bookingTitle)
    case .failed(let failure):
      let warning = failure.isUncertain ? ["Trying again may book a second ride."] : []
      let keys = settings.keys
      let tail = KeyText([
        keys.part(BookingAction.refresh, "tries again"),
        keys.part(BookingAction.stepBack, "changes"),
        keys.part(BookingAction.screen(.quit), "quits"),
      ])
      let text = OverlayText(
        head: wrapped(failure.summary, width: cardWidth),
        body: gap + wrapped(failure.explanation + warning, width: cardWidth),
        // On a small screen the key bar shows these keys.
        tail: layout.isFramed ? ["", tail] : [])
      drawCard(text, title: failure.isUncertain ? "Booking uncertain" : "Not booked")
    }
  }

  fileprivate mutating func drawSmall() {
    let (columns, rows) = (layout.size.columns, layout.size.rows)
    let heading =
      state.step == .choosingDropoff
      ? "STOP OR DROP-OFF" : ViewerText.bookingHeading(state.step)
    var lines = [StyledText(text: heading, style: CellStyle.bold)]
    if case .failed(let failure) = state.step {
      lines += wrapped(failure.summary, width: columns)
        .map { StyledText(text: $0, style: palette[.failure]) }
    } else if state.step != .booking {
      lines += wrapped("Enlarge the window to 40x10 or 20x14 for the map.", width: columns)
        .map { StyledText(text: $0) }
    }
    let keys = StyledText(text: ViewerText.smallKeys(settings.keys).text)
    for (row, line) in (lines.prefix(max(1, rows - 1)) + [keys]).prefix(rows).enumerated() {
      write(line, in: frame.bounds, row: row)
    }
  }
}
