internal import CellGrid
internal import RidesharingConsumer
internal import ConsumerMap

extension Canvas {
  /// One key of the bar with what it does.
  struct KeyHint: Equatable {
    let key: String
    let label: String
    /// Which hints go first where the room is short; the lowest stay longest.
    let rank: Int

    var text: String { "\(key) \(label)" }
  }

  /// Draws the keys that matter now in the last row.
  mutating func drawKeyBar(row: Int) {
    let width = layout.size.columns - 1
    var hints = keyHints
    while hints.count > 2, hints.reduce(0, { $0 + $1.text.count + 2 }) > width {
      guard let last = hints.indices.max(by: { hints[$0].rank < hints[$1].rank }) else { break }
      hints.remove(at: last)
    }
    var column = 1
    for hint in hints {
      column += write(hint.key, column: column, row: row, width: width - column, style: Palette.key)
      column += write(" " + hint.label, column: column, row: row, width: width - column) + 2
    }
  }

  /// The keys that matter now, the most useful first.
  var keyHints: [KeyHint] {
    let quit = KeyHint(key: "q", label: state.trip == nil ? "Cancel" : "Quit", rank: 0)
    let help = KeyHint(key: "?", label: "Help", rank: 1)
    let isAuto = state.map?.isAutoCamera ?? true
    var hints = [help]
    if state.polling.lastError != nil {
      hints.append(KeyHint(key: "r", label: "Retry now", rank: 2))
      hints.append(KeyHint(key: "d", label: "Details", rank: 3))
    }
    guard state.trip != nil else { return hints + [quit] }
    hints.append(KeyHint(key: "a", label: isAuto ? "Auto:on" : "Auto:off", rank: 4))
    hints.append(KeyHint(key: "+-", label: "Zoom", rank: 5))
    if layout.size.columns >= 100 { hints.append(KeyHint(key: "hjkl", label: "Pan", rank: 9)) }
    hints.append(KeyHint(key: "f", label: "Fit", rank: 6))
    hints.append(KeyHint(key: "c", label: "Centre", rank: 10))
    if !state.isEnded {
      hints.append(KeyHint(key: "p", label: state.isPaused ? "Resume" : "Pause", rank: 7))
    }
    hints.append(KeyHint(key: "e", label: "Events", rank: 8))
    return hints + [quit]
  }
}
