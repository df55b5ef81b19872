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
  /// The backend was asked to cancel the ride; why it did not, nil if it did.
  case cancelAnswer(BookingFailure?)
  /// The end of the program's log was read.
  case log([SafeText])
  /// What was saved where, or why not, as a sentence.
  case saved(String)
  /// Time went by.
  case tick
}

/// Something that the run loop is to do for the view.
enum ViewCommand: Equatable {
  /// Ends the viewer, asked for by a key.
  case quit
  /// Ends the viewer as if it had been interrupted.
  case interrupt
  /// Ends the viewer for the list from which it was opened, or for a new booking.
  case goBack
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
  /// Shows the user's own place, or the trip again.
  case showMyLocation
  /// Says that places were moved, with the streets that they are on now.
  case announce([PlaceMove])
  /// Chooses a marker of the map.
  case choose(MarkerSubject)
  /// Taps a cell of the screen that belongs to the map.
  case tap(at: GridPoint)
  /// Goes to the next level of characters.
  case nextGlyphs
  /// Goes to the next theme.
  case nextTheme
  /// Goes to a built-in theme.
  case setTheme(ThemeChoice)
  /// Shows the style of lines and markers.
  case showStyle
  /// Writes that style into a new file.
  case saveStyle(path: String)
  /// Tells how the configuration would hold what was changed.
  case tellSettings
  /// Read the configuration anew.
  case reload
  /// Goes to a level of characters.
  case setGlyphs(GlyphLevel)
  /// Goes from kilometres to miles, or back.
  case nextUnits
  /// Measures in units.
  case setUnits(DistanceUnits)
  /// Shows traffic on the map, or no longer.
  case toggleTraffic
  /// Magnifies the map as by default.
  case defaultZoom
  /// Magnifies the map to a zoom.
  case zoomTo(Double)
  /// Shows a place.
  case goTo(Coordinate)
  /// Uses a fresh token from now on, and asks the server.
  case reloadToken
  /// Reports the mouse, or leaves it to the terminal.
  case setMouse(Bool)
  /// Puts text on the user's clipboard; what is said of it.
  case copy(String)
  /// Writes what is known into a file.
  case saveSnapshot
  /// Reads the end of the program's log.
  case readLog
  /// Follows another trip.
  case follow(TripName)
  /// Asks the server every so many seconds.
  case setInterval(seconds: Int)
  /// Writes the whole screen anew.
  case redraw
  /// Asks the backend to cancel the ride that was booked here.
  case cancelRide
  /// Stops asking the server by itself, because the ride is over.
  case stopPolling
  /// Asks the server by itself again, because the ride is not over after all.
  case resumePolling
}
