internal import CellGrid
internal import ConsumerMap
internal import FleetEngine
internal import RidesharingConsumer

extension Canvas where State == ViewState {
  /// The line above the keys: a problem, the traffic, or what no card says yet.
  func message(besides cards: [PanelCard] = []) -> StyledText {
    if let urgent = urgentMessage { return urgent }
    if let comparison = state.comparison { return StyledText(text: comparison) }
    guard let trip = state.ride.trip else { return StyledText(text: "") }
    if freshness.data == .vehicleQuiet { return quietMessage }
    if let traffic = TripFacts(trip, canvas: self).trafficSentence {
      return StyledText(text: traffic, style: trafficStyle ?? .plain)
    }
    if layout.panel != nil, TripStage(trip).isOnTheWay {
      let street = TripFacts(trip, canvas: self).street.map(ViewerText.near)
      let parts = [trip.vehicleID, street].compactMap(\.self).filter { part in
        !cards.contains { $0.frame.rows.contains { $0.contains(safe(part).description) } }
      }
      return StyledText(text: parts.joined(separator: "  "))
    }
    let ended = RideSummary.ended(trip, seen: state.ride.times).map { settings.localTime.clock($0) }
    let sentence = ViewerText.sentence(
      TripStage(trip), vehicle: trip.vehicleID, interval: pollInterval, ended: ended,
      keys: settings.keys, offersBooking: state.ride.offersNewBooking)
    return StyledText(text: sentence)
  }

  /// The effect of the last input, or a problem; nil without either.
  private var urgentMessage: StyledText? {
    let keys = settings.keys
    if let notice = state.focus.notice { return StyledText(text: notice.text) }
    if state.focus.isPaused {
      let text = state.ride.isEnded ? ViewerText.shortPaused(keys) : ViewerText.paused(keys)
      return StyledText(text: text, style: palette[.warning])
    }
    guard let error = state.ride.polling.lastError else { return nil }
    if error.mayPass {
      // The time of the next attempt matters more than the details.
      let forms = [false, true].map { retryMessage(error, isShort: $0) }
      return StyledText(text: longest(of: forms, layout.textArea.columns), style: palette[.warning])
    }
    if error.bucket == .quota { return quotaMessage(error) }
    let status = error.httpStatus.map { " (\($0))" } ?? ""
    let details = "\(keys[.details]) details"
    let start = "\(glyphs.failed) \(error.code.name)\(status). \(details), "
    let retry = "\(keys[.program(.refresh)]) retry now"
    let token = "\(keys[.program(.reloadToken)]) reload token" + ", "
    let long = start + (mayReloadToken(after: error) ? token : "") + retry
    let text = longest(of: [long, start + retry], layout.textArea.columns)
    return StyledText(text: text, style: palette[.failure])
  }

  private func retryMessage(_ error: FleetEngineError, isShort: Bool) -> String {
    let line = state.ride.failure(error, settings).retryLine(
      error, attempt: state.ride.polling.consecutiveFailures, next: nextPoll, keys: settings.keys,
      isShort: isShort)
    return "\(glyphs.warning) \(line)"
  }

  /// The message for a vehicle that does not report while the server responds.
  private var quietMessage: StyledText {
    let age = freshness.locationAge.map { Quantities.age($0) }
    var forms = ViewerText.quiet(for: age)
    if let age {
      forms.insert("The vehicle has not reported for \(age); the server answers.", at: 0)
    }
    let text = longest(of: forms, layout.size.columns - 4)
    return StyledText(text: "\(glyphs.warning) \(text)", style: palette[.warning])
  }

  private func quotaMessage(_ error: FleetEngineError) -> StyledText {
    let phrase = state.ride.failure(error, settings).phrase.capitalized
    let next = nextPoll.map { " Next \($0)." } ?? ""
    return StyledText(text: "\(glyphs.failed) \(phrase).\(next)", style: palette[.failure])
  }

  /// The urgent message for a line of about 38 columns; nil without one.
  var shortMessage: StyledText? {
    if state.focus.isPaused, state.focus.notice == nil {
      return StyledText(text: ViewerText.shortPaused(settings.keys), style: palette[.warning])
    }
    guard state.focus.notice == nil, let error = state.ride.polling.lastError else {
      return urgentMessage
    }
    let isRecoverable = error.mayPass
    let retry = nextPoll.map {
      (isRecoverable ? "retry \(state.ride.polling.consecutiveFailures) \($0)" : "again \($0)")
    }
    let style = isRecoverable ? palette[.warning] : palette[.failure]
    guard layout.size.columns >= 30 else {
      return StyledText(text: isRecoverable ? retry ?? error.label : error.label, style: style)
    }
    let mark = isRecoverable ? glyphs.warning : glyphs.failed
    // Retryable errors show the next attempt; others show the cause.
    let rest = isRecoverable ? retry ?? error.label : error.code.name
    let forms = ["\(mark) \(error.label)" + (retry.map { "  \($0)" } ?? ""), "\(mark) \(rest)"]
    return StyledText(text: longest(of: forms, layout.textArea.columns), style: style)
  }
}

extension Canvas where State == ViewState {
  /// The color of the worst traffic ahead, as on the map; nil if it is clear.
  var trafficStyle: CellStyle? {
    guard let trip = state.ride.trip else { return nil }
    let ahead = state.ride.traffic.ahead(of: trip)
    guard !ahead.isEmpty else { return nil }
    return ahead.contains(where: \.isJam) ? palette[.jam] : palette[.slow]
  }
}

extension ScreenContext where State == ViewState {
  var nextPoll: String? { nextPoll(state.ride.polling) }

  var pollInterval: String { Quantities.age(state.ride.polling.interval ?? .seconds(5)) }
}

extension Canvas where State == ViewState {
  /// The error card as lines for a screen without room for cards; empty without one.
  func errorCardLines(width: Int) -> [String] {
    guard state.isErrorCardShown, let error = state.ride.polling.lastError else { return [] }
    let failure = state.ride.failure(error, settings)
    return wrapped([failure.summary] + failure.explanation, width: width)
  }

  /// Whether there is a key for another token, which may help after a failure.
  func mayReloadToken(after error: FleetEngineError) -> Bool {
    !state.hiddenActions.contains(.program(.reloadToken)) && error.mayNeedToken
  }
}

extension TripStage {
  /// Whether the vehicle drives to the next place of the trip.
  fileprivate var isOnTheWay: Bool {
    switch self {
    case .toPickup, .toStop, .toDropoff: true
    default: false
    }
  }
}
