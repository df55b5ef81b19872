internal import CellGrid

extension Connection {
  /// The badge's words, for example `LIVE 2s`.
  var words: String {
    let age = age.map { " " + Quantities.shortAge($0) } ?? ""
    return switch kind {
    case .connecting: "CONNECTING"
    case .live: "LIVE" + age
    case .late: "LATE" + age
    case .stale: "STALE" + age
    case .vehicleQuiet: "VEHICLE QUIET" + (fixAge.map { " " + Quantities.shortAge($0) } ?? "")
    case .actionNeeded: "ACTION NEEDED"
    case .paused: Catalogue.pausedBadge
    case .ended: "ENDED"
    }
  }

  /// The words without what they can do without; the age stays.
  var shortWords: String {
    words.replacing("VEHICLE ", with: "").replacing(" NEEDED", with: "")
  }
}

extension Drawing {
  /// The mark before a badge's words.
  func badgeMark(of connection: Connection) -> String {
    switch connection.kind {
    case .live: glyphs.live
    case .connecting, .late, .stale, .vehicleQuiet: glyphs.waiting
    case .actionNeeded: glyphs.failed
    case .paused: glyphs.paused
    case .ended: glyphs.ended
    }
  }

  /// How a badge looks.
  func badgeStyle(of connection: Connection) -> CellStyle {
    switch connection.kind {
    case .live: palette.good
    case .connecting, .ended, .paused: palette.heading
    case .late, .stale, .vehicleQuiet: palette.warning
    case .actionNeeded: palette.failure
    }
  }
}
