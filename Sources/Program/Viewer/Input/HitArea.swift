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

extension KeyTable {
  func part<Action: KeyedAction>(_ action: Action, _ text: String) -> KeyText.Part {
    KeyText.Part("\(self[action]) \(text)", binding(of: action)?.shownKey ?? .enter)
  }

  func part(_ action: RideAction, _ text: String) -> KeyText.Part {
    KeyText.Part("\(self[action]) \(text)", binding(of: action)?.shownKey ?? .enter)
  }
}

extension ViewerText {
  /// The keys on a screen with very few cells.
  static func smallKeys(_ keys: KeyTable) -> KeyText {
    KeyText(
      [keys.part(.screen(.help), "help"), keys.part(.screen(.quit), "quit")], separator: "  ")
  }
}
