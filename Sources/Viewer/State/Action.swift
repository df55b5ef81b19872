/// Something that a key or a click does.
enum Action: Sendable, Hashable, CaseIterable {
  case quit
  case interrupt
  case help
  case toggleAutoCamera
  case zoomIn
  case zoomOut
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
  case pause
  case refresh
  case events
  /// Goes to the next panel beside the map.
  case nextPanel
  /// Gives all room to the map, or takes it back.
  case mapOnly
  case details
  case closeOverlay
  /// Chooses the place under the cursor, and books what was chosen.
  case accept
  case addStop
  case stepBack
  case toggleShared
  /// Calls off a ride that was booked here, once that is confirmed.
  case cancelRide
  /// Goes to the next level of characters.
  case nextGlyphs
  /// Goes to the next theme.
  case nextTheme
  case redraw
  /// Done by the screen itself; here for the help that names its key.
  case suspend
}
