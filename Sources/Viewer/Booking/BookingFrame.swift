internal import CellGrid
internal import FleetEngine

/// The whole screen of a booking, drawn as a function of the state and the time.
enum BookingFrame {
  /// Draws a state.
  static func draw(
    _ state: BookingState,
    settings: ViewerSettings,
    now: Duration,
    wall: Timestamp
  ) -> Frame {
    drawn(state, settings: settings, now: now, wall: wall).frame
  }

  /// Draws a state and tells what lies where.
  static func drawn(
    _ state: BookingState,
    settings: ViewerSettings,
    now: Duration,
    wall: Timestamp
  ) -> BookingCanvas {
    var canvas = BookingCanvas(state: state, settings: settings, now: now, wall: wall)
    guard state.size.columns > 0, state.size.rows > 0 else { return canvas }
    let rows = state.size.rows
    switch canvas.layout.step {
    case .wide, .mid, .standard:
      canvas.drawHeader()
      canvas.drawMap()
      if let panel = canvas.layout.panel { canvas.drawPanel(in: panel) }
      canvas.drawSteps(row: rows - 3)
      canvas.drawMessage(row: rows - 2)
      canvas.drawKeyBar(canvas.keyHints, row: rows - 1)
    case .compact:
      canvas.drawHeader()
      canvas.drawMap()
      canvas.drawSteps(row: rows - 5)
      canvas.drawCompactLines(row: rows - 4)
      canvas.drawKeyBar(canvas.keyHints, row: rows - 1)
    case .text, .micro: canvas.drawSmall()
    }
    if let page = state.helpPage {
      canvas.drawHelp(state.helpPages, page: page)
    } else if canvas.layout.step != .text, canvas.layout.step != .micro {
      canvas.drawStepCard()
    }
    return canvas
  }
}

/// The screen of a booking being drawn.
typealias BookingCanvas = Canvas<BookingState>

extension BookingCanvas {
  /// Draws what is done, how many vehicles there are and the clock in the first row.
  mutating func drawHeader() {
    let columns = layout.size.columns
    frame.fill(Rect(column: 0, row: 0, columns: columns, rows: 1), style: palette.header)
    let isSmall = layout.step == .compact
    let clock = isSmall ? "" : "  " + settings.localTime.clock(wall)
    let right = vehiclesText + clock
    let width = safe(right).width
    writeTrailing(right, endColumn: columns - 1, row: 0, width: width, style: palette.header)
    let name =
      isSmall
      ? Catalogue.bookingTitle
      : "\(Catalogue.program) \(glyphs.separator) \(Catalogue.bookingTitle.lowercased())"
    write(name, column: 1, row: 0, width: columns - width - 3, style: palette.header)
  }

  /// How many vehicles are online, as words.
  var vehiclesText: String {
    switch state.vehicles {
    case .unknown: Catalogue.lookingForVehicles
    case .known(let vehicles): Catalogue.vehiclesOnline(vehicles.count)
    case .failed: Catalogue.vehiclesNotKnown
    }
  }

  /// Draws how far the booking is.
  mutating func drawSteps(row: Int) {
    let steps = Catalogue.bookingSteps
    let present =
      switch state.step {
      case .choosingPickup: 0
      case .choosingDropoff: 1
      case .preview: 2
      case .booking, .failed: 3
      }
    let gap = layout.step == .compact ? 1 : 3
    var column = 1
    for (index, label) in steps.enumerated() {
      let isFailed = index == present && isFailed
      let mark =
        isFailed
        ? glyphs.failed
        : index < present ? glyphs.done : index == present ? glyphs.current : glyphs.waiting
      let style =
        isFailed ? palette.failure : index == present ? palette.heading : palette.quiet
      let room = layout.size.columns - 1 - column
      column += write("\(mark) \(label)", column: column, row: row, width: room, style: style) + gap
    }
  }

  private var isFailed: Bool {
    if case .failed = state.step { true } else { false }
  }

  /// The length of the straight lines between the places; nil before there are two.
  var straightDistance: String? {
    var places = state.places
    // The cursor is where the ride would go on.
    if state.step == .choosingDropoff, let cursor = state.cursorPlace { places.append(cursor) }
    guard places.count > 1 else { return nil }
    return Quantities.distance(meters: RideRequest.straightMeters(places), units: settings.units)
  }

  /// The keys that matter now, the most useful first.
  var keyHints: [KeyHint] {
    let ends = [hint([.help], 3), hint([.quit], 0)]
    let map = [hint([.zoomIn, .zoomOut], 6), hint([.fitTrip], 7)]
    let sharing = hint([.toggleShared], 8, label: state.isShared ? "Shared:on" : "Shared:off")
    let arrows: [Action] = [.panLeft, .panDown, .panUp, .panRight]
    let back = hint([.stepBack], state.step == .preview ? 2 : 5)
    let hints: [KeyHint?] =
      switch state.step {
      case .choosingPickup:
        [hint([.accept], 1, label: Catalogue.pickup), hint(arrows, 4, label: "Cursor")] + map
          + [sharing] + ends
      case .choosingDropoff:
        [
          hint([.accept], 1, label: Catalogue.dropoff), hint([.addStop], 2), back,
          hint(arrows, 9, label: "Cursor"),
        ] + map + [sharing] + ends
      case .preview: [hint([.accept], 1, label: "Book"), back] + map + [sharing] + ends
      case .booking: ends
      case .failed: [hint([.refresh], 1), hint([.stepBack], 2, label: "Change")] + ends
      }
    return hints.compactMap { $0 }
  }
}
