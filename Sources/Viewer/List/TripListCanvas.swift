internal import CellGrid
internal import FleetEngine
internal import RidesharingConsumer

typealias TripListCanvas = Canvas<TripListState>

extension TripListState {
  static func draw(_ canvas: inout TripListCanvas) {
    let parts = canvas.parts
    if parts.hasHeader { canvas.drawHeader() }
    if parts.hasTitles { canvas.drawTitles(row: 1) }
    canvas.drawTrips(in: parts.list)
    if parts.hasMessage {
      let columns = canvas.columns
      let line = canvas.frame.bounds.inset(columns: columns.margin, rows: 0)
      canvas.write(canvas.message, in: line, row: parts.list.maxRow)
    }
    if parts.hasKeyBar { canvas.drawKeyBar(canvas.keyHints) }
    canvas.drawFailure()
    if let page = canvas.state.helpPage { canvas.drawHelp(page: page) }
  }
}

extension TripListCanvas {
  var parts: TripListLayout { state.parts }
  var columns: TripListColumns { derived }

  fileprivate mutating func drawHeader() {
    let width = state.size.columns
    fillHeader()
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
      [count > 0 ? "\(count)\(glyphs.failed)" : "", paused], [paused], [],
    ].map { $0.filter { !$0.isEmpty }.joined(separator: "  ") }
    let right = longest(of: forms, width - shortest)
    var style = count > 0 ? palette.warning : palette.header
    style.attributes.insert(.reverse)
    let end = width - columns.margin
    let rightWidth = safe(right).width
    writeTrailing(right, endColumn: end, row: 0, width: rightWidth, style: style)
    let room = end - columns.margin - (rightWidth > 0 ? rightWidth + 2 : 0)
    let name = longest(of: names, room)
    write(name, column: columns.margin, row: 0, width: room, style: palette.header)
  }

  /// The forms of the title, the longest first.
  private var names: [String] {
    let count = state.trips.count
    let shown = state.order.count
    let end = min(shown, state.top + parts.listRows)
    let place = shown > parts.listRows ? ", \(state.top + 1)-\(end)/\(shown)" : ""
    let trips = Catalogue.count(count, "trip")
    let whole = state.vehicle.map { "\($0.vehicleID), \(trips)" } ?? trips
    return [
      "\(Catalogue.program) \(glyphs.separator) \(whole)\(place)", whole + place, trips + place,
      trips,
    ]
  }

  private var search: String? { state.query.map { "/" + $0.text + "_" } }

  fileprivate mutating func drawTitles(row: Int) {
    var column = columns.margin
    let titles = [
      (columns.badge > 1 ? Catalogue.badgeColumn : "", columns.badge), ("Trip", columns.id),
      ("Status", columns.status), ("Next", columns.next),
      (Catalogue.shortDropoff, columns.dropoff), (Catalogue.vehicle, columns.vehicle),
      (columns.state > 0 ? Catalogue.badgeColumn : "", columns.state),
    ]
    for (text, width) in titles where width > 0 {
      write(text, column: column, row: row, width: width, style: palette.quiet)
      column += width + columns.gap
    }
  }

  fileprivate mutating func drawTrips(in rect: Rect) {
    guard !state.order.isEmpty else {
      // The card shows the same.
      if state.isCardShown, layout.isFramed { return }
      let area = rect.inset(columns: columns.margin, rows: 0)
      for (row, line) in wrapped(emptyText, width: max(1, area.columns)).enumerated() {
        write(line, in: area, row: rect.minRow + row, style: palette.quiet)
      }
      return
    }
    let selectedLine = state.selectedLine
    for (offset, place) in state.order.dropFirst(state.top).prefix(rect.rows).enumerated() {
      let line = state.top + offset
      let row = rect.line(rect.minRow + offset)
      drawTrip(state.trips[place], row: row.minRow, isSelected: line == selectedLine)
      addHit(.item(line), in: row)
    }
  }

  private var emptyText: String {
    if !state.trips.isEmpty { return "No trip matches \(state.needle)." }
    guard let vehicle = state.vehicle else { return "There are no trips." }
    if let problem = vehicleProblem {
      let retry = vehicle.polling.nextPollAt.map { Catalogue.askingAgain(max(.zero, $0 - now)) }
      return [Catalogue.ended(problem), retry.map { $0 + "." } ?? ""].joined(separator: " ")
    }
    return vehicle.isKnown
      ? "Vehicle \(vehicle.vehicleID) has no active trip. Still asking."
      : "Asking for vehicle \(vehicle.vehicleID)."
  }

  fileprivate var message: StyledText {
    if let search { return StyledText(text: search, style: palette.key) }
    if let notice = state.notice { return StyledText(text: notice.text) }
    if state.isPaused {
      return StyledText(text: Catalogue.paused(settings.keys), style: palette.warning)
    }
    if let message = vehicleMessage { return message }
    if !state.pattern.isEmpty {
      let count = "\(state.order.count) of \(state.trips.count)"
      return StyledText(text: "Filter \(state.pattern): \(count). Esc shows all.")
    }
    guard let trip = state.selectedTrip else { return StyledText(text: "") }
    return message(on: trip)
  }

  private func message(on trip: ListedTrip) -> StyledText {
    if let error = trip.polling.lastError {
      let text = errorText(error, of: trip)
      let sentences = [Catalogue.ended(text.summary)] + text.advice.prefix(1)
      return StyledText(
        text: "\(trip.tripID): \(sentences.joined(separator: " "))",
        style: error.bucket == .recoverable ? palette.warning : palette.failure
      )
    }
    guard let ride = trip.trip, let stage = trip.stage else {
      return StyledText(text: "\(trip.tripID): no answer yet.")
    }
    let sentence = Catalogue.sentence(
      stage,
      vehicle: ride.vehicleID,
      interval: Quantities.age(state.turn),
      ended: RideSummary.ended(ride).map { settings.localTime.minutes($0) },
      keys: nil
    )
    return StyledText(text: "\(trip.tripID): \(sentence)")
  }

  func errorText(_ error: FleetEngineError, of trip: ListedTrip) -> ErrorText {
    var context = ErrorText.Context(name: trip.name, polling: trip.polling, settings: settings)
    (context.interval, context.usualInterval) = (state.turn, state.turn)
    return ErrorText(error, context)
  }

  /// Why the vehicle's trips are unknown; nil without a problem.
  private var vehicleProblem: String? {
    guard let vehicle = state.vehicle, let error = vehicle.problem else { return nil }
    let text = ErrorText(error, .init(name: vehicle.name, backend: settings.backend))
    return "Vehicle \(vehicle.vehicleID): \(text.summary)"
  }

  /// The sentence while the vehicle's trips are unknown; nil without a problem.
  private var vehicleMessage: StyledText? {
    guard let problem = vehicleProblem, let error = state.vehicle?.problem else { return nil }
    guard state.trips.isEmpty else {
      return StyledText(text: "\(glyphs.warning) \(problem)", style: palette.warning)
    }
    let needsAction = error.bucket != .recoverable
    let label = error.label + (error.httpStatus.map { " (\($0))" } ?? "")
    let keys = "\(settings.keys[.details]) details, \(settings.keys[.refresh]) retry now"
    return StyledText(
      text: "\(needsAction ? glyphs.failed : glyphs.warning) \(label). \(keys)",
      style: needsAction ? palette.failure : palette.warning
    )
  }

  fileprivate mutating func drawFailure() {
    if state.isCardShown, let vehicle = state.vehicle {
      draw(state.screen(of: vehicle.name, vehicle.polling, now: now)) { $0.drawErrorCard() }
    }
    if let details = state.detailsScreen(now: now) { draw(details) { $0.drawList() } }
  }

  fileprivate var keyHints: [KeyHint] {
    if state.query != nil {
      return [
        KeyHint(keys: [.enter], label: "Keep", rank: 0),
        KeyHint(keys: [.escape], label: "All", rank: 1),
      ]
    }
    if state.details != nil {
      let hints = [hint(.closeOverlay, rank: 0, label: "Close"), hint(.refresh, rank: 1)]
      return hints.compactMap { $0 }
    }
    let hasTrips = !state.order.isEmpty
    let hasProblem = state.vehicle?.problem != nil || state.selectedTrip?.polling.lastError != nil
    let refresh =
      hasTrips
      ? hint(.refresh, rank: 6)
      : hasProblem ? hint(.refresh, rank: 1, label: "Retry now") : nil
    let hints: [KeyHint?] = [
      hint(.help, rank: 4), hasTrips ? hint(.openTrip, rank: 1) : nil,
      hasTrips ? hint(.selectNext, .selectPrevious, rank: 5) : nil,
      state.trips.isEmpty ? nil : hint(.filterTrips, rank: 2),
      state.pattern.isEmpty ? nil : hint(.closeOverlay, rank: 3, label: "All"), refresh,
      hasProblem ? hint(.details, rank: 5) : nil,
      state.isCardShown ? hint(.closeOverlay, rank: 7) : nil,
      hasTrips ? hint(.pause, rank: 7, label: state.isPaused ? "Resume" : nil) : nil,
      hasTrips ? hint(.copyTripName, rank: 8) : nil, hint(.quit, rank: 0),
    ]
    return hints.compactMap { $0 }
  }
}

extension TripListState {
  fileprivate func screen(of name: String, _ polling: PollingStatus, now: Duration) -> ViewState {
    let ride = RideState(tripName: name, polling: polling, now: now)
    var screen = ViewState(ride: ride, size: size, keys: keys)
    // The list has no key for it.
    screen.unavailableActions = [.reloadToken]
    screen.arrangement = ScreenArrangement(panel: .off, showsEvents: false)
    return screen
  }

  fileprivate func detailsScreen(now: Duration) -> ViewState? {
    guard let details, let polling = polling(of: details.name) else { return nil }
    var screen = screen(of: details.name, polling, now: now)
    screen.focus.overlay = .details
    screen.focus.list = details.position
    return screen
  }

  func detailsList(at moment: InputMoment) -> ListContent {
    detailsScreen(now: moment.now)?.openList(at: moment) ?? ListContent()
  }
}
