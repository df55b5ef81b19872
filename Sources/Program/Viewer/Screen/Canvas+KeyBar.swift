internal import CellGrid
internal import ConsumerMap
internal import FleetEngine
internal import RidesharingConsumer

/// One key of the bar, or some that belong together, with a label.
struct KeyHint: Equatable {
  let keys: [KeyPress]
  let label: String
  /// Hints with a high rank are left out first.
  let rank: Int

  var width: Int { keys.map(\.name).joined().count + 1 + SafeText(label).width }
}

extension Canvas {
  mutating func addHit(_ target: HitArea.Target, in rect: Rect) {
    guard rect.columns > 0, rect.rows > 0 else { return }
    hits.append(HitArea(rect: rect, target: target))
  }

  mutating func addHit(_ target: HitArea.Target, column: Int, row: Int, columns: Int) {
    addHit(target, in: Rect(column: column, row: row, columns: columns, rows: 1))
  }

  /// Makes a click in some cells press an action's key.
  mutating func addHit(_ action: RideAction, in rect: Rect) {
    guard let press = settings.keys.binding(of: action)?.keys.first else { return }
    addHit(.key(press), in: rect)
  }

  mutating func addHits(of text: KeyText, in rect: Rect, row: Int) {
    var start = 0
    for part in text.parts {
      let width = safe(part.text).width
      if let press = part.press, start < rect.columns {
        let columns = min(width, rect.columns - start)
        addHit(.key(press), column: rect.minColumn + start, row: row, columns: columns)
      }
      start += width + text.separator.count
    }
  }

  /// Draws the keys of the layer in front, or else those of the screen.
  mutating func drawKeyBar(_ hints: [KeyHint]) {
    let (row, end) = (layout.size.rows - 1, layout.size.columns)
    var hints = layerHints ?? hints
    // The last hint has no gap behind it, but a blank before the edge, as the first has.
    while hints.count > 2, hints.reduce(-2, { $0 + $1.width + 2 }) > end - 2 {
      guard let last = hints.indices.max(by: { hints[$0].rank < hints[$1].rank }) else { break }
      hints.remove(at: last)
    }
    var column = 1
    for hint in hints {
      guard let first = hint.keys.first else { continue }
      addHit(.key(first), column: column, row: row, columns: min(hint.width, end - column))
      var start = column
      for press in hint.keys where start < end {
        let width = press.name.count
        addHit(.key(press), column: start, row: row, columns: min(width, end - start))
        start += width
      }
      let names = hint.keys.map(\.name).joined()
      column += write(names, column: column, row: row, width: end - column, style: CellStyle.bold)
      column += write(" " + hint.label, column: column, row: row, width: end - column) + 2
    }
  }

  /// A hint for the keys of actions; nil if one of them is not offered or none has a key.
  func hint(_ actions: State.Action..., rank: Int, label: String? = nil) -> KeyHint? {
    guard state.hiddenActions.isDisjoint(with: actions) else { return nil }
    let bindings = actions.compactMap { settings.keys.binding(of: $0) }
    let keys = bindings.compactMap(\.shownKey)
    // The table of keys has the English labels.
    let usual = bindings.first?.label
    guard let label = label ?? usual, !keys.isEmpty else { return nil }
    return KeyHint(keys: keys, label: named(label), rank: rank)
  }

  func hint(_ keys: KeyPress..., label: String, rank: Int) -> KeyHint {
    KeyHint(keys: keys, label: named(label), rank: rank)
  }

  private func named(_ label: String) -> String {
    state.hasSmallKeyBar ? label.lowercased() : label
  }
}
