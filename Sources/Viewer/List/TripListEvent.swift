internal import CellGrid

/// Something that changes what is seen of several trips.
enum TripListEvent: ScreenEvent {
  /// The user or the terminal did something.
  case input(InputEvent)
  /// Time went by, or something was heard of a trip.
  case tick
}

/// Something that the run loop is to do for a list of trips.
enum TripListCommand: Equatable {
  /// Does what an action means to the program: ends it, or changes the settings or the terminal.
  case action(Action)
  /// Opens the trip of a name.
  case open(String)
  /// Polls the trip of a name now.
  case poll(String)
  /// Polls the vehicle now.
  case pollVehicle
  /// Puts text on the user's clipboard.
  case copy(String)
  /// Reports the mouse, or leaves it to the terminal.
  case setMouse(Bool)
}
