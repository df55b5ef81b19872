internal import CellGrid
internal import FleetEngine
internal import HTTPMessages
internal import RidesharingConsumer

extension Canvas where State == ViewState {
  /// Draws the card of a failure that somebody has to mend, over the map.
  mutating func drawCard() {
    guard state.isErrorCardShown, let error = state.ride.polling.lastError else { return }
    switch layout.step {
    case .wide, .mid, .standard:
      let width = min(layout.step == .standard ? 46 : 48, layout.map.columns - 2)
      var text = card(error, width: width - 4)
      text.head += [""]
      let keys = keyLines(cardKeys(error) + ["Esc hide"], width: width - 4)
      text.tail = ["", text.tail[0], ""] + keys
      drawBox(text, title: Catalogue.actionTitle, width: width, in: layout.map)
    case .compact:
      drawCompactCard(card(error, width: layout.size.columns - 2))
    case .text, .micro: break
    }
  }

  /// The keys that help with a failure, with what they do.
  func cardKeys(_ error: FleetEngineError) -> [String] {
    let token = mayReloadToken(after: error) ? ["\(settings.keys[.reloadToken]) reload token"] : []
    return token + ["\(settings.keys[.refresh]) retry", "\(settings.keys[.details]) details"]
  }

  /// Whether another token may mend a failure, and a key brings one.
  func mayReloadToken(after error: FleetEngineError) -> Bool {
    guard !state.hiddenActions.contains(.reloadToken) else { return false }
    if case .token = error.cause { return true }
    return error.code == .unauthenticated || error.code == .permissionDenied
  }

  /// The card as lines among others, where no card fits; empty where there is none.
  func cardLines(width: Int) -> [String] {
    guard state.isErrorCardShown, let error = state.ride.polling.lastError else { return [] }
    let text = ErrorText(error, ride: state.ride, settings: settings)
    return ([text.summary] + text.advice).flatMap { wrapped(String($0.prefix(400)), width: width) }
  }

  private func card(_ error: FleetEngineError, width: Int) -> OverlayText {
    let text = ErrorText(error, ride: state.ride, settings: settings)
    var body = wrapped(text.summary, width: width)
    if layout.isFramed { body.append("") }
    for sentence in text.advice { body += wrapped(String(sentence.prefix(400)), width: width) }
    return OverlayText(head: headline(error, width: width), body: body, tail: [askingAgain])
  }

  /// Keys with what they do, in as few lines as they take.
  private func keyLines(_ keys: [String], width: Int) -> [String] {
    var lines: [String] = []
    for key in keys {
      let joined = lines.last.map { "\($0)   \(key)" } ?? key
      if !lines.isEmpty, safe(joined).width <= width { lines.removeLast() }
      lines.append(safe(joined).width <= width ? joined : key)
    }
    return lines
  }

  /// What failed in one line, or its status in another where even its short form finds no room.
  private func headline(_ error: FleetEngineError, width: Int) -> [String] {
    guard let status = error.httpStatus else { return [error.label] }
    let forms = [headline(error), "\(error.label) (\(status))"]
    return forms.first { safe($0).width <= width }.map { [$0] } ?? [
      error.label, "(HTTP \(status))",
    ]
  }
}

extension RideContext {
  func headline(_ error: FleetEngineError) -> String {
    let http = layout.isFramed ? "HTTP " : ""
    return error.label + (error.httpStatus.map { " (\(http)\($0))" } ?? "")
  }

  var askingAgain: String {
    nextPoll.map { "Asking again \($0)." } ?? "Updates stopped."
  }
}
