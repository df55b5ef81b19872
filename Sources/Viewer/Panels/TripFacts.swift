internal import CellGrid
internal import FleetEngine
internal import RidesharingConsumer

/// A trip's data as lines for people, with the marks of doubt that its age asks for.
struct TripFacts {
  /// A label with its value.
  struct Line: Equatable {
    let label: String
    let value: String
    /// Shorter forms of the value, the longest first.
    let shorter: [String]
    /// What the line is about, where that decides how it is shown or clicked.
    let subject: Subject?

    /// What a line is about.
    enum Subject: Equatable {
      case estimate(NextPlace.Kind)
      case place(NextPlace.Kind)
      case vehicle
      /// The time of the drop-off, once the ride is over.
      case droppedOff
    }

    init(_ label: String, _ value: String, shorter: [String] = [], _ subject: Subject? = nil) {
      self.label = label
      self.value = value
      self.shorter = shorter
      self.subject = subject
    }
  }

  let stage: TripStage
  let trip: Trip
  let ride: RideState
  let freshness: Freshness
  let glyphs: GlyphSet
  let time: LocalTime
  let units: DistanceUnits
  let now: Duration
  let wall: Timestamp
  /// Whether letters of all scripts can be shown.
  let hasAllLetters: Bool
  private let speedFactor: String?

  init(_ trip: Trip, canvas: some RideContext) {
    self.trip = trip
    stage = TripStage(trip)
    ride = canvas.state.ride
    freshness = canvas.freshness
    glyphs = canvas.glyphs
    time = canvas.settings.localTime
    units = canvas.settings.units
    now = canvas.now
    wall = canvas.freshness.serverNow
    hasAllLetters = canvas.settings.glyphs == .full
    speedFactor = canvas.speedFactor
  }

  /// The status in words.
  var heading: String { Catalogue.heading(stage) }

  /// The mark before an estimate that may no longer be true.
  var doubt: String { freshness.isDoubtful ? "~" : "" }

  /// How long the ride has waited where it waits, marked where only a part of that was seen.
  var waited: String {
    let seen = max(.zero, now - ride.stageSince)
    let age = arrival.map { max(.zero, wall - $0) } ?? seen
    let text = stage == .waitingForVehicle ? Quantities.span(age) : Quantities.stopwatch(age)
    return arrival == nil && !ride.sawStageBegin ? glyphs.atLeast + text : text
  }

  /// When the vehicle came to where it waits, if the server says so.
  private var arrival: Timestamp? {
    switch stage {
    case .atPickup: return trip.actualPickupArrivalPoint?.timestamp
    case .atStop(let number):
      let arrivals = trip.actualIntermediateDestinationArrivalPoints
      return arrivals.indices.contains(number - 1) ? arrivals[number - 1].timestamp : nil
    default: return nil
    }
  }

  /// An estimate, `14:36  4 min`.
  func estimate(_ moment: Timestamp?, _ style: Quantities.TimeLeftStyle = .full) -> String {
    guard let moment else { return Catalogue.none }
    let clock = time.minutes(moment)
    if freshness.isWithdrawn(moment, wall: wall) {
      return "\(Catalogue.none)  \(Catalogue.was(clock))"
    }
    return "\(doubt)\(clock)  \(doubt)\(Quantities.timeLeft(moment - wall, style))"
  }

  /// An estimate as long as the room allows: `14:36 14 min`, `14:36 14m`, `14:36`, `14m`.
  func estimate(_ moment: Timestamp?, columns: Int) -> String {
    guard let moment else { return Catalogue.none }
    guard !freshness.isWithdrawn(moment, wall: wall) else {
      let whole = estimate(moment)
      return whole.count <= columns ? whole : Catalogue.none
    }
    let clock = doubt + time.minutes(moment)
    let left = moment - wall
    let times = Quantities.TimeLeftStyle.abbreviations.map { Quantities.timeLeft(left, $0) }
    let forms = [estimate(moment)] + times.map { "\(clock) \(doubt)\($0)" } + [clock]
    return forms.first { $0.count <= columns } ?? doubt + Quantities.timeLeft(left, .tiny)
  }

  /// The estimate for a place.
  private func line(_ kind: NextPlace.Kind, _ moment: Timestamp?) -> Line {
    let (value, short) = (estimate(moment), estimate(moment, .narrow))
    return Line(kind.label, value, shorter: short == value ? [] : [short], .estimate(kind))
  }

  /// An estimate's clock time only.
  func clock(_ moment: Timestamp?) -> String {
    guard let moment, !freshness.isWithdrawn(moment, wall: wall) else { return Catalogue.none }
    return doubt + time.minutes(moment)
  }

  /// Metres to the pickup until the vehicle is there, then to the drop-off; nil if not known.
  private var remainingMeters: Int? {
    switch stage {
    case .waitingForVehicle, .complete, .canceled: return nil
    case .vehicleAssigned, .finishingAnotherTrip, .toPickup: return trip.metersToNextOwnWaypoint
    case .atPickup:
      let meters = Int(trip.distanceOfRemainingRouteInMeters)
      return meters > 0 ? meters : nil
    case .toStop, .atStop, .toDropoff, .unknown: return trip.metersToDropoff
    }
  }

  /// The distance that is left, as text; nil where it is not known, or no longer.
  var remainingText: String? {
    guard !freshness.isWithdrawn else { return nil }
    return remainingMeters.map { doubt + Quantities.distance(meters: $0, units: units) }
  }

  private var remainingValue: String {
    guard let meters = remainingMeters else { return Catalogue.none }
    return remainingText
      ?? "\(Catalogue.none) \(Catalogue.was(Quantities.distance(meters: meters, units: units)))"
  }

  /// The estimates at the top of the panel.
  var estimates: [Line] {
    var lines: [Line] = []
    let dropoff = line(.dropoff, trip.dropoffTime)
    let remaining = Line(Catalogue.remaining, remainingValue)
    let waiting = Line(Catalogue.waiting, waited)
    switch stage {
    case .waitingForVehicle:
      lines = [
        line(.pickup, trip.pickupTime), dropoff, waiting,
      ]
    case .vehicleAssigned, .finishingAnotherTrip, .toPickup:
      lines = [
        line(.pickup, trip.pickupTime), dropoff,
        Line(Catalogue.toPickup, remainingValue),
      ]
    case .atPickup:
      lines = [waiting, dropoff]
      if remainingMeters != nil { lines.append(Line(Catalogue.wholeTrip, remainingValue)) }
    case .atStop: lines = [waiting, dropoff, remaining]
    case .toStop:
      let next = trip.nextPlace
      lines = [line(next.kind, next.eta), dropoff, remaining]
    case .toDropoff, .unknown: lines = [dropoff, remaining]
    case .complete: lines = summary
    case .canceled: lines = cancellation + summary
    }
    if let trafficShare { lines.append(Line(Catalogue.traffic, trafficShare)) }
    if let speedFactor { lines.append(Line(Catalogue.worldSpeed, speedFactor)) }
    return lines
  }

  /// When the ride was called off and what it had been until then, as far as that was seen.
  var cancellation: [Line] {
    let moment = wall - max(.zero, now - ride.stageSince)
    let seen = time.minutes(moment)
    var lines = [
      Line(Catalogue.canceledAt, ride.sawStageBegin ? seen : Catalogue.before(seen))
    ]
    if let last = ride.lastStage {
      lines.append(Line(Catalogue.lastStatus, Catalogue.shortHeading(last).lowercased()))
    }
    if let seen = ride.firstSeen {
      lines.append(Line(Catalogue.followed, Catalogue.since(time.minutes(seen))))
    }
    return lines
  }

  /// What the ride was, once it is over.
  private var summary: [Line] {
    var lines: [Line] = []
    if let began = RideSummary.began(trip, seen: ride.times) {
      lines.append(Line(Catalogue.pickedUp, time.minutes(began)))
    }
    if let ended = RideSummary.ended(trip, seen: ride.times) {
      lines.append(Line(Catalogue.droppedOff, time.minutes(ended), .droppedOff))
    }
    if let rideTime = RideSummary.time(trip, seen: ride.times) {
      lines.append(Line(Catalogue.rideTime, Quantities.span(rideTime)))
    }
    if stage == .complete, let meters = RideSummary.meters(trip, legMeters: ride.legMeters) {
      lines.append(Line(Catalogue.distance, Quantities.distance(meters: meters, units: units)))
    }
    if !trip.intermediateDestinations.isEmpty {
      lines.append(Line(Catalogue.stops, "\(trip.intermediateDestinations.count)"))
    }
    return lines
  }
}
