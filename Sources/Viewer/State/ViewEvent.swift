internal import CellGrid
internal import ConsumerMap
internal import FleetEngine
internal import Geo
internal import RidesharingConsumer

/// Something that changes what the user sees.
enum ViewEvent: Equatable {
  /// The user or the terminal did something.
  case input(InputEvent)
  /// The trip changed.
  case trip(Trip?)
  /// A poll ended, or the next one was set.
  case polling(PollingStatus)
  /// The backend canceled the ride, or did not; nil for success.
  case cancelResult(BookingFailure?)
  /// The end of the program's log was read.
  case log([SafeText])
  /// What was saved where, or why not, as a sentence.
  case saved(String)
  /// Time went by.
  case tick
}

/// Something that the run loop is to do for the view.
enum ViewCommand: Equatable {
  /// Does what an action means to the program: to the map, the settings, the server or the terminal.
  case action(Action)
  /// Moves the map by cells, to the right and down.
  case pan(columns: Int, rows: Int)
  /// Zooms by steps around a cell of the screen, or the middle.
  case zoom(steps: Double, at: GridPoint?)
  /// Sets the map's zoom.
  case zoomTo(Double)
  /// Moves the map to a place.
  case goTo(Coordinate)
  /// Announces places that were moved, with the streets that they are on now.
  case announce([PlaceMove])
  /// Chooses a marker of the map.
  case choose(MarkerSubject)
  /// Taps a cell of the screen that belongs to the map.
  case tap(at: GridPoint)
  /// Sets a built-in theme.
  case setTheme(ThemeChoice)
  case setGlyphs(GlyphLevel)
  case setUnits(DistanceUnits)
  /// Reports the mouse, or leaves it to the terminal.
  case setMouse(Bool)
  /// Shows the style of lines and markers.
  case showStyle
  /// Writes that style into a new file.
  case saveStyle(path: String)
  /// Shows the configuration lines for what was changed.
  case showSettings
  /// Reads the configuration again.
  case reload
  /// Copies text to the user's clipboard and says so.
  case copy(String)
  /// Follows another trip.
  case follow(TripName)
  /// Sets the interval of polls.
  case setInterval(seconds: Int)
  /// Stops polling, because the ride is over.
  case stopPolling
  /// Polls again, because the ride is not over after all.
  case resumePolling
}
