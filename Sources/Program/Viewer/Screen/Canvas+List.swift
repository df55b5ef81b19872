internal import CellGrid
internal import FleetEngine
internal import HTTPMessages
internal import RidesharingConsumer

/// The lines of an open list, and its place.
struct ListContent {
  struct Line {
    var lead = ""
    let text: String
    var style = CellStyle.plain
    var isDifferent = false
  }

  enum Shape {
    /// A box with a filter, in the middle.
    case menu
    /// A box in the middle that is as high as its lines.
    case card
    /// The whole width between header and keys.
    case page
    /// The place of the events, or the lower part of the screen.
    case panel
  }

  var title = ""
  var lines: [Line] = []
  var hint: KeyText = ""
  var emptyText = ""
  /// Whether a line is selected.
  var isSelectable = false
  var shape = Shape.page
  /// The lines of a menu before any was left out, and the columns of its box.
  var all = 0
  var columns = 46
  /// The columns of what leads each line.
  var leadColumns = 10
  /// The cells of the list with its frame, or of the page.
  var box = Rect(column: 0, row: 0, columns: 0, rows: 0)
  var rect = Rect(column: 0, row: 0, columns: 0, rows: 0)

  var count: Int { lines.count }
  var rows: Int { rect.rows }
}

extension ScreenMoment {
  /// The content of an open list, with its place.
  func content(of list: ListLayer) -> ListContent {
    var content = lines(of: list)
    content.box = box(of: content)
    content.rect = rect(of: content, list, in: content.box)
    return content
  }

  private func lines(of list: ListLayer) -> ListContent {
    switch list.subject {
    case .menu:
      let menu = state.menu(list)
      return menuContent(
        "Actions", menu.map { .init(lead: $0.binding.shownKey?.name ?? "", text: $0.binding.text) },
        all: ListContent.menuRows, runs: "Enter runs",
        empty: "No action matches \(list.position.filter.needle).")
    case .log(let lines):
      return ListContent(
        title: "Log", lines: lines.flatMap { whole($0.description) },
        hint: hint(
          settings.keys.part(State.Action.screen(.log), "or Esc closes"),
          .init("/ searches", "/")
        ),
        emptyText: "The log is empty.")
    case .faults, .details, .events, .requests, .request, .style:
      return State.lines(of: list, in: self)
    }
  }
}

extension ListContent {
  /// The most rows of a menu's box, with its frame.
  static let menuRows = 24
}

/// A call that is repeated, and how it goes.
struct PolledCall {
  /// The full name of its trip or vehicle.
  let name: String
  let polling: PollingStatus
  var attempts: [RideState.FailedAttempt] = []
  let freshness: Freshness

  init(_ ride: RideState, freshness: Freshness) {
    (name, polling, attempts) = (ride.tripName, ride.polling, ride.attempts)
    self.freshness = freshness
  }

  /// Creates a call whose response is not shown.
  init(name: String, polling: PollingStatus, now: Duration, wall: Timestamp) {
    (self.name, self.polling) = (name, polling)
    freshness = Freshness(RideFacts(nil, polling, now: now, wall: wall))
  }

  func failure(_ error: FleetEngineError, _ settings: ViewerSettings) -> CallFailure {
    CallFailure(error, CallFailure.Facts(name: name, polling: polling, settings: settings))
  }
}

extension ScreenContext {
  /// The time of the next poll in words; nil if none is planned.
  func nextPoll(_ polling: PollingStatus) -> String? {
    if polling.isPolling { return "now" }
    return polling.nextPollAt.map { $0 > now ? "in \(Quantities.wait($0 - now))" : "now" }
  }

  func pollingAgain(_ polling: PollingStatus) -> String {
    nextPoll(polling).map { "Next poll \($0)." } ?? "Updates stopped."
  }

  func hint(_ parts: KeyText.Part...) -> KeyText { KeyText(parts, separator: ", ") }

  func menuContent(
    _ title: String, _ lines: [ListContent.Line], all: Int, runs: String, empty: String
  ) -> ListContent {
    ListContent(
      title: title, lines: lines, hint: hint(.init(runs, .enter), .init("Esc closes", .escape)),
      emptyText: empty, isSelectable: true, shape: .menu, all: all)
  }

  /// The state of the calls about a trip or vehicle, or the last error in full.
  func details(of call: PolledCall) -> ListContent {
    let keys = settings.keys
    let hasFailed = call.polling.lastError != nil
    return ListContent(
      title: hasFailed ? "Details of the last error" : "State",
      lines: detailLines(call, width: detailColumns - (layout.isFramed ? 4 : 2)),
      hint: hint(
        keys.part(.details, "or Esc closes"),
        keys.part(.program(.refresh), hasFailed ? "retries now" : "polls now"),
        keys.part(.screen(.log), "log")
      ),
      shape: .card
    )
  }

  func line(of event: LoggedEvent) -> String {
    settings.localTime.clock(event.time) + " " + event.text
  }

  /// A text in one line, or on a small screen in as many as it needs.
  func whole(_ text: String) -> [ListContent.Line] {
    let columns = layout.size.columns
    guard !layout.isFramed else { return [.init(text: text)] }
    return wrapped(text, width: columns - (columns >= 30 ? 2 : 0)).map { .init(text: $0) }
  }

  private var detailColumns: Int {
    layout.isFramed ? min(76, layout.size.columns - 4) : layout.size.columns
  }

  fileprivate func box(of content: ListContent) -> Rect {
    let size = layout.size
    guard layout.isFramed else {
      return Rect(column: 0, row: 0, columns: size.columns, rows: size.rows)
    }
    func centered(_ columns: Int, _ rows: Int) -> Rect {
      self.centered(columns: columns, rows: rows, in: state.boxArea)
    }
    switch content.shape {
    case .menu:
      // The box keeps its size while the list gets shorter.
      let rows = min(size.rows - 4, ListContent.menuRows, content.all + 3)
      return centered(min(content.columns, size.columns - 4), rows)
    case .card: return centered(detailColumns, min(size.rows - 2, content.count + 2))
    // The whole width, so that no pieces of the frames below are left at the edges.
    case .page:
      let end = layout.timelineRow ?? size.rows - 2
      return Rect(column: 0, row: 1, columns: size.columns, rows: end - 1)
    case .panel:
      if let panel = layout.events { return panel }
      let rows = min(size.rows - 4, max(5, size.rows / 2))
      let end = layout.timelineRow == nil ? size.rows - 3 : layout.railRow
      return Rect(column: 0, row: end - rows, columns: size.columns, rows: rows)
    }
  }

  fileprivate func rect(of content: ListContent, _ list: ListLayer, in box: Rect) -> Rect {
    // The menu's first row is for its filter, the last one of another list for the search.
    guard !layout.isFramed else {
      let inner = box.inset(columns: 2)
      let (row, columns) = (inner.minRow + (list.isMenu ? 1 : 0), inner.columns)
      let rows = max(0, inner.maxRow - row)
      return Rect(column: inner.minColumn, row: row, columns: columns, rows: rows)
    }
    let margin = box.columns >= 30 ? 1 : 0
    let title = (box.rows >= 3 ? 1 : 0) + (list.isMenu && box.rows >= 4 ? 1 : 0)
    let search = list.position.filter.query == nil || list.isMenu ? 0 : 1
    let rows = max(0, box.rows - title - search)
    return Rect(column: margin, row: title, columns: box.columns - 2 * margin, rows: rows)
  }

  /// The state of the data while there is no error.
  private func stateLines(_ call: PolledCall, width: Int) -> [ListContent.Line] {
    let (polling, freshness) = (call.polling, call.freshness)
    var facts = [("trip", call.name), ("backend", settings.backend)]
    if !settings.credentials.isEmpty { facts.append(("token", settings.credentials)) }
    if let age = freshness.answerAge { facts.append(("response", "\(Quantities.age(age)) ago")) }
    if let age = freshness.locationAge { facts.append(("position", "\(Quantities.age(age)) ago")) }
    facts.append(("next poll", nextPoll(polling) ?? "none"))
    facts += [
      ("updates", "\(polling.totalUpdates)"),
      ("retries", "\(polling.totalRetries)"),
    ]
    if let offset = polling.serverClockOffset, offset.magnitude > ViewerSettings.shownClockOffset {
      facts.append(
        ("server time", (offset < .zero ? "-" : "+") + Quantities.span(offset.magnitude)))
    }
    let lines = facts.flatMap { detail($0, $1, width: width) }
    return [ListContent.Line(text: freshness.words, style: CellStyle.bold)]
      + lines.map { ListContent.Line(text: $0) }
  }

  /// The last error in full, with the attempts that failed before it, or the state without one.
  private func detailLines(_ call: PolledCall, width: Int) -> [ListContent.Line] {
    guard let error = call.polling.lastError else { return stateLines(call, width: width) }
    let gap = layout.isFramed ? [""] : []
    let facts = detailFacts(error, call).flatMap { detail($0, $1, width: width) }
    let message = wrapped(String(error.message.prefix(2_000)), width: width)
    let attempts = call.attempts.reversed().map { attempt in
      let text = "\(settings.localTime.clock(attempt.time)) \(attempt.code)"
      return attempt.wait.map { "\(text), next in \(Quantities.wait($0))" } ?? text
    }
    let lines =
      gap + facts + gap + message + gap + [pollingAgain(call.polling)]
      + (attempts.isEmpty ? [] : gap + ["Attempts, newest first"] + attempts)
    return [ListContent.Line(text: headline(error), style: CellStyle.bold)]
      + lines.map { ListContent.Line(text: $0) }
  }

  private func detailFacts(_ error: FleetEngineError, _ call: PolledCall) -> [(String, String)] {
    let (polling, name) = (call.polling, call.name)
    var facts = [("call", error.operation)]
    if let request = error.request {
      // Tokens are in a header field, but a query may contain secrets too.
      var url = request.url
      url.query = []
      facts.append(("request", "\(request.method.rawValue) \(url)"))
    }
    let isVehicle = (try? VehicleName(parsing: name)) != nil
    facts += [(isVehicle ? "vehicle" : "trip", name), ("backend", settings.backend)]
    for detail in error.details {
      if case .requestInfo(let id, _) = detail, !id.isEmpty { facts.append(("request id", id)) }
    }
    if !settings.credentials.isEmpty { facts.append(("token", settings.credentials)) }
    if let wait = error.retryAfter { facts.append(("retry after", Quantities.span(wait))) }
    if let offset = polling.serverClockOffset, offset.magnitude > ViewerSettings.shownClockOffset {
      let sign = offset < .zero ? "-" : "+"
      facts.append(("server time", sign + Quantities.span(offset.magnitude)))
    }
    facts.append(("failures", "\(polling.consecutiveFailures)"))
    if let since = polling.failingSince {
      facts.append(("failing", "for \(Quantities.span(now - since))"))
    }
    if case .transport(let cause) = error.cause { facts.append(("transport", "\(cause.kind)")) }
    return facts
  }

  /// A label and a value in columns; a long value continues below itself.
  private func detail(_ label: String, _ value: String, width: Int) -> [String] {
    let indent = 11
    return wrapped(value, width: max(8, width - indent)).enumerated().map { index, line in
      let start = index == 0 ? label : ""
      return start + String(repeating: " ", count: max(0, indent - safe(start).width)) + line
    }
  }
}

extension Canvas {
  mutating func draw(_ list: ListLayer) {
    let content = moment.content(of: list)
    let rect = content.rect
    let top = list.position.top(of: content.count, rows: content.rows)
    addHit(.cover, in: content.box)
    drawFrame(of: list, content, top: top)
    if content.lines.isEmpty {
      write(content.emptyText, in: rect, row: rect.minRow, style: palette[.quiet])
    }
    for (offset, line) in content.lines.dropFirst(top).prefix(rect.rows).enumerated() {
      let row = rect.line(rect.minRow + offset)
      draw(line, number: top + offset, of: list, content, in: row)
    }
  }

  private mutating func drawFrame(of list: ListLayer, _ content: ListContent, top: Int) {
    let (box, rect, count) = (content.box, content.rect, content.count)
    let end = min(count, top + rect.rows)
    let place = count > rect.rows ? "\(top + 1)-\(end)/\(count)" : ""
    let typed = list.position.filter.query
    let (query, row) = (list.isMenu ? nil : typed, box.maxRow - 1)
    defer { if list.isMenu, let typed { draw(filter: typed, above: rect) } }
    if layout.isFramed {
      // The place of the events has others at its sides.
      if content.shape == .panel { frame.fill(box) } else { clear(box) }
      self.box(box, title: content.title, note: place)
      if let query {
        edgeInput(query, in: box)
      } else {
        edgeNote(content.hint.text, in: box)
        addHits(of: content.hint, in: box.inset(columns: 3), row: row)
      }
    } else {
      let title = place.isEmpty ? content.title : "\(content.title) \(place)"
      _ = beginPage(title, hint: content.hint)
      if let query { writeInput(query, after: "/", in: rect.line(row)) }
    }
  }

  /// Draws what is typed in the menu, in the row above the list.
  private mutating func draw(filter query: LineEditor, above rect: Rect) {
    guard rect.minRow > 0 else { return }
    let line = rect.line(rect.minRow - 1)
    // A screen with very few rows shows the filter in place of the title.
    frame.fill(line)
    writeInput(query, after: "> ", in: line)
    guard query.text.isEmpty, line.columns >= 20 else { return }
    let (column, columns) = (line.minColumn + 2, line.columns - 2)
    let text = ViewerText.typeToFilter
    write(text, column: column, row: line.minRow, width: columns, style: palette[.quiet])
  }

  private mutating func draw(
    _ line: ListContent.Line, number: Int, of list: ListLayer, _ content: ListContent, in rect: Rect
  ) {
    let filter = list.position.filter
    let isSelected = content.isSelectable && number == list.position.selected
    let isFound = !list.isMenu && !filter.needle.isEmpty && filter.matches(line.text)
    var style = isFound ? CellStyle.bold : line.style
    if isSelected {
      style.attributes.insert(.reverse)
      frame.fill(rect, style: style)
      // Typed text keeps its caret.
      let isTyped = filter.query.map { !list.isMenu || !$0.text.isEmpty } ?? false
      if !isTyped { parkCursor(at: rect.origin) }
    }
    var column = rect.minColumn
    if !line.lead.isEmpty {
      var key = isSelected ? style : CellStyle.bold
      key.attributes.insert(.bold)
      let width = content.leadColumns - 1
      write(line.lead, column: column, row: rect.minRow, width: width, style: key)
      column += content.leadColumns
    }
    let room = rect.maxColumn - column
    write(line.text, column: column, row: rect.minRow, width: room, style: style)
    addHit(.item(number), in: rect)
  }
}
