extension Action {
  /// What the action is called where its keys are changed; nil for those whose keys are fixed, so that
  /// there is always a way out and a way to everything.
  var name: String? {
    switch self {
    case .quit: "quit"
    case .help: "help"
    case .prompt: "command-line"
    case .toggleAutoCamera: "auto-camera"
    case .zoomIn: "zoom-in"
    case .zoomOut: "zoom-out"
    case .defaultZoom: "default-zoom"
    case .panLeft: "pan-left"
    case .panRight: "pan-right"
    case .panUp: "pan-up"
    case .panDown: "pan-down"
    case .panScreenLeft: "pan-screen-left"
    case .panScreenRight: "pan-screen-right"
    case .panScreenUp: "pan-screen-up"
    case .panScreenDown: "pan-screen-down"
    case .fitTrip: "fit"
    case .centreOnVehicle: "centre"
    case .showMyLocation: "my-location"
    case .nextMarker: "next-marker"
    case .previousMarker: "previous-marker"
    case .nextFocus: "next-focus"
    case .previousFocus: "previous-focus"
    case .pause: "pause"
    case .refresh: "refresh"
    case .reloadToken: "reload-token"
    case .events: "events"
    case .nextPanel: "next-panel"
    case .mapOnly: "map-only"
    case .details: "details"
    case .addStop: "add-stop"
    case .stepBack: "step-back"
    case .toggleShared: "shared"
    case .cancelRide: "cancel-ride"
    case .toggleTraffic: "traffic"
    case .nextGlyphs: "glyphs"
    case .nextTheme: "theme"
    case .nextUnits: "units"
    case .toggleMouse: "mouse"
    case .copyTripName: "copy-trip"
    case .copyPosition: "copy-position"
    case .saveSnapshot: "snapshot"
    case .log: "log"
    case .redraw: "redraw"
    case .backToList: "back-to-list"
    case .selectNext: "select-next"
    case .selectPrevious: "select-previous"
    case .selectNextPage: "select-next-page"
    case .selectPreviousPage: "select-previous-page"
    case .selectFirst: "select-first"
    case .selectLast: "select-last"
    case .filterTrips: "filter"
    case .interrupt, .menu, .chooseStop, .closeOverlay, .accept, .openTrip, .suspend: nil
    }
  }

  /// What an action is called whose keys are fixed.
  var fixedName: String {
    switch self {
    case .interrupt: "interrupt"
    case .menu: "menu"
    case .chooseStop: "stop"
    case .closeOverlay: "close"
    case .accept: "choose"
    case .openTrip: "open"
    case .suspend: "suspend"
    default: name ?? ""
    }
  }

  /// The names of the actions whose keys are fixed.
  static var fixedNames: [String] { allCases.filter { $0.name == nil }.map(\.fixedName) }
}
