internal import ConsumerMap
internal import FleetEngine
internal import MapCanvas
internal import RidesharingConsumer

/// The texts with more than one use, and those that depend on a status or a setting.
enum ViewerText {
  static let program = "ridealong"

  // Titles
  static let eventsTitle = "Events"
  static let connectionTitle = "Connection"
  static let requestsTitle = "Requests"
  static let actionTitle = "Needs your action"
  static let mapTitle = "Map"
  static let tripsTitle = "Trips"
  static let bookingTitle = "Book a ride"
  static let cancelTitle = "Cancel the ride"

  // Labels
  static let pickup = "Pickup"
  static let dropoff = "Drop-off"
  static let shortDropoff = "Drop"
  static let remaining = "Remaining"
  static let waiting = "Waiting"
  static let vehicle = "Vehicle"
  static let droppedOff = "Dropped off"
  static let rideTime = "Ride time"
  static let distance = "Distance"
  static let arrival = "Arrival"
  static let kind = "Kind"
  static let traffic = "Traffic"
  static let street = "Street"
  static let token = "Token"
  static let worldSpeed = "World speed"
  static let backend = "Backend"
  static let timeLimit = "Time limit"
  static let badgeColumn = "State"
  static let noVehicle = "no vehicle"
  static let hereNow = "here now"
  static let none = "--"
  static let shared = "shared"
  static let exclusive = "exclusive"
  static let auto = "AUTO"
  static let free = "FREE"
  static let pausedBadge = "PAUSED"
  static let anyKey = "any key closes"
  static let escHides = "Esc hides"

  static func stop(_ number: Int) -> String { "Stop \(number)" }
  static func was(_ text: String) -> String { "(was \(text))" }
  static func since(_ time: String) -> String { "since \(time)" }
  static func near(_ street: String) -> String { "near \(street)" }
  static func opening(_ tripID: String) -> String { "Opening \(tripID)" }
  static func kind(_ type: TripType) -> String {
    switch type {
    case .exclusive: exclusive
    case .shared: shared
    case .unknown: "trip type not known"
    }
  }
  static func attention(_ count: Int) -> String {
    ViewerText.count(count, "needs attention", "need attention")
  }

  /// A number with a noun: `1 trip`, `2 trips`.
  static func count(_ count: Int, _ one: String, _ many: String? = nil) -> String {
    "\(count) \(count == 1 ? one : many ?? one + "s")"
  }

  /// A sentence with a full stop, unless it has an end.
  static func ended(_ sentence: String) -> String {
    ".!?。".contains(sentence.last ?? " ") ? sentence : sentence + "."
  }

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

  /// The status in few cells.
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

  /// The status in very few cells.
  static func tinyHeading(_ stage: TripStage) -> String {
    switch stage {
    case .waitingForVehicle: "NO VEHICLE"
    case .finishingAnotherTrip: "OTHER TRIP"
    default: shortHeading(stage)
    }
  }

  /// The status as a sentence without a full stop.
  static func sentence(_ stage: TripStage) -> String {
    switch stage {
    case .waitingForVehicle: "Waiting for a vehicle"
    case .vehicleAssigned: "A vehicle is assigned"
    case .finishingAnotherTrip: "The vehicle finishes another trip first"
    case .toPickup: "On the way to the pickup"
    case .atPickup: "The vehicle has arrived at the pickup"
    case .toStop(let number): "On the way to stop \(number)"
    case .atStop(let number): "Arrived at stop \(number)"
    case .toDropoff: "On the way to the drop-off"
    case .complete: "The trip is complete"
    case .canceled: "The trip was canceled"
    case .unknown(let text): "Status \(text)"
    }
  }

  /// The subject of the automatic camera, for the map's title.
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
  static let autoOn = "Auto camera on."
  static func baseMapProblem(_ problem: String) -> String { "Base map error: \(problem)" }
  static func glyphs(_ level: GlyphLevel) -> String { "Glyphs: \(meaning(level))." }
  static func dots(_ kind: DotGridKind) -> String {
    switch kind {
    case .octant: "Map: octants, which few terminals draw."
    case .sextant: "Map: sextants."
    case .quadrant: "Map: quadrants."
    case .half: "Map: half blocks."
    case .braille: "Map: Braille."
    case .cell, .box, .ascii: "Map: \(kind.rawValue)."
    }
  }
  static func meaning(_ level: GlyphLevel) -> String {
    switch level {
    case .full: "full (blocks, Braille, boxes, symbols)"
    case .narrow: "narrow (Braille map, else ASCII)"
    case .block: "block (blocks and boxes, no Braille)"
    case .ascii: "ASCII only"
    }
  }
  static let onlyMono = "Theme: mono only, as there are no colors."
  static let onlyASCII = "Glyphs: ASCII only, as the locale is not UTF-8."
  static let resumed = "Resumed."
  static let pollingNow = "Polling now."
  static let noResponse = "No response yet."
  static func later(_ delay: Duration) -> String {
    "\(Quantities.punctuality(delay)) against first ETA."
  }
  static func noResponse(for age: String) -> String { "No response for \(age)." }
  /// The forms of the sentence on a vehicle that does not report, the longest first; its report is from the future if it
  /// has no age.
  static func quiet(for age: String?) -> [String] {
    guard let age else { return ["The vehicle's last report is from the future."] }
    return ["The vehicle has not reported for \(age).", "No report for \(age)."]
  }
  static let pasteIgnored = "Paste ignored."
  static let nothingToFit = "There is nothing to fit yet."
  static let noMarkers = "There is no marker to choose yet."
  static let showingAllVehicles = "The map shows all vehicles."
  static let noLocations = "No vehicle has reported a location yet."
  static func following(_ tripID: String) -> String { "The map follows \(tripID)." }
  static func endedTrips(areHidden: Bool, _ count: Int) -> String {
    "Ended trips are \(areHidden ? "hidden" : "shown"): \(count)."
  }
  static let noMapHere = "No map at this size."
  static let notHere = "Not available here."
  static var noMyLocation: String {
    "Your location is not known. Start with --my-location LAT,LNG or gpsd."
  }
  static let noErrors = "There is no error."
  static let noEvents = "No events yet."
  static let unknownPart = "The route there is not known."
  static let noRequests = "No completed requests yet."
  static let noExchange = "This request was not recorded."
  static let typeToFilter = "Type to filter"
  static let trafficClear = "Traffic is clear"
  static func askingAgain(_ wait: Duration) -> String { "Retrying in \(Quantities.spelled(wait))" }
  static func notSaved(_ reason: String) -> String { "Not saved: \(reason)." }
  static func configuration(_ lines: [String]) -> String {
    lines.isEmpty
      ? "Nothing has changed since the start."
      : "Lines for the configuration file: \(lines.joined(separator: ", "))"
  }

  // Booking and canceling
  static let pickupFirst = "The pickup comes first: press Enter on it."
  static let sharedHasNoStops = "A shared ride cannot have stops."
  static let samePlace = "This is the last place again. Move the cursor."
  static func noMoreStops(_ count: Int) -> String { "A ride has at most \(count) stops." }
  static let rideKept = "The ride was kept."
  static let canceled = "The ride is canceled."
}

extension NextPlace { var label: String { kind.label } }

extension NextPlace.Kind {
  var label: String {
    switch self {
    case .pickup: ViewerText.pickup
    case .stop(let number): ViewerText.stop(number)
    case .dropoff: ViewerText.dropoff
    }
  }
}
