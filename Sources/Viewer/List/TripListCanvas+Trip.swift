internal import CellGrid
internal import FleetEngine
internal import RidesharingConsumer

extension TripListCanvas {
  /// Draws one trip in a row.
  mutating func drawTrip(_ trip: ListedTrip, row: Int, isSelected: Bool) {
    let freshness = trip.freshness(turn: state.turn, now: now, wall: wall)
    func look(_ style: CellStyle) -> CellStyle {
      var style = style
      if isSelected { style.attributes.insert(.reverse) }
      return style
    }
    if isSelected {
      let line = Rect(column: 0, row: row, columns: state.size.columns, rows: 1)
      frame.fill(line, style: look(.plain))
    }
    let badge = look(badgeStyle(of: freshness))
    let isEnded = freshness.data == .ended
    let plain = look(isEnded ? palette.quiet : .plain)
    var column = columns.margin
    func place(_ width: Int) -> Int {
      defer { if width > 0 { column += width + columns.gap } }
      return column
    }
    drawBadge(freshness, column: place(columns.badge), row: row, style: badge)
    let isBold = freshness.data == .actionNeeded || isSelected
    let last = shortState(of: trip, freshness)
    // In the narrowest list every cell that the last word leaves is the name's.
    let idWidth =
      columns.next > 0 || columns.state == 0
      ? columns.id : max(0, columns.id + columns.state - safe(last).width)
    write(
      fittedID(trip.tripID, idWidth),
      column: place(idWidth),
      row: row,
      width: idWidth,
      style: isBold ? look(palette.heading) : plain
    )
    if let problem = problem(of: trip, freshness) {
      drawProblem(problem, column: column, row: row, style: badge)
    } else {
      write(
        status(of: trip),
        column: place(columns.status),
        row: row,
        width: columns.status,
        style: plain
      )
      let estimate = estimate(of: trip, freshness, width: columns.next)
      write(estimate, column: place(columns.next), row: row, width: columns.next, style: plain)
      let dropoff = trip.trip.map { clock($0.dropoffTime, freshness) } ?? ""
      write(dropoff, column: place(columns.dropoff), row: row, width: columns.dropoff, style: plain)
      let vehicle = trip.trip?.vehicleID ?? (trip.trip == nil ? "" : Catalogue.none)
      write(vehicle, column: place(columns.vehicle), row: row, width: columns.vehicle, style: plain)
    }
    guard columns.state > 0 else { return }
    writeTrailing(
      last,
      endColumn: state.size.columns - columns.margin,
      row: row,
      width: columns.state,
      style: badge
    )
  }

  private mutating func drawBadge(
    _ freshness: Freshness,
    column: Int,
    row: Int,
    style: CellStyle
  ) {
    let mark = badgeMark(of: freshness)
    guard columns.badge > 1 else {
      write(mark, column: column, row: row, width: min(2, columns.badge), style: style)
      return
    }
    let whole = "\(mark) \(freshness.words)"
    let text = safe(whole).width <= columns.badge ? whole : "\(mark) \(freshness.shortWords)"
    write(text, column: column, row: row, width: columns.badge, style: style)
  }

  /// An id as it fits; the end of a long one stays, in which trips differ.
  private func fittedID(_ id: String, _ width: Int) -> String {
    guard safe(id).width > width else { return id }
    var end = Substring(id)
    let room = max(0, width - safe(glyphs.ellipsis).width)
    while !end.isEmpty, safe(String(end)).width > room { end = end.dropFirst() }
    return glyphs.ellipsis + end
  }

  /// What is wrong with a trip of which nothing else can be said; nil otherwise.
  private func problem(
    of trip: ListedTrip,
    _ freshness: Freshness
  ) -> (long: String, short: String)? {
    guard let error = trip.polling.lastError,
      trip.trip == nil || freshness.data == .actionNeeded
    else { return nil }
    return (errorText(error, of: trip).summary, Catalogue.shortProblem(error))
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
    let text = safe(problem.long).width <= width ? problem.long : problem.short
    // In a narrow line the last column says it.
    guard columns.status > 0 || safe(text).width <= width else { return }
    write(
      columns.status >= 16 ? problem.long : text,
      column: column,
      row: row,
      width: width,
      style: style
    )
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

  /// The next estimate as long as its column allows; when it ended, for a ride that is over.
  private func estimate(
    of trip: ListedTrip,
    _ freshness: Freshness,
    width: Int
  ) -> String {
    guard let ride = trip.trip, let stage = trip.stage, width > 0 else { return "" }
    if stage.isEnded {
      return RideSummary.ended(ride).map { settings.localTime.minutes($0) } ?? ""
    }
    let next = ride.nextPlace
    guard let eta = next.eta, !freshness.isWithdrawn(eta, wall: freshness.serverNow) else {
      return Catalogue.none
    }
    let doubt = freshness.isDoubtful ? "~" : ""
    let clock = doubt + settings.localTime.minutes(eta)
    let left = eta - freshness.serverNow
    let times = [Quantities.TimeLeftStyle.full, .narrow].map {
      "\(clock) \(doubt)\(Quantities.timeLeft(left, $0))"
    }
    let forms = (columns.namesNext ? times.map { "\(next.label) \($0)" } : []) + times
    return forms.first { safe($0).width <= width } ?? clock
  }

  private func clock(_ moment: Timestamp?, _ freshness: Freshness) -> String {
    guard let moment, !freshness.isWithdrawn(moment, wall: freshness.serverNow) else {
      return Catalogue.none
    }
    return (freshness.isDoubtful ? "~" : "") + settings.localTime.minutes(moment)
  }

  /// The age where all is well, else what is wrong, in a word.
  private func shortState(of trip: ListedTrip, _ freshness: Freshness) -> String {
    switch freshness.data {
    case .live:
      // Where there is no other column for it, when it arrives matters more than how old that is.
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
