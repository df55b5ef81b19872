internal import CellGrid
internal import FleetEngine
internal import HTTPMessages
internal import RidesharingConsumer

/// The list of the last polls, and the request and response of the one that is open.
struct RequestInspector: Equatable {
  /// The polls, newest first.
  private(set) var polls: [PollRecord]
  var document: ExchangeDocument?
  /// The list's position while a document is open.
  var position = ListPosition()

  init(_ polls: [PollRecord]) { self.polls = polls.reversed() }

  /// Replaces the polls, and returns how many are new.
  mutating func update(_ new: [PollRecord]) -> Int {
    let last = polls.first
    polls = new.reversed()
    return last.flatMap { last in polls.firstIndex { $0 == last } } ?? 0
  }

  /// The request and response of a poll, compared with the last response before it.
  func document(of line: Int) -> ExchangeDocument? {
    guard polls.indices.contains(line), polls[line].exchange != nil else { return nil }
    let former = polls[(line + 1)...].first {
      $0.exchange?.isLogEntry == true || $0.exchange?.status != nil
    }
    return ExchangeDocument(polls[line], since: former)
  }
}

extension ViewState {
  /// Shows or hides the last requests.
  mutating func toggleRequests() {
    if case .requests = focus.overlay {
      focus.overlay = nil
    } else {
      open(.requests(RequestInspector(ride.polling.recentPolls)))
    }
  }

  /// Shows new polls in the open list; the selected one stays selected.
  mutating func updateRequests(_ polling: PollingStatus) {
    guard !focus.isPaused, case .requests(var inspector) = focus.overlay else { return }
    let added = inspector.update(polling.recentPolls)
    focus.overlay = .requests(inspector)
    guard added > 0 else { return }
    let count = inspector.polls.count
    if inspector.document != nil {
      inspector.position.shift(by: added, of: count)
      focus.overlay = .requests(inspector)
    } else {
      focus.list.shift(by: added, of: count)
    }
  }

  /// Handles a key of the open requests; nil for a key that lists have in common.
  mutating func pressInRequests(
    _ press: KeyPress,
    _ action: Action?,
    now: Duration
  ) -> [Command]? {
    guard case .requests(var inspector) = focus.overlay else { return nil }
    let isOpen = inspector.document != nil
    switch press {
    case .enter where !isOpen: return openRequest(focus.list.selected, now: now)
    case "y":
      let listed = inspector.polls.dropFirst(focus.list.selected).first
      let shown = inspector.document?.poll ?? listed
      guard let exchange = shown?.exchange else { return notify(ViewerText.noExchange, now: now) }
      return [.copyCommand(ShellCommand(repeating: exchange))]
    default: break
    }
    switch action {
    case .closeOverlay where isOpen, .screen(.quit) where isOpen:
      focus.list = inspector.position
      inspector.document = nil
      focus.overlay = .requests(inspector)
    case .requests: focus.overlay = nil
    default: return nil
    }
    return []
  }

  /// Shows the next difference in an open request, or the first one after the last.
  mutating func showNextDifference(in content: ListContent) {
    let lines = content.lines
    // Lines of one difference are next to each other.
    let starts = lines.indices.filter { index in
      lines[index].isDifferent && (index == 0 || !lines[index - 1].isDifferent)
    }
    guard let line = starts.first(where: { $0 > focus.list.selected }) ?? starts.first else {
      return
    }
    focus.list.show(max(0, line - 2), of: content.count, rows: content.rows)
    focus.list.select(line, of: content.count, rows: content.rows)
  }

  /// Opens a poll of the list.
  mutating func openRequest(_ line: Int, now: Duration) -> [Command] {
    guard case .requests(var inspector) = focus.overlay, inspector.document == nil else {
      return []
    }
    guard let document = inspector.document(of: line) else {
      return notify(ViewerText.noExchange, now: now)
    }
    inspector.position = focus.list
    inspector.document = document
    focus.overlay = .requests(inspector)
    focus.list = ListPosition()
    return []
  }
}

extension RideContext {
  /// The list of requests, or the open one.
  func requestList(_ inspector: RequestInspector) -> ListContent {
    let close = KeyText.Part("Esc closes", .escape)
    guard let document = inspector.document else {
      let parts = [
        KeyText.Part("Enter opens", .enter), .init("y copies as curl", "y"),
        close,
      ]
      return ListContent(
        title: ViewerText.requestsTitle,
        lines: inspector.polls.map(requestLine),
        hint: KeyText(parts, separator: ", "),
        emptyText: ViewerText.noRequests,
        isSelectable: true
      )
    }
    let margins = layout.isFramed ? 4 : layout.size.columns >= 30 ? 2 : 0
    let width = max(8, layout.size.columns - margins)
    let summary = wrapped(document.summary, width: width)
    let lines = document.lines.flatMap { line -> [ListContent.Line] in
      let (mark, style): (String, CellStyle) =
        switch line.mark {
        case .same: (" ", .plain)
        case .added: ("+", palette[.good])
        case .removed: ("-", palette[.failure])
        case .changed: ("~", palette[.warning])
        }
      return continued(line.text, width: width - 2).map { text in
        .init(text: "\(mark) \(text)", style: style, isDifferent: line.mark != .same)
      }
    }
    let isWide = layout.isFramed
    let next = KeyText.Part(isWide ? "n next difference" : "n next", "n")
    let copy = KeyText.Part(isWide ? "y copies as curl" : "y curl", "y")
    let back = isWide ? [KeyText.Part("Esc goes back", .escape)] : []
    let time = settings.localTime.clock(document.poll.time)
    let took = Quantities.latency(document.poll.duration)
    let isLogEntry = document.poll.exchange?.isLogEntry == true
    let longTitle = isLogEntry ? "Log entry of \(time)" : "Request of \(time), \(took)"
    return ListContent(
      title: isWide ? longTitle : time,
      lines: summary.map { .init(text: $0, style: CellStyle.bold) } + lines,
      hint: KeyText(
        (lines.contains(where: \.isDifferent) ? [next] : []) + [copy] + back,
        separator: ", "
      ),
      emptyText: ViewerText.noExchange
    )
  }

  /// A line of JSON, continued with more indentation where it is too long.
  private func continued(_ text: String, width: Int) -> [String] {
    guard text.utf8.count > width else { return [text] }
    let indent = text.prefix { $0 == " " }.count
    let (first, more) = (min(indent, width / 2), min(indent + 4, width / 2))
    let pieces = wrapped(String(text.dropFirst(indent)), width: max(4, width - more))
    return pieces.enumerated().map { index, piece in
      String(repeating: " ", count: index == 0 ? first : more) + piece
    }
  }

  private func requestLine(_ poll: PollRecord) -> ListContent.Line {
    let isGood = poll.code == .ok
    let result = isGood ? "ok" : poll.httpStatus.map { "\($0)" } ?? "-"
    let size = poll.bodyBytes.map { Quantities.bytes($0) } ?? ""
    let details = isGood ? size : poll.code.name + "  " + "try \(poll.attempt)"
    func column(_ text: String, _ width: Int) -> String {
      String(repeating: " ", count: max(0, width - text.count)) + text
    }
    // Nobody measured the calls of a log.
    let latency = poll.exchange?.isLogEntry == true ? "" : Quantities.latency(poll.duration)
    let took = column(latency, 9)
    let text = settings.localTime.clock(poll.time) + column(result, 5) + took + "  " + details
    return .init(text: text, style: isGood ? .plain : palette[.warning])
  }
}
