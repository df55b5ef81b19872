internal import CellGrid
internal import FleetEngine
internal import RidesharingConsumer

/// A trip's data as lines of text, marked as doubtful if it is old.
struct TripFacts {
  struct Line: Equatable {
    enum Subject: Equatable {
      case estimate(NextPlace.Kind)
      case place(NextPlace.Kind)
      case vehicle
      /// A fact about a ride that is over, which its large digits have, too.
      case summary
      /// A fact about a ride that is over, which its places have, too.
      case passed
      case firstEstimate
      case remaining
      case traffic
      case drift
    }

    let label: String
    let value: String
    /// Shorter forms of the value, the longest first.
    let shorter: [String]
    /// The subject, if it affects how the line is shown or clicked.
    let subject: Subject?

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
  /// The factor by which the world runs faster.
  let worldSpeed: Double
  /// Whether letters of all scripts can be shown.
  let hasAllLetters: Bool

  init(_ trip: Trip, canvas: some ScreenContext<ViewState>) {
    self.init(trip, of: canvas.state.ride, canvas.freshness, on: canvas)
  }

  init(_ trip: Trip, of ride: RideState, _ freshness: Freshness, on screen: some ScreenContext) {
    self.trip = trip
    stage = TripStage(trip)
    self.ride = ride
    self.freshness = freshness
    glyphs = screen.glyphs
    time = screen.settings.localTime
    units = screen.settings.units
    now = screen.now
    wall = freshness.now
    worldSpeed = screen.settings.speed
    hasAllLetters = screen.settings.glyphs == .full
  }

  var heading: String { ViewerText.heading(stage) }

  /// The mark before a doubtful estimate.
  var doubt: String { freshness.isDoubtful ? "~" : "" }
  func distance(_ meters: Int) -> String { Quantities.distance(meters: meters, units: units) }
  func speed(_ metersPerSecond: Double) -> String { units.speed(metersPerSecond: metersPerSecond) }

  /// The waiting time at a place, marked as incomplete if the viewer did not see it begin.
  var waited: String {
    let seen = max(.zero, now - ride.stageSince)
    let arrival = trip.standingSince
    let age = arrival.map { max(.zero, wall - $0) } ?? seen
    let text = stage == .waitingForVehicle ? Quantities.span(age) : Quantities.stopwatch(age)
    return arrival == nil && !ride.sawStageBegin ? glyphs.atLeast + text : text
  }

  /// An estimate: `14:36  4 min`.
  func estimate(_ moment: Timestamp?, _ style: Quantities.TimeLeftStyle = .full) -> String {
    guard let moment else { return ViewerText.none }
    let clock = time.minutes(moment)
    if freshness.facts.isWithdrawn(moment) { return "\(ViewerText.none)  \(ViewerText.was(clock))" }
    return "\(doubt)\(clock)  \(doubt)\(timeLeft(moment, style))"
  }

  func timeLeft(_ moment: Timestamp, _ style: Quantities.TimeLeftStyle = .full) -> String {
    Quantities.timeLeft(freshness.facts.timeLeft(until: moment), style)
  }

  /// The longest form of an estimate that fits: `14:36 14 min`, `14:36 14m`, `14:36`, `14m`.
  func estimate(_ moment: Timestamp?, columns: Int) -> String {
    guard let moment else { return ViewerText.none }
    guard !freshness.facts.isWithdrawn(moment) else {
      let whole = estimate(moment)
      return SafeText(whole).width <= columns ? whole : ViewerText.none
    }
    let clock = doubt + time.minutes(moment)
    let times = Quantities.TimeLeftStyle.abbreviations.map { timeLeft(moment, $0) }
    let forms = [estimate(moment)] + times.map { "\(clock) \(doubt)\($0)" } + [clock]
    return forms.first { SafeText($0).width <= columns } ?? doubt + timeLeft(moment, .tiny)
  }

  private func line(_ kind: NextPlace.Kind, _ moment: Timestamp?) -> Line {
    Line(kind.label, estimate(moment), shorter: shorterEstimates(moment), .estimate(kind))
  }

  func shorterEstimates(_ moment: Timestamp?) -> [String] {
    if let moment, freshness.facts.isWithdrawn(moment) {
      return ["\(ViewerText.none) \(ViewerText.was(time.minutes(moment)))", ViewerText.none]
    }
    let times = Quantities.TimeLeftStyle.abbreviations.compactMap { style in
      moment.map { "\(clock($0)) \(doubt)\(timeLeft($0, style))" }
    }
    return [estimate(moment, .narrow)] + times + [clock(moment)]
  }

  func clock(_ moment: Timestamp?) -> String {
    guard let moment, !freshness.facts.isWithdrawn(moment) else { return ViewerText.none }
    return doubt + time.minutes(moment)
  }

  /// The remaining distance; nil if it is unknown or the data is too old.
  var remainingText: String? {
    guard !freshness.isWithdrawn else { return nil }
    return trip.remainingMeters.map { doubt + distance($0) }
  }

  private var remainingValue: String {
    guard let meters = trip.remainingMeters else { return ViewerText.none }
    return remainingText ?? "\(ViewerText.none) \(ViewerText.was(distance(meters)))"
  }

  var estimates: [Line] {
    let next = trip.nextPlace
    let pickup = line(.pickup, trip.eta(at: .pickup))
    let dropoff = line(.dropoff, trip.eta(at: .dropoff))
    let remaining = Line(ViewerText.remaining, remainingValue, .remaining)
    let waiting = Line(ViewerText.waiting, waited)
    var lines: [Line] =
      switch stage {
      case .waitingForVehicle: [pickup, dropoff, waiting]
      case .vehicleAssigned, .finishingAnotherTrip, .toPickup:
        [pickup, dropoff, Line("To pickup", remainingValue, .remaining)]
      case .atPickup:
        [waiting, dropoff]
          + (trip.remainingMeters == nil ? [] : [Line("Whole trip", remainingValue, .remaining)])
      case .atStop: [waiting, dropoff, remaining]
      case .toStop, .unknown:
        (next.kind == .dropoff ? [] : [line(next.kind, next.eta)]) + [dropoff, remaining]
      case .toDropoff: [dropoff, remaining]
      case .complete: summary
      case .canceled: cancellation + summary
      }
    if let trafficShare { lines.append(Line(ViewerText.traffic, trafficShare, .traffic)) }
    if let drift { lines.append(drift) }
    return lines
  }

  /// Whether the remaining distance reaches beyond the next place.
  private var remainingIsFarther: Bool {
    guard case .stop = trip.nextPlace.kind, !stage.isWaiting else { return false }
    return true
  }

  /// The lines that the places and the large digits, if there are any, leave to say.
  func estimates(besidePlacesAnd large: LargeEstimate?) -> [Line] {
    estimates.compactMap { line in
      switch line.subject {
      case .estimate: nil
      case .passed: nil
      case .summary: large == nil ? line : nil
      // The place of the digits has the distance to it, which may be less than what remains.
      case .remaining: large == nil || remainingIsFarther ? line : nil
      // The digits have how much later the arrival was.
      case .firstEstimate where large != nil: Line(line.label, line.shorter.last ?? line.value)
      default: line
      }
    }
  }

  /// When the ride was canceled, and what it had been, as far as the viewer saw it.
  var cancellation: [Line] {
    let seen = time.minutes(wall - max(.zero, now - ride.stageSince))
    let lines: [Line?] = [
      Line("Canceled", ride.sawStageBegin ? seen : "before \(seen)"),
      ride.lastStage.map { Line("Before", ViewerText.shortHeading($0).lowercased()) },
      ride.firstSeen.map { Line("Followed", ViewerText.since(time.minutes($0))) },
    ]
    return lines.compactMap { $0 }
  }

  var endTime: String? { RideSummary.ended(trip, seen: ride.times).map(time.minutes) }
  var rideTime: String? { RideSummary.time(trip, seen: ride.times).map { Quantities.span($0) } }
  var rideDistance: String? { RideSummary.meters(trip, legMeters: ride.legMeters).map(distance) }

  /// How the estimate of the drop-off has changed: `+3 min` since the assignment.
  private var drift: Line? {
    guard let drift = ride.history.drift(freshness.facts), drift.later.magnitude >= .seconds(60)
    else { return nil }
    let since =
      switch drift.since {
      case .assignment: "Since assignment"
      case .time(let moment): "Since \(time.minutes(moment))"
      }
    return Line(since, doubt + Quantities.change(drift.later), .drift)
  }

  /// The first and the last estimate of the drop-off, and how much later the arrival was.
  var pastEstimates: [Line] {
    let last = ride.history.dropoff.samples.last.flatMap { Timestamp(secondsSince1970: $0.value) }
    return [("First ETA", freshness.promised.dropoff), ("Last ETA", last)]
      .compactMap { label, estimate in
        guard let estimate, let punctuality = punctuality(of: estimate) else { return nil }
        let clock = time.minutes(estimate)
        let subject: Line.Subject? = estimate == freshness.promised.dropoff ? .firstEstimate : nil
        return Line(label, "\(clock)  \(punctuality)", shorter: [clock], subject)
      }
  }

  /// How much later than first estimated a complete ride ended; nil if that is unknown.
  var punctuality: String? { freshness.promised.dropoff.flatMap(punctuality) }

  /// How much later than an estimate a complete ride ended; nil if that is unknown.
  private func punctuality(of estimate: Timestamp) -> String? {
    guard stage == .complete, let ended = RideSummary.ended(trip, seen: ride.times) else {
      return nil
    }
    return Quantities.punctuality(ended - estimate)
  }

  /// The ride's length divided by its time.
  var averageSpeed: String? {
    guard let time = RideSummary.time(trip, seen: ride.times)?.inSeconds, time > 0,
      let meters = RideSummary.meters(trip, legMeters: ride.legMeters)
    else { return nil }
    return speed(Double(meters) / (time * worldSpeed))
  }

  private var summary: [Line] {
    let began = RideSummary.began(trip, seen: ride.times).map(time.minutes)
    let stops = trip.intermediateDestinations.count
    let lines = [
      began.map { Line("Picked up", $0, .passed) },
      endTime.map { Line(ViewerText.droppedOff, $0, .passed) },
      rideTime.map { Line(ViewerText.rideTime, $0, .summary) },
      stage == .complete ? rideDistance.map { Line(ViewerText.distance, $0, .summary) } : nil,
      stage == .complete ? averageSpeed.map { Line("Average speed", $0) } : nil,
      stops > 0 ? Line("Stops", "\(stops)", .passed) : nil,
    ]
    return lines.compactMap { $0 } + pastEstimates
  }

  /// The share of the route with slow traffic and with jams: `slow 11% jam 10%`; nil if unknown.
  var trafficShare: String? {
    trafficShares.map { parts in
      doubt + (parts.isEmpty ? "clear" : parts.map(\.text).joined(separator: " "))
    }
  }

  /// The parts of the share, each with whether it is jams.
  var trafficShares: [(text: String, isJam: Bool)]? {
    guard ride.traffic.isKnown, !stage.isEnded, !freshness.isWithdrawn,
      let total = trip.metersToDropoff, total > 0
    else { return nil }
    return [("slow", false), ("jam", true)].compactMap { word, isJam in
      let percent = ride.traffic.meters(isJam: isJam, of: trip) * 100 / Double(total)
      guard percent > 0 else { return nil }
      return ("\(word) \(min(100, max(1, Int(percent.rounded()))))%", isJam)
    }
  }

  /// The worst traffic ahead in few cells: `jam 0.5 km`; nil if it is clear or unknown.
  var shortTraffic: String? {
    guard !stage.isEnded, !freshness.isWithdrawn else { return nil }
    for (word, isJam) in [("jam", true), ("slow", false)] {
      let meters = ride.traffic.meters(isJam: isJam, of: trip)
      if meters >= 1 { return "\(word) \(doubt)\(distance(Int(meters)))" }
    }
    return nil
  }

  /// The next traffic ahead as a sentence; nil if it is clear or unknown.
  var trafficSentence: String? {
    guard !stage.isEnded, !freshness.isStale else { return nil }
    let ahead = ride.traffic.ahead(of: trip)
    guard let first = ahead.first else { return nil }
    var (parts, end) = ([String](), first.from)
    for stretch in ahead.prefix(while: { $0.leg == first.leg }).prefix(2) {
      if end - stretch.from >= RouteTraffic.shownGap {
        parts.append("clear for \(distance(Int(end - stretch.from)))")
      }
      let distance = distance(Int(stretch.meters))
      parts.append(stretch.isJam ? "a jam of \(distance)" : "slow for \(distance)")
      end = stretch.to
    }
    let stops = trip.intermediateDestinations.count
    let start: NextPlace.Kind? =
      switch first.leg {
      case Leg(trip), .approach: nil
      case .toStop(1): .pickup
      case .toStop(let number): .stop(number - 1)
      case .toDropoff: stops > 0 ? .stop(stops) : .pickup
      }
    let place = start.map { "after \($0.label.lowercased())" } ?? "ahead"
    return "Traffic \(place): \(parts.joined(separator: ", then "))."
  }
}

extension Canvas {
  mutating func write(_ line: TripFacts.Line, in rect: Rect, row: Int, style: CellStyle = .plain) {
    let value = longest(of: [line.value] + line.shorter, rect.columns - safe(line.label).width - 1)
    writeRow(line.label, value, in: rect, row: row, valueStyle: style)
  }
}
