internal import CellGrid
internal import ConsumerMap
internal import FleetEngine

/// Every sentence and label that the viewer shows, in one place.
enum Catalogue {
  static let program = "ridealong"

  // Panels
  static let tripTitle = "Trip"
  static let vehicleTitle = "Vehicle"
  static let eventsTitle = "Events"
  static let placesTitle = "Places"
  static let connectionTitle = "Connection"
  static let helpTitle = "Help"
  static let actionTitle = "Needs your action"
  static let detailsTitle = "Details of the last error"
  static let openingTitle = "Opening trip"
  static let anyKey = "any key closes"
  static let anyKeyShort = "any key"
  static let anyKeyOrEscape = "any key, Esc closes"
  static let nextPage = "any key: next page, Esc closes"
  static func closesDetails(_ keys: KeyTable) -> String {
    "\(keys[.details]) or Esc closes, \(keys[.refresh]) retries now"
  }
  static func closesEvents(_ keys: KeyTable) -> String { "\(keys[.events]) or Esc closes" }
  static let noEvents = "Nothing has happened so far."
  static let mapTitle = "Map"
  static let mapLoading = "loading"
  static let auto = "AUTO"
  static let free = "FREE"
  static let stale = "STALE"

  // Labels
  static let pickup = "Pickup"
  static let dropoff = "Drop-off"
  static let shortDropoff = "Drop"
  static let toPickup = "To pickup"
  static let remaining = "Remaining"
  static let waiting = "Waiting"
  static let vehicle = "Vehicle"
  static let pickedUp = "Picked up"
  static let droppedOff = "Dropped off"
  static let rideTime = "Ride time"
  static let distance = "Distance"
  static let stops = "Stops"
  static let dataFrom = "Data from"
  static let noVehicle = "no vehicle"
  static let hereNow = "here now"
  static let none = "--"
  static let credentials = "Credentials"
  static let token = "Token"
  static let worldSpeed = "World speed"
  static let wholeTrip = "Whole trip"
  static let noLiveData = "no live data"
  static let backend = "Backend"
  static let connect = "Connect"
  static let firstData = "First trip data"
  static let timeLimit = "Time limit"
  static func cancelHint(_ keys: KeyTable) -> String { "Ctrl-C or \(keys[.quit]) cancels." }
  static let myLocation = "My location"
  static let escHides = "Esc hides"
  static func byRoute(_ distance: String) -> String { "\(distance) by route" }
  static func fromVehicle(_ distance: String) -> String { "\(distance) from the vehicle" }
  static let failingFor = "Failing for"
  static let lastFix = "last fix"

  static func stop(_ number: Int) -> String { "Stop \(number)" }
  static func was(_ text: String) -> String { "(was \(text))" }
  static func old(_ age: String) -> String { "\(age) old" }
  static func fix(age: String, accuracy: String?) -> String {
    "fix \(age) ago" + (accuracy.map { ", \($0)" } ?? "")
  }
  static func riders(type: TripType, count: Int) -> String {
    let kind = kind(type)
    // The server leaves the number out where it does not know it.
    guard count > 0 else { return kind }
    return count == 1 ? "\(kind), 1 rider" : "\(kind), \(count) riders"
  }
  static func kind(_ type: TripType) -> String {
    switch type {
    case .exclusive: "exclusive"
    case .shared: "shared"
    case .unknown: "trip type not known"
    }
  }
  static func opening(_ tripID: String) -> String { "Opening \(tripID)" }
  static func openingStep(_ number: Int, of count: Int, _ label: String, _ value: String) -> String
  {
    let step = "step \(number) of \(count): \(label.lowercased())"
    return value.isEmpty ? step : "\(step) (\(value))"
  }
  static func triesFailed(_ count: Int) -> String {
    count == 1 ? "1 try failed" : "\(count) tries failed"
  }
  static func polls(updates: Int, retries: Int) -> String {
    "\(updates) update\(updates == 1 ? "" : "s"), \(retries) \(retries == 1 ? "retry" : "retries")"
  }
  static func moreStops(_ count: Int) -> String {
    count == 1 ? "1 more stop" : "\(count) more stops"
  }
  static func left(_ distance: String) -> String { "\(distance) left" }

  /// The status in words, as a heading.
  static func heading(_ stage: TripStage) -> String {
    switch stage {
    case .waitingForVehicle: "WAITING FOR A VEHICLE"
    case .vehicleAssigned: "VEHICLE ASSIGNED"
    case .finishingAnotherTrip: "FINISHING ANOTHER TRIP"
    case .toPickup: "ON THE WAY TO PICKUP"
    case .atPickup: "VEHICLE HAS ARRIVED"
    case .toStop(let number): "ON THE WAY TO STOP \(number)"
    case .atStop(let number): "WAITING AT STOP \(number)"
    case .toDropoff: "ON THE WAY TO DROP-OFF"
    case .complete: "TRIP COMPLETE"
    case .canceled: "TRIP CANCELED"
    case .unknown(let text): text
    }
  }

  /// The status in few cells, for the smallest screens.
  static func shortHeading(_ stage: TripStage) -> String {
    switch stage {
    case .waitingForVehicle: "NO VEHICLE YET"
    case .vehicleAssigned: "ASSIGNED"
    case .finishingAnotherTrip: "OTHER TRIP FIRST"
    case .toPickup: "TO PICKUP"
    case .atPickup: "AT PICKUP"
    case .toStop(let number): "TO STOP \(number)"
    case .atStop(let number): "AT STOP \(number)"
    case .toDropoff: "TO DROP-OFF"
    case .complete: "COMPLETE"
    case .canceled: "CANCELED"
    case .unknown(let text): text
    }
  }

  /// That updates have stopped because the ride is over.
  static func updatesStopped(_ keys: KeyTable, offersBooking: Bool = false) -> String {
    let again = offersBooking ? "\(keys[.backToList]) books again, " : ""
    return "Updates stopped. \(again)\(keys[.quit]) quits."
  }

  /// The sentence for a status; without keys it does not say that updates have stopped.
  static func sentence(
    _ stage: TripStage,
    vehicle: String?,
    interval: String,
    ended: String?,
    keys: KeyTable?,
    offersBooking: Bool = false
  ) -> String {
    let at = ended.map { " at \($0)" } ?? ""
    let name = vehicle.map { "Vehicle \($0)" } ?? "The vehicle"
    let stopped = keys.map { " " + updatesStopped($0, offersBooking: offersBooking) } ?? ""
    return switch stage {
    case .waitingForVehicle: "No vehicle assigned yet. Checking every \(interval)."
    case .vehicleAssigned: "\(name) is assigned to this trip."
    case .finishingAnotherTrip: "\(name) finishes another trip first."
    case .toPickup: "\(name) is on its way to the pickup."
    case .atPickup: "Your vehicle is at the pickup point."
    case .toStop(let number): "\(name) is on its way to stop \(number)."
    case .atStop(let number): "\(name) waits at stop \(number)."
    case .toDropoff: "\(name) is on its way to the drop-off."
    case .complete: "Trip complete\(at)." + stopped
    case .canceled: "The trip was canceled." + stopped
    case .unknown(let text): "The server reports a status that is not known here: \(text)."
    }
  }

  /// The status of a ride in a few words, where the heading stands above it.
  static func shortSentence(_ stage: TripStage, interval: String) -> String {
    switch stage {
    case .waitingForVehicle: "Checking every \(interval)"
    case .complete, .canceled: "Updates stopped."
    default: ""
    }
  }

  /// What the automatic camera shows, for the map's title.
  static func steering(_ steering: Steering, arrow: String) -> String {
    switch steering {
    case .wholeTrip: "whole trip"
    case .trips(let count): "\(count) trips"
    case .chosenPlaces: "chosen places"
    case .vehicleToPickup: "vehicle\(arrow)pickup"
    case .pickup: "pickup"
    case .vehicleToStop(let number): "vehicle\(arrow)stop \(number)"
    case .stop(let number): "stop \(number)"
    case .vehicleToDropoff: "vehicle\(arrow)drop-off"
    case .vehicleToStopAndDropoff(let number): "vehicle\(arrow)stop \(number)\(arrow)drop-off"
    case .free: "free"
    }
  }

  // Messages
  static func autoOff(_ keys: KeyTable) -> String {
    "Auto camera off. \(keys[.toggleAutoCamera]) = on again."
  }
  /// What is wrong with the street map.
  static func baseMapProblem(_ problem: String) -> String { "No street map. \(problem)" }
  /// The characters that are drawn from now on.
  static func glyphs(_ level: GlyphLevel) -> String {
    switch level {
    case .full: "Glyphs: full (Braille, boxes, symbols)."
    case .narrow: "Glyphs: narrow (Braille map, else ASCII)."
    case .block: "Glyphs: block (blocks and boxes, no Braille)."
    case .ascii: "Glyphs: ASCII only."
    }
  }
  /// The colors that are drawn from now on.
  static func theme(_ theme: ThemeChoice) -> String {
    switch theme {
    case .auto: "Theme: auto, by the terminal's background."
    case .dark: "Theme: dark, until you quit."
    case .light: "Theme: light, until you quit."
    case .highContrast: "Theme: high contrast, until you quit."
    case .mono: "Theme: mono (no colors), until you quit."
    }
  }
  /// The user's own colors that are drawn from now on.
  static func theme(_ theme: UserTheme) -> String {
    "Theme: \(SafeText(theme.name).truncated(to: 32)), until you quit."
  }
  /// How a theme is kept that a key has chosen.
  static let themeIsKept = ":set shows how to keep it."
  static let onlyMono = "Theme: mono only, as there are no colors."
  static let onlyASCII = "Glyphs: ASCII only, as the locale is not UTF-8."
  static let autoOn = "Auto camera on."
  static func paused(_ keys: KeyTable) -> String {
    "Paused. Data keeps arriving. \(keys[.pause]) = resume."
  }
  static func shortPaused(_ keys: KeyTable) -> String { "Paused. \(keys[.pause]) = resume." }
  static let resumed = "Resumed."
  static let pasteIgnored = "Paste ignored."
  static let noVehicleToCentre = "There is no vehicle to centre on."
  static let nothingToFit = "There is nothing to fit yet."
  static let noMarkers = "There is no marker to choose yet."
  static let noMapHere = "No map at this size."
  static func noStop(_ number: Int) -> String { "This trip has no stop \(number)." }
  static let showsTrip = "The map shows the trip."
  static let showsTripOnly = "The map shows the trip. Your location is not known (--my-location)."
  static func showsMyLocation(_ keys: KeyTable) -> String {
    "The map shows your location. \(keys[.showMyLocation]) shows the trip."
  }
  static let noMyLocation = "Your location is not known. Start with --my-location LAT,LNG or gpsd."
  static let noErrors = "There is no error now."
  /// That the server is asked less often.
  static func quota(_ interval: String, usual: String) -> String {
    interval == usual
      ? "Quota used up." : "Quota used up. Asking every \(interval) instead of \(usual)."
  }
  static func connectedAgain(after span: String) -> String { "Connected again after \(span)." }

  // Events
  static func statusEvent(_ wireName: String) -> String { "status \(wireName)" }
  static func assignedEvent(_ vehicle: String) -> String { "vehicle \(vehicle) assigned" }
  static let unassignedEvent = "vehicle unassigned"
  static func etaEvent(_ label: String, _ old: String, _ arrow: String, _ new: String) -> String {
    "ETA \(label.lowercased()) \(old) \(arrow) \(new)"
  }
  static func errorEvent(_ detail: String, _ wait: String?) -> String {
    let detail = detail.hasSuffix(".") ? String(detail.dropLast()) : detail
    return detail + (wait.map { ", retry in \($0)" } ?? "")
  }
  static func repeated(_ code: String, _ count: Int, since time: String) -> String {
    "\(code) x\(count) since \(time)"
  }
  static func routeEvent(_ distance: String?) -> String {
    "route changed" + (distance.map { ", \($0) to the next stop" } ?? "")
  }
  static func stopsEvent(_ count: Int) -> String {
    count == 1 ? "stops changed, now 1" : "stops changed, now \(count)"
  }
  /// That a place of the ride was moved, without a full stop.
  static func moved(_ place: String, _ distance: String, _ street: String?) -> String {
    "\(place) moved by \(distance)" + (street.map { ", now near \($0)" } ?? "")
  }
  static func jumpEvent(_ distance: String) -> String { "vehicle jumped by \(distance)" }
  static func gapEvent(_ span: String) -> String { "no data for \(span)" }
  static func quietEvent(since time: String) -> String { "vehicle quiet, last report \(time)" }
  static func reportsAgainEvent(after span: String) -> String {
    "vehicle reports again after \(span)"
  }
}
