internal import RidesharingConsumer

/// Actions that are the same on every screen.
enum ScreenAction: Hashable, Sendable {
  case quit
  case interrupt
  case redraw
  case help
  /// Lists all actions, from which one is chosen by typing.
  case menu
  case prompt
  /// Shows the program's log, or hides it.
  case log
  /// Closes the layer in front.
  case close
  case toggleMouse
  case nextGlyphs
  case nextTheme
  case nextUnits
  case setMouse(Bool)
  case setGlyphs(GlyphLevel)
  case setTheme(ThemeChoice)
  case setUnits(DistanceUnits)
}

/// Actions of keys and clicks on a kind of screen; ``KeyTable`` has their keys and texts.
protocol KeyedAction: Hashable, Sendable {
  static var guide: KeyTable.Guide { get }
  static func screen(_ action: ScreenAction) -> Self
  /// The action of a key on this kind of screen; nil if the key is for others.
  static func of(_ actions: KeyTable.Actions) -> Self?
  /// Whether its key also works while something covers the screen.
  var actsBehindLayers: Bool { get }
}

extension KeyedAction {
  var actsBehindLayers: Bool { true }

  /// Whether it closes what covers the screen.
  var closes: Bool { self == .screen(.close) || self == .screen(.quit) }

  /// The program's action whatever covers the screen; nil for other actions.
  var commandAnywhere: ScreenAction? { [.interrupt, .redraw].first { self == .screen($0) } }
}

/// Actions on the screen of a ride.
enum RideAction: KeyedAction {
  case screen(ScreenAction)
  case program(RideCommand)
  case travel(TravelAction)
  case zoomIn
  case zoomOut
  case pan(Direction)
  case panScreen(Direction)
  case nextMarker
  case previousMarker
  case chooseStop(Int)
  /// Goes to the next thing with more to show: a marker, or the event log.
  case nextFocus
  case previousFocus
  case pause
  case events
  /// Lists the last requests, which can be opened.
  case requests
  case nextPanel
  case mapOnly
  case details
  case goBack
  /// Asks whether the ride is to be canceled.
  case cancelRide
  case copyTripName
  case copyPosition
  /// Saves pictures of the last minutes, without IDs.
  case share

  static let guide = KeyTable.Guide.following
  static func of(_ actions: KeyTable.Actions) -> Self? { actions.ride }
}

/// Actions of the program for the screen of a ride.
enum RideCommand: Hashable, Sendable {
  case toggleAutoCamera
  case defaultZoom
  case fitTrip
  case centerOnVehicle
  case showMyLocation
  case toggleTraffic
  case refresh
  /// Makes the next call use a fresh token, and calls at once.
  case reloadToken
  case saveSnapshot
  case cancelRide
  /// Leaves the ride for the list or the booking before it.
  case leave
}

/// A move in the time of a ride.
enum TravelAction: Hashable, Sendable {
  /// By polls, where a negative number goes back.
  case step(Int)
  case skip(seconds: Int)
  case nextProblem
  case previousProblem
  case slower
  case faster
  case togglePlaying
  case present
}

/// Actions on a list of trips.
enum ListAction: KeyedAction {
  case screen(ScreenAction)
  case selectNext
  case selectPrevious
  case selectNextPage
  case selectPreviousPage
  case selectFirst
  case selectLast
  case openTrip
  case filterTrips
  case nextSort
  case toggleEnded
  /// Opens the menu of faults that an emulator plays.
  case faults
  case refresh
  case pause
  case details
  case copyTripName
  case toggleAutoCamera
  case zoomIn
  case zoomOut
  case panScreen(Direction)
  case fitTrips
  case mapOnly
  /// Shows the map on the whole screen, with cards on it.
  case wall

  static let guide = KeyTable.Guide.listing
  static func of(_ actions: KeyTable.Actions) -> Self? { actions.list }
}

/// Actions on the screen where a ride is chosen and booked.
enum BookingAction: KeyedAction {
  case screen(ScreenAction)
  case pan(Direction)
  case panScreen(Direction)
  case zoomIn
  case zoomOut
  case fitPlaces
  case showMyLocation
  /// Chooses the place under the cursor, or books the chosen ride.
  case accept
  case addStop
  /// Searches a place by its coordinates or by a name of the base map.
  case findPlace
  case stepBack
  case toggleShared
  case refresh

  static let guide = KeyTable.Guide.booking
  /// Every key of its own changes the ride that is booked.
  var actsBehindLayers: Bool { if case .screen = self { true } else { false } }
  static func of(_ actions: KeyTable.Actions) -> Self? { actions.booking }
}

/// A direction on the screen.
enum Direction: Hashable, Sendable {
  case left, down, up, right

  var columns: Int { self == .left ? -1 : self == .right ? 1 : 0 }
  var rows: Int { self == .up ? -1 : self == .down ? 1 : 0 }
}
