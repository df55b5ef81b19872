internal import FleetEngine
internal import RidesharingConsumer

extension RideState {
  /// Applies a changed trip, logs what changed, and returns the places that were moved.
  mutating func update(
    _ new: Trip,
    now: Duration,
    wall: Timestamp,
    settings: ViewerSettings
  ) -> [PlaceMove] {
    let old = trip
    trip = new
    firstSeen = firstSeen ?? wall
    if !(old.map { RouteTraffic.isSame($0, new) } ?? false) { traffic = RouteTraffic(new) }
    if let old { logChanges(old, new, now: now, wall: wall, settings: settings) }
    logEstimates(old, new, wall: wall, settings: settings)
    recordDistances(new)
    let stage = TripStage(new)
    if !stage.isEnded, let estimate = new.dropoffTime { trend.record(estimate, at: wall) }
    if old?.status != new.status {
      stageSince = now
      lastStage = old.map { TripStage($0) }
      // A ride that was booked here did not exist before.
      sawStageBegin = old != nil || (isOwnBooking && new.status == .new)
      log(Catalogue.statusEvent(new.status.wireName), at: wall)
    }
    if let old { times.record(TripStage(old), stage, at: wall) }
    return places.update(new)
  }

  /// Applies a polling status, and logs failures and recoveries.
  mutating func update(
    _ new: PollingStatus,
    now: Duration,
    wall: Timestamp,
    settings: ViewerSettings
  ) {
    let old = polling
    recordAttempt(new, now: now, wall: wall)
    polling = new
    recordOpening(old, new)
    logGap(old, new, wall: wall)
    if new.consecutiveFailures > old.consecutiveFailures, let error = new.lastError {
      logFailure(error, now: now, wall: wall, settings: settings)
    } else if new.consecutiveFailures == 0, old.consecutiveFailures > 0 {
      settleFailure()
      if let text = Self.recovery(old, now: now) { log(text, at: wall) }
    }
  }

  /// The sentence for a recovery from failures after earlier data; nil where there was no data.
  static func recovery(_ old: PollingStatus, now: Duration) -> String? {
    guard let since = old.failingSince, old.lastAnswerAt != nil else { return nil }
    return Catalogue.connectedAgain(after: Quantities.span(now - since))
  }

  private mutating func logEstimates(
    _ old: Trip?,
    _ new: Trip,
    wall: Timestamp,
    settings: ViewerSettings
  ) {
    let arrow = GlyphSet.of(settings.glyphs).arrow
    let estimates: [(NextPlace.Kind, Timestamp?, Timestamp?)] = [
      (.pickup, old?.pickupTime, new.pickupTime), (.dropoff, old?.dropoffTime, new.dropoffTime),
    ]
    for (kind, before, after) in estimates {
      guard let before, let after, !TripStage(new).isEnded else { continue }
      // What was an estimate is now the time when it happened.
      if kind == .pickup, TripStage(new).isPickedUp { continue }
      let change = after - before
      guard change >= .seconds(120) || change <= .seconds(-120) else { continue }
      let times = (settings.localTime.minutes(before), settings.localTime.minutes(after))
      log(Catalogue.etaEvent(kind.label, times.0, arrow, times.1), at: wall)
    }
  }

  private mutating func recordDistances(_ trip: Trip) {
    if let leg = Leg(trip), let meters = trip.metersToNextOwnWaypoint { record(meters, of: leg) }
    let stops = trip.intermediateDestinations.count
    let ahead = trip.remainingWaypoints.filter {
      trip.isOwnWaypoint($0) && $0.type == .intermediateDestination
    }
    var stop = max(0, stops - ahead.count)
    for (index, waypoint) in trip.remainingWaypoints.enumerated() where trip.isOwnWaypoint(waypoint)
    {
      if waypoint.type == .intermediateDestination { stop += 1 }
      // The first waypoint's length is the vehicle's distance, noted above.
      guard index > 0, let meters = waypoint.distanceMeters else { continue }
      switch waypoint.type {
      case .intermediateDestination: record(meters, of: .toStop(stop))
      case .dropoff: record(meters, of: .toDropoff)
      case .pickup, .unknown: break
      }
    }
  }

  private mutating func record(_ meters: Int, of leg: Leg) {
    legMeters[leg] = max(legMeters[leg] ?? 0, meters)
  }

  private mutating func recordAttempt(_ new: PollingStatus, now: Duration, wall: Timestamp) {
    if new.consecutiveFailures == 0 {
      attempts = []
    } else if new.consecutiveFailures > polling.consecutiveFailures, let error = new.lastError {
      let wait = new.nextPollAt.map { $0 - now }
      attempts.append(FailedAttempt(time: wall, code: error.label, wait: wait))
      attempts = attempts.suffix(FailedAttempt.most)
    }
  }
}
