internal import CellGrid
internal import FleetEngine
internal import MapCanvas

/// Something that changes what somebody who books sees.
enum BookingEvent: Equatable {
  /// The user or the terminal did something.
  case input(InputEvent)
  /// The backend told which vehicles are online, or did not.
  case vehicles(Result<[SightedVehicle], BookingFailure>)
  /// The backend booked the ride, or did not.
  case booked(Result<TripName, BookingFailure>)
  /// Time went by.
  case tick
}

/// Something that the run loop is to do for a booking.
enum BookingCommand: Equatable {
  /// Ends it, asked for by a key.
  case quit
  /// Ends it as if it had been interrupted.
  case interrupt
  /// Goes to the next level of characters.
  case nextGlyphs
  /// Goes to the next theme.
  case nextTheme
  /// Goes from kilometres to miles, or back.
  case nextUnits
  /// Reports the mouse, or leaves it to the terminal.
  case setMouse(Bool)
  /// Writes the whole screen anew.
  case redraw
  /// Moves the map by cells, to the right and down.
  case pan(columns: Int, rows: Int)
  /// Shows something at once.
  case look(Camera)
  /// Goes to show something.
  case glide(Camera)
  /// Asks the backend which vehicles are online.
  case readVehicles
  /// Asks the backend for the ride.
  case book(RideRequest)
  /// Ends it with a trip.
  case finish(TripName)
}
