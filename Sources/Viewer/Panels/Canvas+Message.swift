internal import CellGrid
internal import FleetEngine
internal import RidesharingConsumer

extension Canvas {
  /// Draws the one sentence above the key bar.
  mutating func drawMessage(row: Int) {
    let (text, style) = message
    write(text, column: 1, row: row, width: layout.size.columns - 2, style: style)
  }

  /// The sentence that matters most now.
  var message: (text: String, style: CellStyle) {
    if state.isPaused { return (Catalogue.paused, Palette.warning) }
    if let notice = state.notice, state.polling.lastError == nil {
      return (notice.text, Palette.plain)
    }
    if let error = state.polling.lastError {
      let text = ErrorText(error, tripName: state.tripName, backend: settings.backend)
      return error.bucket == .recoverable
        ? ("\(glyphs.warning) \(retryText(error, text.summary))", Palette.warning)
        : ("\(glyphs.failed) \(actionText(error))", Palette.failure)
    }
    guard let trip = state.trip else { return ("", Palette.plain) }
    let interval = Quantities.age(state.polling.interval ?? .seconds(5))
    let sentence = Catalogue.sentence(
      TripStage(trip),
      vehicle: trip.vehicleID,
      interval: interval
    )
    return (sentence, Palette.plain)
  }

  private func retryText(_ error: FleetEngineError, _ summary: String) -> String {
    let attempt = state.polling.consecutiveFailures
    return "\(error.code.name): \(summary). Retry \(attempt) \(nextPoll) (automatic). r = now"
  }

  private func actionText(_ error: FleetEngineError) -> String {
    let status = error.httpStatus.map { " (\($0))" } ?? ""
    return "\(error.code.name)\(status). d details, r retry now"
  }

  /// When the server is asked next, as words.
  var nextPoll: String {
    guard !state.polling.isPolling, let next = state.polling.nextPollAt else { return "now" }
    return "in \(Quantities.age(max(.zero, next - now)))"
  }
}
