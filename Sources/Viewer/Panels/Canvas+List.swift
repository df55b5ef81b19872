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
  }

  var title = ""
  var lines: [Line] = []
  var hint: KeyText = ""
  var emptyText = ""
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
        lines: state.menu.map { .init(lead: $0.shownKey?.name ?? "", text: $0.text) },
        hint: hint(
          .init("Enter runs", .enter),
          .init("/ filters", "/"),
          .init("Esc closes", .escape)
        ),
        emptyText: "No action matches."
      )
    case .events:
      ListContent(
        title: Catalogue.eventsTitle,
        lines: state.ride.events.flatMap { whole(line(of: $0)) },
        hint: hint(keys.part(.events, "or Esc closes")),
        emptyText: Catalogue.noEvents
      )
    case .log(let lines):
      ListContent(
        title: "Log",
        lines: lines.flatMap { whole($0.description) },
        hint: hint(keys.part(.log, "or Esc closes"), .init("/ searches", "/")),
        emptyText: "The log is empty."
      )
    case .style(let lines):
      ListContent(
        title: "Style",
        lines: lines.flatMap { whole($0.description) },
        hint: hint(.init(":style FILE saves it"), .init("Esc closes", .escape))
      )
    case .details:
      ListContent(
        title: "Details of the last error",
        lines: detailLines(width: detailColumns - (layout.isFramed ? 4 : 2)),
        hint: hint(keys.part(.details, "or Esc closes"), keys.part(.refresh, "retries now")),
        emptyText: Catalogue.noErrors
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
    func centred(_ columns: Int, _ rows: Int) -> Rect {
      let (column, row) = ((size.columns - columns) / 2, (size.rows - rows) / 2)
      return Rect(column: column, row: row, columns: columns, rows: rows)
    }
    switch state.focus.overlay {
    case .menu:
      let most = settings.keys.lines.flatMap(\.bindings).count
      return centred(min(46, size.columns - 4), min(size.rows - 4, most + 2))
    case .details: return centred(detailColumns, min(size.rows - 2, content.count + 2))
    // The whole width, so that no pieces of the frames below are left at the edges.
    case .log, .style: return Rect(column: 0, row: 1, columns: size.columns, rows: size.rows - 3)
    default:
      if let panel = layout.events { return panel }
      let rows = min(size.rows - 4, max(5, size.rows / 2))
      return Rect(column: 0, row: size.rows - 3 - rows, columns: size.columns, rows: rows)
    }
  }

  private func listRect(in box: Rect) -> Rect {
    guard !layout.isFramed else { return box.inset(columns: 2) }
    let margin = box.columns >= 30 ? 1 : 0
    let title = box.rows >= 3 ? 1 : 0
    // The last row is for the search.
    let rows = max(0, box.rows - title - (state.focus.list.query == nil ? 0 : 1))
    return Rect(column: margin, row: title, columns: box.columns - 2 * margin, rows: rows)
  }

  /// The last error in full, with the attempts that failed before it; empty without an error.
  private func detailLines(width: Int) -> [ListContent.Line] {
    guard let error = state.ride.polling.lastError else { return [] }
    let gap = layout.isFramed ? [""] : []
    let facts = detailFacts(error).flatMap { detail($0, $1, width: width) }
    let message = wrapped(String(error.message.prefix(2_000)), width: width)
    let attempts = state.ride.attempts.reversed().map { attempt in
      let wait = attempt.wait.map { ", next in \(Quantities.wait($0))" } ?? ""
      return "\(settings.localTime.clock(attempt.time)) \(attempt.code)\(wait)"
    }
    let lines =
      gap + facts + gap + message + gap + [pollingAgain]
      + (attempts.isEmpty ? [] : gap + ["Tries, the last first"] + attempts)
    return [ListContent.Line(text: headline(error), style: palette.heading)]
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
    facts += [(isVehicle ? "vehicle" : "trip", name), ("backend", settings.backend)]
    for detail in error.details {
      if case .requestInfo(let id, _) = detail, !id.isEmpty { facts.append(("request id", id)) }
    }
    if !settings.credentials.isEmpty { facts.append(("token", settings.credentials)) }
    if let wait = error.retryAfter { facts.append(("asked wait", Quantities.span(wait))) }
    if let offset = polling.serverClockOffset, offset.magnitude > Freshness.shownClockOffset {
      let sign = offset < .zero ? "-" : "+"
      facts.append(("server time", sign + Quantities.span(offset.magnitude)))
    }
    facts.append(("failures", "\(polling.consecutiveFailures)"))
    if let since = polling.failingSince {
      facts.append(("failing", "for " + Quantities.span(now - since)))
    }
    if case .transport(let cause) = error.cause { facts.append(("transport", "\(cause.kind)")) }
    return facts
  }

  /// A label and a value in columns; a long value continues below itself.
  private func detail(_ label: String, _ value: String, width: Int) -> [String] {
    let indent = 11
    return wrapped(value, width: max(8, width - indent)).enumerated().map { index, line in
      let start = index == 0 ? label : ""
      return start + String(repeating: " ", count: indent - start.count) + line
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
      write(content.emptyText, in: rect, row: rect.minRow, style: palette.quiet)
    }
    for (offset, line) in content.lines.dropFirst(top).prefix(rect.rows).enumerated() {
      drawListLine(line, number: top + offset, in: rect.line(rect.minRow + offset))
    }
  }

  private mutating func drawListFrame(_ content: ListContent, top: Int) {
    let (box, rect, count) = (content.box, content.rect, content.count)
    let end = min(count, top + rect.rows)
    let place = count > rect.rows ? "\(top + 1)-\(end)/\(count)" : ""
    let (query, row) = (state.focus.list.query, box.maxRow - 1)
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

  private mutating func drawListLine(_ line: ListContent.Line, number: Int, in rect: Rect) {
    let (list, isMenu) = (state.focus.list, state.focus.overlay == .menu)
    let isSelected = isMenu && number == list.selected
    let isFound = !isMenu && !list.needle.isEmpty && list.matches(line.text)
    var style = isFound ? palette.heading : line.style
    if isSelected {
      style.attributes.insert(.reverse)
      frame.fill(rect, style: style)
    }
    var column = rect.minColumn
    if !line.lead.isEmpty {
      var key = isSelected ? style : palette.key
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
