/// What the viewer says of keys, the mouse, lists and commands.
extension Catalogue {
  static let menuTitle = "Actions"
  static let logTitle = "Log"
  static let styleTitle = "Style"
  static let closesStyle = ":style FILE saves it, Esc closes"
  static let triesTitle = "Tries, the last first"
  static let closesMenu = "Enter runs, / filters, Esc closes"
  static func closesLog(_ keys: KeyTable) -> String {
    "\(keys[.log]) or Esc closes, / searches"
  }
  static let nothingMatches = "No action matches."
  static let noLog = "The log is empty."
  static func firstRunTip(_ keys: KeyTable) -> String {
    "Tip: \(keys[.toggleAutoCamera]) = auto camera, \(keys[.help]) = keys."
  }

  static let mouseOn = "Mouse on: wheel zooms, drag pans, clicks choose."
  static func mouseOff(_ keys: KeyTable) -> String {
    "Mouse off: select text normally. \(keys[.toggleMouse]) turns it on."
  }
  static func units(_ units: DistanceUnits) -> String {
    switch units {
    case .kilometers: "Units: metres and kilometres."
    case .miles: "Units: feet and miles."
    }
  }
  static let trafficOn = "Traffic on the map: on."
  static let trafficOff = "Traffic on the map: off."
  static let tokenDropped = "Token dropped. Asking with a fresh one."
  static let noPositionToCopy = "There is no vehicle position to copy."
  static let cannotCopy = "Not copied: the text has characters that a shell would interpret."
  static func copied(_ text: String, isGuarded: Bool) -> String {
    // The advice first: the text is the user's own, and may be cut.
    isGuarded
      ? "Copied, if \"tmux set -g set-clipboard on\" allows it: \(text)"
      : "Copied, if the terminal allows it (OSC 52): \(text)"
  }
  static func notSaved(_ reason: String) -> String { "Not saved: \(reason)." }
  static func saved(_ path: String) -> String { "Saved \(path)" }

  static let cannotReload = "There is no configuration to read anew here."
  static func notReloaded(_ reason: String) -> String { "All stays as it was: \(reason)" }
  static func reloaded(_ warnings: [String]) -> String {
    (["The configuration was read anew."] + warnings).joined(separator: " ")
  }
  static func configuration(_ lines: [String]) -> String {
    lines.isEmpty
      ? "Nothing is set otherwise than at the start."
      : "For the configuration file, a line each: " + lines.joined(separator: ", ")
  }
  static let promptHint = "Tab completes, Esc closes. help shows the keys."
  static let notHere = "That cannot be done here."
  static let followsAlready = "That trip is followed already."
  static func follows(_ trip: String, _ keys: KeyTable, isFromList: Bool) -> String {
    "Following \(trip). \(isFromList ? ":trip -" : keys[.backToList]) goes back."
  }
  static let noOtherTrip = "No other trip has been followed yet."
  static let onlyOwnRides = "Only a ride booked here can be canceled."
  static let rideIsOver = "The ride is over already."
  static let noWayBack = "There is nothing to go back to."
  static func wrongProvider(_ provider: String) -> String {
    "Only trips of providers/\(provider) can be followed here."
  }
  static func asksEvery(_ interval: String) -> String { "Asking every \(interval)." }
  static func unknownCommand(_ name: String) -> String {
    "There is no command \(name). Tab shows all."
  }
  static func commandUsage(_ usage: String) -> String { "Type \(usage)." }
  static func commandTakesNothing(_ name: String) -> String { ":\(name) stands alone." }
  static func badArgument(_ argument: String, of command: PromptCommand) -> String {
    switch command {
    case .trip: "\(argument) is not a trip name: providers/PROVIDER/trips/TRIP, an ID, or -."
    case .interval: "\(argument) is not a number of seconds from 5 to 3600."
    case .goto: "\(argument) is not a place: LAT,LNG in degrees."
    case .zoom: "\(argument) is not a zoom from 0 to 22."
    default: "\(argument) is none of \((command.argument ?? "").replacing("|", with: ", "))."
    }
  }
}
