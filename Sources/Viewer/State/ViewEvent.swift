internal import CellGrid
internal import ConsumerMap
internal import FleetEngine
internal import RidesharingConsumer

/// Something that changes what the user sees.
enum ViewEvent: Equatable {
  /// The user or the terminal did something.
  case input(InputEvent)
  /// The trip changed.
  case trip(Trip?)
  /// A poll ended, or the next one was set.
  case polling(PollingStatus)
  /// The backend was asked to cancel the ride; why it did not, nil if it did.
  case cancelAnswer(BookingFailure?)
  /// Time went by.
  case tick
}

/// Something that the run loop is to do for the view.
enum ViewCommand: Equatable {
  /// Ends the viewer, asked for by a key.
  case quit
  /// Ends the viewer as if it had been interrupted.
  case interrupt
  /// Asks the server now.
  case refresh
  /// Switches the automatic camera.
  case toggleAutoCamera
  /// Moves the map by cells, to the right and down.
  case pan(columns: Int, rows: Int)
  /// Zooms by steps around a cell of the screen, or the middle.
  case zoom(steps: Double, at: GridPoint?)
  /// Shows the whole trip.
  case fitTrip
  /// Shows the vehicle in the middle.
  case centreOnVehicle
  /// Shows the trip, or the user's own place before there is one.
  case showMyLocation
  /// Chooses a marker of the map.
  case choose(MarkerSubject)
  /// Taps a cell of the screen that belongs to the map.
  case tap(at: GridPoint)
  /// Goes to the next level of characters.
  case nextGlyphs
  /// Goes to the next theme.
  case nextTheme
  /// Writes the whole screen anew.
  case redraw
  /// Asks the backend to cancel the ride that was booked here.
  case cancelRide
  /// Stops asking the server by itself, because the ride is over.
  case stopPolling
  /// Asks the server by itself again, because the ride is not over after all.
  case resumePolling
}
