internal import CellGrid
internal import FleetEngine
internal import HTTPMessages
internal import RidesharingConsumer

/// A list that covers the screen, and its place.
struct ListContent {
  struct Line {
    var lead = ""
    let text: String
    var style = CellStyle.plain
    var isDifferent = false
  }

  var title = ""
  var lines: [Line] = []
  var hint: KeyText = ""
  var emptyText = ""
  /// Whether a line is selected.
  var isSelectable = false
  /// The cells of the list with its frame, or of the page.
  var box = Rect(column: 0, row: 0, columns: 0, rows: 0)
  var rect = Rect(column: 0, row: 0, columns: 0, rows: 0)

  var count: Int { lines.count }
  var rows: Int { rect.rows }
}

extension RideContext {
  /// The list that covers the screen; an empty one if none does.
  var listContent: ListContent {
    var content = listLines
    content.box = listBox(of: content)
    content.rect = listRect(in: content.box)
    return content
  }

  private var listLines: ListContent {
    let keys = settings.keys
    func hint(_ parts: KeyText.Part...) -> KeyText { KeyText(parts, separator: ", ") }
    return switch state.focus.overlay {
    case .menu:
      ListContent(
        title: "Actions",
        lines: state.menu.map {
          .init(lead: $0.shownKey?.name ?? "", text: $0.text)
        },
        hint: hint(.init("Enter runs", .enter), .init("Esc closes", .escape)),
        emptyText: "No action matches \(state.focus.list.needle).",
        isSelectable: true
      )
    case .requests(let inspector): requestList(inspector)
    case .events:
      ListContent(
        title: ViewerText.eventsTitle,
        lines: state.ride.events.flatMap { whole(line(of: $0)) },
        hint: hint(keys.part(.events, "or Esc closes")),
        emptyText: ViewerText.noEvents
      )
    case .log(let lines):
      ListContent(
        title: "Log",
        lines: lines.flatMap { whole($0.description) },
        hint: hint(
          keys.part(.program(.log), "or Esc closes"),
          .init("/ searches", "/")
        ),
        emptyText: "The log is empty."
      )
    case .style(let lines):
      ListContent(
        title: "Style",
        lines: lines.flatMap { whole($0.description) },
        hint: hint(
          .init(":style FILE saves it"),
          .init("Esc closes", .escape)
        )
      )
    case .details:
      ListContent(
        title: state.ride.polling.lastError == nil ? "State" : "Details of the last error",
        lines: detailLines(width: detailColumns - (layout.isFramed ? 4 : 2)),
        hint: hint(
          keys.part(.details, "or Esc closes"),
          keys.part(
            .program(.refresh),
            state.ride.polling.lastError == nil ? "polls now" : "retries now"
          ),
          keys.part(.program(.log), "log")
        )
      )
    case .help, .cancelQuestion, .cancelFailure, .report, nil: ListContent()
    }
  }

  func line(of event: LoggedEvent) -> String {
    settings.localTime.clock(event.time) + " " + event.text
  }

  /// A text in one line, or on a small screen in as many as it needs.
  private func whole(_ text: String) -> [ListContent.Line] {
    let columns = layout.size.columns
    guard !layout.isFramed else { return [.init(text: text)] }
    return wrapped(text, width: columns - (columns >= 30 ? 2 : 0)).map { .init(text: $0) }
  }

  private var detailColumns: Int {
    layout.isFramed ? min(76, layout.size.columns - 4) : layout.size.columns
  }

  private func listBox(of content: ListContent) -> Rect {
    let size = layout.size
    guard layout.isFramed else {
      return Rect(column: 0, row: 0, columns: size.columns, rows: size.rows)
    }
    func centered(_ columns: Int, _ rows: Int) -> Rect {
      let (column, row) = ((size.columns - columns) / 2, (size.rows - rows) / 2)
      return Rect(column: column, row: row, columns: columns, rows: rows)
    }
    switch state.focus.overlay {
    case .menu:
      // The box keeps its size while the list gets shorter.
      return centered(min(46, size.columns - 4), min(size.rows - 4, 24))
    case .details: return centered(detailColumns, min(size.rows - 2, content.count + 2))
    // The whole width, so that no pieces of the frames below are left at the edges.
    case .log, .style, .requests:
      return Rect(column: 0, row: 1, columns: size.columns, rows: size.rows - 3)
    default:
      if let panel = layout.events { return panel }
      let rows = min(size.rows - 4, max(5, size.rows / 2))
      return Rect(column: 0, row: size.rows - 3 - rows, columns: size.columns, rows: rows)
    }
  }

  private func listRect(in box: Rect) -> Rect {
    // The menu's first row is for its filter, the last one of another list for the search.
    let isMenu = state.focus.overlay == .menu
    guard !layout.isFramed else {
      let inner = box.inset(columns: 2)
      let (row, columns) = (inner.minRow + (isMenu ? 1 : 0), inner.columns)
      let rows = max(0, inner.maxRow - row)
      return Rect(column: inner.minColumn, row: row, columns: columns, rows: rows)
    }
    let margin = box.columns >= 30 ? 1 : 0
    let title = (box.rows >= 3 ? 1 : 0) + (isMenu && box.rows >= 4 ? 1 : 0)
    let search = state.focus.list.query == nil || isMenu ? 0 : 1
    let rows = max(0, box.rows - title - search)
    return Rect(column: margin, row: title, columns: box.columns - 2 * margin, rows: rows)
  }

  /// The state of the data while there is no error.
  private func stateLines(width: Int) -> [ListContent.Line] {
    let polling = state.ride.polling
    var facts = [
      ("trip", state.ride.tripName), ("backend", settings.backend),
    ]
    if !settings.credentials.isEmpty { facts.append(("token", settings.credentials)) }
    if let age = freshness.answerAge {
      facts.append(("response", "\(Quantities.age(age)) ago"))
    }
    if let age = freshness.locationAge {
      facts.append(("position", "\(Quantities.age(age)) ago"))
    }
    facts.append(("next poll", nextPoll ?? "none"))
    facts += [
      ("updates", "\(polling.totalUpdates)"),
      ("retries", "\(polling.totalRetries)"),
    ]
    if let offset = polling.serverClockOffset, offset.magnitude > Freshness.shownClockOffset {
      facts.append(
        ("server time", (offset < .zero ? "-" : "+") + Quantities.span(offset.magnitude))
      )
    }
    let lines = facts.flatMap { detail($0, $1, width: width) }
    return [ListContent.Line(text: freshness.words, style: CellStyle.bold)]
      + lines.map { ListContent.Line(text: $0) }
  }

  /// The last error in full, with the attempts that failed before it, or the state without one.
  private func detailLines(width: Int) -> [ListContent.Line] {
    guard let error = state.ride.polling.lastError else { return stateLines(width: width) }
    let gap = layout.isFramed ? [""] : []
    let facts = detailFacts(error).flatMap { detail($0, $1, width: width) }
    let message = wrapped(String(error.message.prefix(2_000)), width: width)
    let attempts = state.ride.attempts.reversed().map { attempt in
      let text = "\(settings.localTime.clock(attempt.time)) \(attempt.code)"
      return attempt.wait.map { "\(text), next in \(Quantities.wait($0))" } ?? text
    }
    let lines =
      gap + facts + gap + message + gap + [pollingAgain]
      + (attempts.isEmpty ? [] : gap + ["Attempts, newest first"] + attempts)
    return [ListContent.Line(text: headline(error), style: CellStyle.bold)]
      + lines.map { ListContent.Line(text: $0) }
  }

  private func detailFacts(_ error: FleetEngineError) -> [(String, String)] {
    let (polling, name) = (state.ride.polling, state.ride.tripName)
    var facts = [("call", error.operation)]
    if let request = error.request {
      // Tokens are in a header field, but a query may contain secrets too.
      var url = request.url
      url.query = []
      facts.append(("request", "\(request.method.rawValue) \(url)"))
    }
    let isVehicle = (try? VehicleName(parsing: name)) != nil
    facts += [
      (isVehicle ? "vehicle" : "trip", name), ("backend", settings.backend),
    ]
    for detail in error.details {
      if case .requestInfo(let id, _) = detail, !id.isEmpty {
        facts.append(("request id", id))
      }
    }
    if !settings.credentials.isEmpty { facts.append(("token", settings.credentials)) }
    if let wait = error.retryAfter {
      facts.append(("retry after", Quantities.span(wait)))
    }
    if let offset = polling.serverClockOffset, offset.magnitude > Freshness.shownClockOffset {
      let sign = offset < .zero ? "-" : "+"
      facts.append(("server time", sign + Quantities.span(offset.magnitude)))
    }
    facts.append(("failures", "\(polling.consecutiveFailures)"))
    if let since = polling.failingSince {
      facts.append(("failing", "for \(Quantities.span(now - since))"))
    }
    if case .transport(let cause) = error.cause {
      facts.append(("transport", "\(cause.kind)"))
    }
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

extension Canvas where State == ViewState {
  mutating func drawList() {
    let content = listContent
    let rect = content.rect
    let top = state.focus.list.top(of: content.count, rows: content.rows)
    addHit(.cover, in: content.box)
    drawListFrame(content, top: top)
    if content.lines.isEmpty {
      write(content.emptyText, in: rect, row: rect.minRow, style: palette[.quiet])
    }
    for (offset, line) in content.lines.dropFirst(top).prefix(rect.rows).enumerated() {
      let row = rect.line(rect.minRow + offset)
      let isSelectable = content.isSelectable
      drawListLine(line, number: top + offset, isSelectable: isSelectable, in: row)
    }
  }

  private mutating func drawListFrame(_ content: ListContent, top: Int) {
    let (box, rect, count) = (content.box, content.rect, content.count)
    let end = min(count, top + rect.rows)
    let place = count > rect.rows ? "\(top + 1)-\(end)/\(count)" : ""
    let isMenu = state.focus.overlay == .menu
    let (query, row) = (isMenu ? nil : state.focus.list.query, box.maxRow - 1)
    defer { if isMenu { drawFilter(above: rect) } }
    if layout.isFramed {
      frame.fill(box)
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
  private mutating func drawFilter(above rect: Rect) {
    guard rect.minRow > 0, let query = state.focus.list.query else { return }
    let line = rect.line(rect.minRow - 1)
    // A screen with very few rows shows the filter in place of the title.
    frame.fill(line)
    writeInput(query, after: "> ", in: line)
    guard query.text.isEmpty, line.columns >= 20 else { return }
    let (column, columns) = (line.minColumn + 2, line.columns - 2)
    let text = ViewerText.typeToFilter
    write(text, column: column, row: line.minRow, width: columns, style: palette[.quiet])
  }

  private mutating func drawListLine(
    _ line: ListContent.Line,
    number: Int,
    isSelectable: Bool,
    in rect: Rect
  ) {
    let list = state.focus.list
    let isSelected = isSelectable && number == list.selected
    let isFound = state.focus.overlay != .menu && !list.needle.isEmpty && list.matches(line.text)
    var style = isFound ? CellStyle.bold : line.style
    if isSelected {
      style.attributes.insert(.reverse)
      frame.fill(rect, style: style)
    }
    var column = rect.minColumn
    if !line.lead.isEmpty {
      var key = isSelected ? style : CellStyle.bold
      key.attributes.insert(.bold)
      let leadColumns = 10
      write(line.lead, column: column, row: rect.minRow, width: leadColumns - 1, style: key)
      column += leadColumns
    }
    let room = rect.maxColumn - column
    write(line.text, column: column, row: rect.minRow, width: room, style: style)
    addHit(.item(number), in: rect)
  }
}
