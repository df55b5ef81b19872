internal import CellGrid
internal import FleetEngine
internal import HTTPMessages
internal import RidesharingConsumer

extension Canvas {
  /// Draws the card of a failure that somebody has to mend, over the map.
  mutating func drawCard() {
    guard state.isErrorCardShown, let error = state.polling.lastError else { return }
    switch layout.step {
    case .wide, .mid, .standard:
      let width = min(layout.step == .standard ? 46 : 48, layout.map.columns - 2)
      var text = card(error, width: width - 4)
      text.head += [""]
      text.tail = ["", text.tail[0], "", "r retry   d details   Esc hide"]
      drawBox(text, title: Catalogue.actionTitle, width: width, in: layout.map)
    case .compact:
      drawCompactCard(card(error, width: layout.size.columns - 2))
    case .text, .micro: break
    }
  }

  private func card(_ error: FleetEngineError, width: Int) -> OverlayText {
    let text = ErrorText(error, state: state, settings: settings)
    var body = wrapped(text.summary, width: width)
    if layout.isFramed { body.append("") }
    for sentence in text.advice { body += wrapped(String(sentence.prefix(400)), width: width) }
    return OverlayText(head: [headline(error)], body: body, tail: [askingAgain])
  }

  /// Draws the last error in full, over everything.
  mutating func drawDetails() {
    guard let error = state.polling.lastError else { return }
    let boxWidth = min(76, layout.size.columns - 4)
    let width = layout.isFramed ? boxWidth - 4 : layout.size.columns - 2
    var body: [String] = []
    for (label, value) in detailRows(error) { body += detail(label, value, width: width) }
    if layout.isFramed { body.append("") }
    body += wrapped(String(error.message.prefix(2_000)), width: width)
    var text = OverlayText(head: [headline(error)], body: body, tail: [askingAgain])
    guard layout.isFramed else {
      drawPage(text, title: Catalogue.detailsTitle, hint: "d closes")
      return
    }
    text.head += [""]
    text.tail = ["", askingAgain, Catalogue.closesDetails]
    drawBox(text, title: Catalogue.detailsTitle, width: boxWidth, in: frame.bounds)
  }

  /// What is known of a failed call, without any secret.
  private func detailRows(_ error: FleetEngineError) -> [(label: String, value: String)] {
    let polling = state.polling
    var rows = [("call", error.operation), ("trip", state.tripName), ("backend", settings.backend)]
    if let request = error.request {
      // The query says of the trip only what is held of it.
      var url = request.url
      url.query = []
      rows.append(("request", "\(request.method.rawValue) \(url)"))
    }
    if !settings.credentials.isEmpty { rows.append(("token", settings.credentials)) }
    rows.append(("failures", "\(polling.consecutiveFailures)"))
    if let since = polling.failingSince {
      rows.append(("failing", "for " + Quantities.span(now - since)))
    }
    if case .transport(let cause) = error.cause { rows.append(("transport", "\(cause.kind)")) }
    for detail in error.details {
      if case .requestInfo(let id, _) = detail { rows.append(("request id", id)) }
    }
    if let wait = error.retryAfter { rows.append(("asked wait", Quantities.span(wait))) }
    if let offset = polling.serverClockOffset, offset.magnitude > Connection.toldClockOffset {
      let sign = offset < .zero ? "-" : "+"
      rows.append(("server time", sign + Quantities.span(offset.magnitude)))
    }
    return rows
  }

  /// A label and a value in columns; a value that does not fit goes on below itself.
  private func detail(_ label: String, _ value: String, width: Int) -> [String] {
    let indent = 11
    let lines = wrapped(value, width: max(8, width - indent))
    return lines.enumerated().map { index, line in
      let start = index == 0 ? label : ""
      return start + String(repeating: " ", count: indent - start.count) + line
    }
  }

  private func headline(_ error: FleetEngineError) -> String {
    let http = layout.isFramed ? "HTTP " : ""
    return error.label + (error.httpStatus.map { " (\(http)\($0))" } ?? "")
  }

  private var askingAgain: String {
    nextPoll.map { "Asking again \($0)." } ?? "Updates stopped."
  }
}
