internal import FleetEngine
internal import Geo
internal import RidesharingConsumer

struct LoggedEvent: Equatable {
  /// The subject of an event, for the marks of a timeline.
  enum Kind: Equatable {
    case status
    case estimate
    /// A time without data, or without reports by the vehicle, or a position that cannot be right.
    case gap
    case failure
    case other
  }

  struct Failure: Equatable {
    let text: String
    var count = 1
    let since: Timestamp
    /// The event's text once the next attempt was made.
    var settledText = ""
  }

  let time: Timestamp
  /// The text, not yet cleaned.
  var text: String
  var failure: Failure?
  var kind = Kind.other
}

extension RideState {
  /// The speed, in meters per second, above which a reported position must be wrong.
  private static let fastestVehicle = 200 / 3.6
  /// The meters below which a jump may come from inexact reports.
  private static let smallestJump = 200.0
  /// The change of an estimate that is logged.
  private static let loggedChange = Duration.seconds(120)

  mutating func log(_ text: String, at time: Timestamp, _ kind: LoggedEvent.Kind = .other) {
    loggedEvents += 1
    let text = String(text.prefix(Self.maximumEventLength))
    events.append(LoggedEvent(time: time, text: text, kind: kind))
    if events.count > Self.maximumEvents { events.removeFirst(events.count - Self.maximumEvents) }
  }

  /// Logs another vehicle, jumps of the vehicle, changed stops and another route.
  mutating func logChanges(_ old: Trip, _ new: Trip, at moment: InputMoment) {
    if old.vehicleID != new.vehicleID {
      log(new.vehicleID.map { "vehicle \($0) assigned" } ?? "vehicle unassigned", at: moment.wall)
      hasVehicleJumped = false
      quietSince = nil
    } else {
      logJump(old.lastLocation, new.lastLocation, at: moment)
    }
    if old.intermediateDestinations != new.intermediateDestinations {
      log("stops changed, now \(new.intermediateDestinations.count)", at: moment.wall)
    }
    logReroute(old, new, wall: moment.wall)
    recordChanges(old, new, at: moment)
  }

  private mutating func logJump(
    _ old: VehicleLocation?, _ new: VehicleLocation?, at moment: InputMoment
  ) {
    guard let from = old?.location, let to = new?.location, from.isValid, to.isValid, from != to
    else { return }
    let reported = (new?.updateTime).flatMap { time in (old?.updateTime).map { time - $0 } }
    let answered = polling.lastAnswerAt.map { moment.now - $0 }
    // Where the reports have no usable time, the time between the responses must do.
    let time = [reported, answered].compactMap { $0 }.first { $0 > .zero } ?? .seconds(1)
    let meters = from.meters(to: to)
    let most = Self.fastestVehicle * moment.settings.speed * time.inSeconds
    hasVehicleJumped = meters > max(Self.smallestJump, most)
    if hasVehicleJumped {
      let distance = Quantities.distance(meters: Int(meters.rounded()))
      log("vehicle jumped by \(distance)", at: moment.wall, .gap)
    }
  }

  /// Logs another route of the same leg, which a shortened route is not.
  private mutating func logReroute(_ old: Trip, _ new: Trip, wall: Timestamp) {
    guard Leg(old) == Leg(new), old.vehicleID == new.vehicleID,
      old.currentRouteSegmentVersion != new.currentRouteSegmentVersion,
      let before = old.route, let after = new.route, !before.isEmpty, after.count > 1
    else { return }
    // The first point is where the vehicle is.
    guard !Set(before).isSuperset(of: after.dropFirst()) else { return }
    let text = new.metersToNextOwnWaypoint.map {
      "route changed, \(Quantities.distance(meters: $0)) to the next stop"
    }
    log(text ?? "route changed", at: wall)
  }

  /// Records which of the shown estimates have changed by a minute.
  private mutating func recordChanges(_ old: Trip, _ new: Trip, at moment: InputMoment) {
    func compare(_ kind: NextPlace.Kind, _ before: Timestamp?, _ after: Timestamp?) {
      guard let before, let after else { return }
      let time = moment.settings.localTime
      if time.minutes(before) != time.minutes(after) { changedAt[kind] = moment.now }
    }
    compare(.pickup, old.pickupTime, new.pickupTime)
    compare(.dropoff, old.dropoffTime, new.dropoffTime)
    let (last, next) = (old.nextPlace, new.nextPlace)
    if last.kind == next.kind { compare(next.kind, last.eta, next.eta) }
  }

  /// Logs an estimate that differs by two minutes from the one logged last, also if it got there
  /// step by step.
  mutating func logEstimates(_ trip: Trip, at moment: InputMoment) {
    let (arrow, time) = (GlyphSet.of(moment.settings.glyphs).arrow, moment.settings.localTime)
    let stage = TripStage(trip)
    for (kind, estimate) in [
      (NextPlace.Kind.pickup, trip.pickupTime), (.dropoff, trip.dropoffTime),
    ] {
      // After the pickup its time is no longer an estimate.
      guard let estimate, !stage.isEnded, kind == .dropoff || !stage.isPickedUp else { continue }
      let last = loggedEstimates[kind] ?? estimate
      let change = estimate - last
      guard change.magnitude >= Self.loggedChange else {
        loggedEstimates[kind] = last
        continue
      }
      loggedEstimates[kind] = estimate
      let times = "\(time.minutes(last)) \(arrow) \(time.minutes(estimate))"
      let label = kind.label.lowercased()
      log("ETA \(label) \(times) (\(Quantities.change(change)))", at: moment.wall, .estimate)
    }
  }

  /// Logs a time without data and without failures, as when the machine slept.
  mutating func logGap(_ old: PollingStatus, _ new: PollingStatus, wall: Timestamp) {
    guard let last = old.lastAnswerAt, let next = new.lastAnswerAt, old.consecutiveFailures == 0
    else { return }
    let longest = max(RideFacts.lateAfter, (old.interval ?? .zero) * 3)
    guard !isEnded, next - last > longest else { return }
    log("no data for \(Quantities.span(next - last))", at: wall, .gap)
  }

  /// Logs when a vehicle stops reporting while the server responds, and when it reports again.
  mutating func logQuietVehicle(at moment: InputMoment) {
    guard let fix = trip?.locationTime, !isEnded else {
      quietSince = nil
      return
    }
    let freshness = freshness(at: moment.now, wall: moment.wall)
    switch freshness.data {
    case .vehicleQuiet where quietSince == nil:
      quietSince = fix
      let time = moment.settings.localTime.clock(fix)
      // The moment does not depend on when the screen was last drawn.
      let late = freshness.locationAge.map { max(.zero, $0 - freshness.facts.quietAfter) } ?? .zero
      let since = max(moment.wall - late, polling.lastAnswerWallTime ?? moment.wall)
      log("vehicle quiet, last report \(time)", at: min(since, moment.wall), .gap)
    case .live, .late:
      guard let since = quietSince, fix != since else { return }
      quietSince = nil
      let span = Quantities.span(max(.zero, fix - since))
      log("vehicle reports again after \(span)", at: moment.wall)
    default: break
    }
  }

  /// Removes the time of the next attempt from the last failure, once that attempt was made.
  mutating func settleFailure() {
    guard let index = events.lastIndex(where: { $0.failure != nil }) else { return }
    if let failure = events[index].failure { events[index].text = failure.settledText }
  }

  func failure(_ error: FleetEngineError, _ settings: ViewerSettings) -> CallFailure {
    CallFailure(error, CallFailure.Facts(name: tripName, polling: polling, settings: settings))
  }

  /// Logs a failure; one that repeats the last event counts up.
  mutating func logFailure(_ error: FleetEngineError, at moment: InputMoment) {
    let settings = moment.settings
    let detail = failure(error, settings).phrase
    let code = error.label
    settleFailure()
    var failure = LoggedEvent.Failure(text: code + detail, since: moment.wall)
    if let last = events.last?.failure, last.text == failure.text {
      events.removeLast()
      failure = last
      failure.count += 1
    }
    let since = settings.localTime.clock(failure.since)
    let name = failure.count > 1 ? "\(code) x\(failure.count) since \(since)" : code
    failure.settledText = "\(name)  \(detail)"
    let settled = failure.settledText
    let text = polling.nextPollAt.map { "\(settled), retry in \(Quantities.wait($0 - moment.now))" }
    log(text ?? settled, at: moment.wall, .failure)
    events[events.count - 1].failure = failure
  }
}
