/// An action of the user or the terminal.
public enum InputEvent: Sendable, Hashable {
  case key(Key, Modifiers)
  case mouse(MouseEvent)
  /// Pasted text, which has not been cleaned.
  case paste(String)
  case resize(GridSize)
  /// The terminal answered a question about itself.
  case terminal(TerminalAnswer)
  case endOfInput
  /// The program continues after it was stopped for any time.
  case resumed
  /// The terminal's window began or ceased to be the one that the user types into.
  case focus(Bool)
}

/// A key of a keyboard, by its meaning.
public enum Key: Sendable, Hashable {
  case character(Character)
  case up
  case down
  case left
  case right
  case home
  case end
  case pageUp
  case pageDown
  case insert
  case delete
  case backspace
  case tab
  case enter
  case escape
  /// A function key, from 1.
  case function(Int)
}

/// Keys held while another is pressed.
public struct Modifiers: OptionSet, Sendable, Hashable {
  /// The bits.
  public let rawValue: UInt8

  /// Creates modifiers from their bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The Shift key, reported for keys that write no character.
  public static let shift = Modifiers(rawValue: 1)
  /// The Alt or Meta key.
  public static let alt = Modifiers(rawValue: 2)
  /// The Control key.
  public static let control = Modifiers(rawValue: 4)
}

/// An action of the mouse at a cell.
public struct MouseEvent: Sendable, Hashable {
  /// An action of the left button or the wheel, or a press of the right button.
  public enum Action: Sendable, Hashable {
    case press
    /// The pointer moved while the button was down.
    case drag
    case release
    /// The right button was pressed.
    case rightPress
    /// The wheel turned away from the user.
    case wheelUp
    /// The wheel turned toward the user.
    case wheelDown
  }

  /// The action.
  public var action: Action
  /// The cell of the pointer.
  public var position: GridPoint

  /// Creates an event.
  public init(_ action: Action, at position: GridPoint) {
    self.action = action
    self.position = position
  }
}

extension InputEvent {
  /// The most equal turns of the wheel in a row that are kept; no map zooms further.
  static let mostTurns = 64

  /// Removes events that later ones of the same batch make superfluous.
  ///
  /// Of consecutive drags the last one stays, since it has the pointer's place. Of equal turns of the
  /// wheel in a row, at most 64 stay.
  package static func coalesced(_ events: [InputEvent]) -> [InputEvent] {
    var result: [InputEvent] = []
    var turns = 0
    for event in events {
      guard case .mouse(let mouse) = event else {
        result.append(event)
        continue
      }
      let isSame = result.last == event
      switch mouse.action {
      case .drag:
        if case .mouse(let last) = result.last, last.action == .drag { result.removeLast() }
        result.append(event)
      case .wheelUp, .wheelDown:
        turns = isSame ? turns + 1 : 1
        if turns <= mostTurns { result.append(event) }
      case .press, .release, .rightPress: result.append(event)
      }
    }
    return result
  }

  /// Appends an event to at most `most` waiting ones.
  ///
  /// If there are as many already, the oldest mouse event is removed, so that turning the wheel does
  /// not cost a key.
  package static func append(_ event: InputEvent, to waiting: inout [InputEvent], most: Int) {
    if waiting.count >= most {
      let mouse = waiting.firstIndex { if case .mouse = $0 { true } else { false } }
      guard let mouse else { return }
      waiting.remove(at: mouse)
    }
    waiting.append(event)
  }
}
