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
    noteVehicle(old?.vehicleID, newTrip.vehicleID, wall: wall)
    noteEstimates(old, newTrip, wall: wall, settings: settings)
    noteDistance(newTrip)
    let wasEnded = old.map { TripStage($0).isEnded } ?? false
    let newStage = TripStage(newTrip)
    if old?.status != newTrip.status {
      stageSince = now
      log(Catalogue.statusEvent(newTrip.status.wireName), at: wall)
    }
    if old.map({ TripStage($0) }) != newStage { notice = nil }
    return newStage.isEnded && !wasEnded ? [.stopPolling] : []
  }

  private mutating func noteVehicle(_ old: String?, _ new: String?, wall: Timestamp) {
    guard old != new else { return }
    log(new.map(Catalogue.assignedEvent) ?? Catalogue.unassignedEvent, at: wall)
  }

  private mutating func noteEstimates(
    _ old: Trip?,
    _ new: Trip,
    wall: Timestamp,
    settings: ViewerSettings
  ) {
    let arrow = GlyphSet.of(settings.glyphs).arrow
    for (label, before, after) in [
      (Catalogue.pickup, old?.pickupTime, new.pickupTime),
      (Catalogue.dropoff, old?.dropoffTime, new.dropoffTime),
    ] {
      guard let before, let after, !TripStage(new).isEnded else { continue }
      let change = after - before
      guard change >= .seconds(120) || change <= .seconds(-120) else { continue }
      let times = (settings.localTime.minutes(before), settings.localTime.minutes(after))
      log(Catalogue.etaEvent(label, times.0, arrow, times.1), at: wall)
    }
  }

  private mutating func noteDistance(_ trip: Trip) {
    if let leg = Leg(trip), let meters = trip.remainingDistanceMeters {
      legMeters[leg] = max(legMeters[leg] ?? 0, meters)
    }
    let own = trip.remainingWaypoints.dropFirst().filter { trip.isOwnWaypoint($0) }
    var stop = trip.intermediateDestinationIndex
    for waypoint in own {
      guard let meters = waypoint.distanceMeters else { continue }
      switch waypoint.type {
      case .intermediateDestination:
        stop += 1
        legMeters[.toStop(stop)] = max(legMeters[.toStop(stop)] ?? 0, meters)
      case .dropoff: legMeters[.toDropoff] = max(legMeters[.toDropoff] ?? 0, meters)
      case .pickup: legMeters[.approach] = max(legMeters[.approach] ?? 0, meters)
      case .unknown: break
      }
    }
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
    if new.consecutiveFailures > old.consecutiveFailures, let error = new.lastError {
      if old.consecutiveFailures == 0 {
        isCardHidden = false
      } else if error.bucket != old.lastError?.bucket {
        isCardHidden = false
      }
      let text = ErrorText(error, tripName: tripName, backend: settings.backend)
      let wait = new.nextPollAt.map { Quantities.age($0 - now) }
      log(Catalogue.errorEvent(error.code.name, text.summary, wait), at: wall)
    } else if new.consecutiveFailures == 0, old.consecutiveFailures > 0 {
      if let since = old.failingSince, old.lastAnswerAt != nil {
        let text = Catalogue.connectedAgain(after: Quantities.span(now - since))
        say(text, now: now)
        log(text, at: wall)
      }
      if overlay == .details { overlay = nil }
    }
  }
}
