internal import CellGrid
internal import ConsumerMap
internal import FleetEngine
internal import Geo
internal import RidesharingConsumer

enum ViewCommand: ScreenCommand {
  case screen(ScreenAction)
  case action(RideCommand)
  /// Shows another moment of the ride, by a key.
  case travel(TravelAction)
  /// Moves the map by cells, to the right and down.
  case pan(columns: Int, rows: Int)
  /// Zooms around a cell of the screen, or the middle.
  case zoom(steps: Double, at: GridPoint?)
  case zoomTo(Double)
  case goTo(Coordinate)
  /// Reports places that were moved, with the streets that they are on now.
  case announce([PlaceMove])
  case choose(MarkerSubject)
  /// Taps a cell of the screen that belongs to the map.
  case tap(at: GridPoint)
  /// Saves pictures of the last minutes.
  case share(showsIDs: Bool)
  case showStyle
  case saveStyle(path: String)
  case showSettings
  case reload
  /// Copies text to the clipboard and says so.
  case copy(String)
  case copyCommand(ShellCommand)
  case follow(TripName)
  case setInterval(seconds: Int)
  /// Shows another moment of the ride.
  case seek(Seek)
  /// Stops polling, because the ride is over.
  case stopPolling
  /// Resumes polling, because the ride is not over after all.
  case resumePolling
}
