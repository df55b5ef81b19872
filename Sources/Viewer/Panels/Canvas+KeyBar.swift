internal import CellGrid
internal import ConsumerMap
internal import FleetEngine
internal import RidesharingConsumer

/// One key of the bar with what it does.
struct KeyHint: Equatable {
  let key: String
  let label: String
  /// Which hints go first where the room is short; the lowest stay longest.
  let rank: Int

  var width: Int { key.count + 1 + label.count }
}

extension Drawing {
  /// Draws the keys that matter now in the last row.
  mutating func drawKeyBar(_ hints: [KeyHint], row: Int) {
    let width = layout.size.columns - 1
    var hints = hints
    // The last hint has no gap behind it.
    while hints.count > 2, hints.reduce(-2, { $0 + $1.width + 2 }) > width {
      guard let last = hints.indices.max(by: { hints[$0].rank < hints[$1].rank }) else { break }
      hints.remove(at: last)
    }
    var column = 1
    let end = layout.size.columns
    for hint in hints {
      column += write(hint.key, column: column, row: row, width: end - column, style: palette.key)
      column += write(" " + hint.label, column: column, row: row, width: end - column) + 2
    }
  }
}

extension Canvas {
  /// The keys that matter now, the most useful first.
  var keyHints: [KeyHint] {
    let isSmall = layout.step == .compact
    func hint(_ key: String, _ label: String, _ rank: Int) -> KeyHint {
      KeyHint(key: key, label: isSmall ? label.lowercased() : label, rank: rank)
    }
    let help = hint("?", "Help", 1)
    if state.overlay == .cancelQuestion {
      return [hint("y", "Cancel the ride", 0), hint("Esc", "Keep it", 1)]
    }
    var problems: [KeyHint] = []
    if state.polling.lastError != nil {
      let isCard = state.isErrorCardShown
      problems.append(hint("r", "Retry now", 2))
      problems.append(hint("d", "Details", 3))
      if isCard { problems.append(hint("Esc", "Hide", 4)) }
    }
    if state.cardMarker != nil { problems.append(hint("Esc", "Hide", 4)) }
    guard state.trip != nil else { return [hint("q", "Cancel", 0), help] + problems }
    var hints = [help] + problems
    let isAuto = state.map?.isAutoCamera ?? true
    // The map's corner says so on a small screen.
    hints.append(hint("a", isSmall ? "auto" : isAuto ? "Auto:on" : "Auto:off", 5))
    hints.append(hint("+-", "Zoom", 6))
    if layout.size.columns >= 100 { hints.append(hint("hjkl", "Pan", 10)) }
    hints.append(hint("f", "Fit", 7))
    hints.append(hint("c", "Centre", 11))
    if state.offersMyLocation { hints.append(hint("w", "My location", 13)) }
    hints.append(hint("n", "Markers", 12))
    if !state.isEnded || state.isPaused {
      hints.append(hint("p", state.isPaused ? "Resume" : "Pause", 8))
    }
    hints.append(hint("i", "Panel", 9))
    hints.append(hint("e", "Events", 9))
    if state.offersCancel { hints.append(hint("X", "Cancel ride", 4)) }
    return hints + [hint("q", "Quit", 0)]
  }
}
