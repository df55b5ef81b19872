package import FleetEngine

/// The known facts of a ride at one moment, by the server's clock.
///
/// Screens, reports, JSON, metrics, logs and the doctor put them into words and do not judge by
/// themselves what is old, quiet or over.
package struct RideFacts: Sendable, Hashable {
  /// How current the data is.
  ///
  /// The raw values are those of JSON.
  package enum State: String, Sendable, Hashable {
    case connecting, live, late, stale, ended
    case vehicleQuiet = "quiet"
    case actionNeeded = "action"
  }

  /// A response is late after this time.
  package static let lateAfter: Duration = .seconds(15)
  /// A vehicle is quiet if its location is older than this, unless the user has another limit: on a trip it reports every
  /// 5 to 10 s.
  package static let quietAfter: Duration = .seconds(30)
  /// Without data for so long, estimates mean nothing.
  package static let withdrawnAfter: Duration = .seconds(300)
  /// An estimate of current data has passed after this time, since servers correct them every minute.
  package static let passedAfter: Duration = .seconds(60)
  /// A smaller difference between clocks may come from the precision of a `Date` header.
  private static let clockTolerance: Duration = .seconds(2)

  /// The trip; nil before the first response.
  package let trip: Trip?
  /// The first estimates of the arrivals.
  package let promised: PromisedArrivals
  /// The present by the server's clock, as far as it is known.
  package let now: Timestamp
  package let state: State
  /// The age of the last successful response; nil before the first.
  package let answerAge: Duration?
  /// Whether the last successful response is older than the polling promises.
  package let isAnswerOld: Bool
  /// The age of the vehicle's location; nil without one, or if it is from the future.
  package let locationAge: Duration?
  /// Whether the location's time is so far ahead of the server's that one of the clocks is wrong.
  package let isLocationFromFuture: Bool
  /// Whether the vehicle has not reported its location for long.
  package let isVehicleQuiet: Bool
  /// The age from which on a location means that the vehicle is quiet.
  package let quietAfter: Duration

  /// Creates the facts at a moment by the monotonic and the wall clock.
  package init(_ trip: Trip?, _ polling: PollingStatus, now: Duration, wall: Timestamp) {
    self.trip = trip
    promised = polling.promised
    let slack = Self.slack(polling)
    quietAfter = polling.quietAfter
    self.now = Self.serverNow(polling, now: now, wall: wall)
    let age = polling.lastAnswerAt.map { max(.zero, now - $0) }
    answerAge = age
    let isOld = age ?? .zero > Self.lateAfter + slack
    isAnswerOld = isOld
    let location: Duration? =
      if let fix = trip?.locationTime {
        self.now - fix
      } else if trip?.lastLocation?.location != nil {
        // One without a time is as old as the first response that had it.
        polling.locationSince.map { now - $0 }
      } else { nil }
    let isFromFuture = location.map { $0 < .zero - Self.quietAfter } ?? false
    isLocationFromFuture = isFromFuture
    locationAge = isFromFuture ? nil : location.map { max(.zero, $0) }
    let isQuiet = isFromFuture || locationAge ?? .zero > polling.quietAfter + slack
    isVehicleQuiet = isQuiet
    state =
      if let trip, TripStage(trip).isEnded {
        .ended
      } else if let error = polling.lastError, !error.mayPass {
        .actionNeeded
      } else if age != nil {
        if isOld || polling.consecutiveFailures >= 2 {
          .stale
        } else if polling.consecutiveFailures == 1 {
          .late
        } else {
          isQuiet ? .vehicleQuiet : .live
        }
      } else { .connecting }
  }

  /// How much later than usual data may come, because polls are rare or many trips take turns.
  private static func slack(_ polling: PollingStatus) -> Duration {
    let usual = TripModelOptions.minimumInterval
    return max(.zero, (polling.interval ?? usual) - usual)
  }

  /// The server's clock at its last response plus the monotonic time since; the wall clock before.
  private static func serverNow(
    _ polling: PollingStatus, now: Duration, wall: Timestamp
  ) -> Timestamp {
    guard let answeredAt = polling.lastAnswerAt, let answered = polling.lastAnswerWallTime else {
      return wall
    }
    let offset = polling.serverClockOffset ?? .zero
    return answered + (offset.magnitude > clockTolerance ? offset : .zero)
      + max(.zero, now - answeredAt)
  }

  /// Whether estimates are uncertain, since data or location are old.
  package var isDoubtful: Bool {
    switch state {
    case .stale, .vehicleQuiet, .actionNeeded: true
    case .connecting, .live, .late, .ended: false
    }
  }

  /// Whether the data is old.
  package var isStale: Bool { state == .stale || (state == .actionNeeded && answerAge != nil) }

  /// Whether the vehicle's location was already old at the server's last response.
  package var wasVehicleQuiet: Bool {
    guard let answerAge, let locationAge else { return isLocationFromFuture }
    return locationAge - answerAge > quietAfter
  }

  /// Whether the data is too old for estimates.
  package var isWithdrawn: Bool { isStale && (answerAge ?? .zero) > Self.withdrawnAfter }

  /// The conditions that only time brings about, with no response that says so.
  package var silence: RideSilence {
    RideSilence(
      isAnswerOld: isAnswerOld, isVehicleQuiet: isVehicleQuiet && (!isAnswerOld || wasVehicleQuiet),
      hasEstimatePassed: trip?.nextPlace.eta.map(hasPassed) ?? false)
  }

  /// The delay against the first estimate; negative if early, nil if unknown.
  ///
  /// It is that of the pickup while the vehicle approaches it, then of the drop-off, and of the actual end once the ride
  /// is over.
  package var lateness: Duration? {
    let isApproaching = trip?.nextPlace.kind == .pickup
    return (isApproaching ? lateness(at: .pickup) : nil) ?? lateness(at: .dropoff)
  }

  /// How much later than first estimated the vehicle is expected at a place ahead, or arrived at the drop-off.
  package func lateness(at kind: NextPlace.Kind) -> Duration? {
    guard let trip else { return nil }
    let stage = TripStage(trip)
    let (promise, isAhead) =
      switch kind {
      case .pickup: (promised.pickup, !stage.isPickedUp && stage != .atPickup)
      case .stop: (nil as Timestamp?, false)
      case .dropoff: (promised.dropoff, true)
      }
    guard let promise else { return nil }
    if stage.isEnded {
      return kind == .dropoff ? RideSummary.ended(trip).map { $0 - promise } : nil
    }
    guard isAhead, !isWithdrawn, let estimate = trip.eta(at: kind) else { return nil }
    return (hasPassed(estimate) ? now : estimate) - promise
  }

  /// How soon a trip is polled again, of many that are followed.
  package var urgency: TripUrgency {
    switch state {
    case .connecting, .late, .stale, .vehicleQuiet, .actionNeeded: .prompt
    // It waits for its vehicle.
    case .live where trip?.status == .new: .idle
    case .live: .inTurn
    case .ended: .never
    }
  }

  /// Whether an estimate is only history: because all are, or because its time has passed.
  package func isWithdrawn(_ estimate: Timestamp?) -> Bool {
    guard let estimate, !isWithdrawn else { return isWithdrawn }
    return hasPassed(estimate)
  }

  /// Whether the time of an estimate has passed; servers have a minute to correct one.
  private func hasPassed(_ estimate: Timestamp) -> Bool {
    now - estimate > (isDoubtful ? .zero : Self.passedAfter)
  }
}

/// Conditions that only time brings about, so that nothing is received about them.
package struct RideSilence: Sendable, Hashable {
  package let isAnswerOld: Bool
  package let isVehicleQuiet: Bool
  package let hasEstimatePassed: Bool
}

extension Trip {
  /// When the vehicle's location was measured; nil without a location or a time.
  package var locationTime: Timestamp? {
    guard let lastLocation, lastLocation.location != nil else { return nil }
    return lastLocation.updateTime ?? lastLocation.serverTime
  }
}

extension Duration { package var magnitude: Duration { self < .zero ? .zero - self : self } }
