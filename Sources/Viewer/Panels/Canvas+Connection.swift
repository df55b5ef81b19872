internal import FleetEngine
internal import RidesharingConsumer

extension Canvas where State == ViewState {
  /// How the server answers, the most important first.
  var connectionLines: [TripFacts.Line] {
    let polling = state.ride.polling
    var lines = [backendLine]
    if let since = polling.failingSince {
      lines.append(TripFacts.Line(Catalogue.failingFor, Quantities.span(now - since)))
    }
    if let reply = replyLine { lines.append(reply) }
    let interval = polling.interval.map { Quantities.age($0) }
    let isOver = state.ride.isEnded || interval == nil
    lines.append(
      TripFacts.Line(Catalogue.interval, isOver ? Catalogue.stopped : interval ?? Catalogue.none)
    )
    if let offset = clockOffset {
      let text = Quantities.age(offset < .zero ? .zero - offset : offset)
      lines.append(
        TripFacts.Line(Catalogue.serverClock, Catalogue.clock(text, isAhead: offset > .zero))
      )
    }
    return lines
  }

  /// What else is known of the connection, where it has a panel of its own.
  var connectionDetails: [TripFacts.Line] {
    let polling = state.ride.polling
    var lines = [
      TripFacts.Line(Catalogue.token, settings.credentials),
      TripFacts.Line(Catalogue.updates, "\(polling.totalUpdates)"),
      TripFacts.Line(Catalogue.retries, "\(polling.totalRetries)"),
    ]
    if polling.lastError != nil, let nextPoll {
      lines.append(TripFacts.Line(Catalogue.nextPoll, nextPoll))
    }
    return lines
  }

  private var backendLine: TripFacts.Line {
    let google = ".googleapis.com"
    let name = settings.backend
    let short = name.hasSuffix(google) ? [String(name.dropLast(google.count))] : []
    return TripFacts.Line(Catalogue.backend, name, shorter: short)
  }

  private var replyLine: TripFacts.Line? {
    guard let age = freshness.age else { return nil }
    let last = state.ride.polling.recentPolls.last { $0.code == .ok }
    let ago = Catalogue.ago(Quantities.age(age))
    let took = last.map { "  " + Quantities.latency($0.duration) } ?? ""
    let size = last?.bodyBytes.map { "  " + Quantities.bytes($0) } ?? ""
    return TripFacts.Line(Catalogue.lastReply, ago + took + size, shorter: [ago + took, ago])
  }

  /// How far the server's clock is ahead; nil where that is little or not known.
  private var clockOffset: Duration? {
    state.ride.polling.serverClockOffset.flatMap {
      $0.magnitude > Freshness.toldClockOffset ? $0 : nil
    }
  }

  /// The same in one line, for a screen without panels.
  var shortConnection: String {
    guard let reply = replyLine else { return backendLine.value }
    return "\(reply.label) \(reply.value)"
  }
}
