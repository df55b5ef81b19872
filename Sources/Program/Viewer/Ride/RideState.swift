internal import ConsumerMap
internal import FleetEngine
internal import RidesharingConsumer

/// Everything known about the followed trip; following another trip replaces it.
struct RideState: Equatable {
  struct FailedAttempt: Equatable {
    let time: Timestamp
    let code: String
    /// The time until the next attempt; nil if none is planned.
    let wait: Duration?
  }

  let tripName: String
  /// Whether the ride was booked here, so that it can be canceled here.
  var isOwnBooking: Bool
  var trip: Trip?
  var polling: PollingStatus
  var map: MapSnapshot?
  /// When the present status was first seen.
  var stageSince: Duration
  var sawStageBegin = false
  /// The longest distance of each leg so far, for the vehicle's place on the rail.
  var legMeters: [Leg: Int] = [:]
  var places = RidePlaces()
  var times = RideTimes()
  var firstSeen: Timestamp?
  /// The stage before the present one, if the viewer saw it.
  var lastStage: TripStage?
  var traffic = RouteTraffic()
  var history = RideHistory()
  /// The estimates that were last logged.
  var loggedEstimates: [NextPlace.Kind: Timestamp] = [:]
  /// The event log, oldest first.
  var events: [LoggedEvent] = []
  /// The number of events ever logged.
  var loggedEvents = 0
  /// The last step that the first request waited for, and the time of each earlier step.
  var openingStep: PollingStep?
  var openingTimes: [PollingStep: Duration] = [:]
  /// Whether the vehicle moved farther than a car can since its last report.
  var hasVehicleJumped = false
  /// The time of the vehicle's last report, while it is logged as quiet.
  var quietSince: Timestamp?
  /// When the estimates in the panel last changed.
  var changedAt: [NextPlace.Kind: Duration] = [:]
  var attempts: [FailedAttempt] = []
  var isCanceling = false

  static let maximumEvents = 500
  static let maximumEventLength = 400
  private static let maximumAttempts = 20

  init(tripName: String, polling: PollingStatus, now: Duration, isOwnBooking: Bool = false) {
    self.tripName = tripName
    self.polling = polling
    self.stageSince = now
    self.isOwnBooking = isOwnBooking
  }

  /// The trip's ID, or the whole name if it is not a trip name.
  var tripID: String { (try? TripName(parsing: tripName))?.tripID ?? tripName }
  var stage: TripStage? { trip.map { TripStage($0) } }
  var isEnded: Bool { stage?.isEnded ?? false }
  var offersCancel: Bool { isOwnBooking && !isEnded && !isCanceling }

  /// Whether another ride can be booked now that the booked one is over.
  var offersNewBooking: Bool { isOwnBooking && isEnded }

  func freshness(isPaused: Bool = false, at now: Duration, wall: Timestamp) -> Freshness {
    Freshness(
      RideFacts(trip, polling, now: now, wall: wall), isPaused: isPaused, jumped: hasVehicleJumped)
  }

  /// Applies a changed trip, logs the changes, and returns the places that were moved.
  mutating func update(_ new: Trip, at moment: InputMoment) -> [PlaceMove] {
    let (old, wall) = (trip, moment.wall)
    trip = new
    firstSeen = firstSeen ?? wall
    if !(old.map { RouteTraffic.isSame($0, new) } ?? false) { traffic = RouteTraffic(new) }
    if let old { logChanges(old, new, at: moment) }
    logEstimates(new, at: moment)
    legMeters.record(new)
    history.record(old, new, at: wall)
    let stage = TripStage(new)
    if old?.status != new.status {
      stageSince = moment.now
      lastStage = old.map { TripStage($0) }
      // A ride that was booked here did not exist before.
      sawStageBegin = old != nil || (isOwnBooking && new.status == .new)
      log(ViewerText.heading(stage).lowercased(), at: statusTime(new, wall), .status)
    }
    if let old { times.record(TripStage(old), stage, at: wall) }
    let moves = places.update(new)
    for move in moves { log(move.sentence(moment.settings), at: wall) }
    return moves
  }

  /// The drop-off time if it is known and keeps the log in order, otherwise the time of the poll.
  private func statusTime(_ new: Trip, _ wall: Timestamp) -> Timestamp {
    guard let ended = RideSummary.ended(new), let last = events.last?.time, last <= ended,
      ended <= wall
    else { return wall }
    return ended
  }

  /// Applies a polling status, and logs failures and recoveries.
  mutating func update(_ new: PollingStatus, at moment: InputMoment) {
    let (old, wall) = (polling, moment.wall)
    recordAttempt(new, at: moment)
    polling = new
    history.record(new.recentPolls, after: old.recentPolls.last?.time)
    recordOpening(old, new)
    logGap(old, new, wall: wall)
    if new.consecutiveFailures > old.consecutiveFailures, let error = new.lastError {
      logFailure(error, at: moment)
    } else if new.consecutiveFailures == 0, old.consecutiveFailures > 0 {
      settleFailure()
      if let text = Self.recovery(old, now: moment.now) { log(text, at: wall) }
    }
  }

  /// The sentence for a recovery from failures after earlier data; nil if there was no data.
  static func recovery(_ old: PollingStatus, now: Duration) -> String? {
    guard let since = old.failingSince, old.lastAnswerAt != nil else { return nil }
    return "Connected again after \(Quantities.span(now - since))."
  }

  private mutating func recordAttempt(_ new: PollingStatus, at moment: InputMoment) {
    if new.consecutiveFailures == 0 {
      attempts = []
    } else if new.consecutiveFailures > polling.consecutiveFailures, let error = new.lastError {
      let wait = new.nextPollAt.map { $0 - moment.now }
      attempts.append(FailedAttempt(time: moment.wall, code: error.label, wait: wait))
      attempts = attempts.suffix(Self.maximumAttempts)
    }
  }

  /// Records how long the first request took for each step.
  private mutating func recordOpening(_ old: PollingStatus, _ new: PollingStatus) {
    guard let step = new.step else { return }
    if step == .token { openingTimes = [:] }
    if let last = old.step, last != step, let began = old.stepSince, let ended = new.stepSince {
      openingTimes[last] = max(.zero, ended - began)
    }
    openingStep = step
  }
}

extension [Leg: Int] {
  /// Records the lengths of a trip's legs where they are longer than before.
  mutating func record(_ trip: Trip) {
    if let leg = Leg(trip), let meters = trip.metersToNextOwnWaypoint { record(meters, of: leg) }
    var stop = Swift.max(0, trip.intermediateDestinations.count - trip.stopsAhead.count)
    for (index, waypoint) in trip.remainingWaypoints.enumerated() where trip.isOwnWaypoint(waypoint)
    {
      if waypoint.type == .intermediateDestination { stop += 1 }
      // The first waypoint's length is the vehicle's distance, recorded above.
      guard index > 0, let meters = waypoint.distanceMeters else { continue }
      switch waypoint.type {
      case .intermediateDestination: record(meters, of: .toStop(stop))
      case .dropoff: record(meters, of: .toDropoff)
      case .pickup, .unknown: break
      }
    }
  }

  private mutating func record(_ meters: Int, of leg: Leg) {
    self[leg] = Swift.max(self[leg] ?? 0, meters)
  }
}
