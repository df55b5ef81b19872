internal import CellGrid
internal import FleetEngine
internal import RidesharingConsumer

extension Canvas where State == ViewState {
  /// Draws what is followed, the badge and the clock in the first row.
  mutating func drawHeader() {
    let columns = layout.size.columns
    frame.fill(Rect(column: 0, row: 0, columns: columns, rows: 1), style: palette.header)
    let isSmall = layout.step == .compact
    let clock = isSmall ? "" : "  " + settings.localTime.clock(headerTime)
    let end = columns - 1
    writeTrailing(clock, endColumn: end, row: 0, width: columns, style: palette.header)
    let badgeEnd = end - safe(clock).width
    let badgeWidth = safe(badgeText).width
    var style = badgeStyle
    style.attributes.insert(.reverse)
    writeTrailing(badgeText, endColumn: badgeEnd, row: 0, width: badgeWidth, style: style)
    var nameEnd = badgeEnd - badgeWidth - 2
    if isSmall, let speedFactor {
      let width = safe(speedFactor).width
      writeTrailing(speedFactor, endColumn: nameEnd, row: 0, width: width, style: palette.header)
      nameEnd -= width + 2
    }
    let name = isSmall ? state.ride.tripID : state.ride.tripName
    let program = "\(Catalogue.program) \(glyphs.separator) "
    // Where there is no room for all, the trip's own name matters most.
    let forms = [program + name, name, program + state.ride.tripID, state.ride.tripID]
    write(
      forms.first { safe($0).width <= nameEnd - 1 } ?? state.ride.tripID,
      column: 1,
      row: 0,
      width: nameEnd - 1,
      style: palette.header
    )
  }

  /// The time in the header; a ride that is over stands still, and so does its last answer's time.
  private var headerTime: Timestamp {
    freshness.kind == .ended ? state.ride.polling.lastAnswerWallTime ?? wall : wall
  }

  /// The badge's words, for example `LIVE 2s` behind its mark.
  var badgeText: String {
    badgeMark(of: freshness) + " " + badgeWords
  }

  /// The badge without its mark, for the smallest screens.
  var badgeWords: String { freshness.words }

  /// The badge's words, without what they can do without where the room is short; the age stays.
  func badgeWords(columns: Int) -> String {
    safe(badgeWords).width <= columns ? badgeWords : freshness.shortWords
  }

  var badgeStyle: CellStyle { badgeStyle(of: freshness) }
}

extension RideContext {
  /// The factor by which the world runs faster, for example `×4`; nil for the real one.
  var speedFactor: String? {
    settings.speed == 1 ? nil : glyphs.times + Quantities.factor(settings.speed)
  }
}
