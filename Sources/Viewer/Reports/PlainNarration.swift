public import CellGrid
public import FleetEngine
public import RidesharingConsumer

/// A ride told in sentences, one line a change: for screen readers, simple terminals and logs.
///
/// A value that remembers what it has told, so that nothing is told twice. Source: user interface
/// study, sections 1.12 and 6.5.
public struct PlainNarration: Sendable {
  /// A moment at which something is told.
  public struct Moment: Sendable {
    let now: Duration
    let wall: Timestamp

    /// Creates a moment.
    public init(now: Duration, wall: Timestamp) {
      self.now = now
      self.wall = wall
    }
  }

  /// The shortest time between two lines that only say that an estimate has moved.
  static let driftPause: Duration = .seconds(15)
  /// The most lines that are kept to be told again.
  static let mostRemembered = 500

  private let tripName: String
  private let settings: ViewerSettings
  private var trip: Trip?
  private var places = RidePlaces()
  private var polling = PollingStatus()
  private var toldEstimates: (next: String?, dropoff: String?) = (nil, nil)
  private var lastEstimateLine: Duration?
  private var toldTraffic: String?
  private var isSilenceTold = false
  private var toldError: (code: RPCCode, bucket: FleetEngineError.Bucket)?
  private var lines: [SafeText] = []

  /// Creates a narration that has told nothing.
  public init(tripName: String, settings: ViewerSettings) {
    self.tripName = tripName
    self.settings = settings
  }

  /// The last lines that were told, oldest first, at most 500.
  public var remembered: [SafeText] { lines }

  /// Takes over a trip and tells what is new.
  public mutating func lines(for new: Trip, at moment: Moment) -> [SafeText] {
    let old = trip
    trip = new
    let stage = TripStage(new)
    var told: [[String]] = []
    if let old, old.vehicleID != new.vehicleID {
      told.append([new.vehicleID.map(Catalogue.vehicleAssigned) ?? Catalogue.vehicleWithdrawn])
    }
    let moves = places.update(new)
    if !moves.isEmpty {
      told.append(moves.map { Catalogue.movedSpelled($0.kind.label, $0.meters) })
    }
    if old.map({ TripStage($0) }) != stage {
      told.append(statusSentences(new, at: moment))
      recordEstimates(estimates(new), at: moment)
    } else if hasDrifted(new, at: moment) {
      told.append([Catalogue.changed(estimateSentences(new, at: moment).joined(separator: ". "))])
      recordEstimates(estimates(new), at: moment)
    }
    if !stage.isEnded, let traffic = traffic(new), traffic != toldTraffic {
      // A way without anything to tell of is not told of at first.
      if toldTraffic != nil || traffic != Catalogue.trafficClear { told.append([traffic]) }
      toldTraffic = traffic
    }
    return say(told, at: moment)
  }

  /// Takes over how the asking goes and tells of failures, recoveries and a vehicle that says nothing.
  public mutating func lines(for new: PollingStatus, at moment: Moment) -> [SafeText] {
    let old = polling
    polling = new
    var told: [[String]] = []
    if new.consecutiveFailures > old.consecutiveFailures, let error = new.lastError {
      if toldError?.code != error.code || toldError?.bucket != error.bucket {
        toldError = (error.code, error.bucket)
        told.append(problem(error, new, at: moment))
      }
    } else if new.consecutiveFailures == 0, old.consecutiveFailures > 0 {
      toldError = nil
      if let since = old.failingSince, old.lastAnswerAt != nil {
        told.append([Catalogue.connectedAgainSpelled(moment.now - since)])
      }
    }
    if new.totalUpdates > old.totalUpdates, let trip, !TripStage(trip).isEnded {
      let age = fixAge(trip, new, at: moment)
      let isSilent = age.map { $0 > Freshness.quietAfter } ?? false
      if let age, isSilent, !isSilenceTold { told.append([Catalogue.vehicleSilent(age)]) }
      if !isSilent, isSilenceTold { told.append([Catalogue.vehicleSpeaks]) }
      isSilenceTold = isSilent
    }
    return say(told, at: moment)
  }

  /// How the ride stands, whether or not that was told before.
  public func status(at moment: Moment) -> [SafeText] {
    guard let trip else { return stamped([[Catalogue.plainNothing]], at: moment) }
    var told = [statusSentences(trip, at: moment)]
    if !TripStage(trip).isEnded, let traffic = traffic(trip) { told.append([traffic]) }
    return stamped(told, at: moment)
  }

  /// What went wrong last, with what can be done about it.
  public func details(at moment: Moment) -> [SafeText] {
    guard let error = polling.lastError else {
      return stamped([[Catalogue.plainNoError]], at: moment)
    }
    let text = errorText(error)
    return stamped([["\(error.label): \(text.summary)"] + text.advice], at: moment)
  }

  private func statusSentences(_ trip: Trip, at moment: Moment) -> [String] {
    let stage = TripStage(trip)
    let heading = [Catalogue.sentence(stage)]
    guard stage.isEnded else { return heading + estimateSentences(trip, at: moment) }
    let clock = settings.localTime
    return heading
      + [
        RideSummary.began(trip).map { Catalogue.pickedUp(at: clock.minutes($0)) },
        RideSummary.ended(trip).map { Catalogue.droppedOff(at: clock.minutes($0)) },
        RideSummary.time(trip).map(Catalogue.rideTook),
      ].compactMap { $0 }
  }

  private func estimateSentences(_ trip: Trip, at moment: Moment) -> [String] {
    let next = trip.nextPlace
    var parts: [String] = []
    func add(_ label: String, _ eta: Timestamp?) {
      guard let eta else { return }
      parts.append(Catalogue.at(label, settings.localTime.minutes(eta), eta - moment.wall))
    }
    add(next.label, next.eta)
    if next.kind != .dropoff { add(Catalogue.dropoff, trip.dropoffTime) }
    let isPickedUp = TripStage(trip).isPickedUp
    if let meters = isPickedUp ? trip.metersToDropoff : trip.metersToNextOwnWaypoint {
      parts.append(Catalogue.leftSpelled(meters: meters))
    }
    return parts
  }

  private func estimates(_ trip: Trip) -> (next: String?, dropoff: String?) {
    (
      trip.nextPlace.eta.map(settings.localTime.minutes),
      trip.dropoffTime.map(settings.localTime.minutes)
    )
  }

  private mutating func recordEstimates(
    _ estimates: (next: String?, dropoff: String?),
    at moment: Moment
  ) {
    toldEstimates = estimates
    lastEstimateLine = moment.now
  }

  /// Whether an estimate is another minute than was told, and long enough after it.
  private func hasDrifted(_ trip: Trip, at moment: Moment) -> Bool {
    guard !TripStage(trip).isEnded, estimates(trip) != toldEstimates else { return false }
    return lastEstimateLine.map { moment.now - $0 >= Self.driftPause } ?? true
  }

  /// The traffic as a sentence, in halves of a kilometre; nil where none is known.
  private func traffic(_ trip: Trip) -> String? {
    let traffic = RouteTraffic(trip)
    guard traffic.isKnown else { return nil }
    let meters = [false, true].map { isJam -> Int? in
      let rounded = Int((traffic.meters(isJam: isJam, of: trip) / 500).rounded()) * 500
      return rounded > 0 ? rounded : nil
    }
    guard meters.contains(where: { $0 != nil }) else { return Catalogue.trafficClear }
    return Catalogue.traffic(slow: meters[0], jam: meters[1])
  }

  private func problem(
    _ error: FleetEngineError,
    _ polling: PollingStatus,
    at moment: Moment
  ) -> [String] {
    let text = errorText(error)
    guard error.bucket != .recoverable else {
      let last = polling.lastAnswerWallTime.map(settings.localTime.clock)
      return Catalogue.connectionProblem(text.summary, lastData: last)
    }
    let wait = polling.nextPollAt.map { [Catalogue.askingAgain($0 - moment.now)] } ?? []
    return [Catalogue.needsAction(text.summary)] + text.advice + wait
  }

  private func errorText(_ error: FleetEngineError) -> ErrorText {
    ErrorText(
      error,
      ErrorText.Context(
        name: tripName,
        backend: settings.backend,
        credentials: settings.credentials,
        clockOffset: polling.serverClockOffset,
        localTime: settings.localTime,
        interval: polling.interval,
        usualInterval: polling.usualInterval
      )
    )
  }

  private func fixAge(
    _ trip: Trip,
    _ polling: PollingStatus,
    at moment: Moment
  ) -> Duration? {
    guard trip.vehicleID != nil, let location = trip.lastLocation, location.location != nil,
      let time = location.updateTime ?? location.serverTime
    else { return nil }
    return Freshness.serverNow(polling, now: moment.now, wall: moment.wall) - time
  }

  private mutating func say(_ told: [[String]], at moment: Moment) -> [SafeText] {
    let new = stamped(told, at: moment)
    lines += new
    if lines.count > Self.mostRemembered { lines.removeFirst(lines.count - Self.mostRemembered) }
    return new
  }

  /// Sentences as lines with the time before them.
  private func stamped(_ told: [[String]], at moment: Moment) -> [SafeText] {
    let clock = settings.localTime.clock(moment.wall)
    return told.map { sentences in
      let text = sentences.filter { !$0.isEmpty }
        .map { ".!?".contains($0.last ?? " ") ? $0 : $0 + "." }
        .joined(separator: " ")
      return SafeText("\(clock) \(text)")
    }
  }
}
