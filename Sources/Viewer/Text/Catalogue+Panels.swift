/// What the panels and boxes say.
extension Catalogue {
  // Traffic
  static let traffic = "Traffic"
  static let slow = "slow"
  static let jam = "jam"
  static let clear = "clear"
  static let trafficAhead = "Traffic ahead"
  static func trafficAfter(_ place: String) -> String { "Traffic after \(place.lowercased())" }
  static func traffic(_ isJam: Bool, _ distance: String) -> String {
    isJam ? "a jam of \(distance)" : "slow for \(distance)"
  }

  /// The status in hardly any cells.
  static func tinyHeading(_ stage: TripStage) -> String {
    switch stage {
    case .waitingForVehicle: "NO VEHICLE"
    case .finishingAnotherTrip: "OTHER TRIP"
    default: shortHeading(stage)
    }
  }

  // The end of a ride
  static let canceledAt = "Canceled"
  static let lastStatus = "Before"
  static let followed = "Followed"
  static func before(_ time: String) -> String { "before \(time)" }
  static func since(_ time: String) -> String { "since \(time)" }

  // The vehicle
  static let tripType = "Trip type"
  static let riderCount = "Riders"
  static let speed = "Speed"
  static let headingLabel = "Heading"
  static let fixLabel = "Fix"
  static let accuracy = "Accuracy"
  static let place = "Place"
  static let street = "Street"
  static func ago(_ age: String) -> String { "\(age) ago" }
  /// That the server answers, but of a vehicle that says nothing; shorter ones follow.
  static func vehicleQuiet(_ age: String?) -> [String] {
    guard let age else { return ["The vehicle's last report is from the future."] }
    let silence = "The vehicle has not reported for \(age)"
    return ["\(silence); the server answers.", "\(silence).", "No report for \(age)."]
  }
  static func near(_ street: String) -> String { "near \(street)" }

  // The connection
  static let requestsTitle = "Requests"
  static let interval = "Asking every"
  static let lastReply = "Last reply"
  static let updates = "Updates"
  static let retries = "Retries"
  static let nextPoll = "Next try"
  static let serverClock = "Server clock"
  static let noRequests = "No request has ended so far."
  static let stopped = "stopped"
  static let good = "ok"
  static func clock(_ offset: String, isAhead: Bool) -> String {
    "\(offset) \(isAhead ? "ahead" : "behind")"
  }
  static func lastRequests(_ count: Int) -> String { "last \(count)" }
  static func attempt(_ number: Int) -> String { "try \(number)" }
  static let requestTime = "time"
  static let requestCode = "code"
  static let requestTook = "took"
  static let requestBody = "body"

  // The estimates of the past
  static let trendTitle = "Drop-off ETA"
  static let noTrend = "Not enough estimates yet."
  static func trend(_ now: String?, best: String, worst: String) -> String {
    (now.map { "now \($0)  " } ?? "") + "best \(best)  worst \(worst)"
  }

  // What keys do
  static func panelsHint(_ keys: KeyTable) -> String { "\(keys[.mapOnly]) panels" }
  static let noPanelHere = "No panels at this size."
}
