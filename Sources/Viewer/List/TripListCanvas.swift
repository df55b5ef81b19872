internal import CellGrid
internal import FleetEngine
internal import RidesharingConsumer

/// The whole screen of a list of trips, drawn as a function of the state and the time.
enum TripListFrame {
  /// Draws a state and tells what lies where.
  static func drawn(
    _ state: TripListState,
    settings: ViewerSettings,
    now: Duration,
    wall: Timestamp,
    notes: DrawingNotes? = nil
  ) -> TripListCanvas {
    var canvas = TripListCanvas(
      state: state,
      settings: settings,
      now: now,
      wall: wall,
      notes: notes
    )
    guard state.size.columns > 0, state.size.rows > 0 else { return canvas }
    let parts = canvas.parts
    if parts.hasHeader { canvas.drawHeader() }
    if parts.hasTitles { canvas.drawTitles(row: 1) }
    canvas.drawTrips(in: parts.list)
    if parts.hasMessage { canvas.drawMessage(row: parts.list.maxRow) }
    if parts.hasKeyBar { canvas.drawKeyBar(canvas.keyHints, row: state.size.rows - 1) }
    canvas.drawFailure()
    if let page = state.helpPage { canvas.drawHelp(state.helpPages, page: page) }
    return canvas
  }
}

/// The screen of a list of trips being drawn.
typealias TripListCanvas = Canvas<TripListState>

extension TripListCanvas {
  var parts: TripListLayout { state.parts }
  var columns: TripListColumns { derived }

  /// Draws what is followed, how many need a look and the clock in the first row.
  mutating func drawHeader() {
    let width = state.size.columns
    frame.fill(Rect(column: 0, row: 0, columns: width, rows: 1), style: palette.header)
    if let search, !parts.hasMessage {
      write(search, column: columns.margin, row: 0, width: width, style: palette.header)
      return
    }
    let count = state.attentionCount
    let attention = count > 0 ? Catalogue.attention(count) : ""
    let clock = settings.localTime.clock(wall)
    let paused = state.isPaused ? "\(glyphs.paused) \(Catalogue.pausedBadge)" : ""
    let names = names
    let shortest = safe(names[names.count - 1]).width + 2 * columns.margin + 2
    let forms = [
      [attention, paused, clock], [attention, paused],
      ["\(count)\(glyphs.failed)"].filter { _ in count > 0 } + [paused], [paused], [],
    ].map { $0.filter { !$0.isEmpty }.joined(separator: "  ") }
    let right = forms.first { safe($0).width + shortest <= width } ?? ""
    let end = width - columns.margin
    var style = palette.header
    if count > 0 { style = palette.warning }
    style.attributes.insert(.reverse)
    let rightWidth = safe(right).width
    writeTrailing(right, endColumn: end, row: 0, width: rightWidth, style: style)
    let room = end - columns.margin - (rightWidth > 0 ? rightWidth + 2 : 0)
    write(
      names.first { safe($0).width <= room } ?? names[names.count - 1],
      column: columns.margin,
      row: 0,
      width: room,
      style: palette.header
    )
  }

  /// What is followed, in ever shorter words.
  private var names: [String] {
    let count = state.trips.count
    let shown = state.order.count
    let end = min(shown, state.top + parts.listRows)
    let place = shown > parts.listRows ? ", \(state.top + 1)-\(end)/\(shown)" : ""
    let trips = Catalogue.tripCount(count)
    let whole = state.vehicle.map { Catalogue.tripsOf($0.vehicleID, count) } ?? trips
    return [
      "\(Catalogue.program) \(glyphs.separator) \(whole)\(place)", whole + place, trips + place,
      trips,
    ]
  }

  /// What is typed to narrow the list, while it is.
  var search: String? { state.query.map { "/" + $0.text + "_" } }

  /// Draws the columns' titles.
  mutating func drawTitles(row: Int) {
    var column = columns.margin
    func title(_ text: String, _ width: Int) -> (String, Int) { (text, width) }
    let titles = [
      title(columns.badge > 1 ? Catalogue.badgeColumn : "", columns.badge),
      title(Catalogue.tripColumn, columns.id), title(Catalogue.statusColumn, columns.status),
      title(Catalogue.nextColumn, columns.next), title(Catalogue.shortDropoff, columns.dropoff),
      title(Catalogue.vehicle, columns.vehicle),
      title(columns.state > 0 ? Catalogue.badgeColumn : "", columns.state),
    ]
    for (text, width) in titles where width > 0 {
      write(text, column: column, row: row, width: width, style: palette.quiet)
      column += width + columns.gap
    }
  }

  /// Draws the trips that are in sight, or why there are none.
  mutating func drawTrips(in rect: Rect) {
    guard !state.order.isEmpty else {
      // The card says the same.
      if state.isCardShown, layout.isFramed { return }
      let width = rect.columns - 2 * columns.margin
      for (row, line) in wrapped(emptyText, width: max(1, width)).prefix(rect.rows).enumerated() {
        write(
          line,
          column: columns.margin,
          row: rect.minRow + row,
          width: width,
          style: palette.quiet
        )
      }
      return
    }
    let selectedLine = state.selectedLine
    for (offset, place) in state.order.dropFirst(state.top).prefix(rect.rows).enumerated() {
      let line = state.top + offset
      drawTrip(state.trips[place], row: rect.minRow + offset, isSelected: line == selectedLine)
      addHit(.item(line), column: 0, row: rect.minRow + offset, columns: rect.columns)
    }
  }

  /// Why the list is empty.
  private var emptyText: String {
    if !state.trips.isEmpty { return Catalogue.noMatch(state.needle) }
    guard let vehicle = state.vehicle else { return Catalogue.noTrips }
    if let problem = vehicleProblem {
      let end = ".!?".contains(problem.last ?? " ") ? "" : "."
      return [problem + end, vehicleRetry].joined(separator: " ")
    }
    return vehicle.isKnown
      ? Catalogue.idleVehicle(vehicle.vehicleID) : Catalogue.askingForVehicle(vehicle.vehicleID)
  }

  /// Draws the one sentence below the list.
  mutating func drawMessage(row: Int) {
    let message = message
    let width = state.size.columns - 2 * columns.margin
    write(message.text, column: columns.margin, row: row, width: width, style: message.style)
  }

  /// The sentence that matters most now.
  private var message: StyledText {
    if let search { return StyledText(text: search, style: palette.key) }
    if let notice = state.notice { return StyledText(text: notice.text, style: .plain) }
    if state.isPaused {
      return StyledText(text: Catalogue.paused(settings.keys), style: palette.warning)
    }
    if let message = vehicleMessage { return message }
    if !state.pattern.isEmpty {
      let text = Catalogue.filtered(state.pattern, state.order.count, of: state.trips.count)
      return StyledText(text: text, style: .plain)
    }
    guard let trip = state.selectedTrip else { return StyledText(text: "", style: .plain) }
    return message(on: trip)
  }

  /// What there is to say of the chosen trip.
  private func message(on trip: ListedTrip) -> StyledText {
    if let error = trip.polling.lastError {
      let text = errorText(error, of: trip)
      let advice = text.advice.first.map { " " + $0 } ?? ""
      let end = ".!?".contains(text.summary.last ?? " ") ? "" : "."
      return StyledText(
        text: Catalogue.about(trip.tripID, text.summary + end + advice),
        style: error.bucket == .recoverable ? palette.warning : palette.failure
      )
    }
    guard let ride = trip.trip, let stage = trip.stage else {
      return StyledText(text: Catalogue.noDataYet(trip.tripID), style: .plain)
    }
    let sentence = Catalogue.sentence(
      stage,
      vehicle: ride.vehicleID,
      interval: Quantities.age(state.turn),
      ended: RideSummary.ended(ride).map { settings.localTime.minutes($0) },
      keys: nil
    )
    return StyledText(text: Catalogue.about(trip.tripID, sentence), style: .plain)
  }

  func errorText(_ error: FleetEngineError, of trip: ListedTrip) -> ErrorText {
    ErrorText(
      error,
      ErrorText.Context(
        name: trip.name,
        backend: settings.backend,
        credentials: settings.credentials,
        clockOffset: trip.polling.serverClockOffset,
        localTime: settings.localTime,
        interval: state.turn,
        usualInterval: state.turn
      )
    )
  }

  /// The keys that matter now, the most useful first.
  var keyHints: [KeyHint] {
    if state.query != nil {
      return [
        KeyHint(keys: [KeyPress(.enter)], label: "Keep", rank: 0),
        KeyHint(keys: [KeyPress(.escape)], label: "All", rank: 1),
      ]
    }
    if state.details != nil {
      return [hint([.closeOverlay], 0, label: "Close"), hint([.refresh], 1)].compactMap { $0 }
    }
    let hasTrips = !state.order.isEmpty
    let hasProblem = state.vehicle?.problem != nil || state.selectedTrip?.polling.lastError != nil
    let hints: [KeyHint?] = [
      hint([.help], 4), hasTrips ? hint([.openTrip], 1) : nil,
      hasTrips ? hint([.selectNext, .selectPrevious], 5) : nil,
      state.trips.isEmpty ? nil : hint([.filterTrips], 2),
      state.pattern.isEmpty ? nil : hint([.closeOverlay], 3, label: "All"),
      hasTrips ? hint([.refresh], 6) : hasProblem ? hint([.refresh], 1, label: "Retry now") : nil,
      hasProblem ? hint([.details], 5) : nil,
      state.isCardShown ? hint([.closeOverlay], 7) : nil,
      hasTrips ? hint([.pause], 7, label: state.isPaused ? "Resume" : nil) : nil,
      hasTrips ? hint([.copyTripName], 8) : nil,
      hint([.quit], 0),
    ]
    return hints.compactMap { $0 }
  }
}
