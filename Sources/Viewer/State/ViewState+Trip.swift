internal import FleetEngine
internal import RidesharingConsumer

extension ViewState {
  /// Takes over a changed trip and notes what changed.
  mutating func take(
    _ newTrip: Trip?,
    now: Duration,
    wall: Timestamp,
    settings: ViewerSettings
  ) -> [ViewCommand] {
    let old = trip
    trip = newTrip
    guard let newTrip else { return [] }
    firstSeen = firstSeen ?? wall
    if !(old.map { RouteTraffic.isSame($0, newTrip) } ?? false) { traffic = RouteTraffic(newTrip) }
    if let old { note(old, newTrip, now: now, wall: wall, settings: settings) }
    noteEstimates(old, newTrip, wall: wall, settings: settings)
    noteDistance(newTrip)
    let wasEnded = old.map { TripStage($0).isEnded } ?? false
    let newStage = TripStage(newTrip)
    if !newStage.isEnded, let estimate = newTrip.dropoffTime { trend.note(estimate, at: wall) }
    if old?.status != newTrip.status {
      stageSince = now
      lastStage = old.map { TripStage($0) }
      // A ride that was booked here was not there before.
      sawStageBegin = old != nil || (isOwnBooking && newTrip.status == .new)
      log(Catalogue.statusEvent(newTrip.status.wireName), at: wall)
    }
    if let old { times.note(TripStage(old), newStage, at: wall) }
    if old.map({ TripStage($0) }) != newStage { notice = nil }
    let moves = places.update(newTrip)
    let news: [ViewCommand] = moves.isEmpty ? [] : [.announce(moves)]
    guard newStage.isEnded != wasEnded else { return news }
    return news + [newStage.isEnded ? .stopPolling : .resumePolling]
  }

  private mutating func noteEstimates(
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

  private mutating func noteDistance(_ trip: Trip) {
    if let leg = Leg(trip), let meters = trip.metersToNextOwnWaypoint { note(meters, of: leg) }
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
      case .intermediateDestination: note(meters, of: .toStop(stop))
      case .dropoff: note(meters, of: .toDropoff)
      case .pickup, .unknown: break
      }
    }
  }

  private mutating func note(_ meters: Int, of leg: Leg) {
    legMeters[leg] = max(legMeters[leg] ?? 0, meters)
  }

  /// Takes over how polling goes and notes failures and recoveries.
  mutating func take(
    _ new: PollingStatus,
    now: Duration,
    wall: Timestamp,
    settings: ViewerSettings
  ) {
    let old = polling
    polling = new
    noteOpening(old, new)
    noteGap(old, new, wall: wall)
    if new.consecutiveFailures > old.consecutiveFailures, let error = new.lastError {
      if old.lastError?.bucket != error.bucket { isCardHidden = false }
      if old.lastError == nil { notice = nil }
      logFailure(error, now: now, wall: wall, settings: settings)
    } else if new.consecutiveFailures == 0, old.consecutiveFailures > 0 {
      settleFailure()
      if let since = old.failingSince, old.lastAnswerAt != nil {
        let text = Catalogue.connectedAgain(after: Quantities.span(now - since))
        say(text, now: now)
        log(text, at: wall)
      }
      if overlay == .details { overlay = nil }
    }
  }
}
