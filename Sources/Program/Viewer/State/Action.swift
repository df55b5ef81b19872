/// Something that a key or a click does; the raw value is its name in key settings.
enum Action: String, Sendable, CaseIterable {
  case quit
  case interrupt
  case help
  case menu
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
  case centerOnVehicle = "center"
  case showMyLocation = "my-location"
  case nextMarker = "next-marker"
  case previousMarker = "previous-marker"
  case chooseStop = "stop"
  /// Goes to the next thing with more to show: a marker, or the event log.
  case nextFocus = "next-focus"
  case previousFocus = "previous-focus"
  case pause
  /// Shows the moment before the previous update of a ride; later ones likewise.
  case stepEarlier = "step-earlier"
  case stepLater = "step-later"
  case skipEarlier = "ten-seconds-earlier"
  case skipLater = "ten-seconds-later"
  case jumpEarlier = "minute-earlier"
  case jumpLater = "minute-later"
  case nextProblem = "next-problem"
  case previousProblem = "previous-problem"
  case slower
  case faster
  /// Shows the present again.
  case goToPresent = "now"
  case refresh
  /// Makes the next call use a fresh token, and calls at once.
  case reloadToken = "reload-token"
  case events
  /// Lists the last requests, which can be opened.
  case requests
  case nextPanel = "next-panel"
  case mapOnly = "map-only"
  case details
  case closeOverlay = "close"
  case backToList = "back-to-list"
  case selectNext = "select-next"
  case selectPrevious = "select-previous"
  case selectNextPage = "select-next-page"
  case selectPreviousPage = "select-previous-page"
  case selectFirst = "select-first"
  case selectLast = "select-last"
  case openTrip = "open"
  case filterTrips = "filter"
  case nextSort = "sort"
  case toggleEnded = "ended"
  /// Opens the menu of faults that an emulator plays.
  case faults
  /// Chooses the place under the cursor, or books the chosen ride.
  case accept = "choose"
  case addStop = "add-stop"
  /// Searches a place by its coordinates or by a name of the base map.
  case findPlace = "find-place"
  case stepBack = "step-back"
  case toggleShared = "shared"
  case cancelRide = "cancel-ride"
  case toggleTraffic = "traffic"
  case nextGlyphs = "glyphs"
  case nextTheme = "theme"
  case nextUnits = "units"
  case toggleMouse = "mouse"
  case copyTripName = "copy-trip"
  case copyPosition = "copy-position"
  case saveSnapshot = "snapshot"
  case log
  case redraw
  /// Done by the terminal itself; listed here so that help names its key.
  case suspend

  /// The actions whose keys cannot be changed, so that every screen can always be left.
  static let fixed: Set<Action> = [
    .interrupt, .menu, .chooseStop, .closeOverlay, .accept, .openTrip, .suspend,
  ]

  /// The name for key settings; nil if the keys are fixed.
  var name: String? { Self.fixed.contains(self) ? nil : rawValue }
}
