internal import CellGrid
internal import FleetEngine
internal import RidesharingConsumer

extension TripListCanvas {
  /// Draws a trip in a row.
  mutating func drawTrip(_ trip: ListedTrip, row: Int, isSelected: Bool) {
    let freshness = trip.freshness(turn: state.turn, now: now, wall: wall)
    func look(_ style: CellStyle) -> CellStyle {
      var style = style
      if isSelected { style.attributes.insert(.reverse) }
      return style
    }
    if isSelected { frame.fill(frame.bounds.line(row), style: look(.plain)) }
    let badge = look(badgeStyle(of: freshness))
    let plain = look(freshness.data == .ended ? palette.quiet : .plain)
    var column = columns.margin
    func put(_ text: String, _ width: Int, _ style: CellStyle) {
      write(text, column: column, row: row, width: width, style: style)
      if width > 0 { column += width + columns.gap }
    }
    drawBadge(freshness, column: column, row: row, style: badge)
    column += columns.badge > 0 ? columns.badge + columns.gap : 0
    let isBold = freshness.data == .actionNeeded || isSelected
    let last = shortState(of: trip, freshness)
    // In the narrowest list the name gets every cell that the last word leaves.
    let idWidth =
      columns.next > 0 || columns.state == 0
      ? columns.id : max(0, columns.id + columns.state - safe(last).width)
    put(fittedID(trip.tripID, idWidth), idWidth, isBold ? look(palette.heading) : plain)
    if let problem = problem(of: trip, freshness) {
      drawProblem(problem, column: column, row: row, style: badge)
    } else {
      put(status(of: trip), columns.status, plain)
      put(estimate(of: trip, freshness, width: columns.next), columns.next, plain)
      put(trip.trip.map { clock($0.dropoffTime, freshness) } ?? "", columns.dropoff, plain)
      let vehicle = trip.trip.map { $0.vehicleID ?? Catalogue.none }
      put(vehicle ?? "", columns.vehicle, plain)
    }
    guard columns.state > 0 else { return }
    let end = state.size.columns - columns.margin
    writeTrailing(last, endColumn: end, row: row, width: columns.state, style: badge)
  }

  private mutating func drawBadge(
    _ freshness: Freshness,
    column: Int,
    row: Int,
    style: CellStyle
  ) {
    let mark = badgeMark(of: freshness)
    let forms = ["\(mark) \(freshness.words)", "\(mark) \(freshness.shortWords)"]
    let text = columns.badge > 1 ? longest(of: forms, columns.badge) : mark
    write(text, column: column, row: row, width: columns.badge, style: style)
  }

  /// An ID cut to a width; its end stays, because trips differ there.
  private func fittedID(_ id: String, _ width: Int) -> String {
    guard safe(id).width > width else { return id }
    var end = Substring(id)
    let room = max(0, width - safe(glyphs.ellipsis).width)
    while !end.isEmpty, safe(String(end)).width > room { end = end.dropFirst() }
    return glyphs.ellipsis + end
  }

  /// The problem of a trip without usable data; nil without one.
  private func problem(
    of trip: ListedTrip,
    _ freshness: Freshness
  ) -> (long: String, short: String)? {
    guard let error = trip.polling.lastError,
      trip.trip == nil || freshness.data == .actionNeeded
    else { return nil }
    return (errorText(error, of: trip).summary, Self.shortProblem(error))
  }

  /// A problem in very few cells.
  private static func shortProblem(_ error: FleetEngineError) -> String {
    switch (error.cause, error.code) {
    case (.token, _): "NO TOKEN"
    case (.unreadableAnswer, _), (.otherResource, _): "BAD REPLY"
    case (.request, _), (.server, .invalidArgument): "BAD NAME"
    case (.server, .notFound): "NOT FOUND"
    case (.server, .permissionDenied): "REFUSED"
    case (.server, .unauthenticated): "BAD TOKEN"
    case (.server, .resourceExhausted): "QUOTA"
    case (.transport, _), (.server, _): "NO ANSWER"
    }
  }

  private mutating func drawProblem(
    _ problem: (long: String, short: String),
    column: Int,
    row: Int,
    style: CellStyle
  ) {
    let state = columns.state > 0 ? columns.state + columns.gap : 0
    let width = self.state.size.columns - columns.margin - state - column
    guard width > 0 else { return }
    let text = longest(of: [problem.long, problem.short], width)
    // In a narrow line the last column shows it.
    guard columns.status > 0 || safe(text).width <= width else { return }
    let whole = columns.status >= 16 ? problem.long : text
    write(whole, column: column, row: row, width: width, style: style)
  }

  private func status(of trip: ListedTrip) -> String {
    guard let stage = trip.stage else { return "" }
    return switch columns.statusForm {
    case .long: Catalogue.heading(stage)
    case .short: Catalogue.shortHeading(stage)
    case .tiny: Catalogue.tinyHeading(stage)
    case .none: ""
    }
  }

  /// The longest form of the next estimate that fits, or the end of a ride that is over.
  private func estimate(of trip: ListedTrip, _ freshness: Freshness, width: Int) -> String {
    guard let ride = trip.trip, let stage = trip.stage, width > 0 else { return "" }
    if stage.isEnded {
      return RideSummary.ended(ride).map { settings.localTime.minutes($0) } ?? ""
    }
    let next = ride.nextPlace
    let clock = clock(next.eta, freshness)
    guard let eta = next.eta, clock != Catalogue.none else { return clock }
    let doubt = freshness.isDoubtful ? "~" : ""
    let left = eta - freshness.serverNow
    let times = [Quantities.TimeLeftStyle.full, .narrow].map {
      "\(clock) \(doubt)\(Quantities.timeLeft(left, $0))"
    }
    let forms = columns.namesNext ? times.map { "\(next.label) \($0)" } : []
    return longest(of: forms + times + [clock], width)
  }

  private func clock(_ moment: Timestamp?, _ freshness: Freshness) -> String {
    guard let moment, !freshness.isWithdrawn(moment, wall: freshness.serverNow) else {
      return Catalogue.none
    }
    return (freshness.isDoubtful ? "~" : "") + settings.localTime.minutes(moment)
  }

  /// The age of current data, or a problem in one word.
  private func shortState(of trip: ListedTrip, _ freshness: Freshness) -> String {
    switch freshness.data {
    case .live:
      // Without a column for it, the arrival matters more than the age.
      guard columns.next == 0, let eta = trip.trip?.nextPlace.eta else {
        return freshness.age.map { Quantities.age($0, isShort: true) } ?? ""
      }
      return settings.localTime.minutes(eta)
    case .actionNeeded: return "ACTION"
    case .stale: return "STALE"
    case .vehicleQuiet: return "QUIET"
    case .late: return "LATE"
    case .connecting: return glyphs.ellipsis
    case .ended: return "ENDED"
    case .paused: return ""
    }
  }
}
