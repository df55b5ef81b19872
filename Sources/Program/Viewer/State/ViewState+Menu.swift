internal import CellGrid
internal import RidesharingConsumer

extension ViewState {
  /// The actions of the menu that match what was typed, the most useful first.
  var menu: [KeyTable.Binding] {
    let hidden = keys.names(of: hiddenActions)
    let all = keys.lines(of: .following).flatMap(\.bindings)
      .filter { !$0.isFixed && !hidden.contains($0.name) }
    let order = usefulActions + Self.usualActions
    func rank(_ binding: KeyTable.Binding) -> Int {
      binding.actions.ride.flatMap(order.firstIndex) ?? order.count
    }
    let sorted = all.enumerated().sorted { one, other in
      (rank(one.element), one.offset) < (rank(other.element), other.offset)
    }
    return MenuFilter(focus.list.needle).filtered(sorted.map(\.element))
  }

  /// The actions that help in the present state of the ride.
  private var usefulActions: [Action] {
    let problem: [Action] =
      ride.polling.lastError == nil ? [] : [.program(.refresh), .program(.reloadToken), .details]
    let end: [Action] = [
      .goBack, .program(.saveSnapshot), .program(.fitTrip), .copyTripName,
    ]
    return problem + (ride.isEnded ? end : [])
  }

  /// The actions in the order in which they are likely to be wanted; others come after them.
  private static let usualActions: [Action] = [
    .program(.toggleAutoCamera), .program(.fitTrip), .program(.centerOnVehicle), .nextMarker,
    .events, .requests, .nextPanel, .mapOnly, .goBack, .pause, .program(.refresh), .copyTripName,
    .copyPosition, .program(.saveSnapshot), .program(.showMyLocation), .program(.toggleTraffic),
    .screen(.nextTheme), .screen(.nextGlyphs), .screen(.nextUnits), .help, .prompt,
    .program(.log), .toggleMouse, .program(.reloadToken), .details, .zoomIn, .zoomOut,
    .program(.defaultZoom), .screen(.quit), .previousMarker, .nextFocus, .previousFocus,
    .cancelRide,
  ]

  /// Handles a key of the menu, where letters filter and shortcuts do nothing.
  mutating func pressInMenu(
    _ press: KeyPress,
    _ action: Action?,
    at moment: InputMoment
  ) -> [Command] {
    let content = openList(at: moment)
    switch (press.key, press.modifiers) {
    case (.escape, []): focus.overlay = nil
    case (.enter, []): return runSelected(now: moment.now)
    case (.up, []), (.character("p"), .control), (.tab, .shift): moveList(.by(-1), in: content)
    case (.down, []), (.character("n"), .control), (.tab, []): moveList(.by(1), in: content)
    case (.pageUp, []), (.pageDown, []), (.home, []), (.end, []):
      if let move = ListPosition.move(press, rows: content.rows) { moveList(move, in: content) }
    case (.function, []) where action == .screen(.quit): focus.overlay = nil
    default:
      let before = focus.list.needle
      _ = focus.list.query?.edit(press)
      if focus.list.needle != before { focus.list.select(0, of: menu.count, rows: content.rows) }
    }
    return []
  }

  mutating func runSelected(now: Duration) -> [Command] {
    let menu = menu
    guard menu.indices.contains(focus.list.selected) else { return [] }
    let action = menu[focus.list.selected].actions.ride
    focus.overlay = nil
    return action.map { perform($0, now: now) } ?? []
  }
}

/// Finds actions by their key, and by words of their name and text.
struct MenuFilter {
  /// How well a word matches; lower is better.
  private enum Quality: Int, Comparable {
    case key, textStart, start, inside, letters

    static func < (one: Quality, other: Quality) -> Bool { one.rawValue < other.rawValue }
  }

  /// Words that nobody looks for.
  private static let fillers: Set<Substring> = ["a", "as", "in", "of", "on", "or", "the", "to"]

  private let words: [Substring]

  init(_ text: String) { words = text.split(separator: " ") }

  /// The actions that match all words, the best first; those whose letters only occur in the right
  /// order count if there are no others.
  func filtered(_ bindings: [KeyTable.Binding]) -> [KeyTable.Binding] {
    guard !words.isEmpty else { return bindings }
    let found = bindings.compactMap { binding in
      quality(of: binding).map { (quality: $0, binding: binding) }
    }
    let hasWords = found.contains { $0.quality < .letters }
    let matching = found.filter { !hasWords || $0.quality < .letters }
    // The sort is by offset too, because the order of equals matters.
    return matching.enumerated().sorted { one, other in
      (one.element.quality.rawValue, one.offset) < (other.element.quality.rawValue, other.offset)
    }.map(\.element.binding)
  }

  /// The worst match of all words; nil if a word does not match.
  private func quality(of binding: KeyTable.Binding) -> Quality? {
    var worst = Quality.key
    for word in words {
      guard let quality = quality(of: String(word), in: binding) else { return nil }
      worst = max(worst, quality)
    }
    return worst
  }

  private func quality(of word: String, in binding: KeyTable.Binding) -> Quality? {
    if binding.keys.contains(where: { $0.name == word }) { return .key }
    let lower = word.lowercased()
    let shown = binding.text.lowercased()
    let text = shown + " " + binding.name
    if binding.keys.contains(where: { $0.name.count > 1 && $0.name.lowercased().hasPrefix(lower) })
    {
      return .start
    }
    if shown.hasPrefix(lower) { return .textStart }
    let parts = text.split { !$0.isLetter && !$0.isNumber }.filter { !Self.fillers.contains($0) }
    if parts.contains(where: { $0.hasPrefix(lower) }) { return .start }
    if text.contains(lower) { return .inside }
    var rest = shown[...]
    for letter in lower {
      guard let place = rest.firstIndex(of: letter) else { return nil }
      rest = rest[rest.index(after: place)...]
    }
    return .letters
  }
}
