internal import CellGrid

/// Something that changes what is seen of several trips.
enum TripListEvent: Sendable {
  /// The user or the terminal did something.
  case input(InputEvent)
  /// Time went by, or something was heard of a trip.
  case tick
}

/// Something that the run loop is to do for a list of trips.
enum TripListCommand: Equatable {
  /// Ends the program, asked for by a key.
  case quit
  /// Ends the program as if it had been interrupted.
  case interrupt
  /// Opens the trip of a name.
  case open(String)
  /// Asks for the trip of a name now.
  case ask(String)
  /// Asks for the vehicle now.
  case askVehicle
  /// Puts text on the user's clipboard.
  case copy(String)
  /// Goes to the next level of characters.
  case nextGlyphs
  /// Goes to the next theme.
  case nextTheme
  /// Reports the mouse, or leaves it to the terminal.
  case setMouse(Bool)
  /// Writes the whole screen anew.
  case redraw
}
