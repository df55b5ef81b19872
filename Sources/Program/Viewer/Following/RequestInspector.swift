internal import CellGrid
internal import FleetEngine
internal import HTTPMessages
internal import RidesharingConsumer

/// The last polls, and the request and response of one of them.
extension ViewState {
  /// The document of a poll, compared with the last response before it; nil without an exchange.
  private static func document(of line: Int, in polls: [PollRecord]) -> ExchangeDocument? {
    guard polls.indices.contains(line), polls[line].exchange != nil else { return nil }
    let former = polls[(line + 1)...].first {
      $0.exchange?.isLogEntry == true || $0.exchange?.status != nil
    }
    return ExchangeDocument(polls[line], since: former)
  }

  /// Shows the last requests, or closes them with the one that is open.
  mutating func toggleRequests() {
    if case .list(let list) = layers.last, case .request = list.subject { close(.list(list)) }
    toggle(.list(ListLayer(.requests(ride.polling.recentPolls.reversed()))))
  }

  /// Shows polls in the open list; the selected one stays selected.
  mutating func showRequests(_ recent: [PollRecord]) {
    for index in layers.indices {
      guard case .list(var list) = layers[index], case .requests(let old) = list.subject else {
        continue
      }
      let polls = Array(recent.reversed())
      list.subject = .requests(polls)
      let added = old.first.flatMap { last in polls.firstIndex { $0 == last } } ?? 0
      if added > 0 { list.position.shift(by: added, of: polls.count) }
      layers[index] = .list(list)
    }
  }

  mutating func command(
    of press: KeyPress, in list: ListLayer, at moment: InputMoment
  ) -> [Command]? {
    let poll: PollRecord?
    switch list.subject {
    case .requests(let polls): poll = polls.dropFirst(list.position.selected).first
    case .request(let document): poll = document.poll
    case .menu, .faults, .details, .events, .log, .style: return nil
    }
    guard press == "y" else { return nil }
    guard let exchange = poll?.exchange else {
      return notify(ViewerText.noExchange, now: moment.now)
    }
    return [.copyCommand(ShellCommand(repeating: exchange))]
  }

  /// Opens a poll of the list.
  mutating func choose(_ line: Int, in list: ListLayer, at moment: InputMoment) -> [Command] {
    guard case .requests(let polls) = list.subject else { return [] }
    guard let document = Self.document(of: line, in: polls) else {
      return notify(ViewerText.noExchange, now: moment.now)
    }
    open(.list(ListLayer(.request(document))))
    return []
  }
}

extension ScreenContext {
  /// The list of requests, the newest first.
  func requestList(_ polls: [PollRecord]) -> ListContent {
    let parts = [
      KeyText.Part("Enter opens", .enter), .init("y copies as curl", "y"),
      .init("Esc closes", .escape),
    ]
    return ListContent(
      title: ViewerText.requestsTitle, lines: polls.map(requestLine),
      hint: KeyText(parts, separator: ", "), emptyText: ViewerText.noRequests, isSelectable: true,
      shape: .page)
  }

  /// A request and its response.
  func requestDocument(_ document: ExchangeDocument) -> ListContent {
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
        (lines.contains(where: \.isDifferent) ? [next] : []) + [copy] + back, separator: ", "),
      emptyText: ViewerText.noExchange, shape: .page)
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
