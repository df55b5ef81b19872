internal import CellGrid
internal import FleetEngine
internal import MapCanvas

/// Something that changes what somebody who books sees.
enum BookingEvent: ScreenEvent, Equatable {
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
  /// Does what an action means to the program: ends it, or changes the settings or the terminal.
  case action(Action)
  /// Reports the mouse, or leaves it to the terminal.
  case setMouse(Bool)
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
