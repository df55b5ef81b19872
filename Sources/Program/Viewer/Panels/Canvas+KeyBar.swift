internal import CellGrid
internal import ConsumerMap
internal import FleetEngine
internal import RidesharingConsumer

/// Cells of the screen with a target for clicks; where areas overlap, the last one counts.
struct HitArea: Equatable {
  enum Target: Equatable {
    case key(KeyPress)
    /// A marker of the map, in a line outside of the map.
    case marker(MarkerSubject)
    /// A line of the list that covers the screen, from 0.
    case item(Int)
    /// The state of the data in the header.
    case badge
    /// The line of the whole ride.
    case rail
    /// The line of the time.
    case timeline
    /// Nothing; the cells cover what is below them.
    case cover
  }

  let rect: Rect
  let target: Target
}

/// A line of text whose parts may begin with a key that a click on them presses.
struct KeyText: Equatable, ExpressibleByStringLiteral {
  struct Part: Equatable {
    let text: String
    let press: KeyPress?

    init(_ text: String, _ press: KeyPress? = nil) {
      self.text = text
      self.press = press
    }
  }

  let parts: [Part]
  let separator: String

  init(_ parts: [Part], separator: String = "   ") {
    self.parts = parts
    self.separator = separator
  }

  init(_ text: String) { self.init([Part(text)]) }
  init(stringLiteral text: String) { self.init(text) }
  var text: String { parts.map(\.text).joined(separator: separator) }
}

/// One key of the bar, or some that belong together, with a label.
struct KeyHint: Equatable {
  let keys: [KeyPress]
  let label: String
  /// Hints with a high rank are left out first.
  let rank: Int

  var width: Int { keys.map(\.name).joined().count + 1 + SafeText(label).width }
}

extension KeyTable {
  func part<Action: KeyedAction>(_ action: Action, _ text: String) -> KeyText.Part {
    KeyText.Part("\(self[action]) \(text)", binding(of: action)?.shownKey ?? .enter)
  }

  func part(_ action: RideAction, _ text: String) -> KeyText.Part {
    KeyText.Part("\(self[action]) \(text)", binding(of: action)?.shownKey ?? .enter)
  }
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
    // The last hint has no gap behind it.
    while hints.count > 2, hints.reduce(-2, { $0 + $1.width + 2 }) > end - 1 {
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

extension Canvas where State == ViewState {
  var keyHints: [KeyHint] {
    let quit = hint(.screen(.quit), rank: 0, label: state.ride.trip == nil ? "Cancel" : nil)
    let help = hint(.screen(.help), rank: 1)
    if let timeline = state.timeline {
      return ([help] + timeHints(timeline) + mapHints + [quit]).compactMap { $0 }
    }
    let hints: [KeyHint?] =
      state.ride.trip == nil
      ? [quit, help] + problemHints + [hint(.screen(.log), rank: 7)]
      : [help] + problemHints + endHints + mapHints + [
        hint(.screen(.menu), rank: 16, label: "Menu"), quit,
      ]
    return hints.compactMap { $0 }
  }

  private var problemHints: [KeyHint?] {
    var hints: [KeyHint?] = []
    if let error = state.ride.polling.lastError {
      hints.append(hint(.program(.refresh), rank: 2, label: isSmall ? "Retry" : nil))
      if error.bucket != .recoverable { hints.append(hint(.program(.reloadToken), rank: 3)) }
      hints.append(hint(.details, rank: 4))
    }
    if state.isErrorCardShown || state.cardMarker != nil {
      hints.append(hint(.screen(.close), rank: 5))
    }
    let back =
      state.isFromList
      ? nil : state.ride.offersNewBooking ? "Book again" : "Last trip"
    return hints + [hint(.goBack, rank: 2, label: back)]
  }

  private var endHints: [KeyHint?] {
    state.ride.isEnded
      ? [hint(.program(.saveSnapshot), rank: 3), hint(.copyTripName, rank: 4)] : []
  }

  private func timeHints(_ timeline: Timeline) -> [KeyHint?] {
    [
      hint(" ", label: timeline.isPlaying ? "Stop" : "Play", rank: 2),
      hint(.travel(.step(-1)), .travel(.step(1)), rank: 3),
      hint(.travel(.skip(seconds: -10)), .travel(.skip(seconds: 10)), rank: 5),
      hint(.travel(.skip(seconds: -60)), .travel(.skip(seconds: 60)), rank: 6),
      hint(.travel(.nextProblem), .travel(.previousProblem), rank: 7),
      hint(.travel(.slower), .travel(.faster), rank: 8),
      hint(.travel(.present), rank: 4),
    ]
  }

  private var mapHints: [KeyHint?] {
    let isAuto = state.ride.map?.isAutoCamera ?? true
    let isPausable = (!state.ride.isEnded || state.focus.isPaused) && state.timeline == nil
    return [
      // On a small screen the map's corner says so.
      hint(
        .program(.toggleAutoCamera),
        rank: 6,
        label: isSmall ? nil : isAuto ? "Auto:on" : "Auto:off"
      ),
      hint(.zoomIn, .zoomOut, rank: 7),
      layout.size.columns >= 100
        ? hint(.pan(.left), .pan(.down), .pan(.up), .pan(.right), rank: 12) : nil,
      hint(.program(.fitTrip), rank: 8), hint(.program(.centerOnVehicle), rank: 13),
      hint(.program(.showMyLocation), rank: 15),
      hint(.nextMarker, rank: 14),
      isPausable
        ? hint(.pause, rank: 9, label: state.focus.isPaused ? "Resume" : nil) : nil,
      hint(.nextPanel, rank: 11), hint(.events, rank: 10), hint(.cancelRide, rank: 5),
    ]
  }

  private var isSmall: Bool { layout.step == .compact }
}
