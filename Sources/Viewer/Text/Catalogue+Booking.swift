/// The sentences and labels of booking a ride and of cancelling one.
extension Catalogue {
  // Labels
  static let bookingTitle = "Book a ride"
  static let rideTitle = "Ride"
  static let bookingSteps = ["Pickup", dropoff, "Check", "Book"]
  static let asTheCrowFlies = "As the crow flies"
  static let rideKind = "Kind"
  static let shared = "shared"
  static let exclusive = "exclusive"
  static let vehiclesLabel = "Vehicles online"
  static let notKnown = "not known"
  static let lookingForVehicles = "looking for vehicles"
  static let vehiclesNotKnown = "vehicles not known"
  static func vehiclesOnline(_ count: Int) -> String {
    count == 1 ? "1 vehicle online" : "\(count) vehicles online"
  }
  static func stopCount(_ count: Int) -> String { count == 1 ? "1 stop" : "\(count) stops" }
  static func straight(_ distance: String) -> String { "\(distance) straight" }
  static func fromTo(_ arrow: String) -> String { "pickup \(arrow) drop-off" }

  /// What is to be done in a step, as a heading.
  static func bookingHeading(_ step: BookingState.Step) -> String {
    switch step {
    case .choosingPickup: "CHOOSE THE PICKUP"
    case .choosingDropoff: "CHOOSE A STOP OR THE DROP-OFF"
    case .preview: "CHECK THE RIDE"
    case .booking: "BOOKING THE RIDE"
    case .failed(let failure): failure.isUncertain ? "BOOKED OR NOT" : "NOT BOOKED"
    }
  }

  /// What is to be done in a step, in few cells.
  static func shortBookingHeading(_ step: BookingState.Step) -> String {
    step == .choosingDropoff ? "STOP OR DROP-OFF" : bookingHeading(step)
  }

  /// What the map is for in a step, for its title.
  static func bookingMap(_ step: BookingState.Step) -> String {
    switch step {
    case .choosingPickup: "pickup"
    case .choosingDropoff: "drop-off"
    case .preview, .booking, .failed: "the ride"
    }
  }

  /// What to do in a step, as a sentence.
  static func bookingSentence(_ step: BookingState.Step, _ keys: KeyTable) -> String {
    switch step {
    case .choosingPickup: "Move the cursor to where the ride begins and press Enter."
    case .choosingDropoff:
      "Enter makes the cursor's place the drop-off, \(keys[.addStop]) a stop on the way."
    case .preview: "Enter books this ride. The route is not known yet: lines are straight."
    case .booking: "The backend is being asked for the ride."
    case .failed(let failure): failure.summary
    }
  }

  /// What to do in a step, in at most 38 columns.
  static func shortBookingSentence(_ step: BookingState.Step, _ keys: KeyTable) -> String {
    switch step {
    case .choosingPickup: "Move the cursor, then press Enter."
    case .choosingDropoff: "Enter: drop-off here. \(keys[.addStop]): stop here."
    case .preview: "Enter books this ride."
    case .booking: ""
    case .failed(let failure): failure.summary
    }
  }

  static let bookAgain = "Book again"
  static let lastTrip = "Last trip"

  // Messages
  static let pickupFirst = "The pickup comes first: press Enter on it."
  static func stepBackForStops(_ keys: KeyTable) -> String {
    "Step back first: \(keys[.stepBack]). Then \(keys[.addStop]) adds a stop."
  }
  static let sharedHasNoStops = "A shared ride has no stops of its own."
  static let sharedOn = "Others may ride along."
  static let sharedOff = "Nobody else rides along."
  static let samePlace = "The last place is here already. Move the cursor."
  static func zoomInFirst(_ width: String, _ keys: KeyTable) -> String {
    "Zoom in first (\(keys[.zoomIn])): a cell is \(width) wide."
  }
  static let tooSmallToChoose = "No map at this size to choose on."
  static let tooSmallToBook = "Enlarge the window to see the ride first."
  static let tooSmallForMap = "Enlarge the window to 40x10 for the map."
  static func smallKeys(_ keys: KeyTable) -> String { "\(keys[.help]) help  \(keys[.quit]) quit" }
  static func smallProblemKeys(_ keys: KeyTable, columns: Int) -> String {
    let long =
      "\(keys[.refresh]) retry  \(keys[.details]) details  \(keys[.help]) help  \(keys[.quit]) quit"
    return long.count <= columns ? long : "\(keys[.help]) help  \(keys[.details]) details"
  }
  static func noMoreStops(_ count: Int) -> String { "A ride has at most \(count) stops." }
  static func stopAdded(_ number: Int, _ keys: KeyTable) -> String {
    "Stop \(number) added. \(keys[.stepBack]) takes it back."
  }
  static func noVehiclesBecause(_ reason: String) -> String { "Vehicles not known: \(reason)" }

  // The booking's card
  static let rideChosen = "Ride chosen"
  static let waitingForMatch = "Waiting for the match"
  static let notBooked = "Not booked"
  static let perhapsBooked = "Booked or not"
  static let secondRide = "Trying again may book a second ride."
  static func bookingFailureKeys(_ keys: KeyTable) -> String {
    "\(keys[.refresh]) tries again   \(keys[.stepBack]) changes   \(keys[.quit]) quits"
  }
  static func bookingAt(_ backend: String) -> String { "Booking at \(backend)" }

  // Cancelling
  static let cancelTitle = "Cancel the ride"
  static let cancelQuestion = "Cancel this ride?"
  static let cancelMeaning = "The backend is told at once. It cannot be taken back."
  static let cancelKeys = "y cancels it   any other key keeps it"
  static let notCanceled = "The ride was not canceled."
  static let perhapsCanceled = "Perhaps the ride is canceled."
  static func cancelFailureKeys(_ keys: KeyTable) -> String {
    "\(keys[.cancelRide]) asks again   Esc closes"
  }
  static let rideKept = "The ride was kept."
  static let canceling = "Canceling the ride"
  static let canceled = "The ride is canceled."
  static let canceledEvent = "ride canceled from here"
  static func cancelFailedEvent(_ reason: String) -> String { "not canceled  \(reason)" }
}
