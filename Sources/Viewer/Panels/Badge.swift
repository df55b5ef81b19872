internal import CellGrid

extension Freshness {
  /// The badge's words, for example `LIVE 2s`.
  var words: String { words(isShort: false) }

  /// The shortest words that still have the age.
  var shortWords: String { words(isShort: true) }

  private func words(isShort: Bool) -> String {
    let age = age.map { " " + Quantities.age($0, isShort: true) } ?? ""
    return switch kind {
    case .connecting: "CONNECTING"
    case .live: "LIVE" + age
    case .late: "LATE" + age
    case .stale: "STALE" + age
    case .vehicleQuiet:
      (isShort ? "QUIET" : "VEHICLE QUIET")
        + (fixAge.map { " " + Quantities.age($0, isShort: true) } ?? "")
    case .actionNeeded: isShort ? "ACTION" : "ACTION NEEDED"
    case .paused: Catalogue.pausedBadge
    case .ended: "ENDED"
    }
  }
}

extension Canvas {
  /// The mark before a badge's words.
  func badgeMark(of freshness: Freshness) -> String {
    switch freshness.kind {
    case .live: glyphs.live
    case .connecting, .late, .stale, .vehicleQuiet: glyphs.waiting
    case .actionNeeded: glyphs.failed
    case .paused: glyphs.paused
    case .ended: glyphs.ended
    }
  }

  /// How a badge looks.
  func badgeStyle(of freshness: Freshness) -> CellStyle {
    switch freshness.kind {
    case .live: palette.good
    case .connecting, .ended, .paused: palette.heading
    case .late, .stale, .vehicleQuiet: palette.warning
    case .actionNeeded: palette.failure
    }
  }
}
