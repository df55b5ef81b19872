internal import CellGrid
internal import FleetEngine
internal import HTTPMessages
internal import RidesharingConsumer

extension RideContext {
  /// The last error in full, with the tries that failed before it; no lines where there is no
  /// error.
  func detailLines(width: Int) -> [ListContent.Line] {
    guard let error = state.ride.polling.lastError else { return [] }
    let gap = layout.isFramed ? [ListContent.Line(text: "")] : []
    func plain(_ lines: [String]) -> [ListContent.Line] {
      lines.map { ListContent.Line(text: $0) }
    }
    var facts: [String] = []
    for (label, value) in detailFacts(error) { facts += detail(label, value, width: width) }
    let message = wrapped(String(error.message.prefix(2_000)), width: width)
    let tries = state.ride.attempts.reversed().map { attempt in
      let wait = attempt.wait.map { ", next in \(Quantities.wait($0))" } ?? ""
      return "\(settings.localTime.clock(attempt.time)) \(attempt.code)\(wait)"
    }
    return [ListContent.Line(text: headline(error), style: palette.heading)] + gap
      + plain(facts) + gap + plain(message) + gap + plain([askingAgain])
      + (tries.isEmpty ? [] : gap + plain([Catalogue.triesTitle] + tries))
  }

  private func detailFacts(_ error: FleetEngineError) -> [(String, String)] {
    var facts = [("call", error.operation)]
    if let request = error.request {
      // Tokens travel in a header field, but a query may say more than is wanted.
      var url = request.url
      url.query = []
      facts.append(("request", "\(request.method.rawValue) \(url)"))
    }
    let isVehicle = (try? VehicleName(parsing: state.ride.tripName)) != nil
    facts += [(isVehicle ? "vehicle" : "trip", state.ride.tripName), ("backend", settings.backend)]
    for detail in error.details {
      if case .requestInfo(let id, _) = detail, !id.isEmpty { facts.append(("request id", id)) }
    }
    if !settings.credentials.isEmpty { facts.append(("token", settings.credentials)) }
    if let wait = error.retryAfter { facts.append(("asked wait", Quantities.span(wait))) }
    if let offset = state.ride.polling.serverClockOffset,
      offset.magnitude > Freshness.toldClockOffset
    {
      let sign = offset < .zero ? "-" : "+"
      facts.append(("server time", sign + Quantities.span(offset.magnitude)))
    }
    facts.append(("failures", "\(state.ride.polling.consecutiveFailures)"))
    if let since = state.ride.polling.failingSince {
      facts.append(("failing", "for " + Quantities.span(now - since)))
    }
    if case .transport(let cause) = error.cause { facts.append(("transport", "\(cause.kind)")) }
    return facts
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
}
