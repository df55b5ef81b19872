/// Something that a key or a click does.
enum Action: Sendable, Hashable, CaseIterable {
  case quit
  case interrupt
  case help
  /// Lists all actions, to choose one of them.
  case menu
  /// Opens the line for commands.
  case prompt
  case toggleAutoCamera
  case zoomIn
  case zoomOut
  case defaultZoom
  case panLeft
  case panRight
  case panUp
  case panDown
  case panScreenLeft
  case panScreenRight
  case panScreenUp
  case panScreenDown
  case fitTrip
  case centreOnVehicle
  case showMyLocation
  case nextMarker
  case previousMarker
  case chooseStop
  /// Goes to the next thing that can be looked at closer: a marker, or the event log.
  case nextFocus
  case previousFocus
  case pause
  case refresh
  /// Has the next call use a fresh token, and makes it at once.
  case reloadToken
  case events
  /// Goes to the next panel beside the map.
  case nextPanel
  /// Gives all room to the map, or takes it back.
  case mapOnly
  case details
  case closeOverlay
  /// Leaves a trip that was opened from a list.
  case backToList
  // What is done in a list of trips.
  case selectNext
  case selectPrevious
  case selectNextPage
  case selectPreviousPage
  case selectFirst
  case selectLast
  case openTrip
  case filterTrips
  /// Chooses the place under the cursor, and books what was chosen.
  case accept
  case addStop
  case stepBack
  case toggleShared
  /// Calls off a ride that was booked here, once that is confirmed.
  case cancelRide
  case toggleTraffic
  /// Goes to the next level of characters.
  case nextGlyphs
  /// Goes to the next theme.
  case nextTheme
  /// Goes from kilometres to miles, or back.
  case nextUnits
  case toggleMouse
  case copyTripName
  case copyPosition
  case saveSnapshot
  case log
  case redraw
  /// Done by the screen itself; here for the help that names its key.
  case suspend
}
