public import FleetEngine
public import RidesharingConsumer

/// Why a list of trips was left.
public enum TripListEnding: ScreenEnding, Hashable {
  /// The user opened a trip, by its full name; the list can be run again.
  case open(String)
  /// The user quit, or the terminal went away.
  case quit
  /// The user pressed Ctrl-C.
  case interrupted
  /// The program that runs the list asked for it.
  case stopped
}

/// Something that a list of trips has heard.
public enum TripListReport: Sendable {
  /// A trip, by its full name.
  case trip(String, Trip)
  /// How the asking for a trip goes, by its full name.
  case polling(String, PollingStatus)
  /// How the asking for the vehicle goes.
  case vehicle(PollingStatus)
}
