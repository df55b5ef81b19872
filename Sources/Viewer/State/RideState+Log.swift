internal import FleetEngine
internal import Geo
internal import RidesharingConsumer

struct LoggedEvent: Equatable {
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
}

extension RideState {
  /// The speed, in metres per second, above which a reported position must be wrong.
  private static let fastestVehicle = 200 / 3.6
  /// The metres below which a jump may come from inexact reports.
  private static let smallestJump = 200.0

  mutating func log(_ text: String, at time: Timestamp) {
    events.append(LoggedEvent(time: time, text: String(text.prefix(Self.maximumEventLength))))
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
    _ old: VehicleLocation?,
    _ new: VehicleLocation?,
    at moment: InputMoment
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
      log("vehicle jumped by \(distance)", at: moment.wall)
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
    let distance = new.metersToNextOwnWaypoint.map {
      ", \(Quantities.distance(meters: $0)) to the next stop"
    }
    log("route changed" + (distance ?? ""), at: wall)
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

  mutating func logEstimates(_ old: Trip?, _ new: Trip, at moment: InputMoment) {
    let (arrow, time) = (GlyphSet.of(moment.settings.glyphs).arrow, moment.settings.localTime)
    let estimates: [(NextPlace.Kind, Timestamp?, Timestamp?)] = [
      (.pickup, old?.pickupTime, new.pickupTime), (.dropoff, old?.dropoffTime, new.dropoffTime),
    ]
    for (kind, before, after) in estimates {
      guard let before, let after, !TripStage(new).isEnded else { continue }
      // After the pickup its time is no longer an estimate.
      if kind == .pickup, TripStage(new).isPickedUp { continue }
      guard (after - before).magnitude >= .seconds(120) else { continue }
      let times = "\(time.minutes(before)) \(arrow) \(time.minutes(after))"
      log("ETA \(kind.label.lowercased()) \(times)", at: moment.wall)
    }
  }

  /// Logs a time without data and without failures, as when the machine slept.
  mutating func logGap(_ old: PollingStatus, _ new: PollingStatus, wall: Timestamp) {
    guard let last = old.lastAnswerAt, let next = new.lastAnswerAt, old.consecutiveFailures == 0
    else { return }
    let longest = max(Freshness.lateAfter, (old.interval ?? .zero) * 3)
    guard !isEnded, next - last > longest else { return }
    log("no data for \(Quantities.span(next - last))", at: wall)
  }

  /// Logs when a vehicle stops reporting while the server responds, and when it reports again.
  mutating func logQuietVehicle(at moment: InputMoment) {
    guard let fix = Freshness.fix(trip), !isEnded else {
      quietSince = nil
      return
    }
    switch freshness(at: moment.now, wall: moment.wall).data {
    case .vehicleQuiet where quietSince == nil:
      quietSince = fix
      let time = moment.settings.localTime.clock(fix)
      log("vehicle quiet, last report \(time)", at: moment.wall)
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

  /// Logs a failure; one that repeats the last event counts up.
  mutating func logFailure(_ error: FleetEngineError, at moment: InputMoment) {
    let settings = moment.settings
    let summary = ErrorText(error, ride: self, settings: settings).summary
    let code = error.label
    settleFailure()
    var failure = LoggedEvent.Failure(text: code + summary, since: moment.wall)
    if let last = events.last?.failure, last.text == failure.text {
      events.removeLast()
      failure = last
      failure.count += 1
    }
    let since = settings.localTime.clock(failure.since)
    let name = failure.count > 1 ? "\(code) x\(failure.count) since \(since)" : code
    let detail = summary.hasSuffix(".") ? String(summary.dropLast()) : summary
    failure.settledText = "\(name)  \(detail)"
    let wait = polling.nextPollAt.map { ", retry in \(Quantities.wait($0 - moment.now))" } ?? ""
    log(failure.settledText + wait, at: moment.wall)
    events[events.count - 1].failure = failure
  }
}
