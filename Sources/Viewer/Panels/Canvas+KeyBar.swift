internal import CellGrid
internal import ConsumerMap
internal import FleetEngine
internal import RidesharingConsumer

/// One key of the bar, or some that belong together, with what they do.
struct KeyHint: Equatable {
  let keys: [KeyPress]
  let label: String
  /// Which hints go first where the room is short; the lowest stay longest.
  let rank: Int

  /// How the keys are written.
  var written: String { keys.map(\.name).joined() }

  var width: Int { written.count + 1 + label.count }
}

extension KeyTable {
  /// A hint for some actions' first keys that write a character, or else their first keys; hints of
  /// a high rank go first.
  func hint(
    _ actions: [Action],
    in guide: Guide,
    rank: Int,
    label: String? = nil
  ) -> KeyHint? {
    let bindings = actions.compactMap { binding(of: $0, in: guide) }
    guard let first = bindings.first, let label = label ?? first.label else { return nil }
    let keys = bindings.compactMap(\.shownKey)
    return keys.isEmpty ? nil : KeyHint(keys: keys, label: label, rank: rank)
  }
}

extension Canvas {
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
      guard let first = hint.keys.first else { continue }
      addHit(.key(first), column: column, row: row, columns: min(hint.width, end - column))
      var start = column
      for press in hint.keys where start < end {
        let name = press.name
        addHit(.key(press), column: start, row: row, columns: min(name.count, end - start))
        start += name.count
      }
      let names = hint.keys.map(\.name).joined()
      column += write(names, column: column, row: row, width: end - column, style: palette.key)
      column += write(" " + hint.label, column: column, row: row, width: end - column) + 2
    }
  }

  /// Notes the keys that a line of text tells of, such as `r retry   d details`, for the mouse.
  mutating func addKeyHits(in line: String, column: Int, row: Int, width: Int) {
    var offset = 0
    for part in line.replacing(", ", with: "  ").split(
      separator: "  ",
      omittingEmptySubsequences: false
    ) {
      let blanks = part.prefix { $0 == " " }.count
      let name = part.drop { $0 == " " }.prefix { $0 != " " }
      let start = offset + blanks
      if let press = settings.keys.named[String(name)], start < width {
        let columns = min(part.count - blanks, width - start)
        addHit(.key(press), column: column + start, row: row, columns: columns)
      }
      offset += part.count + 2
    }
  }
}

extension Canvas {
  /// A hint for the keys of actions; nil where one of them is not offered or has no key.
  func hint(_ actions: [Action], _ rank: Int, label: String? = nil) -> KeyHint? {
    guard state.hiddenActions.isDisjoint(with: actions),
      let hint = settings.keys.hint(actions, in: State.guide, rank: rank, label: label)
    else { return nil }
    return KeyHint(keys: hint.keys, label: named(hint.label), rank: rank)
  }

  func hint(_ action: Action, _ rank: Int, label: String? = nil) -> KeyHint? {
    hint([action], rank, label: label)
  }

  /// A label as it is written at this size.
  func named(_ label: String) -> String { state.hasSmallKeyBar ? label.lowercased() : label }
}

extension Canvas where State == ViewState {
  /// The keys that matter now, the most useful first.
  var keyHints: [KeyHint] {
    switch state.focus.overlay {
    case .cancelQuestion:
      return [
        KeyHint(keys: ["y"], label: named("Cancel the ride"), rank: 0),
        KeyHint(keys: [KeyPress(.escape)], label: named("Keep it"), rank: 1),
      ]
    case .menu:
      return [
        KeyHint(keys: [KeyPress(.enter)], label: named("Run"), rank: 0),
        KeyHint(keys: ["j", "k"], label: named("Move"), rank: 2),
        KeyHint(keys: ["/"], label: named("Filter"), rank: 3), closing,
      ]
    case .events, .log, .details, .style:
      let next = KeyHint(keys: ["n"], label: named("Next"), rank: 4)
      return [
        KeyHint(keys: ["j", "k"], label: named("Scroll"), rank: 2),
        KeyHint(keys: ["/"], label: named("Search"), rank: 3),
      ] + (state.focus.list.pattern.isEmpty ? [] : [next]) + [closing]
    case .help, .report, .cancelFailure, nil: break
    }
    let quit = hint(.quit, 0, label: state.ride.trip == nil ? "Cancel" : nil)
    let help = hint(.help, 1)
    let ways = [hint(.log, 7)].compactMap { $0 }
    guard state.ride.trip != nil else {
      return [quit, help].compactMap { $0 } + problemHints + ways
    }
    return [help].compactMap { $0 } + problemHints + endHints + mapHints
      + [hint(.menu, 16, label: "Menu"), quit].compactMap { $0 }
  }

  private var closing: KeyHint {
    KeyHint(keys: [KeyPress(.escape)], label: named("Close"), rank: 1)
  }

  /// What helps while something is wrong, or a card lies over the map.
  private var problemHints: [KeyHint] {
    var hints: [KeyHint?] = []
    if let error = state.ride.polling.lastError {
      hints.append(hint(.refresh, 2, label: isSmall ? "Retry" : nil))
      if error.bucket != .recoverable { hints.append(hint(.reloadToken, 3)) }
      hints.append(hint(.details, 4))
    }
    if state.isErrorCardShown || state.cardMarker != nil { hints.append(hint(.closeOverlay, 5)) }
    let back =
      state.isFromList
      ? nil : state.ride.offersNewBooking ? Catalogue.bookAgain : Catalogue.lastTrip
    hints.append(hint(.backToList, 2, label: back))
    return hints.compactMap { $0 }
  }

  /// What is left to do with a ride that is over.
  private var endHints: [KeyHint] {
    guard state.ride.isEnded else { return [] }
    return [hint(.saveSnapshot, 3), hint(.copyTripName, 4)].compactMap { $0 }
  }

  private var mapHints: [KeyHint] {
    let isAuto = state.ride.map?.isAutoCamera ?? true
    let isPausable = !state.ride.isEnded || state.focus.isPaused
    return [
      // The map's corner says so on a small screen.
      hint(.toggleAutoCamera, 6, label: isSmall ? nil : isAuto ? "Auto:on" : "Auto:off"),
      hint([.zoomIn, .zoomOut], 7),
      layout.size.columns >= 100 ? hint([.panLeft, .panDown, .panUp, .panRight], 12) : nil,
      hint(.fitTrip, 8), hint(.centreOnVehicle, 13), hint(.showMyLocation, 15),
      hint(.nextMarker, 14),
      isPausable ? hint(.pause, 9, label: state.focus.isPaused ? "Resume" : nil) : nil,
      hint(.nextPanel, 11), hint(.events, 10), hint(.cancelRide, 5),
    ].compactMap { $0 }
  }

  private var isSmall: Bool { layout.step == .compact }
}
