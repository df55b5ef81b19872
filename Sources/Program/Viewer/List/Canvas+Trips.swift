internal import CellGrid
internal import FleetEngine
internal import RidesharingConsumer

extension TripListState {
  static func draw(_ canvas: inout Canvas<TripListState>) {
    let parts = canvas.parts
    canvas.frame.title = canvas.windowTitle
    if parts.hasHeader { canvas.drawHeader() }
    canvas.drawMap()
    canvas.drawWall()
    if parts.hasTitles { canvas.drawTitles(row: parts.list.minRow - 1) }
    canvas.drawTrips(in: parts.list)
    canvas.drawPreview()
    if let fleet = canvas.state.fleet { canvas.drawFleet(fleet) }
    if parts.hasMessage {
      let columns = canvas.columns
      let line = canvas.frame.bounds.inset(columns: columns.margin, rows: 0)
      let row = parts.size.rows - (parts.hasKeyBar ? 2 : 1)
      if let query = canvas.state.filter.query {
        canvas.writeInput(query, after: "/", in: line.line(row), style: CellStyle.bold)
      } else {
        canvas.write(canvas.message, in: line, row: row)
      }
    }
    if parts.hasKeyBar { canvas.drawKeyBar(canvas.keyHints) }
    if canvas.state.isCardShown, let vehicle = canvas.state.vehicle {
      let (now, wall) = (canvas.now, canvas.wall)
      let call = PolledCall(name: vehicle.name, polling: vehicle.polling, now: now, wall: wall)
      canvas.drawErrorCard(of: call, in: canvas.layout.map, offersToken: false)
    }
  }
}

extension Canvas where State == TripListState {
  var parts: TripListLayout { state.parts }
  var columns: TripListColumns { derived }

  fileprivate mutating func drawHeader() {
    let width = state.size.columns
    fillHeader()
    if let query = state.filter.query, !parts.hasMessage {
      let line = frame.bounds.line(0).inset(columns: columns.margin, rows: 0)
      return writeInput(query, after: "/", in: line, style: palette[.quiet])
    }
    let clock = settings.localTime.clock(wall)
    let names = names
    let shortest = safe(names[names.count - 1]).width + 2 * columns.margin + 2
    let counts = state.rankCounts
    let forms = [(CountForm.words, clock), (.words, ""), (.marks, ""), (.attention, "")].map {
      headerParts(counts, form: $0, clock: $1)
    }
    let fitting = forms.first { rightWidth($0) <= width - shortest }
    let right = fitting ?? (state.isPaused && shortest < width ? [pausedPart] : [])
    let end = width - columns.margin
    var column = end - rightWidth(right)
    let room = column - columns.margin - (right.isEmpty ? 0 : 2)
    for part in right {
      column += write(part.text, column: column, row: 0, width: end - column, style: part.style) + 2
    }
    let name = longest(of: names, room)
    write(name, column: columns.margin, row: 0, width: room, style: palette[.quiet])
  }

  /// How many trips need attention, for the title of the terminal's window or tab.
  fileprivate var windowTitle: SafeText {
    if state.trips.isEmpty, state.vehicle?.problem?.mayPass == false {
      return safe("needs action")
    }
    let urgent = state.attentionCount
    let trips = ViewerText.count(state.tripCount, "trip")
    return safe(urgent == 0 ? trips : "\(trips), \(ViewerText.attention(urgent))")
  }

  private enum CountForm { case words, marks, attention }

  private var pausedPart: StyledText {
    let text = "\(glyphs.paused) \(ViewerText.pausedBadge)"
    return StyledText(text: text, style: palette[.quiet])
  }

  private func rightWidth(_ parts: [StyledText]) -> Int {
    parts.map { safe($0.text).width }.reduce(0, +) + 2 * max(0, parts.count - 1)
  }

  /// The counts of trips by state, the most urgent first, and what else is at the header's end.
  private func headerParts(_ counts: [Int], form: CountForm, clock: String) -> [StyledText] {
    func style(_ base: CellStyle) -> CellStyle {
      var style = base
      style.attributes.insert(.reverse)
      return style
    }
    var parts: [StyledText] = []
    func add(
      _ ranks: [ListedTrip.Rank], _ mark: String, _ base: CellStyle,
      words: (Int) -> String = { "\($0)" }
    ) {
      let count = ranks.reduce(0) { $0 + counts[$1.rawValue] }
      guard count > 0, form != .attention || ranks[0].needsAttention else { return }
      let text = form == .words ? "\(mark) \(words(count))" : "\(mark)\(count)"
      parts.append(StyledText(text: text, style: style(base)))
    }
    add([.actionNeeded], glyphs.failed, palette[.failure]) { "\($0) need action" }
    if form == .words {
      add([.stale], glyphs.waiting, palette[.warning]) { "\($0) stale" }
      add([.vehicleQuiet], glyphs.waiting, palette[.warning]) { "\($0) quiet" }
      add([.late], glyphs.waiting, palette[.warning]) { "\($0) late" }
    } else {
      add([.stale, .vehicleQuiet, .late], glyphs.waiting, palette[.warning])
    }
    add([.live], glyphs.live, palette[.good]) { "\($0) live" }
    add([.connecting], glyphs.ellipsis, CellStyle.plain) { "\($0) connecting" }
    add([.ended], glyphs.ended, CellStyle.plain) {
      state.view.hidesEnded
        ? "\($0) ended, hidden"
        : "\($0) ended"
    }
    if state.isPaused { parts.append(pausedPart) }
    if !clock.isEmpty { parts.append(StyledText(text: clock, style: palette[.quiet])) }
    return parts
  }

  /// The forms of the title, the longest first.
  private var names: [String] {
    let count = state.tripCount
    let shown = state.order.count
    let end = min(shown, state.top + parts.listRows)
    let place = shown > parts.listRows ? ", \(state.top + 1)-\(end)/\(shown)" : ""
    let trips = ViewerText.count(count, "trip")
    let sorted = count > 1 ? " " + "by \(state.view.order.words)" : ""
    let owner = state.vehicle?.vehicleID ?? state.fleet?.title.description
    let whole = (owner.map { "\($0), \(trips)" } ?? trips) + sorted
    return [
      "\(ViewerText.program) \(glyphs.separator) \(whole)\(place)", whole + place,
      trips + sorted + place, trips + place, trips,
    ]
  }

  fileprivate mutating func drawTitles(row: Int) {
    var column = parts.list.minColumn + columns.margin
    let order = state.view.order
    let byState = order == .attention || order == .age
    let titles = [
      (columns.badge > 1 ? ViewerText.badgeColumn : "", columns.badge, byState),
      ("Trip", columns.id, order == .name),
      ("Status", columns.status, order == .status),
      ("Next", columns.next, order == .arrival), ("Late", columns.late, order == .late),
      (ViewerText.shortDropoff, columns.dropoff, false),
      (ViewerText.vehicle, columns.vehicle, false), ("Left", columns.distance, false),
    ]
    func look(_ title: String, _ isSorted: Bool) -> (String, CellStyle) {
      let text = isSorted && !title.isEmpty ? "\(title)\(glyphs.descending)" : title
      return (text, isSorted ? CellStyle.bold : palette[.quiet])
    }
    for (title, width, isSorted) in titles where width > 0 {
      let (text, style) = look(title, isSorted)
      write(text, column: column, row: row, width: width, style: style)
      column += width + columns.gap
    }
    // The states are at the end, whatever is left before them.
    let (text, style) = look(ViewerText.badgeColumn, byState)
    let end = parts.list.maxColumn - columns.margin
    writeTrailing(text, endColumn: end, row: row, width: columns.state, style: style)
    if let press = settings.keys.binding(of: ListAction.nextSort)?.keys.first {
      addHit(.key(press), in: parts.list.line(row))
    }
  }

  fileprivate mutating func drawTrips(in rect: Rect) {
    guard !state.order.isEmpty else {
      // The card shows the same.
      if state.isCardShown, layout.isFramed { return }
      let area = rect.inset(columns: columns.margin, rows: 0)
      let advice = state.trips.isEmpty ? state.fleet?.advice.map(\.description) ?? [] : []
      let lines = ([emptyText] + advice).flatMap { wrapped($0, width: max(1, area.columns)) }
      for (row, line) in lines.enumerated() {
        write(line, in: area, row: rect.minRow + row, style: row == 0 ? palette[.quiet] : .plain)
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
    if !state.trips.isEmpty {
      return
        (state.filter.needle.isEmpty
        ? "All trips have ended and are hidden. \(settings.keys[ListAction.toggleEnded]) shows them."
        : "No trip matches \"\(state.filter.needle)\".")
    }
    guard let vehicle = state.vehicle else {
      return state.fleet == nil ? "There are no trips." : "There are no trips and vehicles yet."
    }
    if let problem = vehicleProblem {
      let retry = vehicle.polling.nextPollAt.map { ViewerText.askingAgain(max(.zero, $0 - now)) }
      return [ViewerText.ended(problem), retry.map { "\($0)." } ?? ""].joined(separator: " ")
    }
    return
      (vehicle.isKnown
      ? "Vehicle \(vehicle.vehicleID) has no active trip. Still polling."
      : "Asking for vehicle \(vehicle.vehicleID).")
  }

  fileprivate var message: StyledText {
    if let notice = state.notice { return StyledText(text: notice.text) }
    if state.isPaused {
      return StyledText(text: ViewerText.paused(settings.keys), style: palette[.warning])
    }
    if let message = vehicleMessage { return message }
    if !state.filter.pattern.isEmpty {
      let (shown, all) = (state.order.count, state.trips.count)
      let text = "Filter \(state.filter.pattern): \(shown) of \(all). Esc shows all."
      return StyledText(text: text)
    }
    guard let trip = state.selectedTrip else { return StyledText(text: "") }
    return message(on: trip)
  }

  private func message(on trip: ListedTrip) -> StyledText {
    if trip.vehicle != nil {
      let text =
        trip.rank == .free ? "\(trip.tripID) waits for trips." : "\(trip.tripID) is offline."
      return StyledText(text: text)
    }
    if let error = trip.polling.lastError {
      let failure = failure(error, of: trip)
      let sentences = [failure.summary] + failure.explanation.prefix(1)
      return StyledText(
        text: "\(trip.tripID): \(sentences.joined(separator: " "))",
        style: error.mayPass ? palette[.warning] : palette[.failure])
    }
    if state.fleet != nil, let stage = trip.stage {
      return StyledText(text: "\(trip.tripID): \(ViewerText.sentence(stage)).")
    }
    guard let ride = trip.trip, let stage = trip.stage else {
      return StyledText(text: "\(trip.tripID): \(ViewerText.noResponse)")
    }
    let sentence = ViewerText.sentence(
      stage, vehicle: ride.vehicleID,
      interval: Quantities.age(trip.polling.interval ?? TripModelOptions.minimumInterval),
      ended: RideSummary.ended(ride).map { settings.localTime.minutes($0) }, keys: nil)
    return StyledText(text: "\(trip.tripID): \(sentence)")
  }

  func failure(_ error: FleetEngineError, of trip: ListedTrip) -> CallFailure {
    let facts = CallFailure.Facts(name: trip.name, polling: trip.polling, settings: settings)
    return CallFailure(error, facts)
  }

  /// Why the vehicle's trips are unknown; nil without a problem.
  private var vehicleProblem: String? {
    guard let vehicle = state.vehicle, let error = vehicle.problem else { return nil }
    let facts = CallFailure.Facts(name: vehicle.name, polling: vehicle.polling, settings: settings)
    return "Vehicle \(vehicle.vehicleID): \(CallFailure(error, facts).phrase)."
  }

  /// The sentence while the vehicle's trips are unknown; nil without a problem.
  private var vehicleMessage: StyledText? {
    guard let problem = vehicleProblem, let error = state.vehicle?.problem else { return nil }
    guard state.trips.isEmpty else {
      return StyledText(text: "\(glyphs.warning) \(problem)", style: palette[.warning])
    }
    let needsAction = !error.mayPass
    let label = error.label + (error.httpStatus.map { " (\($0))" } ?? "")
    let keys =
      "\(settings.keys[ListAction.details]) details, \(settings.keys[ListAction.refresh]) retry now"
    return StyledText(
      text: "\(needsAction ? glyphs.failed : glyphs.warning) \(label). \(keys)",
      style: needsAction ? palette[.failure] : palette[.warning])
  }

  fileprivate var keyHints: [KeyHint] {
    if state.filter.query != nil {
      return [
        KeyHint(keys: [.enter], label: "Keep", rank: 0),
        KeyHint(keys: [.escape], label: "All", rank: 1),
      ]
    }
    let hasTrips = !state.order.isEmpty
    let hasProblem = state.vehicle?.problem != nil || state.selectedTrip?.polling.lastError != nil
    let refresh =
      hasTrips
      ? hint(.refresh, rank: 9)
      : hasProblem ? hint(.refresh, rank: 1, label: "Retry now") : nil
    let hints: [KeyHint?] = [
      hint(.screen(.help), rank: 4), hasTrips ? hint(.openTrip, rank: 1) : nil,
      hasTrips ? hint(.selectNext, .selectPrevious, rank: 5) : nil,
      state.trips.isEmpty ? nil : hint(.filterTrips, rank: 2),
      state.trips.count > 1 ? hint(.nextSort, rank: 6) : nil,
      state.trips.contains { $0.rank == .ended } || state.view.hidesEnded
        ? hint(.toggleEnded, rank: 6, label: state.view.hidesEnded ? "Show ended" : "Hide ended")
        : nil,
      hasTrips
        ? hint(
          .toggleAutoCamera, rank: 7,
          label: state.view.aim == .selected ? "Follow:on" : "Follow:off") : nil,
      hint(.mapOnly, rank: 8), hint(.wall, rank: 8), hint(.faults, rank: 3),
      state.filter.pattern.isEmpty ? nil : hint(.screen(.close), rank: 3, label: "All"), refresh,
      hasProblem ? hint(.details, rank: 5) : nil,
      state.isCardShown ? hint(.screen(.close), rank: 7) : nil,
      hasTrips ? hint(.pause, rank: 9, label: state.isPaused ? "Resume" : nil) : nil,
      hasTrips ? hint(.copyTripName, rank: 10) : nil, hint(.screen(.menu), rank: 16),
      hint(.screen(.quit), rank: 0),
    ]
    return hints.compactMap { $0 }
  }
}

extension TripListState {
  static func lines(of list: ListLayer, in moment: ScreenMoment<TripListState>) -> ListContent {
    let state = moment.state
    switch list.subject {
    case .faults:
      guard let fleet = state.fleet else { return ListContent() }
      var content = moment.menuContent(
        "Play a fault",
        fleet.menu(list).map { .init(lead: "\($0 + 1)", text: fleet.faults[$0].description) },
        all: fleet.faults.count, runs: "Enter plays",
        empty: "No fault matches \(list.position.filter.needle).")
      content.leadColumns = 4
      let longest = fleet.faults.map(\.width).max() ?? 0
      content.columns = max(content.columns, longest + content.leadColumns + 4)
      return content
    case .details(let name):
      guard let polling = state.polling(of: name) else { return ListContent() }
      return moment.details(
        of: PolledCall(name: name, polling: polling, now: moment.now, wall: moment.wall))
    case .menu, .events, .requests, .request, .log, .style: return ListContent()
    }
  }
}
