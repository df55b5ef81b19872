internal import CellGrid
internal import FleetEngine
internal import RidesharingConsumer

/// A text and its style.
struct StyledText: Equatable {
  let text: String
  let style: CellStyle
}

extension Canvas where State == ViewState {
  /// Draws the one sentence above the key bar.
  mutating func drawMessage(row: Int) {
    let message = message
    write(message.text, column: 1, row: row, width: layout.size.columns - 2, style: message.style)
  }

  /// The sentence that matters most now.
  var message: StyledText {
    if let urgent = urgentMessage { return urgent }
    guard let trip = state.ride.trip else { return StyledText(text: "", style: .plain) }
    if freshness.data == .vehicleQuiet { return quietMessage }
    let ended = RideSummary.ended(trip, seen: state.ride.times).map { settings.localTime.clock($0) }
    if let traffic = TripFacts(trip, canvas: self).trafficSentence {
      return StyledText(text: traffic, style: .plain)
    }
    let sentence = Catalogue.sentence(
      TripStage(trip),
      vehicle: trip.vehicleID,
      interval: pollInterval,
      ended: ended,
      keys: settings.keys,
      offersBooking: state.ride.offersNewBooking
    )
    return StyledText(text: sentence, style: .plain)
  }

  /// What the user just did, or what is wrong; nil where nothing is.
  private var urgentMessage: StyledText? {
    if let notice = state.focus.notice { return StyledText(text: notice.text, style: .plain) }
    if state.focus.isPaused {
      let text =
        state.ride.isEnded ? Catalogue.shortPaused(settings.keys) : Catalogue.paused(settings.keys)
      return StyledText(text: text, style: palette.warning)
    }
    guard let error = state.ride.polling.lastError else { return nil }
    guard error.bucket == .recoverable else {
      if error.bucket == .quota { return quotaMessage(error) }
      let status = error.httpStatus.map { " (\($0))" } ?? ""
      let keys = settings.keys
      let what = "\(glyphs.failed) \(error.code.name)\(status). \(keys[.details]) details, "
      let forms = [
        mayReloadToken(after: error) ? "\(keys[.reloadToken]) reload token, " : "", "",
      ].map { what + $0 + "\(keys[.refresh]) retry now" }
      let text = forms.first { safe($0).width <= layout.size.columns - 2 } ?? forms[1]
      return StyledText(text: text, style: palette.failure)
    }
    let full = retryMessage(error, isShort: false)
    // The time of the next try matters more than what a narrow line has no room for.
    let isCut = safe(full).width > layout.size.columns - 2
    return StyledText(
      text: isCut ? retryMessage(error, isShort: true) : full,
      style: palette.warning
    )
  }

  private func retryMessage(_ error: FleetEngineError, isShort: Bool) -> String {
    let text = ErrorText(error, ride: state.ride, settings: settings)
    let line = nextPoll.map {
      text.retryLine(
        error,
        attempt: state.ride.polling.consecutiveFailures,
        next: $0,
        keys: settings.keys,
        isShort: isShort
      )
    }
    let retry = "\(settings.keys[.refresh]) = retry now"
    return "\(glyphs.warning) \(line ?? "\(error.label): \(text.summary). \(retry)")"
  }

  /// That the server answers and the vehicle does not report.
  private var quietMessage: StyledText {
    let forms = Catalogue.vehicleQuiet(freshness.fixAge.map { Quantities.age($0) })
    let fitting = forms.first { safe($0).width <= layout.size.columns - 4 }
    return StyledText(
      text: "\(glyphs.warning) \(fitting ?? forms[forms.count - 1])",
      style: palette.warning
    )
  }

  /// That the server is asked less often, and when.
  private func quotaMessage(_ error: FleetEngineError) -> StyledText {
    let text = ErrorText(error, ride: state.ride, settings: settings)
    let next = nextPoll.map { " Next \($0)." } ?? ""
    return StyledText(text: "\(glyphs.failed) \(text.summary)\(next)", style: palette.failure)
  }

  /// The message for a line of some 38 columns; nil where nothing is urgent.
  var shortMessage: StyledText? {
    if state.focus.isPaused, state.focus.notice == nil {
      return StyledText(text: Catalogue.shortPaused(settings.keys), style: palette.warning)
    }
    guard state.focus.notice == nil, let error = state.ride.polling.lastError else {
      return urgentMessage
    }
    let isRecoverable = error.bucket == .recoverable
    let mark = isRecoverable ? glyphs.warning : glyphs.failed
    let retry = nextPoll.map {
      isRecoverable ? "retry \(state.ride.polling.consecutiveFailures) \($0)" : "again \($0)"
    }
    let style = isRecoverable ? palette.warning : palette.failure
    guard layout.size.columns >= 30 else {
      return StyledText(text: isRecoverable ? retry ?? error.label : error.label, style: style)
    }
    let text = "\(mark) \(error.label)" + (retry.map { "  \($0)" } ?? "")
    // What repetition mends says when; what it does not says what.
    let isShort = safe(text).width <= layout.size.columns - 2
    let rest = isRecoverable ? retry ?? error.label : error.code.name
    return StyledText(text: isShort ? text : "\(mark) \(rest)", style: style)
  }
}

extension RideContext {
  /// When the server is asked next, as words; nil where that is not planned.
  var nextPoll: String? {
    if state.ride.polling.isPolling { return "now" }
    return state.ride.polling.nextPollAt.map {
      $0 > now ? "in \(Quantities.wait($0 - now))" : "now"
    }
  }

  /// The time between two polls, as words.
  var pollInterval: String { Quantities.age(state.ride.polling.interval ?? .seconds(5)) }
}
