/// Something that the user or the terminal did.
public enum InputEvent: Sendable, Hashable {
  /// A key was pressed.
  case key(Key, Modifiers)
  /// The mouse did something.
  case mouse(MouseEvent)
  /// Text was pasted; as it came, to be cleaned by who takes it.
  case paste(String)
  /// The terminal now has another size.
  case resize(GridSize)
  /// The terminal answered a question about itself.
  case terminal(TerminalAnswer)
  /// The terminal's input ended.
  case endOfInput
  /// The program goes on after it was stopped, for however long.
  case resumed
}

/// A key of a keyboard, by what it means.
public enum Key: Sendable, Hashable {
  /// A key that writes a character.
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
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// The Shift key, reported for keys that write no character.
  public static let shift = Modifiers(rawValue: 1)
  /// The Alt or Meta key.
  public static let alt = Modifiers(rawValue: 2)
  /// The Control key.
  public static let control = Modifiers(rawValue: 4)
}

/// What the mouse did, and where.
public struct MouseEvent: Sendable, Hashable {
  /// What the mouse did.
  public enum Action: Sendable, Hashable {
    /// The left button went down.
    case press
    /// The pointer moved with the left button down.
    case drag
    /// The left button went up.
    case release
    /// The wheel turned away from the user.
    case wheelUp
    /// The wheel turned toward the user.
    case wheelDown
  }

  /// What the mouse did.
  public var action: Action
  /// The cell it did it at.
  public var position: GridPoint

  /// Creates an event.
  public init(_ action: Action, at position: GridPoint) {
    self.action = action
    self.position = position
  }
}
