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
      text.tail = [
        "", text.tail[0], "",
        "\(settings.keys[.refresh]) retry   \(settings.keys[.details]) details   Esc hide",
      ]
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

  func headline(_ error: FleetEngineError) -> String {
    let http = layout.isFramed ? "HTTP " : ""
    return error.label + (error.httpStatus.map { " (\(http)\($0))" } ?? "")
  }

  var askingAgain: String {
    nextPoll.map { "Asking again \($0)." } ?? "Updates stopped."
  }
}
