public import CellGrid
public import FleetEngine
public import RidesharingConsumer

/// A ride in sentences, one line for each change: for screen readers, simple terminals and logs.
///
/// It remembers its lines, so that nothing is reported twice.
public struct PlainNarration: Sendable {
  /// A moment by the monotonic clock and the wall clock.
  public struct Moment: Sendable {
    package let now: Duration
    package let wall: Timestamp

    /// Creates a moment.
    public init(now: Duration, wall: Timestamp) {
      self.now = now
      self.wall = wall
    }
  }

  private struct Estimates: Equatable {
    var next: String?
    var dropoff: String?
  }

  /// The shortest time between two lines that only report changed estimates.
  static let driftPause: Duration = .seconds(15)
  static let maximumRemembered = 500

  private let tripName: String
  private let settings: ViewerSettings
  private var trip: Trip?
  private var places = RidePlaces()
  private var polling = PollingStatus()
  private var lastEstimates = Estimates()
  private var lastEstimateLine: Duration?
  private var lastTraffic: String?
  /// The last answer when its age was reported; nil if the data is not old.
  private var oldAnswer: Duration?
  /// The conditions that were reported and are not over.
  private var isQuietReported = false
  private var isPassedReported = false
  private var lastError: (code: RPCCode, bucket: FleetEngineError.Bucket)?

  /// The last lines, oldest first, at most 500.
  public private(set) var remembered: [SafeText] = []

  /// Creates a narration without lines.
  public init(tripName: String, settings: ViewerSettings) {
    self.tripName = tripName
    self.settings = settings
  }

  /// Applies a trip and returns the lines about its changes; `polling` is the status of the poll that read it.
  public mutating func lines(
    for new: Trip, _ polling: PollingStatus = PollingStatus(), at moment: Moment
  ) -> [SafeText] {
    let old = trip
    trip = new
    let stage = TripStage(new)
    var lines: [[String]] = []
    if let old, old.vehicleID != new.vehicleID {
      let name = new.vehicleID.map { "The vehicle is \($0)" }
      lines.append([name ?? "The trip no longer has a vehicle"])
    }
    let moves = places.update(new).map { move in
      let distance = Quantities.distance(meters: move.meters, isSpelled: true)
      return "\(move.kind.label) moved by \(distance)"
    }
    if !moves.isEmpty { lines.append(moves) }
    if old.map({ TripStage($0) }) != stage {
      lines.append(statusSentences(new, polling, at: moment))
      recordEstimates(new, at: moment)
    } else if hasDrifted(new, at: moment) {
      let estimates = estimateSentences(new, polling, at: moment).joined(separator: ". ")
      lines.append(["Changed: \(estimates)"])
      recordEstimates(new, at: moment)
    }
    if !stage.isEnded, let traffic = traffic(new), traffic != lastTraffic {
      // The first line is left out if traffic is clear.
      if lastTraffic != nil || traffic != ViewerText.trafficClear { lines.append([traffic]) }
      lastTraffic = traffic
    }
    return remember(lines, at: moment)
  }

  /// Applies a polling status and returns lines about failures, recoveries and a silent vehicle.
  public mutating func lines(for new: PollingStatus, at moment: Moment) -> [SafeText] {
    let old = polling
    polling = new
    var lines: [[String]] = []
    if new.consecutiveFailures > old.consecutiveFailures, let error = new.lastError {
      if lastError?.code != error.code || lastError?.bucket != error.bucket {
        lastError = (error.code, error.bucket)
        lines.append(problem(error, new, at: moment))
      }
    } else if new.consecutiveFailures == 0, old.consecutiveFailures > 0 {
      lastError = nil
      // Of many trips, one may have been without an answer for long before it was asked about.
      if let since = oldAnswer ?? old.failingSince, old.lastAnswerAt != nil {
        oldAnswer = nil
        lines.append(["Connected again after \(Quantities.spelled(moment.now - since))"])
      }
    }
    return remember(lines + silence(at: moment), at: moment)
  }

  /// Returns lines about what has become old or has passed, though nothing was received.
  public mutating func lines(at moment: Moment) -> [SafeText] {
    remember(silence(at: moment), at: moment)
  }

  private mutating func silence(at moment: Moment) -> [[String]] {
    guard let trip, !TripStage(trip).isEnded else { return [] }
    let facts = RideFacts(trip, polling, now: moment.now, wall: moment.wall)
    let silence = facts.silence
    var lines: [[String]] = []
    // A failure was reported by itself; of many trips most are not asked while the server fails.
    if silence.isAnswerOld, oldAnswer == nil, polling.lastError == nil, let age = facts.answerAge {
      oldAnswer = polling.lastAnswerAt
      lines.append(["No news from the server for \(Quantities.spelled(age))"])
    } else if !silence.isAnswerOld, let old = oldAnswer, old != polling.lastAnswerAt {
      // A longer interval, as of an exhausted quota, is no answer.
      oldAnswer = nil
      lines.append(["The server answers again"])
    }
    if silence.isVehicleQuiet, !isQuietReported, trip.vehicleID != nil, let age = facts.locationAge
    {
      isQuietReported = true
      lines.append(["The vehicle has not reported its position for \(Quantities.spelled(age))"])
    } else if !silence.isVehicleQuiet, !silence.isAnswerOld, isQuietReported {
      isQuietReported = false
      lines.append(["The vehicle reports its position again"])
    }
    if silence.hasEstimatePassed, !isPassedReported, let eta = trip.nextPlace.eta {
      let time = settings.localTime.minutes(eta)
      lines.append(["\(trip.nextPlace.label) was expected at \(time)"])
    }
    isPassedReported = silence.hasEstimatePassed
    return lines
  }

  /// The present status, also if it was reported before.
  public func status(at moment: Moment) -> [SafeText] {
    guard let trip else { return stamped([["No data yet"]], at: moment) }
    var lines = [statusSentences(trip, polling, at: moment)]
    if !TripStage(trip).isEnded, let traffic = traffic(trip) { lines.append([traffic]) }
    return stamped(lines, at: moment)
  }

  /// The last error with advice.
  public func details(at moment: Moment) -> [SafeText] {
    guard let error = polling.lastError else {
      return stamped([["The last poll succeeded"]], at: moment)
    }
    let failure = failure(error)
    return stamped([["\(error.label): \(failure.summary)"] + failure.explanation], at: moment)
  }

  private func statusSentences(
    _ trip: Trip, _ polling: PollingStatus, at moment: Moment
  ) -> [String] {
    let stage = TripStage(trip)
    let heading = [ViewerText.sentence(stage)]
    guard stage.isEnded else { return heading + estimateSentences(trip, polling, at: moment) }
    let clock = settings.localTime
    let times = [
      RideSummary.began(trip).map { "Picked up at \(clock.minutes($0))" },
      RideSummary.ended(trip).map { "Dropped off at \(clock.minutes($0))" },
      RideSummary.time(trip).map { "The ride took \(Quantities.spelled($0))" },
    ]
    return heading + times.compactMap { $0 }
  }

  private func estimateSentences(
    _ trip: Trip, _ polling: PollingStatus, at moment: Moment
  ) -> [String] {
    let next = trip.nextPlace
    var parts: [String] = []
    let facts = RideFacts(trip, polling, now: moment.now, wall: moment.wall)
    func add(_ label: String, _ eta: Timestamp?) {
      guard let eta else { return }
      guard !facts.isWithdrawn(eta) else {
        parts.append("\(label) was expected at \(settings.localTime.minutes(eta))")
        return
      }
      let left = facts.timeLeft(until: eta)
      let (clock, time) = (settings.localTime.minutes(eta), Quantities.timeLeft(left, .spelled))
      parts.append(
        (Quantities.isNow(left)
          ? "\(label) at \(clock), \(time)" : "\(label) at \(clock), in \(time)"))
    }
    add(next.label, next.eta)
    if next.kind != .dropoff { add(ViewerText.dropoff, trip.eta(at: .dropoff)) }
    if let meters = trip.remainingMeters {
      let distance = Quantities.distance(meters: meters, isSpelled: true)
      parts.append("\(distance) left")
    }
    return parts
  }

  private func estimates(_ trip: Trip) -> Estimates {
    let time = settings.localTime
    return Estimates(
      next: trip.nextPlace.eta.map(time.minutes), dropoff: trip.eta(at: .dropoff).map(time.minutes))
  }

  private mutating func recordEstimates(_ trip: Trip, at moment: Moment) {
    lastEstimates = estimates(trip)
    lastEstimateLine = moment.now
  }

  /// Whether an estimate has changed by a minute, long enough after the last line about it.
  private func hasDrifted(_ trip: Trip, at moment: Moment) -> Bool {
    guard !TripStage(trip).isEnded, estimates(trip) != lastEstimates else { return false }
    return lastEstimateLine.map { moment.now - $0 >= Self.driftPause } ?? true
  }

  /// The traffic as a sentence, rounded to half a kilometer; nil if it is unknown.
  private func traffic(_ trip: Trip) -> String? {
    let traffic = RouteTraffic(trip)
    guard traffic.isKnown else { return nil }
    let parts = [false, true].compactMap { isJam -> String? in
      let meters = Int((traffic.meters(isJam: isJam, of: trip) / 500).rounded()) * 500
      guard meters > 0 else { return nil }
      let distance = Quantities.distance(meters: meters, isSpelled: true)
      return isJam ? "a jam of \(distance)" : "slow for \(distance)"
    }
    guard !parts.isEmpty else { return ViewerText.trafficClear }
    return "Traffic on the way: \(parts.joined(separator: ", "))"
  }

  private func problem(
    _ error: FleetEngineError, _ polling: PollingStatus, at moment: Moment
  ) -> [String] {
    let failure = failure(error)
    guard !error.mayPass else {
      let last = polling.lastAnswerWallTime.map { ["Last data \(settings.localTime.clock($0))"] }
      return ["Connection problem: \(failure.phrase)", "Retrying automatically"] + (last ?? [])
    }
    let wait = polling.nextPollAt.map { [ViewerText.askingAgain($0 - moment.now)] } ?? []
    return ["Action needed: \(failure.summary)"] + failure.explanation + wait
  }

  private func failure(_ error: FleetEngineError) -> CallFailure {
    CallFailure(error, CallFailure.Facts(name: tripName, polling: polling, settings: settings))
  }

  private mutating func remember(_ lines: [[String]], at moment: Moment) -> [SafeText] {
    let new = stamped(lines, at: moment)
    remembered = (remembered + new).suffix(Self.maximumRemembered)
    return new
  }

  private func stamped(_ lines: [[String]], at moment: Moment) -> [SafeText] {
    let clock = settings.localTime.clock(moment.wall)
    return lines.map { sentences in
      let text = sentences.filter { !$0.isEmpty }.map(ViewerText.ended).joined(separator: " ")
      return SafeText("\(clock) \(text)")
    }
  }
}
