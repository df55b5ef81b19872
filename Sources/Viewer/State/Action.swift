/// Something that a key or a click does, with the name by which a user changes its keys.
enum Action: String, Sendable, CaseIterable {
  case quit
  case interrupt
  case help
  /// Lists all actions, to choose one of them.
  case menu
  /// Opens the line for commands.
  case prompt = "command-line"
  case toggleAutoCamera = "auto-camera"
  case zoomIn = "zoom-in"
  case zoomOut = "zoom-out"
  case defaultZoom = "default-zoom"
  case panLeft = "pan-left"
  case panRight = "pan-right"
  case panUp = "pan-up"
  case panDown = "pan-down"
  case panScreenLeft = "pan-screen-left"
  case panScreenRight = "pan-screen-right"
  case panScreenUp = "pan-screen-up"
  case panScreenDown = "pan-screen-down"
  case fitTrip = "fit"
  case centreOnVehicle = "centre"
  case showMyLocation = "my-location"
  case nextMarker = "next-marker"
  case previousMarker = "previous-marker"
  case chooseStop = "stop"
  /// Goes to the next thing that can be looked at closer: a marker, or the event log.
  case nextFocus = "next-focus"
  case previousFocus = "previous-focus"
  case pause
  case refresh
  /// Has the next call use a fresh token, and makes it at once.
  case reloadToken = "reload-token"
  case events
  /// Goes to the next panel beside the map.
  case nextPanel = "next-panel"
  /// Gives all room to the map, or takes it back.
  case mapOnly = "map-only"
  case details
  case closeOverlay = "close"
  /// Leaves a trip that was opened from a list.
  case backToList = "back-to-list"
  // What is done in a list of trips.
  case selectNext = "select-next"
  case selectPrevious = "select-previous"
  case selectNextPage = "select-next-page"
  case selectPreviousPage = "select-previous-page"
  case selectFirst = "select-first"
  case selectLast = "select-last"
  case openTrip = "open"
  case filterTrips = "filter"
  /// Chooses the place under the cursor, and books what was chosen.
  case accept = "choose"
  case addStop = "add-stop"
  case stepBack = "step-back"
  case toggleShared = "shared"
  /// Calls off a ride that was booked here, once that is confirmed.
  case cancelRide = "cancel-ride"
  case toggleTraffic = "traffic"
  /// Goes to the next level of characters.
  case nextGlyphs = "glyphs"
  /// Goes to the next theme.
  case nextTheme = "theme"
  /// Goes from kilometres to miles, or back.
  case nextUnits = "units"
  case toggleMouse = "mouse"
  case copyTripName = "copy-trip"
  case copyPosition = "copy-position"
  case saveSnapshot = "snapshot"
  case log
  case redraw
  /// Done by the screen itself; here for the help that names its key.
  case suspend

  /// The actions whose keys are the same for everybody, so that there is always a way out and a way to
  /// everything.
  static let fixed: Set<Action> = [
    .interrupt, .menu, .chooseStop, .closeOverlay, .accept, .openTrip, .suspend,
  ]

  /// The name by which a user changes the keys; nil where they are fixed.
  var name: String? { Self.fixed.contains(self) ? nil : rawValue }
}
